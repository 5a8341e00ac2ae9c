//! Games as lists of positions: with circles and extra turns, for points, and impartial ones.

use perfect_play_core::{Objective, Outcome, Player, Scheme};
use perfect_play_generator::{Solution, solve};
use perfect_play_test_kit::{Listed, Lying, Node, open, over, to};

/// Play can repeat positions. A draw may be the end of the game, or have none.
fn circles() -> Listed {
    let nodes = vec![
        open(Player::X, [(0, 1), (1, 2), (5, 0)]),
        open(Player::O, [(0, 0), (2, 5)]),
        open(Player::X, [(0, 3), (2, 1)]),
        over(Player::O, Outcome::Draw),
        over(Player::O, Outcome::Loss),
        open(Player::X, [(0, 4), (1, 0), (9, 6)]),
        open(Player::X, [(3, 4), (4, 3)]),
        // This position is unreachable.
        open(Player::O, [(0, 0)]),
    ];
    Listed { name: "circles", repeats: true, ..Listed::new(nodes) }
}

fn points() -> Listed {
    let scored = |to_move, end, score| Node { score, ..over(to_move, end) };
    let nodes = vec![
        to(Player::X, [1, 2, 3]),
        to(Player::X, [4, 5]),
        open(Player::O, [(0, 5), (3, 6)]),
        to(Player::O, [4, 7]),
        scored(Player::O, Outcome::Loss, -7),
        scored(Player::X, Outcome::Draw, 0),
        scored(Player::X, Outcome::Win, 127),
        scored(Player::O, Outcome::Loss, -127),
    ];
    Listed { name: "points", scheme: Scheme::Score, ..Listed::new(nodes) }
}

/// Both players have the same moves. A player who cannot move loses.
fn impartial() -> Listed {
    let nodes = [&[1, 2][..], &[2, 3], &[3], &[]];
    let node = |nodes: &[u32]| Node { says_end: false, ..to(Player::X, nodes.iter().copied()) };
    let nodes = nodes.map(node).to_vec();
    Listed { name: "impartial", is_impartial: true, ..Listed::new(nodes) }
}

/// All of these games, solved.
pub(crate) fn graphs() -> impl Iterator<Item = Solution<Lying<Listed>>> {
    // Of the type of the other test games, for which all is compiled already.
    let solved = |game| solve(Lying::honest(game), Objective::Fastest, &mut |_, _| ()).unwrap();
    let games = [circles(), points(), impartial()];
    games.map(|game| Listed { max_move: 9, ..game }).into_iter().map(solved)
}
