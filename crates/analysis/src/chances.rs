//! How often a game ends in each way if both players play at given levels: exactly, or from a sample of games.

mod chance;
mod exact;
mod move_chances;
mod moves_report;
mod pairing;
mod play_limit;
mod results;
mod sample;

pub use chance::{Chance, Fraction, Mean};
pub(crate) use chance::{interval_of_mean, wilson};
pub use exact::{ExactError, MAX_WALKED, OutOfMemory, exact, is_small, is_too_large};
pub use move_chances::MoveChances;
pub use moves_report::{MoveReport, MovesReport, WrongTurns};
pub use pairing::Pairing;
pub use play_limit::PlayLimit;
pub use results::{End, Results};
pub use sample::{Sample, sample};
