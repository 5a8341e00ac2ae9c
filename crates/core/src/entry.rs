//! The entry of a table for a position, unpacked.

use core::{fmt, str::FromStr};

use crate::{Game, Move, Moves, Outcome, Scheme, Value};

/// What a table says about one position: the answer to a probe.
///
/// ```
/// use perfect_play_core::{Entry, Moves, Outcome, Value};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("XX.OO....")?; // X to move
/// let won = Value::win(1).unwrap();
/// let entry = Entry::new(&game, board, won, Moves::EMPTY.with(2));
/// assert_eq!((entry.outcome, entry.remoteness), (Outcome::Win, Some(1)));
/// assert_eq!((entry.best_move(), entry.is_terminal()), (Some(2), false));
/// assert_eq!(entry.value(), Some(won));
///
/// // The game knows how long a draw takes, because the board fills up.
/// let drawn = Entry::new(&game, game.parse("XOXXO..XO")?, Value::DRAW, Moves::EMPTY.with(6));
/// assert_eq!(drawn.remoteness, Some(2));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entry {
    /// The outcome under best play, for the side to move.
    pub outcome: Outcome,
    /// Plies to the end of the game when the winner hurries and the loser delays. 0 in a terminal position, also after
    /// a draw. `None` if the game is played for points. Before the end, also `None` if the outcome is a draw and the
    /// game does not define how long draws take.
    pub remoteness: Option<u16>,
    /// The points by which the side to move wins. `None` unless the game is played for points
    /// ([`Scheme::Score`]).
    pub score: Option<i16>,
    /// The optimal moves under the table's [`Objective`]; empty in a terminal position.
    pub optimal_moves: Moves,
}

impl Entry {
    /// Creates the entry of a position with this value and these optimal moves. The game defines how long a
    /// draw takes.
    pub fn new<G: Game>(
        game: &G,
        position: G::Position,
        value: Value,
        optimal_moves: Moves,
    ) -> Self {
        let (remoteness, score) = match game.scheme() {
            Scheme::Remoteness => {
                let plies = value.plies().or_else(|| game.plies_to_draw(position));
                // If there are no moves, the game is over.
                (plies.or(if optimal_moves.is_empty() { Some(0) } else { None }), None)
            }
            Scheme::Score => (None, Some(value.score())),
        };
        Self { outcome: value.outcome(), remoteness, score, optimal_moves }
    }

    /// The best move: the optimal move with the lowest number. `None` in a terminal position.
    #[must_use]
    pub const fn best_move(self) -> Option<Move> {
        self.optimal_moves.first()
    }

    /// The entry as a [`Value`]. `None` for a win or loss without a remoteness, or with one above
    /// [`Value::MAX_PLIES`]. No table contains such an entry.
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        match (self.outcome, self.remoteness, self.score) {
            (_, _, Some(points)) => Value::of_score(points),
            (Outcome::Draw, ..) => Some(Value::DRAW),
            (_, None, _) => None,
            (Outcome::Loss, Some(plies), _) => Value::loss(plies),
            (Outcome::Win, Some(plies), _) => Value::win(plies),
        }
    }

    /// Whether the game is over here.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        self.optimal_moves.is_empty()
    }
}

/// Which of the moves that keep the outcome are optimal. Outcome, remoteness and score do not depend on the
/// objective.
///
/// [`MoveValues`](crate::MoveValues) has an example where the objectives differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Objective {
    /// The moves that win soonest or lose latest. In a game that is played for points, the moves that win the
    /// most points or lose the fewest.
    #[default]
    Fastest,
    /// All moves that keep the outcome. If play can return to a position, playing such moves may never win a
    /// won game.
    Outcome,
}

impl Objective {
    /// Both objectives, the default first.
    pub const ALL: [Self; 2] = [Self::Fastest, Self::Outcome];

    /// The name of the objective. The objective prints this name, and is parsed from it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fastest => "fastest",
            Self::Outcome => "outcome",
        }
    }
}

/// Prints [`Objective::name`].
impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(name: &str) -> Result<Self, UnknownObjective> {
        Self::ALL.into_iter().find(|objective| objective.name() == name).ok_or(UnknownObjective)
    }
}

/// The error of parsing an [`Objective`] from an unknown name.
///
/// ```
/// let error = "best".parse::<perfect_play_core::Objective>().unwrap_err();
/// assert_eq!(error.to_string(), "an objective is `fastest` or `outcome`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownObjective;

impl fmt::Display for UnknownObjective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an objective is `fastest` or `outcome`")
    }
}

impl core::error::Error for UnknownObjective {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn objectives_print_and_come_back() {
        for objective in Objective::ALL {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        assert_eq!(Objective::ALL.map(Objective::name), ["fastest", "outcome"]);
        let error = "best".parse::<Objective>().unwrap_err();
        assert_eq!(error.to_string(), "an objective is `fastest` or `outcome`");
    }
}
