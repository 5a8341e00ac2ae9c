//! How a minimax tutorial scores the end of a game.

use std::{error::Error, fmt, str::FromStr};

use perfect_play_core::{Outcome, Player, Scheme, Tabular};

/// How the end of a game is scored: large for X, who maximises, small for O, who minimises; 0 for a
/// draw. A game that is played for points has scores of its own, and no rule changes them: by how many points X is ahead.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::ScoreRule;
///
/// let game = Mnk::TICTACTOE;
/// let x_has_won = game.parse("XXXOO....")?; // after two moves of O
/// assert_eq!(ScoreRule::ALL.map(|rule| rule.score(&game, x_has_won)), [1, 10, 8]);
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreRule {
    /// +1 if X has won, −1 if O has.
    #[default]
    Unit,
    /// +10 if X has won, −10 if O has.
    Ten,
    /// 10 less the moves that O has made if X has won, −10 and those moves if O has: the winner
    /// hurries and the loser delays.
    Depth,
}

impl ScoreRule {
    /// All three, the default first.
    pub const ALL: [Self; 3] = [Self::Unit, Self::Ten, Self::Depth];

    /// The plies of play with which [`ScoreRule::Depth`] breaks down: O's tenth move is ply 20, and
    /// makes a win worth nothing.
    const TENTH_MOVE_OF_O: u8 = 20;

    /// The rule's name: what it prints as and is read from.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Ten => "ten",
            Self::Depth => "depth",
        }
    }

    /// Whether the rule tells wins from draws and draws from losses in every position of the game. A game that does
    /// not count plies does not suit [`ScoreRule::Depth`].
    pub fn suits<G: Tabular>(self, game: &G) -> bool {
        self != Self::Depth || (1..Self::TENTH_MOVE_OF_O).contains(&game.max_plies())
    }

    /// The score of a terminal position; 0 in any other, as in a draw.
    ///
    /// As the players take turns, O has made half of the moves: [`ScoreRule::Depth`] is for games
    /// whose [`Tabular::ply`] counts the plies played.
    pub fn score<G: Tabular>(self, game: &G, position: G::Position) -> i8 {
        self.score_with(game, position, game.to_move(position))
    }

    /// The score of a terminal position where this player would be to move.
    pub(crate) fn score_with<G: Tabular>(
        self,
        game: &G,
        position: G::Position,
        to_move: Player,
    ) -> i8 {
        let Some(end) = game.end(position) else { return 0 };
        let for_x = |score: i8| if to_move == Player::X { score } else { score.saturating_neg() };
        if game.scheme() == Scheme::Score {
            // From -127 to 127.
            return for_x(end.score());
        }
        let win = match self {
            Self::Unit => 1,
            Self::Ten => 10,
            Self::Depth => {
                let moves_of_o = i8::try_from(game.ply(position) / 2).unwrap_or(i8::MAX);
                10 - moves_of_o
            }
        };
        match end.outcome() {
            Outcome::Win => for_x(win),
            Outcome::Draw => 0,
            Outcome::Loss => -for_x(win),
        }
    }
}

/// Prints [`ScoreRule::name`].
impl fmt::Display for ScoreRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ScoreRule {
    type Err = UnknownScoreRule;

    fn from_str(name: &str) -> Result<Self, UnknownScoreRule> {
        Self::ALL.into_iter().find(|rule| rule.name() == name).ok_or(UnknownScoreRule)
    }
}

/// The error of reading a [`ScoreRule`] from a name that is none.
///
/// ```
/// let error = "plain".parse::<perfect_play_generator::ScoreRule>().unwrap_err();
/// assert_eq!(error.to_string(), "a score rule is `unit`, `ten` or `depth`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownScoreRule;

impl fmt::Display for UnknownScoreRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a score rule is `unit`, `ten` or `depth`")
    }
}

impl Error for UnknownScoreRule {}

#[cfg(test)]
mod tests {
    use perfect_play_games::Mnk;

    use super::*;

    #[test]
    fn rules_print_and_come_back() {
        for rule in ScoreRule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        let error = "plain".parse::<ScoreRule>().unwrap_err();
        assert_eq!(error.to_string(), "a score rule is `unit`, `ten` or `depth`");
    }

    #[test]
    fn depth_suits_boards_of_fewer_than_twenty_cells() {
        for (columns, rows) in [(3, 3), (19, 1), (20, 1), (5, 4), (5, 5)] {
            let game = Mnk::new(columns, rows, 3).unwrap();
            assert_eq!(ScoreRule::Depth.suits(&game), columns * rows < 20);
            assert!(ScoreRule::Unit.suits(&game) && ScoreRule::Ten.suits(&game));
        }
        // After O's eighth move a win is still worth something.
        let game = Mnk::new(19, 1, 2).unwrap();
        let late = game.parse("XX.OXOXOXOXOXOXOXO.").unwrap();
        assert_eq!(ScoreRule::Depth.score(&game, late), 10 - 8);
    }
}
