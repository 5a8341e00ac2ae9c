//! Nim for a page: both rules solved, in one WebAssembly module, without wasm-bindgen.
//!
//! The functions take and return only numbers, so a page needs no generated code: see `nim.mjs`.
//! The library that `cargo build` makes for the host has the same functions for C.

use nim_rules::{Nim, heap_and_stones};
use perfect_play::{Entry, Outcome};

perfect_play::include_table!(pub mod nim, Nim = Nim::NORMAL);
perfect_play::include_table!(pub mod nim_misere, Nim = Nim::MISERE);

/// The result of both functions for heaps that are not a position.
pub const NO_SUCH_HEAPS: i32 = -1;

/// The result of [`nim_best_move`] if no stone is left.
pub const GAME_OVER: i32 = -2;

/// The best move for heaps of `a`, `b` and `c` stones: 16 times the heap's number (0 to 2), plus
/// the number of stones to take from it. In normal play if `misere` is 0, otherwise in misère play.
/// May also return one of the two errors.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn nim_best_move(a: u32, b: u32, c: u32, misere: u32) -> i32 {
    let Some(entry) = entry([a, b, c], misere) else { return NO_SUCH_HEAPS };
    entry.best_move().map_or(GAME_OVER, |mv| {
        let (heap, stones) = heap_and_stones(mv);
        16 * i32::from(heap) + i32::from(stones)
    })
}

/// Whether the side to move wins: 1 for a win, 0 for a loss. May also return [`NO_SUCH_HEAPS`].
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn nim_wins(a: u32, b: u32, c: u32, misere: u32) -> i32 {
    let entry = entry([a, b, c], misere);
    entry.map_or(NO_SUCH_HEAPS, |entry| i32::from(entry.outcome == Outcome::Win))
}

/// The table's entry for these heaps.
fn entry(heaps: [u32; 3], misere: u32) -> Option<Entry> {
    // A heap that does not fit in 8 bits is replaced by one that is too large as well. Both are not
    // positions.
    let heaps = heaps.map(|stones| u8::try_from(stones).unwrap_or(u8::MAX));
    if misere == 0 { nim::probe(heaps).ok() } else { nim_misere::probe(heaps).ok() }
}
