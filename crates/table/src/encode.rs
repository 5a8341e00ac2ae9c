//! A table by code as the bytes of its file.

use std::{io, path::Path};

use perfect_play_core::{
    Board, DirectTable, Printable, Probe, ProbeFailure, Shown, Symmetric, Tabular,
};
use perfect_play_tiers::{MAX_CODES_IN_ORDER, Sections, TierTable, Tiers};
use thiserror::Error;

use crate::{
    Header, Numbering, Settings, Unreadable, WriteError, frame, replace, section::PackedSection,
    settled::fill,
};

/// The most bytes of entries that a table by code can have: two for each board of 16 cells. Files
/// that claim more are refused.
pub(crate) const MOST_BYTES_BY_CODE: u64 = 2 * MAX_CODES_IN_ORDER;

/// Writes the table's file, complete or not at all.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let solution = perfect_play_generator::solve(game, Objective::Fastest)?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("small.perfect");
/// let header = perfect_play_table::write(&solution, &path)?;
/// assert_eq!(header.positions(), Some(129));
/// assert_eq!(std::fs::read(&path)?, perfect_play_table::to_bytes(&solution)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it cannot be written, or [`to_bytes`] fails. Nothing is left behind, and an older file stays
/// as it was.
pub fn write<G: Tabular + Printable, B: AsRef<[u8]>>(
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
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
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
/// if the table has an entry for a position at a later ply than [`Tabular::max_plies`], if the table has more
/// entries than boards of 16 cells have codes, or if there is not enough memory to compress it.
pub fn to_bytes<G: Tabular + Printable, B: AsRef<[u8]>>(
    table: &DirectTable<G, B>,
) -> io::Result<Vec<u8>> {
    encode(table)?.to_bytes()
}

/// Writes the file of a small table by tiers, of at most [`Settings::MAX_HELD_BYTES`] entries, complete or not at all.
/// Larger ones are written tier by tier, by [`TierWriter`](crate::TierWriter).
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{TierTable, Tiers}, solve_tiers};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let sections = solve_tiers(&game, &tiers, &|_| ())?;
/// let table = TierTable::new(game, Objective::Fastest, tiers, sections).unwrap();
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("small.perfect");
/// let header = perfect_play_table::write_tiers(&table, &path)?;
/// assert_eq!((header.sections, header.entry_bytes), (1, table.tiers().slots()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it cannot be written, or the table has more entries or cannot be read.
pub fn write_tiers<G, S>(table: &TierTable<G, S>, path: &Path) -> Result<Header, CopyError>
where
    G: Symmetric<Position = Board>,
    S: Sections<Error: ProbeFailure>,
{
    let io = |error| WriteError::io(path, error);
    check_size(table.tiers()).map_err(io)?;
    let entries = entries_of(table)?;
    let encoded = encode_tiers(table, &entries).map_err(io)?;
    let bytes = encoded.to_bytes().map_err(io)?;
    replace(path, |out| out.write_all(&bytes))?;
    Ok(encoded.header)
}

/// Refuses a table that is too large for one section.
fn check_size(tiers: &Tiers) -> io::Result<()> {
    let (bytes, most) = (tiers.slots(), Settings::MAX_HELD_BYTES);
    if bytes <= most {
        return Ok(());
    }
    let message = format!(
        "it has {bytes} entries, and a table of more than {most} is written tier by tier, with `TierWriter`"
    );
    Err(io::Error::other(message))
}

/// The bytes of the file of a small table by tiers, of at most [`Settings::MAX_HELD_BYTES`] entries.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{TierTable, Tiers}, solve_tiers};
/// use perfect_play_table::{TableFile, tiers_to_bytes};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let sections = solve_tiers(&game, &tiers, &|_| ())?;
/// let table = TierTable::new(game, Objective::Fastest, tiers, sections).unwrap();
/// assert_eq!(TableFile::read(&*tiers_to_bytes(&table)?)?.header().game, "connect:4,4,4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table has more entries, or cannot be read.
pub fn tiers_to_bytes<G, S>(table: &TierTable<G, S>) -> io::Result<Vec<u8>>
where
    G: Symmetric<Position = Board>,
    S: Sections<Error: ProbeFailure>,
{
    check_size(table.tiers())?;
    let entries = entries_of(table).map_err(io::Error::other)?;
    encode_tiers(table, &entries)?.to_bytes()
}

/// What a small table stores, in one piece.
fn entries_of<G, S>(table: &TierTable<G, S>) -> Result<Vec<u8>, Unreadable>
where
    G: Symmetric<Position = Board>,
    S: Sections<Error: ProbeFailure>,
{
    let (mut entries, mut section) = (Vec::new(), Vec::new());
    let tiers = 0..u32::try_from(table.tiers().len()).unwrap_or(u32::MAX);
    for (tier, mover) in tiers.flat_map(|tier| [(tier, 0), (tier, 1)]) {
        table.sections().section(tier, mover, &mut section).map_err(Unreadable::new)?;
        let (found, slots) = (section.len(), table.tiers().tier(tier as usize).len(mover));
        if found != slots {
            return Err(Unreadable::new(OtherLength { tier, mover, found, slots }));
        }
        entries.extend_from_slice(&section);
    }
    fill(table.tiers(), &mut entries);
    Ok(entries)
}

/// A section of a table has more or fewer entries than the numbering says.
#[derive(Debug, Error)]
#[error(
    "section {mover} of tier {tier} has {found} entries, and the numbering {slots} slots for it"
)]
struct OtherLength {
    tier: u32,
    mover: usize,
    found: usize,
    slots: usize,
}

fn encode_tiers<G, S>(table: &TierTable<G, S>, entries: &[u8]) -> io::Result<Encoded>
where
    G: Symmetric<Position = Board>,
    S: Sections<Error: ProbeFailure>,
{
    let bytes = entries.len() as u64;
    let (settings, numbering) = (Settings::by_tier(bytes), Numbering::of(table.tiers()));
    let header = Header::begun(table.game(), table.objective(), numbering, settings, (1, bytes));
    Encoded::new(header, entries)
}

/// Why a table could not be written to another place.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum CopyError {
    /// The file cannot be written.
    Write(#[from] WriteError),
    /// The table cannot be read: it is in a file itself.
    Unreadable(#[from] Unreadable),
}

/// The parts of a file whose entries are one section.
pub(crate) struct Encoded {
    pub(crate) header: Header,
    section: PackedSection,
}

impl Encoded {
    /// Compresses the entries. The header has everything that is known without.
    fn new(header: Header, entries: &[u8]) -> io::Result<Self> {
        let section = PackedSection::new(header.identity()?, 0, entries, header.settings)?;
        let header = Header {
            stored_bytes: section.stored.len() as u64,
            index_crc32: crc32fast::hash(&section.summary.to_bytes()),
            finished: true,
            ..header
        };
        Ok(Self { header, section })
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = frame::to_bytes(&self.header)?;
        bytes.extend(&self.section.stored);
        bytes.extend(self.section.summary.to_bytes());
        Ok(bytes)
    }
}

/// The parts of the table's file.
pub(crate) fn encode<G: Tabular + Printable, B: AsRef<[u8]>>(
    table: &DirectTable<G, B>,
) -> io::Result<Encoded> {
    let (game, slots) = (table.game(), table.slots());
    if slots.len() as u64 > MOST_BYTES_BY_CODE {
        let message = format!(
            "the entries take {} bytes, and a file by code holds at most {MOST_BYTES_BY_CODE}: number \
             the positions more closely, or write an m,n,k-game by tiers, with `TierWriter`",
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
    let numbering = Numbering::Codes(table.layout());
    let counts = (1, slots.len() as u64);
    let header = Header::begun(game, table.objective(), numbering, settings, counts);
    Encoded::new(Header { positions_by_ply, ..header }, slots)
}

#[cfg(test)]
mod tests {
    use perfect_play_core::{Layout, Objective, Value};
    use perfect_play_games::Mnk;

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
