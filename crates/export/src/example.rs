//! The example of use in a file: a position of the game, and the answers there.

use perfect_play_core::{Game, Move, Outcome, Probe};

use crate::{
    ExportError,
    about::About,
    answers::{Answer, Known, answer},
    codes::{Codes, Position},
};

/// The most legal moves that are listed.
const MOST_MOVES: usize = 9;

/// A position, its best move, and the answers of the file after this move.
pub(crate) struct Example {
    /// The position as a board, one character per cell. `None` if the game has no board; the position is then the
    /// start.
    pub(crate) board: Option<String>,
    pub(crate) best_move: Move,
    /// The code after the best move.
    pub(crate) next: u64,
    /// The rows of the board after it. Empty if the game has no board.
    pub(crate) rows: Vec<String>,
    /// Whether the game is over after it.
    pub(crate) is_over: bool,
    /// The outcome after it.
    pub(crate) outcome: Outcome,
    /// The remoteness or the score after it.
    pub(crate) measure: Option<i32>,
    /// The legal moves after it. `None` if there are too many to list.
    pub(crate) legal_moves: Option<Vec<Move>>,
}

impl Example {
    /// On a board, the position after the first best move, so that it has a mark. Otherwise the start.
    pub(crate) fn new<P: Probe>(
        codes: &Codes<'_, P>,
    ) -> Result<Option<Self>, ExportError<P::Error>> {
        let game = codes.table.game();
        let shape = About::new(codes, "")?.shape();
        let known = |code| -> Result<Option<Known<Position<P>>>, ExportError<P::Error>> {
            match answer(codes, code)? {
                Answer::Entry(known) => Ok(Some(known)),
                Answer::NotAPosition | Answer::Unreachable => Ok(None),
            }
        };
        let best = |known: &Known<Position<P>>| {
            let mv = known.entry.best_move()?;
            Some((mv, codes.code(game.play(known.position, mv))?))
        };
        let Some(start) = known(codes.start()?)? else { return Ok(None) };
        let Some((first, after_first)) = best(&start) else { return Ok(None) };
        let second = if shape.is_some() { known(after_first)? } else { None };
        let (position, best_move, next) = match second.map(|second| (best(&second), second)) {
            Some((Some((mv, next)), second)) => (second.position, mv, next),
            _ => (start.position, first, after_first),
        };
        let Some(after) = known(next)? else { return Ok(None) };
        let text = |position| game.notation(position).to_string();
        let rows = shape.map_or_else(Vec::new, |[columns, _]| {
            let cells: Vec<_> = text(after.position).chars().map(String::from).collect();
            cells.chunks(columns.into()).map(|row| row.join(" ")).collect()
        });
        let legal_moves: Vec<_> = after.values_of_moves.iter().map(|&(mv, _)| mv).collect();
        Ok(Some(Self {
            board: shape.map(|_| text(position)),
            best_move,
            next,
            rows,
            is_over: after.entry.is_terminal(),
            outcome: after.entry.outcome,
            measure: after.entry.remoteness.map(i32::from).or(after.entry.score.map(i32::from)),
            legal_moves: Some(legal_moves).filter(|moves| moves.len() <= MOST_MOVES),
        }))
    }
}
