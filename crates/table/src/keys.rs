//! The keys of found positions, stored behind the values of a table: all first bytes, then all second bytes, and so
//! on. The first bytes of sorted keys rarely change, so in this order they take almost no space.

use perfect_play_core::{Game, Key, Symmetric, Tabular};
use perfect_play_tiers::Found;

use crate::WrongGame;

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

/// Splits the entries into the values and the keys, if each key has this many bytes.
pub(crate) fn split(entries: &[u8], width: u8) -> (&[u8], &[u8]) {
    let positions = entries.len() / (1 + usize::from(width));
    entries.split_at(if width == 0 { entries.len() } else { positions })
}

/// The game with the canonical positions that have these keys. Keys of the game may be shorter; they are followed by
/// zeros.
pub(crate) fn found<G: Symmetric + Game<Position: Key>>(
    game: G,
    entries: &[u8],
    width: u8,
) -> Result<Found<G>, WrongGame> {
    let (values, planes) = split(entries, width);
    let positions = values.len();
    let mut keys = vec![0; positions * G::Position::BYTES];
    for (at, plane) in planes.chunks_exact(positions.max(1)).enumerate() {
        for (key, &byte) in keys.chunks_exact_mut(G::Position::BYTES).zip(plane) {
            key[at] = byte;
        }
    }
    Ok(Found::of_keys(game, &keys)?)
}

/// Whether these are the keys of the game's canonical positions.
pub(crate) fn are_of<G: Tabular>(game: &G, values: &[u8], planes: &[u8]) -> bool {
    if game.key_bytes() == 0 {
        return planes.is_empty();
    }
    let mut key = vec![0; game.key_bytes()];
    let is_its_key = |slot: usize| {
        game.write_key(slot as u64, &mut key);
        let in_file = planes.iter().skip(slot).step_by(values.len());
        in_file.eq(&key)
    };
    planes.len() == game.key_bytes() * values.len() && (0..values.len()).all(is_its_key)
}
