//! Games with tiers of their own: their rules in random plays against `independent/walks.py`, and their tiers in random
//! slots.

use std::collections::HashSet;

use perfect_play_core::{Backwards, Game, Outcome, Player, Slot, Tiering};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::{Chess, GobbletGobblers, Teeko};

use super::brute_force::{agree_in_plays, never_panics};

const PRINTED: &str = include_str!("independent/walks.txt");

/// Checks some slots of each tier, spread evenly: at most this many.
fn check_slots(name: &str, most: usize) {
    let game: AnyGame = name.parse().unwrap();
    let tiers = game.tiering().unwrap();
    let mut unit = None;
    for tier in 0..tiers.tiers() {
        // Units are numbered in the order of the tiers.
        let next = unit.map_or(0, |unit| unit + 1);
        assert!(tiers.unit(tier) == next || Some(tiers.unit(tier)) == unit, "{name}: {tier}");
        unit = Some(tiers.unit(tier));
        let slots = usize::try_from(tiers.slots(tier)).unwrap();
        assert!(u32::try_from(slots).is_ok(), "{name}: {tier}");
        // A prime, so that the slots differ in all their parts.
        let step = (slots / most.max(1)) | 1;
        for rank in (0..slots).step_by(step).chain(slots.checked_sub(1)) {
            let slot = Slot { section: tier, rank };
            if let Some(position) = tiers.unrank(slot) {
                check_slot(&game, tiers, slot, position);
            }
        }
        assert_eq!(tiers.unrank(Slot { section: tier, rank: slots }), None, "{name}: {tier}");
    }
    let beyond = tiers.tiers();
    let slot = Slot { section: beyond, rank: 0 };
    assert_eq!((tiers.slots(beyond), tiers.unrank(slot)), (0, None), "{name}");
    assert!(tiers.rank(game.start()).is_some(), "{name}");
}

fn check_slot(game: &AnyGame, tiers: &dyn Tiering<AnyPosition>, slot: Slot, position: AnyPosition) {
    let text = |position| format!("{game}: {}", game.notation(position));
    let here = text(position);
    assert_eq!(tiers.rank(position), Some(slot), "{here}");
    assert_eq!(game.parse_position(&game.notation(position).to_string()), Ok(position), "{here}");
    for symmetry in 0..game.symmetries() {
        let image = game.image(position, symmetry);
        assert_eq!(tiers.rank(image), Some(slot), "{here}: {symmetry}");
        assert_eq!(game.end(image), game.end(position), "{here}: {symmetry}");
        assert_eq!(game.legal_moves(image).len(), game.legal_moves(position).len(), "{here}");
        for mv in game.legal_moves(position) {
            let of_image = game.play(image, game.image_of_move(position, mv, symmetry));
            assert_eq!(of_image, game.image(game.play(position, mv), symmetry), "{here}: {mv}");
        }
    }
    let unit = tiers.unit(slot.section);
    let before = |position| {
        let mut before = Vec::new();
        let known = tiers.backwards(position, &mut |position, slot| {
            assert_eq!(slot, tiers.rank(position));
            before.push(position);
        });
        (known, before)
    };
    let leads_to = |position, to| {
        let moves = game.legal_moves(position);
        moves.iter().any(|mv| tiers.rank(game.play(position, mv)) == Some(to))
    };
    for mv in game.legal_moves(position) {
        let after = game.play(position, mv);
        let Some(to) = tiers.rank(after) else {
            assert!(game.end(after).is_some(), "{here} leads to {}", text(after));
            continue;
        };
        assert!(tiers.unit(to.section) <= unit, "{here} leads up to {}", text(after));
        if tiers.unit(to.section) == unit {
            let (known, before) = before(after);
            let found = before.iter().any(|&before| tiers.rank(before) == Some(slot));
            assert!(found || known == Backwards::Unknown, "{here} is not before {}", text(after));
        }
    }
    let (known, before) = before(position);
    for &earlier in &before {
        let from = tiers.rank(earlier);
        if known == Backwards::Exact {
            let is_known = from.is_some_and(|from| tiers.unit(from.section) == unit);
            assert!(is_known && leads_to(earlier, slot), "{} is before {here}", text(earlier));
        }
    }
    assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "{here}: twice");
}

#[test]
fn teeko() {
    agree_in_plays(PRINTED, "teeko");
    for name in ["teeko", "teeko+advanced+no-centre"] {
        check_slots(name, 500);
        never_panics::<Teeko>(name);
    }
    let slots = |tier| Teeko::STANDARD.slots(tier);
    assert_eq!((slots(0), (1..9).map(slots).sum()), (9_971_010, 2_794_404));
}

/// The line that `independent/chess_endings.py` prints for this ending.
fn counted(name: &str) -> String {
    let game: Chess = name.parse().unwrap();
    let is_four = name.ends_with("KBBK") || name.ends_with("KBNK") || name.ends_with("KQKR");
    // There, a1 is 0.
    let there = |square: u8| u64::from(square ^ 0o70);
    let [mut positions, mut moves, mut mates, mut stalemates, mut digest] = [0_u64; 5];
    let has_pawn = name.ends_with("KPK");
    let ranks = |file| 0..if has_pawn { 8 } else { file + 1 };
    let whites = (0..4).flat_map(|file| ranks(file).map(move |rank| 8 * (7 - rank) + file));
    for white in whites {
        for (black, first) in (0..64).flat_map(|black| (0..64).map(move |first| (black, first))) {
            let seconds = (0..64).chain([u8::MAX]);
            for second in seconds.filter(|&second| (second != u8::MAX) == is_four) {
                for side in [Player::X, Player::O] {
                    let position = ([white, black, first, second], side);
                    if !game.is_position(position) {
                        continue;
                    }
                    let legal = game.legal_moves(position);
                    positions += 1;
                    moves += u64::from(legal.len());
                    if legal.is_empty() {
                        let is_mate = game.blocked(position) == Outcome::Loss;
                        *if is_mate { &mut mates } else { &mut stalemates } += 1;
                    }
                    let men = [white, black, first].map(there).into_iter();
                    let men = men.chain([if is_four { there(second) } else { 0 }]);
                    let place = men.fold(0, |place, square| 64 * place + square);
                    for mv in legal {
                        let cells = game.points_at(position, mv);
                        let [from, to] = [cells.from, cells.to].map(|cell| there(cell.unwrap()));
                        let number =
                            ((place * 2 + u64::from(side == Player::O)) * 64 + from) * 64 + to;
                        digest = digest.wrapping_add(number.wrapping_mul(number));
                    }
                }
            }
        }
    }
    format!(
        "{name}: {positions} positions, {moves} moves, {mates} mates, {stalemates} stalemates; digest {digest:016x}"
    )
}

/// Compares the endings with these names with what was printed.
fn count_as_python_chess(names: &[&str]) {
    let printed = include_str!("independent/chess_endings.txt");
    for name in names {
        let mut lines = printed.lines().filter(|line| line.split(": ").next() == Some(name));
        assert_eq!(Some(&*counted(name)), lines.next());
    }
}

#[test]
fn chess_as_python_chess() {
    count_as_python_chess(&["chess:KQK", "chess:KRK", "chess:KPK", "chess:KBBK"]);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn chess_of_four_men_as_python_chess() {
    count_as_python_chess(&["chess:KBNK", "chess:KQKR"]);
}

#[test]
fn chess() {
    for name in ["KQK", "KRK", "KBBK", "KBNK", "KQKR", "KPK"].map(|men| format!("chess:{men}")) {
        let name = &*name;
        check_slots(name, 500);
        never_panics::<Chess>(name);
    }
    let slots = |name: &str| {
        let game: Chess = name.parse().unwrap();
        (0..game.tiers()).map(|tier| game.slots(tier)).sum::<u64>()
    };
    assert_eq!((slots("chess:KQK"), slots("chess:KPK")), (59_136, 720_896));
    assert_eq!((slots("chess:KBNK"), slots("chess:KQKR")), (3_784_704, 3_902_976));
}

#[test]
fn gobblet_gobblers() {
    agree_in_plays(PRINTED, "gobblet-gobblers");
    check_slots("gobblet-gobblers", 8);
    never_panics::<GobbletGobblers>("gobblet-gobblers");
    let game = GobbletGobblers;
    let slots: Vec<_> = (0..game.tiers()).map(|tier| game.slots(tier)).collect();
    assert_eq!((slots.len(), slots.iter().sum()), (729, 414_105_595_u64));
    let largest = *slots.iter().max().unwrap();
    assert_eq!(largest, 108 * 756 * 756);
}
