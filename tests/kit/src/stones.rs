//! A game that is not built in.

use perfect_play_core::{Move, Player};

use crate::{Listed, Lying, lies, open};

/// The players take one to three stones from a pile in turn. The player who takes the last one wins. With an empty pile
/// the game is over at the start. Move 0 takes one stone, move 2 takes three. Its name is such as `stones:12`.
#[must_use]
pub fn stones(pile: u8) -> Lying<Listed> {
    let node = |node: u32| {
        let (taken, to_move) = taken(node);
        let moves = (0..3).filter(|&mv| taken + u32::from(mv) < pile.into());
        open(
            to_move,
            moves.map(|mv: Move| (mv, after(taken + u32::from(mv) + 1, to_move.opponent()))),
        )
    };
    let nodes: Vec<_> = (0..after(u32::from(pile) + 1, Player::X)).map(node).collect();
    let game =
        Listed { codes_rise: true, max_move: 2, max_plies: pile.into(), ..Listed::new(nodes) };
    Lying::new(game, lies().name(format!("stones:{pile}")))
}

/// The node of [`stones`] after this many stones have been taken.
#[must_use]
pub fn after(taken: u32, to_move: Player) -> u32 {
    2 * taken + u32::from(to_move == Player::O)
}

/// The number of stones that have been taken at a node of [`stones`], and the side to move.
#[must_use]
pub fn taken(node: u32) -> (u32, Player) {
    (node / 2, if node.is_multiple_of(2) { Player::X } else { Player::O })
}
