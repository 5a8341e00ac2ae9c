//! A memo of positions, and what it finds a position by.

use std::hash::Hash;

use perfect_play_core::{Game, NO_CODES, Player};
use perfect_play_numbering::canonical;
use rustc_hash::FxHashMap;

use super::{MAX_TRACED, TreeTooLarge};

/// For a position and the side to move: the score, and a number that depends on the search.
pub(super) type Memo<P> = FxHashMap<(MemoKey<P>, Player), (i16, u64)>;

/// Adds a position to a memo.
///
/// # Errors
///
/// If it has [`MAX_TRACED`] positions, or there is not enough memory.
pub(super) fn remember<P: Eq + Hash>(
    memo: &mut Memo<P>,
    position: (MemoKey<P>, Player),
    known: (i16, u64),
) -> Result<(), TreeTooLarge> {
    if memo.len() >= MAX_TRACED {
        return Err(TreeTooLarge::Positions);
    }
    memo.try_reserve(1).map_err(|_| TreeTooLarge::Memory)?;
    memo.insert(position, known);
    Ok(())
}

/// The key of a position in a memo.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MemoKey<P> {
    Code(u64),
    /// Used if the game has no codes.
    Position(P),
}

impl<P: Copy + Ord + Hash> MemoKey<P> {
    /// The key of a position.
    pub(super) fn of<G: Game<Position = P>>(game: &G, position: P) -> Self {
        match game.code(position) {
            Some(code) => Self::Code(code),
            None => Self::Position(position),
        }
    }

    /// The key of a position's canonical image, which symmetric positions share.
    pub(super) fn of_images<G>(game: &G, position: P) -> Self
    where
        G: Game<Position = P>,
    {
        if game.codes() == NO_CODES {
            Self::Position(canonical(game, position))
        } else {
            Self::Code(game.canonical(position).0)
        }
    }
}
