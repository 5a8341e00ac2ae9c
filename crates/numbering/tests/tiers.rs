//! The numbering by tier is a bijection between all places and the balanced boards without a line in the high
//! part, where symmetric boards count as one. Every move leads where the documentation says.

use std::collections::BTreeSet;

use perfect_play_core::{Board, Cells, Game, Player};
use perfect_play_games::Mnk;
use perfect_play_numbering::{Limits, Tiers};
use perfect_play_test_kit::{MOST, THREE_PARTS, line_games};

/// Checks all places and all codes.
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
    tops_are_complete(&game, &tiers);
    // Every board has the place of one of its images, unless it must not have a place.
    for code in 0..game.codes() {
        let board = Board::from_code(code).unwrap();
        if !falls(&game, board) {
            // A board with a mark in the air may give any result, but no panic.
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

/// Every reachable top part is the top of a tier, or ends the game, or is an image of such a top part.
fn tops_are_complete(game: &Mnk, tiers: &Tiers) {
    let [top_cells, ..] = tiers.cells();
    let image =
        |symmetry, (x, o)| (tiers.image_of_cells(symmetry, x), tiers.image_of_cells(symmetry, o));
    let images = |top| -> BTreeSet<_> {
        (0..tiers.symmetries()).map(|symmetry| image(symmetry, top)).collect()
    };
    let holds_line = |(x, o)| [x, o].iter().any(|&marks| tiers.lines().any_within(marks));
    let open: BTreeSet<_> = (0..tiers.len()).map(|tier| tiers.tier(tier).top()).collect();
    let ended: BTreeSet<_> = tiers.ended_tops().collect();
    assert_eq!(ended.len(), tiers.ended_tops().count());
    assert!(!open.iter().any(|&top| holds_line(top)) && ended.iter().all(|&top| holds_line(top)));
    let all =
        |tops: &BTreeSet<_>| -> BTreeSet<_> { tops.iter().copied().flat_map(images).collect() };
    let (all_open, all_ended) = (all(&open), all(&ended));
    for (tops, all) in [(&open, &all_open), (&ended, &all_ended)] {
        assert_eq!(tops.iter().map(|&(x, o)| tiers.top_images(x, o)).sum::<usize>(), all.len());
    }
    let led_to = all_open.iter().flat_map(|&(x, o)| {
        let cells = Cells::of(game.kind().open_cells(x | o) & top_cells);
        cells.flat_map(move |cell| [(x | 1 << cell, o), (x, o | 1 << cell)])
    });
    let (led_to_ended, led_to_open) = led_to.partition(|&top| holds_line(top));
    assert_eq!(all_ended, led_to_ended);
    assert!(led_to_open.union(&BTreeSet::from([(0, 0)])).eq(&all_open));
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
    for name in line_games(9) {
        is_a_bijection(&name, MOST);
    }
}

#[test]
fn with_three_parts_every_board_has_its_place() {
    for (name, limits) in THREE_PARTS {
        is_a_bijection(name, limits);
    }
}

#[test]
fn parts_and_images_are_those_of_the_board() {
    for name in ["mnk:4,3,3", "connect:4,3,3"] {
        let game: Mnk = name.parse().unwrap();
        let tiers = Tiers::with_limits(&game, limits(225, 225, 81)).unwrap();
        assert_eq!(tiers.game_symmetries(), usize::from(game.symmetries()));
        for code in 0..game.codes() {
            let board = Board::from_code(code).unwrap();
            for symmetry in 0..game.symmetries() {
                let image = game.image(board, symmetry);
                let image_of = |cells| tiers.image_of_cells(symmetry.into(), cells);
                assert_eq!((image_of(board.x()), image_of(board.o())), (image.x(), image.o()));
            }
            let [_, middle, low] = tiers.cells();
            if falls(&game, board) {
                let part = tiers.middle_of(board.x(), board.o());
                assert!(part < tiers.middles());
                assert_eq!(tiers.middle_marks(part), (board.x() & middle, board.o() & middle));
                let low_surplus = (board.x() & low).count_ones().cast_signed()
                    - (board.o() & low).count_ones().cast_signed();
                for (mover, surplus) in [(0, 1), (1, 0)] {
                    let strip = tiers.strip_of(board.x() & !low, board.o() & !low, mover);
                    let strip = strip.map(|number| &tiers.low().strips()[number]);
                    let of_board = strip.filter(|strip| {
                        let rank = tiers.low_rank(board.x(), board.o());
                        let order = &tiers.low().order()[strip.order.clone()];
                        let marks = order.get(rank).map(|&number| tiers.low().marks(number));
                        marks == Some((board.x() & low, board.o() & low))
                    });
                    let high_surplus = (board.x() & !low).count_ones().cast_signed()
                        - (board.o() & !low).count_ones().cast_signed();
                    assert_eq!(of_board.is_some(), low_surplus + high_surplus == surplus);
                }
            }
        }
    }
}

#[test]
fn large_boards_have_the_known_numbers_of_tiers_and_slots() {
    for (name, tiers, slots) in [
        ("connect:5,5,4", 1540, 65_582_790),
        ("connect:6,5,4", 1540, 2_090_075_639),
        ("mnk:5,4,4", 1612, 183_110_386),
        ("connect:6,6,4", 5356, 72_658_082_250),
        ("connect:7,6,4", 551_668, 4_320_765_414_736),
    ] {
        let game: Mnk = name.parse().unwrap();
        let found = Tiers::of(&game).unwrap();
        assert_eq!((found.len(), found.slots()), (tiers, slots), "{name}");
        // Compares the counted numbers with the layout.
        for tier in (0..tiers).step_by(tiers / 40) {
            let counted = found.lens()[tier].map(|len| len as usize);
            assert_eq!(found.tier(tier).lens(), counted, "{name}");
        }
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    for name in ["mnk:8,5,4", "connect:2,20,4"] {
        assert!(Tiers::of(&name.parse::<Mnk>().unwrap()).is_err(), "{name}");
    }
}
