//! How minimax tutorials score the end of a game.

use std::{error::Error, fmt, str::FromStr};

use perfect_play_core::{Game, Outcome, Player, Scheme};

/// How the end of a game is scored. X maximises the score and O minimises it. A draw has score 0. In a game
/// that is played for points, the rule has no effect: the score is the points by which X is ahead.
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
    /// +1 if X has won, −1 if O has won.
    #[default]
    Unit,
    /// +10 if X has won, −10 if O has won.
    Ten,
    /// If X has won, 10 minus the number of moves that O has made; if O has won, −10 plus that number. So the
    /// winner hurries and the loser delays.
    Depth,
}

impl ScoreRule {
    /// All rules, the default first.
    pub const ALL: [Self; 3] = [Self::Unit, Self::Ten, Self::Depth];

    /// The number of plies at which [`ScoreRule::Depth`] stops working. O's tenth move is ply 20, and a win
    /// then has score 0.
    const TENTH_MOVE_OF_O: u16 = 20;

    /// The name of the rule. The rule prints this name, and is parsed from it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Ten => "ten",
            Self::Depth => "depth",
        }
    }

    /// Whether the rule separates wins, draws and losses in every position of the game. [`ScoreRule::Depth`]
    /// does not suit games that do not count plies.
    pub fn suits<G: Game>(self, game: &G) -> bool {
        let counts_plies = || game.ply(game.start()).is_some();
        self != Self::Depth
            || counts_plies() && (1..Self::TENTH_MOVE_OF_O).contains(&game.max_plies())
    }

    /// The score of a terminal position. 0 in all other positions, and in a draw.
    ///
    /// [`ScoreRule::Depth`] assumes that O has made half of the moves. So it is for games whose players take
    /// turns, and whose [`Game::ply`] counts the plies played.
    pub fn score<G: Game>(self, game: &G, position: G::Position) -> i16 {
        self.score_with(game, position, game.to_move(position))
    }

    /// The score of a terminal position in which this player would be to move.
    pub(crate) fn score_with<G: Game>(
        self,
        game: &G,
        position: G::Position,
        to_move: Player,
    ) -> i16 {
        let Some(end) = game.end(position) else { return 0 };
        let for_x = |score: i16| if to_move == Player::X { score } else { score.saturating_neg() };
        if game.scheme() == Scheme::Score {
            return for_x(end.score());
        }
        let win = match self {
            Self::Unit => 1,
            Self::Ten => 10,
            Self::Depth => {
                let moves_of_o = game.ply(position).unwrap_or(0) / 2;
                10_i16.saturating_sub_unsigned(moves_of_o)
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

/// The error of parsing a [`ScoreRule`] from an unknown name.
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
    use perfect_play_test_kit::stones;

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
        // Positions of this game do not tell how many stones were taken at a time.
        let stones = stones(12);
        assert!(!ScoreRule::Depth.suits(&stones) && stones.max_plies() == 12);
        // After O's eighth move a win still has a positive score.
        let game = Mnk::new(19, 1, 2).unwrap();
        let late = game.parse("XX.OXOXOXOXOXOXOXO.").unwrap();
        assert_eq!(ScoreRule::Depth.score(&game, late), 10 - 8);
    }
}
