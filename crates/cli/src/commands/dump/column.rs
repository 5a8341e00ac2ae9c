//! The columns of a dump.

use clap::ValueEnum;
use perfect_play_core::code_in_json;
use perfect_play_proof::Record;
use serde::{Serialize, Serializer, ser::SerializeMap};

/// A column. This is the order in which all columns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Column {
    /// The position's number
    Code,
    /// The position as text; the column is `board` in games of cells, otherwise `position`
    #[value(alias = "position")]
    Board,
    /// Plies played
    Ply,
    /// `X` or `O`
    ToMove,
    /// Whether the game is over
    Terminal,
    /// `X` or `O`, if one of them has won
    Winner,
    /// `win`, `draw` or `loss` for the side to move
    Outcome,
    /// 1, 0 or -1; in a game for points, the points
    #[value(alias = "score")]
    Value,
    /// Plies to the end
    Remoteness,
    /// The optimal moves
    OptimalMoves,
    /// The moves that keep the outcome
    OutcomePreservingMoves,
}

impl Column {
    /// The column's name for a game with or without cells.
    pub(super) const fn name(self, has_cells: bool) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Board if has_cells => "board",
            Self::Board => "position",
            Self::Ply => "ply",
            Self::ToMove => "to_move",
            Self::Terminal => "terminal",
            Self::Winner => "winner",
            Self::Outcome => "outcome",
            Self::Value => "value",
            Self::Remoteness => "remoteness",
            Self::OptimalMoves => "optimal_moves",
            Self::OutcomePreservingMoves => "outcome_preserving_moves",
        }
    }

    /// Whether the column needs the values of the moves.
    pub(super) const fn is_about_moves(self) -> bool {
        matches!(self, Self::OptimalMoves | Self::OutcomePreservingMoves)
    }

    /// The column's text for a position; empty if there is no value.
    pub(super) fn text(self, record: &Record) -> String {
        match self {
            Self::Code => text(record.code),
            Self::Board => record.position.clone(),
            Self::Ply => text(record.ply),
            Self::ToMove => text(record.to_move),
            Self::Terminal => record.terminal.to_string(),
            Self::Winner => text(record.winner),
            Self::Outcome => record.outcome.to_string(),
            Self::Value => record.value.to_string(),
            Self::Remoteness => text(record.remoteness),
            Self::OptimalMoves => record.optimal_moves.to_string(),
            Self::OutcomePreservingMoves => record.outcome_preserving_moves.to_string(),
        }
    }
}

fn text(of: Option<impl ToString>) -> String {
    of.map_or_else(String::new, |of| of.to_string())
}

/// Some columns of a record, as a JSON object. The fields have the same names as in the whole record.
pub(super) struct Chosen<'a> {
    pub(super) columns: &'a [Column],
    pub(super) record: &'a Record,
}

/// A code in JSON.
#[derive(Serialize)]
#[serde(transparent)]
struct Code(#[serde(serialize_with = "code_in_json")] Option<u64>);

impl Serialize for Chosen<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { columns, record } = self;
        let mut fields = serializer.serialize_map(None)?;
        for column in *columns {
            let name = column.name(false);
            match column {
                Column::Code => fields.serialize_entry(name, &Code(record.code)),
                Column::Board => {
                    fields.serialize_entry(name, &record.position)?;
                    match &record.board {
                        Some(board) => fields.serialize_entry(column.name(true), board),
                        None => Ok(()),
                    }
                }
                Column::Ply => fields.serialize_entry(name, &record.ply),
                Column::ToMove => fields.serialize_entry(name, &record.to_move),
                Column::Terminal => fields.serialize_entry(name, &record.terminal),
                Column::Winner => fields.serialize_entry(name, &record.winner),
                Column::Outcome => fields.serialize_entry(name, &record.outcome),
                Column::Value => fields.serialize_entry(name, &record.value),
                Column::Remoteness => fields.serialize_entry(name, &record.remoteness),
                Column::OptimalMoves => fields.serialize_entry(name, &record.optimal_moves),
                Column::OutcomePreservingMoves => {
                    fields.serialize_entry(name, &record.outcome_preserving_moves)
                }
            }?;
        }
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use perfect_play_core::{Game, Probe};

    use super::*;
    use crate::args::table_arg;

    #[test]
    fn all_columns_make_the_whole_record() {
        for name in ["tictactoe", "connect:3,3,3", "hex:2", "nim:1,2", "dots:1,1"] {
            let table = table_arg::table(OsStr::new(name)).unwrap().table;
            let record = Record::of(&table, table.game().start()).unwrap();
            let chosen = Chosen { columns: Column::value_variants(), record: &record };
            let [chosen, whole] = [serde_json::to_string(&chosen), serde_json::to_string(&record)];
            assert_eq!(chosen.unwrap(), whole.unwrap(), "{name}");
        }
    }
}
