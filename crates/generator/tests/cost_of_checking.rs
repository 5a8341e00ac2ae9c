//! How often `check_rules` calls the rules: a limited number of times for each position and move, for any number of
//! codes, and with few plays and images for each symmetry.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    check_rules,
    core::{Game, Kind, NotAPosition},
};
use perfect_play_test_kit::{Lying, lies};

/// The number of calls of each method.
#[derive(Default)]
struct Calls {
    legal_moves: AtomicU64,
    play: AtomicU64,
    terminal: AtomicU64,
    encode: AtomicU64,
    decode: AtomicU64,
    image: AtomicU64,
    image_of_move: AtomicU64,
}

/// Checks the rules of tic-tac-toe, with its symmetries or without, and with other codes, which are `apart` times the
/// codes of the boards. All methods that have defaults based on images and codes use these defaults.
fn counted(symmetries: u8, apart: u64) -> Arc<Calls> {
    let (game, calls) = (Mnk::TICTACTOE, Arc::new(Calls::default()));
    macro_rules! count {
        ($method:ident, |$($arg:ident),*| $said:expr) => {{
            let calls = Arc::clone(&calls);
            move |$($arg),*| {
                calls.$method.fetch_add(1, Relaxed);
                $said
            }
        }};
    }
    let lies = lies()
        .legal_moves(count!(legal_moves, |_at, moves| moves))
        .play(count!(play, |_at, _mv, child| child))
        .terminal(count!(terminal, |_at, end| end))
        .codes(move |codes| apart * codes)
        .encode(count!(encode, |_at, code| apart * code))
        .decode(count!(decode, |code, _truth| match code % apart {
            0 => game.decode(code / apart),
            _ => Err(NotAPosition::Rules("nothing has this code")),
        }))
        .kind(|_| Kind::Other)
        .symmetries(move |_| symmetries)
        .image(count!(image, |_at, _by, image| image))
        .image_of_move(count!(image_of_move, |_at, _mv, _by, image| image));
    assert_eq!(check_rules(&Lying::new(game, lies)), Ok(POSITIONS));
    calls
}

/// Positions of tic-tac-toe, those in which it is over, the moves from all of them, and the moves from the positions that
/// all these moves lead to.
const POSITIONS: u64 = 5478;
const ENDS: u64 = 958;
const MOVES: u64 = 16_167;
const MOVES_AFTER_MOVES: u64 = 43_644;

/// The calls by which the start, and the position after each move, is compared with the position that has its code.
const COMPARISONS: u64 = 2 * (MOVES + 1);
const COMPARED_MOVES: u64 = 2 * (MOVES_AFTER_MOVES + 9);

#[test]
fn codes_that_nothing_has_cost_nothing() {
    let Calls { legal_moves, play, terminal, encode, decode, .. } = &*counted(1, 1000);
    assert_eq!(play.load(Relaxed), MOVES + COMPARED_MOVES);
    assert!(legal_moves.load(Relaxed) <= POSITIONS + 2 * COMPARISONS, "{legal_moves:?}");
    // At an end, the winner is asked for too.
    assert!(terminal.load(Relaxed) <= POSITIONS + ENDS + 2 * COMPARISONS, "{terminal:?}");
    // The code of the child of each move; and for a new position, the checks of its code.
    assert!(decode.load(Relaxed) <= MOVES + POSITIONS + 1, "{decode:?}");
    assert!(encode.load(Relaxed) <= 2 * MOVES + 9 * POSITIONS, "{encode:?}");
}

#[test]
fn symmetries_are_checked_by_generators() {
    let Calls { legal_moves, play, terminal, encode, decode, image, image_of_move } =
        &*counted(8, 1);
    // A turn and a reflection; or three generators, if the first two do not generate the group.
    let (symmetries, generators) = (8, 3);
    assert!(play.load(Relaxed) <= (2 + generators) * MOVES + COMPARED_MOVES, "{play:?}");
    let of_checks = (2 + generators) * POSITIONS;
    assert!(legal_moves.load(Relaxed) <= of_checks + 2 * COMPARISONS, "{legal_moves:?}");
    assert!(terminal.load(Relaxed) <= 2 * POSITIONS + 2 * COMPARISONS, "{terminal:?}");
    assert!(decode.load(Relaxed) <= MOVES + POSITIONS + 1, "{decode:?}");
    // The images themselves, the products, and the calls of `canonical` and `is_canonical`.
    let images = 4 * symmetries * POSITIONS + generators * MOVES + symmetries;
    assert!(image.load(Relaxed) <= images, "{image:?}");
    assert!(
        encode.load(Relaxed) <= (3 + 2 * generators) * MOVES + (3 * symmetries + 6) * POSITIONS,
        "{encode:?}"
    );
    // At one position for each of the nine moves, and at every position for each legal move.
    assert_eq!(image_of_move.load(Relaxed), symmetries * (9 + MOVES));
}
