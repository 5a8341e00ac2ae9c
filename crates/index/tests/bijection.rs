//! The numbering is a bijection: between all slots and the balanced boards, symmetric ones counted
//! as the images of one; and every move leads to a smaller slot.

use perfect_play_core::{Board, Game, Mnk, Moves};
use perfect_play_index::{Index, Limits};
use proptest::prelude::*;

fn balanced(board: Board) -> bool {
    (0..=1).contains(&(board.x().count_ones().cast_signed() - board.o().count_ones().cast_signed()))
}

fn falls(game: &Mnk, board: Board) -> bool {
    let below = board.occupied() >> game.shape().columns();
    let bottom = game.shape().all_cells() & !(game.shape().all_cells() >> game.shape().columns());
    !game.has_gravity() || board.occupied() & !(below | bottom) == 0
}

/// By exhaustion of all slots and of all codes.
fn is_a_bijection(name: &str, limits: Limits) {
    let game: Mnk = name.parse().unwrap();
    let index = Index::with_limits(&game, limits).unwrap();
    let mut images = 0;
    for slot in 0..index.slots() {
        let board = index.board(slot).unwrap();
        assert!(balanced(board) && falls(&game, board), "{name}: slot {slot} {board:?}");
        for image in index.images(board) {
            assert_eq!(index.slot(image), Some(slot), "{name}: {image:?}");
            images += 1;
        }
        let (level, within) = index.level_of(slot).unwrap();
        let slots = index.level_slots(level);
        assert_eq!(slots.start + within, slot);
        assert!(slots.contains(&slot));
        let high = board.occupied() & index.high_cells();
        assert_eq!(u32::try_from(level), Ok(high.count_ones()));
        for mv in game.legal_moves(board) {
            assert!(index.slot(game.play(board, mv)) < Some(slot), "{name}: {board:?} {mv}");
        }
    }
    assert_eq!((index.board(index.slots()), index.level_of(index.slots())), (None, None));
    let mut boards = 0;
    for code in 0..game.codes() {
        let board = Board::from_code(code).unwrap();
        if balanced(board) && falls(&game, board) {
            boards += 1;
        } else if !balanced(board) && falls(&game, board) {
            assert_eq!(index.slot(board), None, "{name}: {board:?}");
        } else {
            // A mark in the air: no promise but this call's return.
            let _ = index.slot(board);
        }
    }
    // As many images as boards, each with its slot: so each board is the image of just one slot.
    assert_eq!(images, boards, "{name}");
}

#[test]
fn every_small_board_has_its_slot() {
    for m in 1..=12_u8 {
        for n in 1..=12 / m {
            for family in ["mnk", "connect"] {
                is_a_bijection(&format!("{family}:{m},{n},1"), Limits::default());
            }
        }
    }
}

#[test]
fn where_symmetries_do_not_commute_every_board_has_its_slot() {
    is_a_bijection("mnk:4,4,4", Limits::default());
}

/// As on large boards, which cannot be gone through: three parts, and columns so high that two of
/// them are too much for a part, so that there are no symmetries.
#[test]
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

#[test]
fn blocks_are_the_slots_in_order() {
    for name in ["mnk:4,3,3", "mnk:5,3,3", "connect:4,3,3", "connect:5,3,3"] {
        let game: Mnk = name.parse().unwrap();
        let index = Index::of(&game).unwrap();
        let mut slot = 0;
        for level in index.levels_in_order() {
            for top in 0..index.tops() {
                assert_eq!(
                    index.level_slots(level).start + index.top_slots(level, top).start,
                    slot
                );
                for block in index.blocks(level, top) {
                    assert_eq!(index.level_slots(level).start + block.start, slot);
                    for row in block.rows {
                        for &low in &index.low_order()[row.order.clone()] {
                            let (x, o) = index.low_marks(low);
                            let board = index.board(slot).unwrap();
                            assert_eq!((board.x(), board.o()), (block.x | x, block.o | o));
                            let images = index.images(board).count();
                            assert_eq!(images, index.top_images(top).into());
                            slot += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(slot, index.slots());
    }
}

fn large() -> impl Strategy<Value = Mnk> {
    let names = [
        "mnk:5,5,4",
        "mnk:5,4,4",
        "mnk:6,4,4",
        "mnk:25,1,3",
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
            static INDICES: std::cell::RefCell<std::collections::HashMap<String, std::rc::Rc<Index>>> =
                std::cell::RefCell::default();
        }
        let index = INDICES.with_borrow_mut(|indices| {
            indices.entry(game.to_string()).or_insert_with(|| Index::of(&game).unwrap().into()).clone()
        });
        let mut board = game.start();
        for choice in choices {
            let moves: Vec<_> = Moves::iter(game.legal_moves(board)).collect();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            let slot = index.slot(board).unwrap();
            let kept = index.board(slot).unwrap();
            prop_assert!(index.images(kept).any(|image| image == board));
            board = game.play(board, mv);
            prop_assert!(index.slot(board).unwrap() < slot);
        }
    }
}
