//! How often `check_rules` calls the rules: a limited number of times for each position and move, for any number of
//! codes, and with few plays and images for each symmetry.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    check_rules,
    core::{Game, Move, Moves, NotAPosition, Outcome, Player},
};

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

fn count(calls: &AtomicU64) {
    calls.fetch_add(1, Relaxed);
}

/// A game of boards with other codes, which are `apart` times the codes of the boards, and with its symmetries or
/// without. All methods that have defaults based on images and codes use these defaults.
struct Counted {
    game: Mnk,
    symmetries: u8,
    apart: u64,
    calls: Calls,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counted {}", self.game)
    }
}

type Board = <Mnk as Game>::Position;

impl Game for Counted {
    type Position = Board;

    fn start(&self) -> Board {
        self.game.start()
    }
    fn to_move(&self, board: Board) -> Player {
        self.game.to_move(board)
    }
    fn legal_moves(&self, board: Board) -> Moves {
        count(&self.calls.legal_moves);
        self.game.legal_moves(board)
    }
    fn play(&self, board: Board, mv: Move) -> Board {
        count(&self.calls.play);
        self.game.play(board, mv)
    }
    fn terminal(&self, board: Board) -> Option<Outcome> {
        count(&self.calls.terminal);
        self.game.terminal(board)
    }

    fn codes(&self) -> u64 {
        self.apart * self.game.codes()
    }
    fn encode(&self, board: Board) -> u64 {
        count(&self.calls.encode);
        self.apart * self.game.encode(board)
    }
    fn decode(&self, code: u64) -> Result<Board, NotAPosition> {
        count(&self.calls.decode);
        match code % self.apart {
            0 => self.game.decode(code / self.apart),
            _ => Err(NotAPosition::Rules("nothing has this code")),
        }
    }
    fn codes_rise(&self) -> bool {
        true
    }
    fn max_plies(&self) -> u16 {
        self.game.max_plies()
    }
    fn ply(&self, board: Board) -> Option<u16> {
        self.game.ply(board)
    }

    fn symmetries(&self) -> u8 {
        self.symmetries
    }
    fn image(&self, board: Board, symmetry: u8) -> Board {
        count(&self.calls.image);
        self.game.image(board, symmetry)
    }
    fn image_of_move(&self, board: Board, mv: Move, symmetry: u8) -> Move {
        count(&self.calls.image_of_move);
        self.game.image_of_move(board, mv, symmetry)
    }
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
    let game =
        Counted { game: Mnk::TICTACTOE, symmetries: 1, apart: 1000, calls: Calls::default() };
    assert_eq!(check_rules(&game), Ok(POSITIONS));
    let Calls { legal_moves, play, terminal, encode, decode, .. } = game.calls;
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
    let game = Counted { game: Mnk::TICTACTOE, symmetries: 8, apart: 1, calls: Calls::default() };
    assert_eq!(check_rules(&game), Ok(POSITIONS));
    let Calls { legal_moves, play, terminal, encode, decode, image, image_of_move } = game.calls;
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
