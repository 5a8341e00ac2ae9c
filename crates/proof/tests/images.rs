//! Positions that are images of one another. Rules that treat them differently are refused, and so is a table that answers
//! differently for them.

use std::collections::HashMap;

use perfect_play_core::{
    Backwards, CodeTable, Objective, Outcome, Player, Scheme, Slot, Table, Unreachable, Value,
};
use perfect_play_generator::{Solver, numbering::KeyNumbering};
use perfect_play_proof::{Rules, verify_as, verify_by_rank};
use perfect_play_test_kit::{At, Lies, Listed, ListedTiers, Lying, Node, lies, only, open, over};

/// X chooses the left or the right side. Then each player has one move, and X wins by three points. The nodes of the left side
/// are odd. Those of the right side are their images, and have larger numbers.
fn sides() -> Listed {
    let end = || Node { score: -3, ..over(Player::O, Outcome::Loss) };
    let nodes = vec![
        open(Player::X, [(0, 1), (1, 2)]),
        open(Player::O, [(0, 3)]),
        open(Player::O, [(1, 4)]),
        open(Player::X, [(0, 5)]),
        open(Player::X, [(1, 6)]),
        end(),
        end(),
    ];
    let mirror = (vec![0, 2, 1, 4, 3, 6, 5], vec![1, 0]);
    Listed {
        name: "sides",
        scheme: Scheme::Score,
        symmetries: vec![(Vec::new(), Vec::new()), mirror].into(),
        ..Listed::new(nodes)
    }
}

/// A tier for each ply. Images share a slot, and the ends have none.
fn tiers() -> ListedTiers<At> {
    let at = |node| sides().at(node);
    let slot = |section| Slot { section, rank: 0 };
    let ranks = [(3, 0), (4, 0), (1, 1), (2, 1), (0, 2)];
    ListedTiers {
        tiers: [3, 1, 0].map(|node| vec![Some(at(node))]).into(),
        units: vec![0, 1, 2],
        only_reached_from: 3,
        ranks: ranks.map(|(node, tier)| (at(node), slot(tier))).into(),
        backwards: Backwards::Unknown,
        before: HashMap::new(),
        slots_before: HashMap::new(),
        exits: None,
        keeping: None,
    }
}

/// Whether the right table is proven by rank, from rules with these lies.
fn is_proven_by_rank(told: Lies<At>) -> bool {
    let game = |told: Lies<At>| Lying::new(sides().without_codes(), told.tiers(tiers()));
    let solved = Solver::default().solve_by_rank(&game(lies()), Objective::Fastest, &|_, _| ());
    let (numbering, mut values) = solved.unwrap();
    let table = Table::new(game(told), Objective::Fastest, numbering, values.clone()).unwrap();
    let proof = verify_by_rank(&table, &mut values, Rules::Unknown, &mut (), &mut |_, _| ());
    proof.unwrap().is_proven()
}

#[test]
fn an_end_without_a_slot_is_compared_with_its_images() {
    assert!(is_proven_by_rank(lies()));
    // The moves of no first position lead there.
    let right = sides().at(6);
    assert!(!is_proven_by_rank(lies().score(only(right, -4))));
    assert!(!is_proven_by_rank(lies().end(only(right, Value::of_score(-4)))));
    assert!(!is_proven_by_rank(lies().check(only(right, Err(Unreachable::NotInTable.into())))));
}

#[test]
fn a_position_that_the_rules_refuse_unlike_its_image_is_found() {
    let right = sides().at(4);
    assert!(!is_proven_by_rank(lies().check(only(right, Err(Unreachable::NotInTable.into())))));
}

#[test]
fn entries_of_images_are_proven_where_the_numbering_has_one_slot_for_them() {
    let game = Lying::honest(sides());
    let firsts = [0, 1, 3, 5].map(|node| game.at(node));
    let numbering = KeyNumbering::of(&game, firsts.to_vec()).unwrap();
    // The table has a slot for each position.
    let wrong_at = |points: [i16; 7], objective| -> Vec<At> {
        let byte = |points| Scheme::Score.byte(Value::of_score(points).unwrap());
        let table = CodeTable::by_code(game.clone(), objective, points.map(byte)).unwrap();
        let proof = verify_as(&table, &numbering, Rules::Unknown, &mut |_, _| ()).unwrap();
        proof.faults.iter().map(|fault| fault.position).collect()
    };
    let right = [3, -3, -3, 3, 3, -3, -3];
    for objective in Objective::ALL {
        assert_eq!(wrong_at(right, objective), []);
        // No first position leads there.
        for node in [4, 6] {
            let mut wrong = right;
            wrong[node as usize] += 1;
            assert_eq!(wrong_at(wrong, objective), [game.at(node)]);
        }
    }
}
