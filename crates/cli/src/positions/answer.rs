//! The answer about a position, for programs: from `probe`, also line by line, and from `serve`.

use perfect_play_core::{Entry, Game, Move, MoveValues, Moves, Outcome, Player, Probe, Value};
use perfect_play_engine::AnyPosition;
use perfect_play_proof::{TableError, code_in_json};
use serde::Serialize;

use crate::{
    positions::{move_answer::MoveAnswer, position_text::PositionText},
    tables::table::Table,
    terminal::exit::Trouble,
};

/// All facts of a table about a position, and the worth of each move.
#[derive(Serialize)]
pub(crate) struct Answer {
    game: String,
    #[serde(flatten)]
    position: PositionText,
    #[serde(serialize_with = "code_in_json")]
    code: Option<u64>,
    /// `None` in an impartial game.
    to_move: Option<Player>,
    terminal: bool,
    winner: Option<Player>,
    outcome: Outcome,
    remoteness: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    optimal_moves: Moves,
    outcome_preserving_moves: Moves,
    best_move: Option<Move>,
    pub(crate) moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for a legal position, with the entry and the values that it is made from. The moves ascend.
    ///
    /// # Errors
    ///
    /// If the table has no entry for the position, contradicts itself, or cannot be read: then the table is wrong.
    pub(crate) fn of(
        table: &Table,
        position: AnyPosition,
    ) -> Result<(Self, Entry, MoveValues), Trouble> {
        let game = table.table.game();
        let (entry, worths) = table
            .table
            .probe_with_moves(position)
            .map_err(|reason| table.trouble(TableError::at(game, position, reason)))?;
        let end = game.end(position);
        let best = worths.iter().map(|worth| worth.outcome).max().or(end.map(Value::outcome));
        if best != Some(entry.outcome) {
            let board = game.notation(position);
            let what = format!(
                "`{board}` is a {} in the table, but its moves give another outcome",
                entry.outcome
            );
            return Err(table.contradiction(what));
        }
        let answer = Self {
            game: game.to_string(),
            position: PositionText::new(game, position),
            code: table.table.code(position),
            to_move: (!game.is_impartial()).then(|| game.to_move(position)),
            terminal: end.is_some(),
            winner: game.winner(position).filter(|_| !game.is_impartial()),
            outcome: entry.outcome,
            remoteness: entry.remoteness,
            score: entry.score,
            optimal_moves: entry.optimal_moves,
            outcome_preserving_moves: worths.outcome_preserving(),
            best_move: entry.best_move(),
            moves: MoveAnswer::of(game, position, worths.iter()),
        };
        Ok((answer, entry, worths))
    }
}
