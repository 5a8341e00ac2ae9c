//! A `.perfect` file, opened.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | magic: `89` and the letters `PERFECT` |
//! | 8–11 | format version |
//! | 12–15 | length of the header in bytes, at most 65,536 |
//! | 16–19 | CRC-32 (IEEE) of bytes 8–15 and the header |
//! | 20– | the header, in bincode's legacy configuration |
//! | then | the sections, one after the other ([`crate::section`]) |
//! | then | the index, to the end of the file: 12 bytes for each section |
//!
//! All numbers are little-endian; the header is the fields of [`Header`] in their order, without
//! names: texts and lists behind their length in eight bytes, alternatives as a number of four.
//!
//! | field | bytes |
//! |---|---|
//! | the game's name | 8 + its length |
//! | checksum of the rules | 4 |
//! | objective: 0 fastest, 1 outcome | 4 |
//! | what an entry means: 0 outcome and remoteness | 4 |
//! | numbering: 0 by code, 1 by tier | 4 |
//! | by code: layout: 0 words, 1 bytes; by tier: the cells of the top, the middle and the low part | 4; 3 × 8 |
//! | bytes of a key: 0 | 1 |
//! | bytes of entries in a frame | 4 |
//! | level of zstd | 4 |
//! | how many sections | 8 |
//! | bytes of entries | 8 |
//! | positions by ply, or none | 8 + 8 for each ply |
//! | bytes of all sections | 8 |
//! | CRC-32 of the index | 4 |
//! | 1 if finished | 1 |
//!
//! The *identity* of a file is the CRC-32 of frame and header as they are in a file under way, without
//! positions by ply: so it depends on everything that decides what the sections must hold, and on nothing
//! else. With it all checksums of sections begin.
//!
//! A table by code is one section. So is a table by tiers that is held in memory: all tiers in their order,
//! of each the slots with O to move and then those with X to move. A larger one has two sections for each
//! tier, in the same order.
//!
//! A table by tiers has a byte for each slot. Where the board of a slot holds a line, the byte means nothing. In a
//! table of one section it means nothing either where [`perfect_play_core::Kind::settled`] tells the value. In both
//! cases the byte before it in its tier and with its player to move is written, so that it takes next to no room.
//!
//! In the index, each section has its bytes of entries, its bytes in the file, and the checksum in its head,
//! four bytes each.
//!
//! A file under way is called `NAME.partial`. Its header says so, and has zeros for what is not yet
//! known; the sections end anywhere, and the index is missing. That header is replaced last of all.

use std::{
    cmp::Ordering,
    fmt,
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
    sync::Arc,
};

use perfect_play_core::{Board, DirectTable, Symmetric, Tabular};
use perfect_play_tiers::{HeldSections, TierTable, Tiers};

use crate::{
    Damage, FileSections, Header, Numbering, OpenError, OpenErrorKind, ReadError, Settings,
    WrongGame,
    encode::MOST_BYTES_BY_CODE,
    file_sections::{Entries, Packed},
    frame,
    identity::{Identity, fingerprint},
    section::{Head, Summary},
    source::{PositionedFile, Source},
    store::Store,
};

/// A `.perfect` file whose frame, header and index are whole, and nothing of it is missing or left
/// over. Where its entries are held in memory (those of tables by code, and of others up to
/// [`Settings::MAX_HELD_BYTES`]), they are whole, too; otherwise each frame is checked when it is
/// read.
///
/// Whether what it says is true is another question: [`crate::verify`].
///
/// ```
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
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
    entries: FoundEntries,
}

/// A file's entries.
#[derive(Debug)]
enum FoundEntries {
    /// One section, in memory.
    Held(Vec<u8>),
    /// Sections in the file.
    Stored(Store),
}

impl TableFile {
    /// Opens a file and checks that it is whole.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let open = || {
            if path.is_dir() {
                return Err(OpenErrorKind::Directory);
            }
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            let mut reader = BufReader::new(&file);
            let opening = Opening::read(&mut reader)?;
            // How long a pipe is, only its end tells.
            if metadata.is_file() {
                match metadata.len().cmp(&opening.end) {
                    Ordering::Less => return Err(Damage::CutShort.into()),
                    Ordering::Equal => {}
                    Ordering::Greater => return Err(Damage::TooLong.into()),
                }
            }
            if metadata.is_file() {
                opening.on_disk(path, file)
            } else {
                opening.in_memory(path, reader)
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
        Opening::read(&mut file)?.in_memory(Path::new("the table"), file)
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
    /// If it is of another game, or by tiers ([`TableFile::into_tier_table`]), or its slots are
    /// not those of a table.
    pub fn into_table<G: Tabular>(self, game: G) -> Result<DirectTable<G, Vec<u8>>, WrongGame> {
        self.is_of(&game)?;
        match (self.header.numbering, self.entries) {
            (Numbering::Codes(layout), FoundEntries::Held(slots)) => {
                Ok(DirectTable::new(game, self.header.objective, layout, slots)?)
            }
            _ => Err(WrongGame::Numbering { found: "tier", expected: "code" }),
        }
    }

    /// The file's table by tiers, ready to be probed.
    ///
    /// # Errors
    ///
    /// If it is of another game, or by code ([`TableFile::into_table`]), or its sections are not
    /// those of the game.
    pub fn into_tier_table<G: Symmetric<Position = Board>>(
        self,
        game: G,
    ) -> Result<TierTable<G, FileSections>, WrongGame> {
        self.is_of(&game)?;
        if let Numbering::Codes(_) = self.header.numbering {
            return Err(WrongGame::Numbering { found: "code", expected: "tier" });
        }
        let tiers = Arc::new(Tiers::of(&game)?);
        let other_sections = || WrongGame::Sections { game: game.to_string() };
        if self.header.numbering != Numbering::of(&tiers) {
            return Err(other_sections());
        }
        let lens = (0..tiers.len()).map(|tier| tiers.tier(tier).lens());
        let sections = match self.entries {
            FoundEntries::Held(entries) => held(&entries, lens)
                .map(|sections| Entries::Packed(Packed::new(sections, Arc::clone(&tiers)))),
            FoundEntries::Stored(store) => {
                let lens: Vec<usize> = lens.flatten().collect();
                store.has_lens(&lens).then_some(Entries::Stored(store))
            }
        };
        let sections = FileSections(sections.ok_or_else(other_sections)?);
        let objective = self.header.objective;
        TierTable::new(game, objective, tiers, sections).ok_or(WrongGame::Unsteady)
    }

    fn is_of<G: Tabular>(&self, game: &G) -> Result<(), WrongGame> {
        let (found, expected) = (&self.header.game, game.to_string());
        if *found != expected {
            return Err(WrongGame::Name { found: found.clone(), expected });
        }
        if self.header.rules != fingerprint(game) {
            return Err(WrongGame::Rules { game: expected });
        }
        Ok(())
    }
}

/// The entries of all tiers, cut into sections of these lengths. `None` if there are more or fewer.
fn held(entries: &[u8], lens: impl Iterator<Item = [usize; 2]>) -> Option<HeldSections> {
    let mut rest = entries;
    let mut sections = Vec::new();
    for lens in lens {
        let mut of_tier = [const { Vec::new() }; 2];
        for (section, len) in of_tier.iter_mut().zip(lens) {
            let (entries, behind) = rest.split_at_checked(len)?;
            *section = entries.to_vec();
            rest = behind;
        }
        sections.push(of_tier);
    }
    rest.is_empty().then_some(HeldSections(sections))
}

/// A file of which frame and header have been read.
struct Opening {
    header: Header,
    identity: Identity,
    /// Where the sections begin.
    start: u64,
    /// Where they end.
    sections_end: u64,
    /// Where the file ends.
    end: u64,
}

impl Opening {
    fn read(file: &mut impl Read) -> Result<Self, OpenErrorKind> {
        let (header, start) = frame::read(file)?;
        if !header.finished {
            return Err(OpenErrorKind::Unfinished);
        }
        let possible = (1..=Settings::MAX_FRAME_BYTES).contains(&header.settings.frame_bytes)
            && header.positions_by_ply.len() <= MOST_PLIES
            && header.key_bytes == 0;
        let by_code = matches!(header.numbering, Numbering::Codes(_));
        // Nobody could say whether counts were right that a table by tiers stated.
        let possible = possible && (by_code || header.positions_by_ply.is_empty());
        // More is never held.
        let held = if by_code { MOST_BYTES_BY_CODE } else { Settings::MAX_HELD_BYTES };
        let fits = if header.sections == 1 { header.entry_bytes <= held } else { !by_code };
        if !possible || !fits {
            return Err(Damage::Header.into());
        }
        let index = header.sections.checked_mul(Summary::BYTES as u64).ok_or(Damage::Header)?;
        let sections_end = start.checked_add(header.stored_bytes).ok_or(Damage::Header)?;
        let end = sections_end.checked_add(index).ok_or(Damage::Header)?;
        let identity = header.identity()?;
        Ok(Self { header, identity, start, sections_end, end })
    }

    /// Goes on with what follows the header, read into memory.
    fn in_memory(self, path: &Path, mut file: impl Read) -> Result<TableFile, OpenErrorKind> {
        let Self { start, sections_end, end, .. } = self;
        // No memory is taken because a number in the header asks for it: it grows with what is read.
        let mut bytes = Vec::new();
        for number in 0..self.header.sections {
            let (before, settings) = (bytes.len(), self.header.settings);
            let head = Head::read(self.identity, number, settings, None, |piece| {
                file.read_exact(piece)?;
                bytes.extend_from_slice(piece);
                Ok(())
            });
            let head = head.map_err(while_reading)?.ok_or(Damage::Section(number))?;
            let section_end = before as u64 + u64::from(head.summary().stored_bytes);
            if section_end > sections_end - start {
                return Err(Damage::Index.into());
            }
            read_to(section_end, &mut file, &mut bytes)?;
        }
        read_to(end - start, &mut file, &mut bytes)?;
        if file.take(1).read(&mut [0])? > 0 {
            return Err(Damage::TooLong.into());
        }
        let moved = Self { start: 0, sections_end: sections_end - start, end: end - start, ..self };
        moved.with(path, Source::Memory(bytes))
    }

    /// Goes on with the index of a file whose entries stay on the disk.
    fn on_disk(self, path: &Path, file: File) -> Result<TableFile, OpenErrorKind> {
        self.with(path, Source::File(PositionedFile::new(file)))
    }

    fn with(self, path: &Path, source: Source) -> Result<TableFile, OpenErrorKind> {
        let Self { header, identity, start, sections_end, .. } = self;
        let summaries = read_index(&source, sections_end, &header)?;
        let store = Store::new(path, source, identity, header.settings, start);
        for &summary in &summaries {
            store.push(summary);
        }
        let bytes = summaries.iter().map(|summary| u64::from(summary.bytes)).sum::<u64>();
        if store.end() != sections_end || bytes != header.entry_bytes {
            return Err(Damage::Index.into());
        }
        let entries = if header.sections == 1 {
            let mut entries = Vec::new();
            store.read(0, &mut entries).map_err(while_opening)?;
            FoundEntries::Held(entries)
        } else {
            FoundEntries::Stored(store)
        };
        Ok(TableFile { header, entries })
    }
}

/// Reads on until there are so many bytes.
fn read_to(length: u64, file: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), OpenErrorKind> {
    let left = length.saturating_sub(bytes.len() as u64);
    let read = file.take(left).read_to_end(bytes)?;
    if (read as u64) < left { Err(Damage::CutShort.into()) } else { Ok(()) }
}

fn while_reading(error: io::Error) -> OpenErrorKind {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutShort.into(),
        _ => error.into(),
    }
}

/// How many plies a game has at most, the start's included.
const MOST_PLIES: usize = u8::MAX as usize + 1;

/// How many sections of an index are read at once.
const SUMMARIES_AT_ONCE: usize = 1 << 10;

/// Reads the index of a file, which begins at a place. It ends at the first section that cannot be: a
/// sparse file may be of any length.
fn read_index(
    source: &Source,
    mut place: u64,
    header: &Header,
) -> Result<Vec<Summary>, OpenErrorKind> {
    let (mut summaries, mut crc32) = (Vec::new(), crc32fast::Hasher::new());
    let mut left = header.sections;
    while left > 0 {
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(SUMMARIES_AT_ONCE);
        let mut read = vec![[0; Summary::BYTES]; count];
        source.read_at(place, read.as_flattened_mut())?;
        place += (count * Summary::BYTES) as u64;
        left -= count as u64;
        crc32.update(read.as_flattened());
        summaries.try_reserve(count).map_err(io::Error::from)?;
        for bytes in &read {
            let summary = Summary::from_bytes(bytes);
            if !summary.is_possible(header.settings) {
                return Err(Damage::Index.into());
            }
            summaries.push(summary);
        }
    }
    if crc32.finalize() == header.index_crc32 { Ok(summaries) } else { Err(Damage::Index.into()) }
}

fn while_opening(error: ReadError) -> OpenErrorKind {
    match error {
        ReadError::Damaged { section, .. } => Damage::Section(section).into(),
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
