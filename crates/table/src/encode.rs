//! A table by code as the bytes of its file.

use std::{io, path::Path};

use perfect_play_core::{DirectTable, Game, Probe, Shown};
use perfect_play_index::MAX_CODES_IN_ORDER;
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use crate::{
    Header, Numbering, Settings, WriteError,
    block::{self, HEAD_BYTES},
    frame, replace,
};

/// The most bytes of entries that a table by code can have: two for each board of 16 cells. Files
/// that claim more are refused.
pub(crate) const MOST_BYTES_BY_CODE: u64 = 2 * MAX_CODES_IN_ORDER;

/// Writes the table's file, complete or not at all.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let solution = perfect_play_generator::solve(game, Objective::Fastest)?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("small.perfect");
/// let header = perfect_play_table::write(&solution, &path)?;
/// assert_eq!(header.positions(), 129);
/// assert_eq!(std::fs::read(&path)?, perfect_play_table::to_bytes(&solution)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it cannot be written, or [`to_bytes`] fails. Nothing is left behind, and an older file stays
/// as it was.
pub fn write<G: Game, B: AsRef<[u8]>>(
    table: &DirectTable<G, B>,
    path: &Path,
) -> Result<Header, WriteError> {
    let encoded = encode(table).map_err(|error| WriteError::io(path, error))?;
    let bytes = encoded.to_bytes().map_err(|error| WriteError::io(path, error))?;
    replace(path, |out| out.write_all(&bytes))?;
    Ok(encoded.header)
}

/// The bytes of the table's file.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_table::{TableFile, to_bytes};
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// let bytes = to_bytes(&solution)?; // 39,366 bytes of entries
/// assert!(bytes.starts_with(b"\x89PERFECT") && bytes.len() < 7000);
/// assert_eq!(TableFile::read(&bytes[..])?.header().game, "tictactoe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the header is larger than the format allows, which takes a game with a name of 65,000 bytes,
/// if the table has an entry for a position at a later ply than [`Game::max_plies`], if the table has more
/// entries than boards of 16 cells have codes, or if there is not enough memory to compress it.
pub fn to_bytes<G: Game, B: AsRef<[u8]>>(table: &DirectTable<G, B>) -> io::Result<Vec<u8>> {
    encode(table)?.to_bytes()
}

/// A file's parts.
pub(crate) struct Encoded {
    pub(crate) header: Header,
    blocks: Vec<Vec<u8>>,
}

impl Encoded {
    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = frame::to_bytes(&self.header)?;
        bytes.extend(self.blocks.iter().flatten());
        bytes.extend(self.blocks.iter().flat_map(|block| &block[..HEAD_BYTES]));
        Ok(bytes)
    }
}

/// The parts of the table's file.
pub(crate) fn encode<G: Game, B: AsRef<[u8]>>(table: &DirectTable<G, B>) -> io::Result<Encoded> {
    let (game, slots) = (table.game(), table.slots());
    if slots.len() as u64 > MOST_BYTES_BY_CODE {
        let message = format!(
            "the entries take {} bytes, and a file by code holds at most {MOST_BYTES_BY_CODE}: number \
             the positions more closely, or write an m,n,k-game by index, with `LevelWriter`",
            slots.len()
        );
        return Err(io::Error::other(message));
    }
    let mut positions_by_ply = vec![0; usize::from(game.max_plies()) + 1];
    for position in table.positions() {
        let ply = game.ply(position);
        // The header has no place for its count.
        let Some(count) = positions_by_ply.get_mut(usize::from(ply)) else {
            return Err(io::Error::other(format!(
                "the table has an entry for {} at ply {ply}, and the longest play of {} takes {} plies: \
                 no play leads there",
                Shown(game.notation(position)),
                Shown(game),
                game.max_plies()
            )));
        };
        *count += 1;
    }
    let settings = Settings::by_code(slots.len() as u64);
    let mut blocks = pack_all(slots, 0, settings, |_| ())?;
    blocks.push(pack_counts(&positions_by_ply, blocks.len() as u64, settings)?);
    let mut index_crc32 = crc32fast::Hasher::new();
    for block in &blocks {
        index_crc32.update(&block[..HEAD_BYTES]);
    }
    let header = Header {
        game: game.to_string(),
        objective: table.objective(),
        positions_by_ply,
        numbering: Numbering::Codes(table.layout()),
        left_out: Vec::new(),
        level_bytes: vec![slots.len() as u64],
        settings,
        stored_bytes: blocks.iter().map(|block| block.len() as u64).sum(),
        index_crc32: index_crc32.finalize(),
        finished: true,
    };
    Ok(Encoded { header, blocks })
}

/// The blocks that hold these entries, the first of which has the number `first`. Each is changed
/// before it is compressed. They are the same on any number of threads.
pub(crate) fn pack_all(
    entries: &[u8],
    first: u64,
    settings: Settings,
    change: impl Fn(&mut [u8]) + Sync,
) -> io::Result<Vec<Vec<u8>>> {
    let contents: Vec<_> = entries.chunks(settings.block_bytes as usize).collect();
    parallel(contents)
        .enumerate()
        .map(|(i, content)| {
            let mut content = content.to_vec();
            change(&mut content);
            block::pack(first + i as u64, &content, settings.compression)
        })
        .collect()
}

/// The block with this number that holds a level's counts.
pub(crate) fn pack_counts(counts: &[u64], number: u64, settings: Settings) -> io::Result<Vec<u8>> {
    let content: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
    block::pack(number, &content, settings.compression)
}

#[cfg(test)]
mod tests {
    use perfect_play_core::{Layout, Mnk, Objective, Value};

    use super::*;

    #[test]
    fn what_would_not_be_read_is_not_written() {
        let game: Mnk = "mnk:17,1,3".parse().unwrap();
        let slots = vec![Value::NONE; usize::try_from(game.codes()).unwrap()];
        let table = DirectTable::new(game, Objective::Fastest, Layout::Bytes, slots).unwrap();
        let error = to_bytes(&table).unwrap_err();
        let expected =
            "the entries take 129140163 bytes, and a file by code holds at most 86093442: ";
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}
