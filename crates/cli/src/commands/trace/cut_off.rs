//! The moves that alpha-beta does not try, and why.

use perfect_play_core::Player;
use perfect_play_engine::AnyPosition;
use perfect_play_generator::{Call, Window};

use super::tree::{Node, Tree, signed};
use crate::{positions::move_name, text::numbers::grouped};

/// The moves that a call does not try.
pub(super) struct CutOff {
    /// Their names, as a list in words.
    pub(super) moves: String,
    /// How many there are.
    pub(super) count: u32,
    /// Why they are not tried.
    pub(super) why: String,
}

impl CutOff {
    /// The moves that a call does not try; `None` if it tries every move.
    pub(super) fn of(node: Node<'_>) -> Option<Self> {
        let Node { tree, call, .. } = node;
        let names: Vec<_> = call.untried.iter().map(|mv| tree.move_text(call, mv)).collect();
        if names.is_empty() {
            return None;
        }
        let moves = move_name::enumeration(&names, "and");
        let count = call.untried.len();
        Some(Self { moves, count, why: why(tree, call)? })
    }
}

/// `X already has +10 by 5 (call 1); O's 2 holds X to -10 here`.
fn why(tree: &Tree, call: &Call<AnyPosition>) -> Option<String> {
    let (mover, other) = (call.to_move, call.to_move.opponent());
    // The score that the other player has elsewhere.
    let has = |window: Window| match mover {
        Player::X => window.beta,
        Player::O => window.alpha,
    };
    let elsewhere = has(call.window)?;
    let path = path(tree, call.number);
    // The last call with a smaller score. It found the score before it made the next call of the path.
    let (giver, _) = path
        .iter()
        .zip(path.iter().skip(1))
        .rfind(|(above, below)| has(above.window) != has(below.window))?;
    let by = giver.children.iter().find(|child| child.score == elsewhere)?.mv?;
    let by = tree.move_text(giver, by);
    let best = tree.move_text(call, call.best_move?);
    let (already, here) = (signed(elsewhere), signed(call.score));
    let giver = grouped(giver.number);
    let does = match mover {
        Player::X => format!("X's {best} makes it {here} or more here"),
        Player::O => format!("O's {best} makes it {here} or less here"),
    };
    Some(format!("{other} already has {already} by {by} (call {giver}), and {does}"))
}

/// The calls from the root to the call with this number.
fn path(tree: &Tree, number: u64) -> Vec<&Call<AnyPosition>> {
    let mut path = vec![&tree.root];
    while let Some(below) =
        path.last().and_then(|call| call.children.iter().rfind(|child| child.number <= number))
    {
        path.push(below);
    }
    path
}
