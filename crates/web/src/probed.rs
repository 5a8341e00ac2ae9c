//! The answer of a table for a position.

use perfect_play_core::{Game, Move, MoveValue, Moves, Outcome, Player, Probe, Value};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_proof::code_in_json;
use serde::Serialize;

use crate::unanswered::Unanswered;

/// The answer of a table for a position, in JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Probed {
    position: String,
    #[serde(serialize_with = "code_in_json")]
    code: Option<u64>,
    /// `None` in an impartial game.
    to_move: Option<Player>,
    terminal: bool,
    winner: Option<Player>,
    /// One for each cell of the board, none where it is empty.
    pieces: Vec<Option<String>>,
    /// The cells of the line that ended the game.
    line: Moves,
    outcome: Outcome,
    remoteness: Option<u16>,
    score: Option<i16>,
    best_move: Option<Move>,
    optimal_moves: Moves,
    outcome_preserving_moves: Moves,
    moves: Vec<MoveTo>,
}

/// A move, its value for the player who makes it, and the position after it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveTo {
    #[serde(rename = "move")]
    mv: Move,
    text: String,
    from: Option<u8>,
    to: Option<u8>,
    then: Option<u8>,
    outcome: Outcome,
    remoteness: Option<u16>,
    score: Option<i16>,
    optimal: bool,
    position: String,
}

impl Probed {
    /// The complete answer for the position.
    pub(crate) fn of(table: &AnyTable, position: AnyPosition) -> Result<Self, Unanswered> {
        let game = table.game();
        let (entry, values) = table.probe_with_moves(position)?;
        // An unproven table may contradict itself: the entry may have another outcome than the moves.
        let best = values.iter().map(|value| value.outcome).max();
        if best.or_else(|| game.end(position).map(Value::outcome)) != Some(entry.outcome) {
            return Err(Unanswered::Contradiction);
        }
        let move_to = |value: MoveValue| {
            let cells = game.points_at(position, value.mv);
            MoveTo {
                mv: value.mv,
                text: game.move_text(position, value.mv).to_string(),
                from: cells.from,
                to: cells.to,
                then: cells.then,
                outcome: value.outcome,
                remoteness: value.remoteness,
                score: value.score,
                optimal: entry.optimal_moves.contains(value.mv),
                position: game.notation(game.play(position, value.mv)).to_string(),
            }
        };
        let pieces = (0..game.drawing().cells()).map(|cell| game.piece(position, cell));
        Ok(Self {
            position: game.notation(position).to_string(),
            code: table.code(position),
            to_move: (!game.is_impartial()).then(|| game.to_move(position)),
            terminal: game.end(position).is_some(),
            winner: game.winner(position).filter(|_| !game.is_impartial()),
            pieces: pieces.map(|piece| piece.map(|piece| piece.to_string())).collect(),
            line: game.line(position),
            outcome: entry.outcome,
            remoteness: entry.remoteness,
            score: entry.score,
            best_move: entry.best_move(),
            optimal_moves: entry.optimal_moves,
            outcome_preserving_moves: values.outcome_preserving(),
            moves: values.iter().map(move_to).collect(),
        })
    }
}
