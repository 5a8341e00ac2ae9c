//! The keys of found positions, stored behind the values of a table: all first bytes, then all second bytes, and so
//! on. The first bytes of sorted keys rarely change, so in this order they take almost no space.

use std::{iter, mem, ops::Range};

use perfect_play_core::{Game, Key};
use perfect_play_numbering::KeyNumbering;

use crate::{OpenErrorKind, WrongGame, found_entries::InFile, memory};

/// How many keys are read first.
const FIRST_PIECE: usize = 1 << 18;

/// The keys in a file.
pub(crate) struct Keys<'f> {
    file: &'f InFile,
    /// The number of bytes in a key.
    width: usize,
    /// The number of keys.
    positions: usize,
}

impl<'f> Keys<'f> {
    /// The keys of this many bytes behind the values. `None` if there are several sections.
    pub(crate) fn of(file: &'f InFile, width: usize) -> Option<Self> {
        Some(Self { file, width, positions: file.len()? / (1 + width) })
    }

    /// The numbering of the canonical positions that have these keys. Keys of the game may be longer; these are followed
    /// by zeros.
    pub(crate) fn numbering<G: Game>(
        &self,
        game: &G,
    ) -> Result<KeyNumbering<G::Position>, WrongGame> {
        self.file.expect()?;
        KeyNumbering::of_keys(game, self.pieces(G::Position::BYTES))
    }

    /// All keys, one after the other, in pieces. Each key is followed by zeros up to this many bytes.
    ///
    /// A piece is at most three times as long as all pieces before it. So a reader that refuses keys has taken little
    /// more memory than for the keys that it accepted, whatever number of them the file states.
    fn pieces(&self, bytes: usize) -> impl Iterator<Item = Result<Vec<u8>, WrongGame>> {
        let mut done = 0;
        iter::from_fn(move || {
            let next = (4 * done).max(FIRST_PIECE).min(self.positions);
            let numbers = mem::replace(&mut done, next)..next;
            (!numbers.is_empty()).then(|| self.piece(numbers, bytes))
        })
    }

    fn piece(&self, numbers: Range<usize>, bytes: usize) -> Result<Vec<u8>, WrongGame> {
        let (mut keys, mut plane) = (Vec::new(), Vec::new());
        memory::resize(&mut keys, numbers.len() * bytes).map_err(OpenErrorKind::from)?;
        for at in 0..self.width {
            let start = self.positions * (1 + at);
            self.file.read_range(start + numbers.start..start + numbers.end, &mut plane)?;
            for (key, &byte) in keys.chunks_exact_mut(bytes).zip(&plane) {
                key[at] = byte;
            }
        }
        Ok(keys)
    }
}
