//! Proves, by linking, that the runtime crate needs no `std`, no allocator, and cannot panic.
//!
//! With `std` in the program there would be two panic handlers; with an allocation, a missing
//! allocator. And the panic handler here calls a function that does not exist: where any path to a
//! panic is left in the optimised program, it does not link.
//!
//! Linked is every public function of the runtime and of core, and what every type's traits give it,
//! with values that the optimiser cannot foresee (`uses`). That none is forgotten, `covered.py` checks.
//!
//! Run it with `cargo run --release`: the exit code says whether the answers are right as well.

#![no_std]
#![no_main]

mod any;
mod of_trait;
mod tables;
mod uses;

use core::{hint::black_box, panic::PanicInfo};

use perfect_play::{
    Board, Chance, Entry, Game, Level, MNK_4_4_4, Probe, TICTACTOE, compact, tictactoe,
};

// What starts the program, and nothing else of C.
// SAFETY: it declares nothing.
#[link(name = "c")]
unsafe extern "C" {}

/// What the C runtime calls. The number of arguments, 1, is what the compiler cannot foresee.
// SAFETY: the program's only `main`, with the signature that the C runtime expects.
#[unsafe(no_mangle)]
extern "C" fn main(arguments: i32, _: *const *const u8) -> i32 {
    // Linked, and not called: what they answer is tested elsewhere.
    if black_box(false) {
        uses::ALL.iter().copied().flatten().for_each(|call| call());
    }
    let unforeseen = u64::from(arguments.unsigned_abs()) - 1;
    let (mut reachable, mut moves) = (0, 0);
    for code in unforeseen..20_000 + unforeseen {
        let entry = TICTACTOE.probe_code(code);
        let Some(board) = Board::from_code(code) else { return 2 };
        if compact::TICTACTOE.probe(board) != entry || tictactoe::probe(board) != entry {
            return 1;
        }
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
    if !levels_play_a_game(unforeseen) {
        return 7;
    }
    if !larger_board_agrees(unforeseen) {
        return 8;
    }
    let parsed = TICTACTOE.game().parse("X1OX4XOO8");
    let best = parsed.ok().and_then(|board| TICTACTOE.probe(board).ok()?.best_move());
    let baked = perfect_play::baked("tictactoe+misere").is_some();
    if (reachable, moves, best, baked) == (5_478, 16_167, Some(4), true) { 0 } else { 9 }
}

/// Whether the best move leads to where the entry says.
fn keeps_its_promise(board: Board, entry: Entry) -> bool {
    let Some(best) = entry.best_move() else { return true };
    match TICTACTOE.probe(TICTACTOE.game().play(board, best)) {
        Ok(next) => next.remoteness.and_then(|plies| plies.checked_add(1)) == entry.remoteness,
        Err(_) => false,
    }
}

/// Whether in the 4,4,4-game each position's entry is what the best of its moves makes of it.
fn larger_board_agrees(unforeseen: u64) -> bool {
    let (game, mut reachable) = (MNK_4_4_4.game(), 0);
    for code in (unforeseen..game.codes() + 1_000).step_by(997) {
        let Ok(entry) = MNK_4_4_4.probe_code(code) else { continue };
        reachable += 1;
        let Some(best) = entry.best_move() else { continue };
        let Ok(board) = game.decode(code) else { return false };
        match MNK_4_4_4.value(game.play(board, best)) {
            Ok(next) if next.outcome().reverse() == entry.outcome => {}
            _ => return false,
        }
    }
    // Of 43,046,721 codes 9,722,011 are reachable positions.
    (9_000..11_000).contains(&reachable)
}

/// Whether every level plays a game to its end with every other, by both tables.
fn levels_play_a_game(unforeseen: u64) -> bool {
    let skill = Chance::new(2, 3).map_or(Level::Blind, Level::Skill);
    let mut state = 2_026 + unforeseen;
    // The generator of D. Knuth's MMIX; its upper half is random enough here.
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let levels = || Level::NAMED.into_iter().chain([skill, Level::Lookahead(3)]);
    for x in levels() {
        for o in levels() {
            let (game, mut board) = (TICTACTOE.game(), Board::EMPTY);
            for level in [x, o, x, o, x, o, x, o, x] {
                let bits = random();
                let Ok(chosen) = level.choose(&TICTACTOE, board, || bits) else { return false };
                if level.choose(&compact::TICTACTOE, board, || bits) != Ok(chosen) {
                    return false;
                }
                let Some(mv) = chosen else { break };
                board = game.play(board, mv);
            }
            if game.terminal(board).is_none() {
                return false;
            }
        }
    }
    true
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn there_is_a_way_to_panic() -> !;
    }
    // SAFETY: it is never called, as it does not exist: the program would not have linked.
    unsafe { there_is_a_way_to_panic() }
}
