//! Results of games: the winner, the plies, and how often.

use std::{collections::BTreeMap, ops::AddAssign};

use num_traits::Zero;
use perfect_play_core::Player;

/// How often games end in each way, as counts of games or as chances.
///
/// ```
/// use perfect_play_analysis::{End, Results};
/// use perfect_play_core::Player;
///
/// let mut games = Results::new();
/// games.add(End { winner: Some(Player::X), plies: 5 }, 2);
/// games.add(End { winner: None, plies: 9 }, 1);
/// assert_eq!((games.wins(Some(Player::X)), games.wins(None)), (2, 1));
/// assert_eq!(games.wins_by_moves(Player::X, Player::X), [(3, 2)].into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results<W> {
    ends: BTreeMap<End, W>,
    /// Whether the players took turns in all of these games. Otherwise the plies do not tell the moves of each player.
    pub(super) alternate: bool,
}

/// One way in which a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// How many plies were played.
    pub plies: u16,
}

impl<W> Results<W> {
    /// All results of games, and how often each occurred.
    pub fn ends(&self) -> impl Iterator<Item = (End, &W)> {
        self.ends.iter().map(|(&end, weight)| (end, weight))
    }
}

impl<W: Zero + Clone + AddAssign> Results<W> {
    /// No games.
    #[must_use]
    pub fn new() -> Self {
        Self { ends: BTreeMap::new(), alternate: true }
    }

    /// Adds games with this result.
    pub fn add(&mut self, end: End, weight: W) {
        *self.ends.entry(end).or_insert_with(W::zero) += weight;
    }

    /// The sum of both tallies.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        for (end, weight) in other.ends {
            self.add(end, weight);
        }
        self.alternate &= other.alternate;
        self
    }

    /// How often a player won; for `None`, how many draws there were.
    #[must_use]
    pub fn wins(&self, winner: Option<Player>) -> W {
        let wins = self.ends().filter(|(end, _)| end.winner == winner);
        wins.fold(W::zero(), |sum, (_, weight)| sum + weight.clone())
    }

    /// How often a player won in this many moves of its own, in games in which `first` moved first. Empty if a player moved
    /// twice in succession in one of them.
    pub fn wins_by_moves(&self, winner: Player, first: Player) -> BTreeMap<u16, W> {
        let mut by_moves = BTreeMap::new();
        let is_counted = |end: End| self.alternate && end.winner == Some(winner);
        for (end, weight) in self.ends().filter(|&(end, _)| is_counted(end)) {
            let moves = if winner == first { end.plies.div_ceil(2) } else { end.plies / 2 };
            *by_moves.entry(moves).or_insert_with(W::zero) += weight.clone();
        }
        by_moves
    }
}

impl<W: Zero + Clone + AddAssign> Default for Results<W> {
    fn default() -> Self {
        Self::new()
    }
}
