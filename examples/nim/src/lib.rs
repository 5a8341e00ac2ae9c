//! Nim for a page: both rules solved, in one WebAssembly module, without wasm-bindgen.
//!
//! Numbers are all that goes in and comes out, so a page needs no glue: see `nim.mjs`. The same
//! functions are there for C, in the library that the host's `cargo build` makes.

use nim_rules::{Nim, heap_and_stones};
use perfect_play::{Entry, Outcome};

perfect_play::include_table!(pub mod nim, Nim = Nim::NORMAL);
perfect_play::include_table!(pub mod nim_misere, Nim = Nim::MISERE);

/// What both functions return for heaps that there cannot be.
pub const NO_SUCH_HEAPS: i32 = -1;

/// What [`nim_best_move`] returns where no stone is left.
pub const GAME_OVER: i32 = -2;

/// The best move where the heaps have `a`, `b` and `c` stones: 16 times the heap's number, 0 to 2,
/// and the stones to take from it. By the normal rule if `misere` is 0. Or one of the two errors.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn nim_best_move(a: u32, b: u32, c: u32, misere: u32) -> i32 {
    let Some(entry) = entry([a, b, c], misere) else { return NO_SUCH_HEAPS };
    entry.best_move().map_or(GAME_OVER, |mv| {
        let (heap, stones) = heap_and_stones(mv);
        16 * i32::from(heap) + i32::from(stones)
    })
}

/// Whether who is to move wins: 1 for a win, 0 for a loss. Or [`NO_SUCH_HEAPS`].
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn nim_wins(a: u32, b: u32, c: u32, misere: u32) -> i32 {
    let entry = entry([a, b, c], misere);
    entry.map_or(NO_SUCH_HEAPS, |entry| i32::from(entry.outcome == Outcome::Win))
}

/// What the table says of these heaps.
fn entry(heaps: [u32; 3], misere: u32) -> Option<Entry> {
    // No heap is so large: it is no position.
    let heaps = heaps.map(|stones| u8::try_from(stones).unwrap_or(u8::MAX));
    if misere == 0 { nim::probe(heaps).ok() } else { nim_misere::probe(heaps).ok() }
}
