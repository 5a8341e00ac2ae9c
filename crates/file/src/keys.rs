//! The keys of found positions, stored behind the values of a table: all first bytes, then all second bytes, and so
//! on. The first bytes of sorted keys rarely change, so in this order they take almost no space.

use std::{iter, mem, ops::Range};

use perfect_play_core::{Game, Key, Symmetric, Tabular};
use perfect_play_tiers::Found;

use crate::{OpenErrorKind, WrongGame, found_entries::InFile, memory};

/// How many keys are read first.
const FIRST_PIECE: usize = 1 << 18;

/// Appends the keys of a game's canonical positions to their values.
pub(crate) fn append<G: Tabular>(game: &G, entries: &mut Vec<u8>) {
    let (width, positions) = (game.key_bytes(), entries.len());
    if width == 0 {
        return;
    }
    entries.resize(positions * (1 + width), 0);
    let keys = &mut entries[positions..];
    let mut key = vec![0; width];
    for position in 0..positions {
        game.write_key(position as u64, &mut key);
        for (plane, &byte) in keys.chunks_exact_mut(positions).zip(&key) {
            plane[position] = byte;
        }
    }
}

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

    /// How many keys there are.
    pub(crate) fn positions(&self) -> usize {
        self.positions
    }

    /// The game with the canonical positions that have these keys. Keys of the game may be longer; these are followed
    /// by zeros.
    pub(crate) fn found<G: Symmetric + Game<Position: Key>>(
        &self,
        game: G,
    ) -> Result<Found<G>, WrongGame> {
        self.file.expect()?;
        Found::of_keys(game, self.pieces(G::Position::BYTES))
    }

    /// Whether these are the keys of the game's canonical positions.
    pub(crate) fn are_of<G: Tabular>(&self, game: &G) -> Result<bool, WrongGame> {
        if game.key_bytes() != self.width || game.slots() != self.positions as u64 {
            return Ok(false);
        }
        if self.width == 0 {
            return Ok(true);
        }
        self.file.expect()?;
        let (mut slot, mut key) = (0, vec![0; self.width]);
        for piece in self.pieces(self.width) {
            for found in piece?.chunks_exact(self.width) {
                game.write_key(slot, &mut key);
                if found != key {
                    return Ok(false);
                }
                slot += 1;
            }
        }
        Ok(true)
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
