//! What a table says about the position that a text names.

use std::{collections::BTreeMap, ffi::OsStr, iter::once};

use perfect_play_analysis::{Answer, LineAnswer, MoveAnswer, PositionText, best_line};
use perfect_play_core::{Entry, Game, MoveValue, Player, Probe};
use perfect_play_engine::AnyPosition;
use perfect_play_proof::TableError;
use serde::Serialize;

use super::refusal::Refusal;
use crate::{args::board_arg, tables::table::Table};

/// The answer for the page: with the pieces on the board, their letters, and the cells of each move.
#[derive(Serialize)]
pub(super) struct ForPage {
    #[serde(flatten)]
    answer: Answer,
    letters: BTreeMap<String, char>,
}

/// How best play continues, with the value of each position on the way.
#[derive(Serialize)]
pub(super) struct Line {
    game: String,
    #[serde(flatten)]
    from: PositionText,
    #[serde(flatten)]
    moves: LineAnswer,
    plies: Vec<Ply>,
}

/// A position of a line, and the best move in it. The value of the move is that of the position.
#[derive(Serialize)]
struct Ply {
    #[serde(flatten)]
    position: PositionText,
    to_move: Option<Player>,
    #[serde(flatten)]
    best: MoveAnswer,
}

/// The position that a text names.
pub(super) fn position(table: &Table, text: &str) -> Result<AnyPosition, Refusal> {
    let position = board_arg::in_table(&table.table, OsStr::new(text));
    position.map_err(|trouble| Refusal::bad(trouble.to_string()))
}

/// The answer with its moves in order of preference: the fastest win first, the slowest loss before faster ones.
pub(super) fn best_first(table: &Table, text: &str) -> Result<Answer, Refusal> {
    let position = position(table, text)?;
    let (mut answer, worths) = table.answer(position).map_err(|error| Refusal::fault(&error))?;
    answer.moves = MoveAnswer::of(table.table.game(), position, worths.ranked());
    Ok(answer)
}

pub(super) fn for_page(table: &Table, text: &str) -> Result<ForPage, Refusal> {
    let (game, position) = (table.table.game(), position(table, text)?);
    let (answer, _) = table.answer(position).map_err(|error| Refusal::fault(&error))?;
    let pieces = (0..game.drawing().cells()).filter_map(|cell| game.piece(position, cell));
    let letters = pieces.map(|piece| (piece.to_string(), piece.letter())).collect();
    Ok(ForPage { answer: answer.drawn(game, position), letters })
}

/// How best play continues from the position.
pub(super) fn line(table: &Table, text: &str) -> Result<Line, Refusal> {
    let (game, from) = (table.table.game(), position(table, text)?);
    let unreadable = |error: TableError| Refusal::fault(&table.trouble(error));
    let best = best_line(&table.table, from).map_err(unreadable)?;
    let mut plies = Vec::new();
    for (position, mv) in best.plies() {
        let entry = table.table.probe(position);
        let entry = entry.map_err(|error| unreadable(TableError::at(game, position, error)))?;
        let Entry { outcome, remoteness, score, .. } = entry;
        let value = MoveValue { mv, outcome, remoteness, score };
        let to_move = (!game.is_impartial()).then(|| game.to_move(position));
        let best = MoveAnswer::of(game, position, once(value)).into_iter();
        let ply = |best| Ply { position: PositionText::new(game, position), to_move, best };
        plies.extend(best.map(ply));
    }
    let mut moves = LineAnswer::with_end(game, &best);
    moves.columns = board_arg::columns_after(game, OsStr::new(text), from, &best.moves);
    Ok(Line { game: game.to_string(), from: PositionText::new(game, from), moves, plies })
}
