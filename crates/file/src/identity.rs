//! The identity of a file, to which its sections are bound.

use std::collections::{BTreeSet, VecDeque};

use perfect_play_core::{Game, Numbering, Scheme};
use perfect_play_numbering::starts;

/// The initial value of the checksums in a file's sections: the checksum of everything that determines the contents of
/// the sections. So a section of another table is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity(u32);

impl Identity {
    /// The identity made of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(crc32fast::hash(bytes))
    }

    /// A checksum that begins with the identity.
    pub(crate) fn hasher(self) -> crc32fast::Hasher {
        crc32fast::Hasher::new_with_initial(self.0)
    }
}

/// How many positions a fingerprint includes.
const FINGERPRINT_POSITIONS: usize = 1 << 12;

/// A checksum of a game's rules and its numbering. It covers the positions nearest to the starts: who is to move, which moves are
/// legal, and how the game ends. Two games with the same name and different rules nearly always have different
/// checksums.
pub(crate) fn fingerprint<G: Game, N: Numbering<G>>(game: &G, numbering: &N) -> u32 {
    let code = |position| numbering.encode(game, position);
    let mut crc32 = crc32fast::Hasher::new();
    if let Some(checksum) = game.checksum() {
        crc32.update(&checksum.to_le_bytes());
    }
    let mut next = VecDeque::from(starts(game));
    let mut seen = BTreeSet::new();
    next.retain(|&start| seen.insert(code(start)));
    let mut positions = 0;
    while let Some(position) = next.pop_front() {
        positions += 1;
        if positions > FINGERPRINT_POSITIONS {
            break;
        }
        crc32.update(&code(position).to_le_bytes());
        let end = game.end(position);
        crc32.update(&[game.to_move(position) as u8, end.map_or(3, |value| value.outcome() as u8)]);
        if let (Some(value), Scheme::Score) = (end, game.scheme()) {
            crc32.update(&[Scheme::Score.byte(value)]);
        }
        if end.is_some() {
            continue;
        }
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            crc32.update(&[mv]);
            if seen.insert(code(child)) {
                next.push_back(child);
            }
        }
    }
    crc32.finalize()
}
