//! Any changed byte is found, and nothing else is reported.

use std::collections::{BTreeMap, BTreeSet};

use perfect_play_core::{Board, Entry, Game, Player, Value};
use perfect_play_games::Mnk;
use perfect_play_proof::{MAX_FAULTS, Rules};

use super::solved::{CHANGED, Place, Solved, THREE_PARTS, limits, prove};

#[test]
fn every_change_of_a_byte_is_refused_if_and_only_if_the_board_holds_no_line() {
    // Each of the many proofs is so small that handing it to a pool from outside takes most of the time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for (name, limits) in CHANGED {
            every_change_of_a_byte(&Solved::new(name, limits), name);
        }
    });
}

/// Proves the table with every change of a byte.
fn every_change_of_a_byte(solved: &Solved, name: &str) {
    let mut sections = solved.sections.clone();
    for place @ (tier, mover, rank) in solved.places() {
        let (board, right) = (solved.board(place), sections.0[tier][mover][rank]);
        let is_known = !solved.holds_line(board);
        let mut bytes = BTreeSet::from([0_u8, 1, 126, 127, 128, 253, 254, 255]);
        bytes.extend([right.wrapping_add(1), right.wrapping_sub(1), 255 - right]);
        bytes.remove(&right);
        for byte in bytes {
            sections.0[tier][mover][rank] = byte;
            let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &sections);
            assert_eq!(proof.is_proven(), !is_known, "{name} {board:?} {right} {byte}");
            if is_known {
                // With the right value, nothing else looks wrong.
                let [fault] = proof.faults[..] else { panic!("{name} {board:?} {byte}") };
                assert_eq!(fault.position, board);
                let found = fault.found.and_then(Entry::value);
                assert_eq!(found, Value::from_byte(byte));
                let expected = fault.expected.and_then(Entry::value);
                assert_eq!(expected, Value::from_byte(right));
            }
        }
        sections.0[tier][mover][rank] = right;
    }
}

#[test]
fn a_change_of_several_bytes_is_refused_and_each_is_told() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        let known: Vec<Place> =
            solved.places().filter(|&place| !solved.holds_line(solved.board(place))).collect();
        for step in [97, 1009] {
            for add in [1, 2, 127] {
                let changes: Vec<(Place, u8)> = known
                    .iter()
                    .step_by(step)
                    .take(MAX_FAULTS - 1)
                    .map(|&(tier, mover, rank)| {
                        let right = solved.sections.0[tier][mover][rank];
                        ((tier, mover, rank), right.wrapping_add(add))
                    })
                    .collect();
                let proof =
                    prove(&solved.game, Rules::Tested, &solved.tiers, &solved.with(&changes));
                let key = |board: &Board| board.code();
                let mut told: Vec<Board> = proof.faults.iter().map(|it| it.position).collect();
                let mut expected: Vec<Board> =
                    changes.iter().map(|&(place, _)| solved.board(place)).collect();
                told.sort_by_key(key);
                expected.sort_by_key(key);
                assert_eq!(told, expected, "{name}");
            }
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn what_slots_hold_whose_boards_hold_a_line_does_not_matter() {
    for (name, limits) in THREE_PARTS.into_iter().chain(CHANGED) {
        for variant in ["", "+misere"] {
            let Ok(named) = format!("{name}{variant}").parse::<Mnk>() else { continue };
            let solved = Solved::new(&named.to_string(), limits);
            let held = || solved.places().filter(|&place| solved.holds_line(solved.board(place)));
            for byte in [0, 1, 126, 127, 128, 253, 254, 255] {
                let changes: Vec<_> = held().map(|place| (place, byte)).collect();
                assert!(solved.is_proven(&solved.with(&changes)), "{named} {byte}");
            }
        }
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_lie_that_is_consistent_but_for_its_beginning_is_refused() {
    for (name, limits) in THREE_PARTS {
        let solved = Solved::new(name, limits);
        // Goes through boards with more marks first. The first value is wrong, and all others follow from it.
        let mut places: Vec<Place> =
            solved.places().filter(|&place| !solved.holds_line(solved.board(place))).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(solved.board(place).occupied().count_ones()));
        for lied_about in places.iter().copied().step_by(places.len() / 5) {
            let mut bytes: BTreeMap<Place, u8> = BTreeMap::new();
            for &place in &places {
                let board = solved.board(place);
                let value = |child| {
                    if let Some(outcome) = solved.game.terminal(child) {
                        return Value::terminal(outcome);
                    }
                    let (tier, player, rank) = solved.tiers.locate(child).unwrap();
                    let mover = usize::from(player == Player::X);
                    Value::from_byte(bytes[&(tier as usize, mover, rank)]).unwrap()
                };
                let moves = solved.game.legal_moves(board);
                let least = moves.iter().map(|mv| value(solved.game.play(board, mv))).min();
                let right = least.map_or(Value::DRAW, |least| least.before().unwrap());
                let lie = if right == Value::DRAW { Value::win(1).unwrap() } else { Value::DRAW };
                let told = if place == lied_about { lie } else { right };
                bytes.insert(place, told.byte());
            }
            let changes: Vec<_> = bytes.into_iter().collect();
            let proof = prove(&solved.game, Rules::Tested, &solved.tiers, &solved.with(&changes));
            let first = proof.faults[0];
            assert_eq!(first.position, solved.board(lied_about), "{name}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let solved = Solved::new("connect:4,3,3", limits(225, 225, 1));
    for step in [20_011, 1_009, 101, 1] {
        let is_known = |&place: &Place| !solved.holds_line(solved.board(place));
        let places = solved.places().filter(is_known).step_by(step);
        let changes: Vec<_> =
            places.map(|place| (place, solved.sections.0[place.0][place.1][place.2] ^ 3)).collect();
        let sections = solved.with(&changes);
        let expected = prove(&solved.game, Rules::Tested, &solved.tiers, &sections);
        assert!(!expected.faults.is_empty() && expected.faults.len() <= MAX_FAULTS);
        for threads in [1, 2, 3, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let proof =
                pool.install(|| prove(&solved.game, Rules::Tested, &solved.tiers, &sections));
            assert_eq!(proof, expected);
        }
    }
}
