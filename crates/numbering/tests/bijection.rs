//! The numbering is a bijection between all slots and the balanced boards whose high part holds no line, where
//! images that share a slot count as one. Every move leads to a slot that comes before.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use perfect_play_core::{Board, Game, Moves, Player};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, Tiers};
use proptest::prelude::*;

const MOST: Limits = Limits { low: usize::MAX, top: usize::MAX, middle: usize::MAX };

/// For each player to move: O, X.
const PLAYERS: [Player; 2] = [Player::O, Player::X];

fn balanced(board: Board) -> bool {
    (0..=1).contains(&(board.x().count_ones().cast_signed() - board.o().count_ones().cast_signed()))
}

fn falls(game: &Mnk, board: Board) -> bool {
    let below = board.occupied() >> game.shape().columns();
    let bottom = game.shape().all_cells() & !(game.shape().all_cells() >> game.shape().columns());
    !game.has_gravity() || board.occupied() & !(below | bottom) == 0
}

fn holds_line(tiers: &Tiers, x: u64, o: u64) -> bool {
    [x, o].iter().any(|&marks| tiers.lines().any_within(marks))
}

/// Checks all slots and all codes.
fn is_a_bijection(name: &str, limits: Limits) {
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::with_limits(&game, limits).unwrap();
    let [top, middle, low] = tiers.cells();
    let (mut images, mut slots) = (0, 0);
    // The earlier rows, by tier, middle part, player to move and marks in the low part.
    let mut before = BTreeSet::new();
    let row_of = |x: u64, o: u64, (tier, player): (u32, Player)| {
        let marks = ((x | o) & low).count_ones() as usize;
        (tier, tiers.middle_of(x, o), player == Player::X, marks)
    };
    let lens: Vec<_> = (0..tiers.len()).map(|tier| tiers.tier(tier).lens()).collect();
    assert!(tiers.lens().iter().map(|lens| lens.map(|len| len as usize)).eq(lens.iter().copied()));
    for number in 0..u32::try_from(tiers.len()).unwrap() {
        let tier = tiers.tier(number as usize);
        let of_place = slots_of(&tiers, number);
        // A table lists the boards that hold no line.
        let open =
            of_place.iter().flatten().filter(|board| !holds_line(&tiers, board.x(), board.o()));
        assert!(tiers.boards(number).eq(open.copied()), "{name}");
        for (mover, boards) in of_place.iter().enumerate() {
            assert_eq!(boards.len(), tier.len(mover), "{name}");
            slots += boards.len() as u64;
            for (rank, &board) in boards.iter().enumerate() {
                assert!(balanced(board) && falls(&game, board), "{name}: {board:?}");
                assert!(
                    !holds_line(&tiers, board.x() & !low, board.o() & !low),
                    "{name}: {board:?}"
                );
                assert_eq!((board.x() & top, board.o() & top), tier.top(), "{name}: {board:?}");
                let all: BTreeSet<_> = tiers.all_images(board).collect();
                for image in tiers.images(board) {
                    let place = Some((number, PLAYERS[mover], rank));
                    assert_eq!(tiers.locate(image), place, "{name}: {image:?}");
                    assert!(all.contains(&image));
                    images += 1;
                }
            }
        }
        for block in tier.blocks() {
            for (mover, _, row) in block.rows() {
                let start = block.starts[mover];
                let boards = &of_place[mover][start..][row.places.clone()];
                for &board in boards {
                    assert_eq!((board.occupied() & low).count_ones() as usize, row.marks);
                    for mv in game.legal_moves(board) {
                        let child = game.play(board, mv);
                        let Some((led_to, player, rank)) = tiers.locate(child) else {
                            assert!(holds_line(&tiers, child.x() & !low, child.o() & !low));
                            continue;
                        };
                        assert!(rank < lens[led_to as usize][usize::from(player == Player::X)]);
                        let symmetry = tiers.tier_of(child.x(), child.o()).unwrap().symmetry.into();
                        let row = row_of(
                            tiers.image_of_cells(symmetry, child.x()),
                            tiers.image_of_cells(symmetry, child.o()),
                            (led_to, player),
                        );
                        assert!(before.contains(&row), "{name}: {board:?} {mv}");
                    }
                }
                // A move from a row never leads to the same row.
                before.insert((number, block.middle, mover == 1, row.marks));
            }
            assert_eq!((block.x & (top | middle), block.o & (top | middle)), (block.x, block.o));
        }
    }
    assert_eq!(tiers.slots(), slots, "{name}");
    let mut boards = 0;
    for code in 0..game.codes() {
        let board = Board::from_code(code).unwrap();
        let has_slot = balanced(board) && !holds_line(&tiers, board.x() & !low, board.o() & !low);
        if !falls(&game, board) {
            // A board with a mark in the air may give any result, but no panic.
            let _ = tiers.locate(board);
        } else if has_slot {
            boards += 1;
        } else {
            assert_eq!(tiers.locate(board), None, "{name}: {board:?}");
        }
    }
    // There are as many images as boards, and each has its slot. So each board is the image of exactly one slot.
    assert_eq!(images, boards, "{name}");
}

/// The boards of a tier by player to move, in the order of the ranks, as its blocks describe them.
fn slots_of(tiers: &Tiers, number: u32) -> [Vec<Board>; 2] {
    let tier = tiers.tier(number as usize);
    let mut boards = [const { Vec::new() }; 2];
    for block in tier.blocks() {
        assert_eq!(tiers.middle_of(block.x, block.o), block.middle);
        for (mover, boards) in boards.iter_mut().enumerate() {
            assert_eq!(block.starts[mover], boards.len());
            assert_eq!(tier.start(block.middle, mover), Some(block.starts[mover]));
            let Some(strip) = block.strip(mover) else { continue };
            for &low in &tiers.low().order()[strip.order.clone()] {
                let (x, o) = tiers.low().marks(low);
                boards.push(Board::from_bitboards(block.x | x, block.o | o).unwrap());
            }
        }
    }
    for (boards, player) in boards.iter().zip(PLAYERS) {
        for (rank, &board) in boards.iter().enumerate().step_by(29) {
            assert_eq!(tiers.board(number, player, rank), Some(board));
        }
        assert_eq!(tiers.board(number, player, boards.len()), None);
    }
    boards
}

#[test]
fn every_small_board_has_its_slot() {
    for m in 1..=12_u8 {
        for n in 1..=12 / m {
            for family in ["mnk", "connect"] {
                // Games with few lines and with many lines.
                for k in BTreeSet::from([m.max(n), 2.min(m.max(n))]) {
                    is_a_bijection(&format!("{family}:{m},{n},{k}"), MOST);
                }
            }
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn where_symmetries_do_not_commute_every_board_has_its_slot() {
    is_a_bijection("mnk:4,4,4", Limits { middle: 1, ..MOST });
}

/// Uses the features of boards that are too large for an exhaustive test: three parts, and columns so high that
/// two of them do not fit in a part, so that no symmetries are used.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn with_three_parts_and_without_symmetries_every_board_has_its_slot() {
    let limits = |low, top, middle| Limits { low, top, middle };
    for (name, limits) in [
        ("tictactoe", limits(81, 81, 3)),
        ("mnk:4,3,3", limits(81, 81, 81)),
        ("mnk:4,3,3", limits(81, 9, 729)),
        ("mnk:6,2,2", limits(81, 81, 81)),
        ("mnk:12,1,3", limits(81, 81, 81)),
        ("mnk:3,3,3", limits(3, 81, 81)),
        ("connect:5,2,2", limits(49, 49, 7)),
        ("connect:6,2,2", limits(49, 49, 49)),
        ("connect:3,3,3", limits(15, 15, 15)),
        ("connect:3,4,3", limits(31, 31, 31)),
        ("connect:2,5,3", limits(63, 63, 1)),
    ] {
        is_a_bijection(name, limits);
    }
}

fn large() -> impl Strategy<Value = Mnk> {
    let names = [
        "mnk:5,5,4",
        "mnk:5,4,4",
        "mnk:6,4,4",
        "mnk:23,1,3",
        "mnk:2,12,2",
        "mnk:8,3,3",
        "connect:5,5,4",
        "connect:6,5,4",
        "connect:6,6,4",
        "connect:7,4,4",
        "connect:4,6,4",
    ];
    prop::sample::select(names.to_vec()).prop_map(|name| name.parse().unwrap())
}

proptest! {
    #[test]
    fn every_position_of_a_large_board_has_its_slot(
        game in large(),
        choices in prop::collection::vec(any::<u8>(), 0..36),
    ) {
        thread_local! {
            static NUMBERINGS: RefCell<HashMap<String, Rc<Tiers>>> = RefCell::default();
        }
        let tiers = NUMBERINGS.with_borrow_mut(|known| {
            known.entry(game.to_string()).or_insert_with(|| Tiers::of(&game).unwrap().into()).clone()
        });
        let [top, _, low] = tiers.cells();
        let mut board = game.start();
        let mut tier_before = u32::MAX;
        for choice in choices {
            let Some((tier, player, rank)) = tiers.locate(board) else {
                prop_assert!(holds_line(&tiers, board.x() & !low, board.o() & !low));
                prop_assert!(game.terminal(board).is_some());
                break;
            };
            prop_assert_eq!(player, game.to_move(board));
            prop_assert!(tier <= tier_before && rank < tiers.tier(tier as usize).len(usize::from(player == Player::X)));
            let kept = tiers.board(tier, player, rank).unwrap();
            prop_assert!(tiers.images(kept).any(|image| image == board));
            let moves: Vec<_> = Moves::iter(game.legal_moves(board)).collect();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            let child = game.play(board, mv);
            let in_top = (child.occupied() ^ board.occupied()) & top != 0;
            tier_before = if in_top { tier.wrapping_sub(1) } else { tier };
            board = child;
        }
    }
}
