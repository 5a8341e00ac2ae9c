//! A `.perfect` file, opened.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | magic: `89` and the letters `PERFECT` |
//! | 8–11 | format version |
//! | 12–15 | length of the header in bytes, at most 65,536 |
//! | 16–19 | CRC-32 (IEEE) of bytes 8–15 and the header |
//! | 20– | the header, in bincode's legacy configuration |
//! | then | the blocks, one after the other |
//! | then | the index: the heads of all blocks again, to the end of the file |
//!
//! All numbers are little-endian; the header is the fields of [`Header`] in their order, without
//! names: texts and lists behind their length in eight bytes, alternatives as a number of four.
//!
//! | field | bytes |
//! |---|---|
//! | the game's name | 8 + its length |
//! | objective: 0 fastest, 1 outcome | 4 |
//! | positions by ply | 8 + 8 for each ply |
//! | numbering: 0 by code, 1 by index | 4 |
//! | by code only, layout: 0 words, 1 bytes | 4 |
//! | values left out | 8 + 1 for each |
//! | bytes of entries of each level | 8 + 8 for each level |
//! | bytes of entries in a block | 4 |
//! | level of zstd | 4 |
//! | bytes of all blocks | 8 |
//! | CRC-32 of the index | 4 |
//! | 1 if finished | 1 |
//!
//! Each level is cut into *blocks* of equal size, but for its last one; a table by code is one
//! level. Behind the blocks of a level comes one more, with the level's positions by ply, eight
//! bytes each. A block is
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | length of what is compressed |
//! | 4–7 | CRC-32 of the block's number (from 0, eight bytes), of what is compressed, and of what that stands for |
//! | 8– | one frame of zstd |
//!
//! In a table by index, an entry is one byte for each slot. In the place of the values left out, and
//! where [`perfect_play_core::Game::check`] rules a board out, the most frequent other byte of the
//! block is written, so that they take next to no room: who reads asks the rules first.
//!
//! A file under way is called `NAME.partial`. Its header says so, and has zeros for what is not yet
//! known; the blocks end anywhere, and the index is missing. That header is replaced last of all.

use std::{
    cmp::Ordering,
    fmt,
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
};

use perfect_play_core::{Board, DirectTable, Game};
use perfect_play_index::Index;

use crate::{
    BlockTable, Damage, Header, Numbering, OpenError, OpenErrorKind, ReadError, Settings,
    WrongGame,
    block::HEAD_BYTES,
    block_reader::{BlockReader, read_index},
    encode::MOST_BYTES_BY_CODE,
    frame,
    plan::Plan,
    source::{PositionedFile, Source},
    store::{Store, add_counts, as_counts},
};

/// A `.perfect` file whose frame, header and index are whole, and nothing of it is missing or left
/// over. Where its entries are held in memory (those of tables by code, and of others up to
/// [`Settings::MAX_HELD_BYTES`]), they are whole, too; otherwise each block is checked when it is
/// read.
///
/// Whether what it says is true is another question: [`crate::verify`].
///
/// ```
/// use perfect_play_core::{Mnk, Objective, Probe};
/// use perfect_play_table::TableFile;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest)?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("tictactoe.perfect");
/// perfect_play_table::write(&solution, &path)?;
///
/// let file = TableFile::open(&path)?;
/// let game: Mnk = file.header().game.parse()?;
/// let table = file.into_table(game)?;
/// assert_eq!(table.probe(game.parse("XO..X....")?)?.best_move(), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableFile {
    header: Header,
    /// What each level states of its positions, in the order of the file.
    counts: Vec<Vec<u64>>,
    entries: Entries,
}

/// A file's entries.
#[derive(Debug)]
pub(crate) enum Entries {
    /// In memory, level after level.
    Held(Vec<u8>),
    /// In the file.
    Stored(Store),
}

impl TableFile {
    /// Opens a file and checks that it is whole.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::open_holding(path, Settings::MAX_HELD_BYTES)
    }

    /// The same, where a table by index is held in memory if it has at most so many bytes of
    /// entries.
    ///
    /// # Errors
    ///
    /// As [`TableFile::open`].
    pub fn open_holding(path: &Path, most_bytes: u64) -> Result<Self, OpenError> {
        let open = || {
            if path.is_dir() {
                return Err(OpenErrorKind::Directory);
            }
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            let mut reader = BufReader::new(&file);
            let opening = Opening::read(&mut reader, most_bytes)?;
            // How long a pipe is, only its end tells.
            if metadata.is_file() {
                match metadata.len().cmp(&opening.end) {
                    Ordering::Less => return Err(Damage::CutShort.into()),
                    Ordering::Equal => {}
                    Ordering::Greater => return Err(Damage::TooLong.into()),
                }
            }
            if opening.held || !metadata.is_file() {
                opening.in_memory(path, reader)
            } else {
                opening.on_disk(path, file)
            }
        };
        open().map_err(|kind| OpenError::new(path, kind))
    }

    /// Reads a file's bytes into memory and checks that they are whole.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(mut file: impl Read) -> Result<Self, OpenErrorKind> {
        Opening::read(&mut file, Settings::MAX_HELD_BYTES)?.in_memory(Path::new("the table"), file)
    }

    /// What the file says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file's table by code, ready to be probed.
    ///
    /// # Errors
    ///
    /// If it is of another game, or by index ([`TableFile::into_block_table`]), or its slots are
    /// not those of a table.
    pub fn into_table<G: Game>(self, game: G) -> Result<DirectTable<G, Vec<u8>>, WrongGame> {
        self.is_of(&game)?;
        match (self.header.numbering, self.entries) {
            (Numbering::Codes(layout), Entries::Held(slots)) => {
                Ok(DirectTable::new(game, self.header.objective, layout, slots)?)
            }
            _ => Err(WrongGame::Numbering { found: "index", expected: "code" }),
        }
    }

    /// The file's table by index, ready to be probed.
    ///
    /// # Errors
    ///
    /// If it is of another game, or by code ([`TableFile::into_table`]), or its levels are not
    /// those of the game.
    pub fn into_block_table<G: Game<Position = Board>>(
        self,
        game: G,
    ) -> Result<BlockTable<G>, WrongGame> {
        self.is_of(&game)?;
        if self.header.numbering != Numbering::Index {
            return Err(WrongGame::Numbering { found: "code", expected: "index" });
        }
        let index = Index::of(&game)?;
        if self.header.left_out != game.kind().settled_values()
            || self.header.level_bytes != level_bytes(&index)
        {
            return Err(WrongGame::Levels { game: game.to_string() });
        }
        Ok(BlockTable::new(game, self.header.objective, index, self.counts, self.entries))
    }

    fn is_of<G: Game>(&self, game: &G) -> Result<(), WrongGame> {
        let (found, expected) = (&self.header.game, game.to_string());
        if *found == expected {
            Ok(())
        } else {
            Err(WrongGame::Name { found: found.clone(), expected })
        }
    }
}

/// Bytes of entries of each level, in the order of the file.
pub(crate) fn level_bytes(index: &Index) -> Vec<u64> {
    index.levels_in_order().map(|level| index.level_len(level)).collect()
}

/// A file of which frame and header have been read.
struct Opening {
    header: Header,
    plan: Plan,
    /// Where the blocks begin.
    start: u64,
    /// Where the file ends.
    end: u64,
    /// Whether the entries are to be held in memory.
    held: bool,
}

impl Opening {
    fn read(file: &mut impl Read, most_bytes: u64) -> Result<Self, OpenErrorKind> {
        let (header, start) = frame::read(file)?;
        if !header.finished {
            return Err(OpenErrorKind::Unfinished);
        }
        let plan = Plan::of(&header)?;
        let index = plan.blocks().checked_mul(HEAD_BYTES as u64).ok_or(Damage::Header)?;
        let blocks = start.checked_add(header.stored_bytes).ok_or(Damage::Header)?;
        let end = blocks.checked_add(index).ok_or(Damage::Header)?;
        let by_code = matches!(header.numbering, Numbering::Codes(_));
        if by_code && header.entry_bytes() > MOST_BYTES_BY_CODE {
            return Err(Damage::Header.into());
        }
        let held = by_code || header.entry_bytes() <= most_bytes;
        Ok(Self { header, plan, start, end, held })
    }

    /// Goes on with what follows the header, read into memory.
    fn in_memory(self, path: &Path, file: impl Read) -> Result<TableFile, OpenErrorKind> {
        let Self { header, plan, held, .. } = self;
        let mut blocks = BlockReader::new(file, &plan, header.stored_bytes);
        let (mut entries, mut stored) = (Vec::new(), Vec::new());
        let mut counts = Vec::new();
        for nth in 0..plan.levels() {
            for _ in plan.level_blocks(nth) {
                let block = blocks.read_block()?;
                if held {
                    append(&mut entries, &block.content)?;
                } else {
                    append(&mut stored, &block.stored)?;
                }
            }
            let block = blocks.read_block()?;
            counts.push(as_counts(&block.content));
            if !held {
                append(&mut stored, &block.stored)?;
            }
        }
        let heads = blocks.finish(header.index_crc32)?;
        add_up(&counts, &header)?;
        let entries = if held {
            Entries::Held(entries)
        } else {
            let source = (path.to_path_buf(), Source::Memory(stored));
            Entries::Stored(Store::new(source, plan, 0, heads)?)
        };
        Ok(TableFile { header, counts, entries })
    }

    /// Goes on with the index and the counts of a file whose entries stay on the disk.
    fn on_disk(self, path: &Path, file: File) -> Result<TableFile, OpenErrorKind> {
        let Self { header, plan, start, .. } = self;
        let source = Source::File(PositionedFile::new(file));
        let end = start + header.stored_bytes;
        let heads = read_index(&source, end, &plan)?;
        if crc32fast::hash(heads.as_flattened()) != header.index_crc32 {
            return Err(Damage::Index.into());
        }
        let store = Store::new((path.to_path_buf(), source), plan, start, heads)?;
        if store.end() != end {
            return Err(Damage::Index.into());
        }
        let counts = (0..store.plan().levels()).map(|nth| store.counts(nth));
        let counts = counts.collect::<Result<Vec<_>, _>>().map_err(while_opening)?;
        add_up(&counts, &header)?;
        Ok(TableFile { header, counts, entries: Entries::Stored(store) })
    }
}

/// Adds bytes that have been read to others.
fn append(bytes: &mut Vec<u8>, more: &[u8]) -> io::Result<()> {
    bytes.try_reserve(more.len())?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// Checks that what the levels state of their positions adds up to what the header states.
fn add_up(counts: &[Vec<u64>], header: &Header) -> Result<(), Damage> {
    let none = vec![0; header.positions_by_ply.len()];
    let sums = counts.iter().try_fold(none, |sums, counts| add_counts(&sums, counts));
    if sums.as_ref() == Some(&header.positions_by_ply) { Ok(()) } else { Err(Damage::Counts) }
}

fn while_opening(error: ReadError) -> OpenErrorKind {
    match error {
        ReadError::Damaged { place, .. } => Damage::Block(place).into(),
        ReadError::Io { source, .. } => source.into(),
        ReadError::NoEntry(reason) => OpenErrorKind::Io(io::Error::other(reason)),
    }
}

/// Prints the header, and not the entries.
impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("header", &self.header).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::{Layout, Objective};

    use super::*;

    #[test]
    fn a_header_that_asks_for_more_than_there_is_memory_is_refused() {
        let level_bytes = 1_u64 << 40;
        let settings = Settings { block_bytes: Settings::MAX_BLOCK_BYTES, compression: 3 };
        let blocks = usize::try_from(level_bytes / u64::from(settings.block_bytes)).unwrap() + 1;
        // Each block is an empty head, and the index has all of them once more.
        let heads = vec![0; blocks * HEAD_BYTES];
        let header = Header {
            game: "tictactoe".to_owned(),
            objective: Objective::Fastest,
            positions_by_ply: vec![0; 10],
            numbering: Numbering::Codes(Layout::Bytes),
            left_out: Vec::new(),
            level_bytes: vec![level_bytes],
            settings,
            stored_bytes: heads.len() as u64,
            index_crc32: crc32fast::hash(&heads),
            finished: true,
        };
        let file = [frame::to_bytes(&header).unwrap(), heads.repeat(2)].concat();
        let error = TableFile::read(&*file).unwrap_err();
        assert!(matches!(error, OpenErrorKind::Damaged(Damage::Header)), "{error}");
    }
}
