//! The contents of a file in any language: a slot for each code, and the records.

use std::collections::HashMap;

use perfect_play_core::{Game, Moves, Player, Probe, Scheme, Value};

use crate::{
    ExportError,
    about::About,
    answers::{Answer, Known, answer},
    codes::Codes,
    example::Example,
};

/// The slot of a code that is not a position's.
const NOT_A_POSITION: u32 = 0;
/// The slot of an unreachable position.
const UNREACHABLE: u32 = 1;
/// The plies of a draw without a remoteness.
const NO_LENGTH: u8 = 127;
/// The bytes before the first record. Their offsets stand for [`NOT_A_POSITION`] and [`UNREACHABLE`].
const RESERVED: [u8; 2] = [0; 2];

/// The contents of a file of the table.
///
/// A record is
///
/// * the position's value, as in [`perfect_play_core::Value`];
/// * the plies to the end of a draw from there, or 127 if a draw has no remoteness; plus 128 if O is to move;
/// * the set of legal moves, one bit for each move number, lowest byte first;
/// * the value of each legal move for the mover, moves ascending;
/// * the code after each legal move, moves ascending, lowest byte first, in as many bytes as the largest code needs.
///   Games that are played on a board do not have this field, because the code follows from the board.
///
/// Positions with the same record share it.
pub(crate) struct Plan {
    pub(crate) about: About,
    /// The example of use. `None` if the game is over from the start.
    pub(crate) example: Option<Example>,
    /// By code: [`NOT_A_POSITION`], [`UNREACHABLE`], or the offset of the record in `records`.
    pub(crate) places: Vec<u32>,
    pub(crate) records: Vec<u8>,
}

impl Plan {
    pub(crate) fn new<P: Probe>(
        codes: &Codes<'_, P>,
        made_by: &str,
    ) -> Result<Self, ExportError<P::Error>> {
        let game = codes.table.game();
        let mut plan = Self {
            about: About::new(codes, made_by)?,
            example: Example::new(codes)?,
            places: Vec::new(),
            records: RESERVED.into(),
        };
        // Known records by their bytes. Most records are shared by several positions.
        let mut known = HashMap::new();
        for code in 0..codes.len() {
            let place = match answer(codes, code)? {
                Answer::NotAPosition => NOT_A_POSITION,
                Answer::Unreachable => UNREACHABLE,
                Answer::Entry(answer) => {
                    plan.about.positions += 1;
                    let record = record(game, &answer, &plan.about);
                    *known.entry(record).or_insert_with_key(|record| {
                        let place = plan.records.len();
                        plan.records.extend_from_slice(record);
                        // A record has at most 1,058 bytes, and there are at most 2^20 records.
                        u32::try_from(place).expect("all records take less than 4 GiB")
                    })
                }
            };
            plan.places.push(place);
        }
        Ok(plan)
    }

    /// How many bytes a slot has: as few as the offset of the last record needs.
    pub(crate) fn place_bytes(&self) -> usize {
        if u16::try_from(self.records.len()).is_ok() { 2 } else { 4 }
    }

    /// The slots as bytes, lowest byte first.
    pub(crate) fn places_as_bytes(&self) -> Vec<u8> {
        let bytes = self.place_bytes();
        self.places.iter().flat_map(|place| place.to_le_bytes().into_iter().take(bytes)).collect()
    }
}

/// How many bytes a set of moves has.
pub(crate) fn mask_bytes(move_numbers: u16) -> usize {
    usize::from(move_numbers).div_ceil(8)
}

/// How many bytes a code has: as few as the largest one needs.
pub(crate) fn code_bytes(codes: u64) -> usize {
    let bits = u64::BITS - codes.saturating_sub(1).leading_zeros();
    usize::try_from(bits.div_ceil(8)).expect("8 at most").max(1)
}

fn record<G: Game>(game: &G, known: &Known<G::Position>, about: &About) -> Vec<u8> {
    let Known { position, value, values_of_moves, leads_to, .. } = known;
    let moves: Moves = values_of_moves.iter().map(|&(mv, _)| mv).collect();
    let o_moves = u8::from(game.to_move(*position) == Player::O) << 7;
    // The field has a meaning only if the position, or one after a move, is a draw.
    let draws = *value == Value::DRAW || values_of_moves.iter().any(|&(_, of)| of == Value::DRAW);
    let is_over = values_of_moves.is_empty();
    let plies_to_draw = if !draws || is_over || game.scheme() == Scheme::Score {
        0
    } else {
        // `answer` refuses more plies.
        let plies = game.plies_to_draw(*position);
        plies.and_then(|plies| u8::try_from(plies).ok()).unwrap_or(NO_LENGTH)
    };
    let mut record = vec![game.scheme().byte(*value), plies_to_draw | o_moves];
    // No move needs more bytes: `answer` has checked the moves' numbers.
    record.extend(
        moves.bits().into_iter().flat_map(u64::to_le_bytes).take(mask_bytes(about.move_numbers)),
    );
    record.extend(values_of_moves.iter().map(|&(_, value)| game.scheme().byte(value)));
    if about.shape().is_none() {
        let bytes = code_bytes(about.codes);
        record.extend(leads_to.iter().flat_map(|code| code.to_le_bytes().into_iter().take(bytes)));
    }
    record
}
