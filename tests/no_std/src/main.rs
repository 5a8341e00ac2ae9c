//! Proves, by linking, that the runtime crate needs no `std`, no allocator, and cannot panic.
//!
//! With `std` in the program there would be two panic handlers; with an allocation, a missing
//! allocator. And the panic handler here calls a function that does not exist: where any path to a
//! panic is left in the optimised program, it does not link.
//!
//! Run it with `cargo run --release`: the exit code says whether the answers are right as well.

#![no_std]
#![no_main]

use core::panic::PanicInfo;

use perfect_play::{Board, Entry, Game, Probe, TICTACTOE, compact};

// What starts the program, and nothing else of C.
// SAFETY: it declares nothing.
#[link(name = "c")]
unsafe extern "C" {}

/// What the C runtime calls. The number of arguments, 1, is what the compiler cannot foresee.
// SAFETY: the program's only `main`, with the signature that the C runtime expects.
#[unsafe(no_mangle)]
extern "C" fn main(arguments: i32, _: *const *const u8) -> i32 {
    let unforeseen = u64::from(arguments.unsigned_abs()) - 1;
    let (mut reachable, mut moves) = (0, 0);
    for code in unforeseen..20_000 + unforeseen {
        let entry = TICTACTOE.probe_code(code);
        if compact::TICTACTOE.probe_code(code) != entry {
            return 1;
        }
        let Some(board) = Board::from_code(code) else { return 2 };
        if Board::from_bitboards(board.x(), board.o()) != Some(board) {
            return 3;
        }
        let Ok(entry) = TICTACTOE.probe(board) else { continue };
        reachable += 1;
        if !keeps_its_promise(board, entry) {
            return 4;
        }
        let Ok(values) = TICTACTOE.move_values(board) else { return 5 };
        moves += values.iter().len();
        if compact::TICTACTOE.outcome_preserving_moves(board) != Ok(values.outcome_preserving()) {
            return 6;
        }
    }
    let parsed = TICTACTOE.game().parse("X1OX4XOO8");
    let best = parsed.ok().and_then(|board| TICTACTOE.probe(board).ok()?.best_move());
    let baked = perfect_play::baked("tictactoe+misere").is_some();
    if (reachable, moves, best, baked) == (5_478, 16_167, Some(4), true) { 0 } else { 7 }
}

/// Whether the best move leads to where the entry says.
fn keeps_its_promise(board: Board, entry: Entry) -> bool {
    let Some(best) = entry.best_move() else { return true };
    match TICTACTOE.probe(TICTACTOE.game().play(board, best)) {
        Ok(next) => next.remoteness + 1 == entry.remoteness,
        Err(_) => false,
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn there_is_a_way_to_panic() -> !;
    }
    // SAFETY: it is never called, as it does not exist: the program would not have linked.
    unsafe { there_is_a_way_to_panic() }
}
