//! Rules that contradict themselves, or tell apart positions that count as equal, are refused: in tables by rank, and in cut tables.

use std::collections::HashMap;

use perfect_play_core::{
    Backwards, Key, Objective, Outcome, Player, Slot, Table, Unreachable, Value,
};
use perfect_play_generator::{
    Solver,
    numbering::{FindError, KeyNumbering},
};
use perfect_play_proof::{Rules, Verification, verify_by_rank, verify_plies};
use perfect_play_test_kit::{At, Blind, Lies, Listed, ListedTiers, Lying, lies, only, over, to};

/// Piles of up to three stones. Who takes the last one wins. One stone is taken, but node 6, which counts as equal to a pile of two,
/// allows two as well. These are the nodes after a move from three stones.
fn stones(start: u32, after_three: &[u32]) -> Listed {
    let [none, unused, other] = [(); 3].map(|()| over(Player::X, Outcome::Loss));
    let [one, two] = [0, 1].map(|left| to(Player::X, [left]));
    let three = to(Player::X, after_three.iter().copied());
    let nodes = vec![none, one, two, three, unused, other, to(Player::X, [1, 0])];
    let blind = Blind::to(4, Blind::EQ | Blind::ORD | Blind::HASH | Blind::KEY);
    let game = Listed { starts: vec![start], is_impartial: true, blind, ..Listed::new(nodes) };
    game.without_codes()
}

/// A tier for one stone, and one for two. The empty pile has no slot.
fn tiers() -> ListedTiers<At> {
    let piles = [1, 2].map(|node| stones(2, &[]).at(node));
    let slot = |section| Slot { section, rank: 0 };
    ListedTiers {
        tiers: piles.map(|pile| vec![Some(pile)]).into(),
        units: vec![0, 1],
        only_reached_from: 2,
        ranks: piles.into_iter().zip([0, 1].map(slot)).collect(),
        backwards: Backwards::Unknown,
        before: HashMap::new(),
        slots_before: HashMap::new(),
        exits: None,
        keeping: None,
    }
}

/// Whether the right table of two stones is proven by rank, from rules with these lies.
fn is_proven_by_rank(start: u32, told: Lies<At>) -> bool {
    let honest = Lying::new(stones(2, &[]), lies().tiers(tiers()));
    let solved = Solver::default().solve_by_rank(&honest, Objective::Fastest, &|_, _| ());
    let (numbering, mut values) = solved.unwrap();
    let game = Lying::new(stones(start, &[]), told.tiers(tiers()));
    let table = Table::new(game, Objective::Fastest, numbering, values.clone()).unwrap();
    let proof = verify_by_rank(&table, &mut values, Rules::Unknown, &mut (), &mut |_, _| ());
    proof.unwrap().is_proven()
}

#[test]
fn a_start_that_its_slot_does_not_stand_for_is_refused() {
    assert!(is_proven_by_rank(2, lies()));
    assert!(!is_proven_by_rank(6, lies()));
}

#[test]
fn what_a_probe_asks_is_proven_by_rank() {
    let [empty, one] = [0, 1].map(|node| stones(2, &[]).at(node));
    let end = only(empty, Some(Value::terminal(Outcome::Win)));
    assert!(!is_proven_by_rank(2, lies().end(end)));
    let check = only(one, Err(Unreachable::NotInTable.into()));
    assert!(!is_proven_by_rank(2, lies().check(check)));
}

/// The proof of a table that stores these nodes with these values, and says that it has so many plies.
fn prove_plies(game: Listed, plies: u16, stored: &[(u32, Value)]) -> Verification<At> {
    let mut keys = vec![0; At::BYTES * stored.len()];
    for (&(node, _), key) in stored.iter().zip(keys.chunks_mut(At::BYTES)) {
        game.at(node).write(key);
    }
    let game = Lying::honest(game);
    let numbering = KeyNumbering::of_keys(&game, [Ok::<_, FindError>(keys)]).unwrap();
    let values: Vec<u8> = stored.iter().map(|(_, value)| value.byte()).collect();
    let table = Table::new(game, Objective::Fastest, numbering, values).unwrap();
    verify_plies(&table, plies, Rules::Unknown, 1 << 20, &mut |_, _| ()).unwrap()
}

#[test]
fn equal_positions_are_compared_below_a_cut() {
    let [loss, win] = [Value::loss(2), Value::win(3)].map(Option::unwrap);
    assert!(prove_plies(stones(3, &[2]), 1, &[(2, loss), (3, win)]).is_proven());
    // Whichever of the two is met first, one value cannot be right for both.
    for after_three in [[2, 6], [6, 2]] {
        for (two, three) in [(loss, win), (Value::win(1).unwrap(), loss)] {
            let proof = prove_plies(stones(3, &after_three), 1, &[(2, two), (3, three)]);
            assert!(!proof.is_proven(), "{after_three:?} {two:?}");
        }
    }
}

#[test]
fn a_cut_table_with_fewer_plies_than_it_says_is_refused() {
    let game = || Listed::chain(10, Outcome::Loss).without_codes();
    let start = Value::loss(10).unwrap();
    assert!(prove_plies(game(), 0, &[(0, start)]).is_proven());
    let [fault] = prove_plies(game(), 60, &[(0, start)]).faults.try_into().unwrap();
    assert_eq!((fault.position, fault.found), (game().at(1), None));
    assert_eq!(fault.expected.and_then(|entry| entry.remoteness), Some(9));
}
