//! A game whose positions are compared, but have no total order. A sort by such comparisons may panic, or never end.

use perfect_play_core::{Objective, Outcome, Player};
use perfect_play_generator::solve;
use perfect_play_test_kit::{Blind, Listed, Lying, over, to};

/// A walk from the root of a binary tree with this many nodes to a leaf. Node n has the children 2n + 1 and 2n + 2.
fn tree(nodes: u32) -> Lying<Listed> {
    let node = |at: u32| {
        let to_move = if (at + 1).ilog2().is_multiple_of(2) { Player::X } else { Player::O };
        let child = 2 * at + 1;
        if child + 1 < nodes {
            to(to_move, [child, child + 1])
        } else {
            over(to_move, Outcome::Loss)
        }
    };
    let nodes: Vec<_> = (0..nodes).map(node).collect();
    let game = Listed { blind: Blind::without_order(), ..Listed::new(nodes) };
    Lying::honest(game.without_codes())
}

#[test]
fn it_is_refused_for_any_number_of_positions() {
    for nodes in [31, 1 << 10, 300_001] {
        let error = solve(tree(nodes), Objective::Fastest, &mut |_, _| ()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("order"), "{nodes}: {error}");
    }
}
