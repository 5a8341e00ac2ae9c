#![no_std]
//! The cylinder's table for C: two functions of a board. `cylinder.h` has their documentation.
//!
//! There is no allocator here, and nothing of std.

use core::panic::PanicInfo;

use cylinder_rules::Cylinder;
use perfect_play::{Board, Entry, Outcome, ProbeError};

perfect_play::include_table!(mod cylinder, Cylinder);

/// `CYLINDER_NOT_A_POSITION` in the header.
const NOT_A_POSITION: i32 = -1;
/// `CYLINDER_UNREACHABLE` in the header.
const UNREACHABLE: i32 = -2;
/// `CYLINDER_GAME_OVER` in the header.
const GAME_OVER: i32 = -3;

/// The best cell for the side to move, or a negative error.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn cylinder_best_move(x: u32, o: u32) -> i32 {
    match entry(x, o) {
        Ok(entry) => entry.best_move().map_or(GAME_OVER, i32::from),
        Err(error) => error,
    }
}

/// How the game ends under best play, and when, or a negative error.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn cylinder_worth(x: u32, o: u32) -> i32 {
    match entry(x, o) {
        Ok(entry) => {
            let outcome = match entry.outcome {
                Outcome::Loss => 0,
                Outcome::Draw => 1,
                Outcome::Win => 2,
            };
            // Every entry has a remoteness, because the game defines how long a draw takes.
            100 * outcome + i32::from(entry.remoteness.unwrap_or_default())
        }
        Err(error) => error,
    }
}

fn entry(x: u32, o: u32) -> Result<Entry, i32> {
    let board = Board::from_bitboards(x.into(), o.into()).ok_or(NOT_A_POSITION)?;
    cylinder::probe(board).map_err(|error| match error {
        ProbeError::NotAPosition(_) => NOT_A_POSITION,
        // The table stores all positions.
        ProbeError::Unreachable(_) | ProbeError::NotStored => UNREACHABLE,
    })
}

/// Every library without std must have a panic handler. On a chip it might reset the chip. Nothing
/// calls this one: the script `run` checks that.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
