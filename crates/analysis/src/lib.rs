#![doc = include_str!("../README.md")]

mod answer;
mod best_line;
#[cfg(feature = "chances")]
mod chances;
mod difficulty;
mod first_positions;
#[cfg(feature = "chances")]
mod grading;
mod judged_move;
mod longest_wins;
mod move_answer;
mod move_number;
mod position_text;
mod puzzles;
#[cfg(feature = "chances")]
mod puzzles_among;
#[cfg(feature = "chances")]
mod random_positions;
mod regret;
mod turn;

pub use answer::{Answer, Drawn};
pub use best_line::{BestLine, LineAnswer, best_line};
#[cfg(feature = "chances")]
pub use chances::{
    Chance, End, ExactError, Fraction, MAX_WALKED, Mean, MoveChances, MoveReport, MovesReport,
    OutOfMemory, Pairing, PlayLimit, Results, Sample, WrongTurns, exact, is_small, is_too_large,
    sample,
};
pub use difficulty::{Difficulty, Trap, traps};
pub use first_positions::{MOST_FIRST, first_positions};
#[cfg(feature = "chances")]
pub use grading::{
    Agent, Average, BestResponse, Failure, Grade, GradeError, GradeReport, GradeRequest, Graded,
    Interval, LevelAgent, MAX_RESPONSE_MOVES, MAX_RESPONSES, Measures, Mistake, Over, Remembering,
    Reply, exploitability, grade,
};
pub use judged_move::JudgedMove;
pub use longest_wins::{LongestWins, longest_wins};
pub use move_answer::{MoveAnswer, MoveTarget};
pub use move_number::{MoveNumber, noun};
pub use position_text::PositionText;
pub use puzzles::{Puzzle, PuzzleKind, Puzzles, UnknownPuzzleKind, puzzles};
#[cfg(feature = "chances")]
pub use puzzles_among::{Among, PuzzlesError, puzzles_among};
#[cfg(feature = "chances")]
pub use random_positions::{draw, draw_by_play, draw_from};
pub use regret::Regret;
pub use turn::Turn;

pub use perfect_play_numbering::{Contradiction, TableError, Unreadable};

use perfect_play_core::Game;
use perfect_play_numbering::has_keys;

/// The same representative for all images of a position: the one with the smallest code or, in a game without codes, with
/// the smallest key.
///
/// ```
/// use perfect_play_analysis::canonical;
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let [one, other] = ["..X......", "......X.."].map(|board| game.parse(board).unwrap());
/// assert_eq!(canonical(&game, one), canonical(&game, other));
/// ```
pub fn canonical<G: Game>(game: &G, position: G::Position) -> G::Position {
    if has_keys(game) {
        return perfect_play_numbering::canonical(game, position);
    }
    let (_, symmetry) = game.canonical(position);
    game.image(position, symmetry)
}
