//! The numbering by tier is a bijection: between all places and the balanced boards without a line in the
//! high part, symmetric ones counted as one; and every move leads where the documentation says.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Game, Mnk, Player};
use perfect_play_index::{Limits, Tiers};

/// By exhaustion of all places and of all codes.
fn is_a_bijection(name: &str, limits: Limits) {
    let game: Mnk = name.parse().unwrap();
    let tiers = Tiers::with_limits(&game, limits).unwrap();
    let [top, middle, low] = tiers.cells();
    assert_eq!(
        (top | middle | low, top & middle, (top | middle) & low),
        (game.shape().all_cells(), 0, 0)
    );
    let mut seen = BTreeSet::new();
    let mut places = 0;
    for number in 0..u32::try_from(tiers.len()).unwrap() {
        let tier = tiers.tier(number as usize);
        assert!(tiers.layer(tiers.layer_of(number)).contains(&number));
        for (mover, player) in [(0, Player::O), (1, Player::X)] {
            places += tier.len(mover);
            for rank in 0..tier.len(mover) {
                let board = tiers.board(number, player, rank).unwrap();
                assert_eq!(tiers.locate(board), Some((number, player, rank)), "{name} {board:?}");
                assert!(seen.insert(game.encode(board)), "{name}: {board:?} has two places");
                moves_lead_down(&game, &tiers, board);
            }
            assert_eq!(tiers.board(number, player, tier.len(mover)), None);
        }
    }
    assert_eq!(tiers.board(u32::try_from(tiers.len()).unwrap(), Player::X, 0), None);
    assert_eq!(seen.len(), places);
    // Every board has the place of one of its images, unless it must not have any.
    for code in 0..game.codes() {
        let board = Board::from_code(code).unwrap();
        if !falls(&game, board) {
            // A mark in the air: no promise but that nothing panics.
            let _ = tiers.locate(board);
            continue;
        }
        let high = [board.x() & !low, board.o() & !low];
        let has_place =
            is_balanced(board) && !high.iter().any(|&marks| tiers.lines().any_within(marks));
        let place = tiers.locate(board);
        assert_eq!(place.is_some(), has_place, "{name}: {board:?}");
        if let Some((tier, player, rank)) = place {
            let kept = tiers.board(tier, player, rank).unwrap();
            let mut images = (0..game.symmetries()).map(|symmetry| game.image(board, symmetry));
            assert!(
                images.any(|image| image == kept),
                "{name}: {board:?} has the place of {kept:?}"
            );
            assert_eq!(player, game.to_move(board));
        }
    }
}

fn moves_lead_down(game: &Mnk, tiers: &Tiers, board: Board) {
    let (tier, player, _) = tiers.locate(board).unwrap();
    let [top, ..] = tiers.cells();
    for mv in game.legal_moves(board) {
        let child = game.play(board, mv);
        let Some((led_to, other, _)) = tiers.locate(child) else { continue };
        assert_ne!(player, other);
        if (child.occupied() ^ board.occupied()) & top == 0 {
            assert_eq!(led_to, tier);
        } else {
            assert!(led_to < tier);
            assert_eq!(tiers.layer_of(led_to), tiers.layer_of(tier) + 1);
        }
    }
}

fn is_balanced(board: Board) -> bool {
    (0..=1).contains(&(board.x().count_ones().cast_signed() - board.o().count_ones().cast_signed()))
}

fn falls(game: &Mnk, board: Board) -> bool {
    let below = board.occupied() >> game.shape().columns();
    let bottom = game.shape().all_cells() & !(game.shape().all_cells() >> game.shape().columns());
    !game.has_gravity() || board.occupied() & !(below | bottom) == 0
}

fn limits(low: usize, top: usize, middle: usize) -> Limits {
    Limits { low, top, middle }
}

#[test]
fn every_small_board_has_its_place() {
    for m in 1..=9_u8 {
        for n in 1..=9 / m {
            for k in 1..=m.max(n) {
                for family in ["mnk", "connect"] {
                    is_a_bijection(
                        &format!("{family}:{m},{n},{k}"),
                        limits(usize::MAX, usize::MAX, usize::MAX),
                    );
                }
            }
        }
    }
}

#[test]
fn with_three_parts_every_board_has_its_place() {
    for (name, limits) in [
        ("tictactoe", limits(81, 81, 3)),
        ("tictactoe", limits(3, 81, 81)),
        ("mnk:4,3,3", limits(81, 81, 81)),
        ("mnk:3,3,2", limits(81, 3, 81)),
        ("connect:4,3,3", limits(225, 225, 1)),
        ("connect:3,3,2", limits(225, 1, 15)),
        ("connect:3,3,3", limits(15, 225, 1)),
        ("connect:5,2,3", limits(49, 49, 7)),
        ("connect:5,2,2", limits(49, 7, 49)),
        // Two columns are too much for a part: there are no symmetries.
        ("connect:3,4,3", limits(31, 31, 31)),
        ("connect:2,5,3", limits(63, 63, 1)),
    ] {
        is_a_bijection(name, limits);
    }
}

#[test]
fn large_boards_have_the_known_numbers_of_tiers_and_slots() {
    for (name, tiers, slots) in [
        ("connect:5,5,4", 1540, 65_582_790),
        ("connect:6,5,4", 1540, 2_090_075_639),
        ("mnk:5,4,4", 1612, 183_110_386),
    ] {
        let game: Mnk = name.parse().unwrap();
        let found = Tiers::of(&game).unwrap();
        assert_eq!((found.len(), found.slots()), (tiers, slots), "{name}");
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    for name in ["mnk:8,5,4", "connect:2,20,4"] {
        assert!(Tiers::of(&name.parse::<Mnk>().unwrap()).is_err(), "{name}");
    }
}
