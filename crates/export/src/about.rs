//! What a file says about its table.

use perfect_play_core::{Game, Kind, Move, NO_CODES, Objective, Probe};

use crate::{ExportError, codes::Codes, measure::Measure};

/// The head of a file.
pub(crate) struct About {
    pub(crate) game: String,
    pub(crate) objective: Objective,
    pub(crate) made_by: String,
    pub(crate) positions: u64,
    pub(crate) codes: u64,
    /// Whether the rules define the codes. Otherwise they are those of the table.
    pub(crate) has_codes: bool,
    /// The code of the start position. If there are several, the code of the first one.
    pub(crate) start: u64,
    pub(crate) move_numbers: u16,
    pub(crate) kind: Kind,
    pub(crate) measure: Measure,
    /// Whether the game is impartial, so that positions do not say who is to move.
    pub(crate) is_impartial: bool,
}

impl About {
    /// # Errors
    ///
    /// If the start has no code.
    pub(crate) fn new<P: Probe>(
        codes: &Codes<'_, P>,
        made_by: &str,
    ) -> Result<Self, ExportError<P::Error>> {
        let (table, game) = (codes.table, codes.table.game());
        Ok(Self {
            game: game.to_string(),
            objective: table.objective(),
            made_by: made_by.to_owned(),
            positions: 0,
            codes: codes.len(),
            has_codes: game.codes() != NO_CODES,
            start: codes.start()?,
            move_numbers: u16::from(largest_move(table)) + 1,
            kind: game.kind(),
            measure: Measure::of(game),
            is_impartial: game.is_impartial(),
        })
    }

    /// Columns and rows of the board, if the game has one whose codes are known.
    pub(crate) fn shape(&self) -> Option<[u8; 2]> {
        match self.kind {
            Kind::Placement(lines) | Kind::Falling(lines) => {
                Some([lines.shape().columns(), lines.shape().rows()])
            }
            _ => None,
        }
    }

    /// Whether marks fall, so that a board can be given as the columns played.
    pub(crate) fn marks_fall(&self) -> bool {
        matches!(self.kind, Kind::Falling(_))
    }
}

/// The largest number of a move. If the game does not say it, the table's positions do.
fn largest_move<P: Probe>(table: &P) -> Move {
    let game = table.game();
    if game.max_move() < Move::MAX {
        return game.max_move();
    }
    table.positions().filter_map(|position| game.legal_moves(position).last()).max().unwrap_or(0)
}
