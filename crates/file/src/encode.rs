//! The bytes of a small table's file.

use std::{io, path::Path};

use perfect_play_core::{Game, Shown, Slot, Table, Values};
use perfect_play_numbering::{TierValues, plies_to_count};
use thiserror::Error;

use crate::{
    CopyError, Header, Stored, Unreadable, WriteError,
    header::{MOST_PLIES, codec},
    index::index_of,
    replace,
    section_frames::PackedSection,
};

/// Writes the file of a small table, completely or not at all. The file has one section. A larger table by tiers, of
/// more than [`Settings::MAX_HELD_BYTES`](crate::Settings::MAX_HELD_BYTES) entries, is written tier by tier with
/// [`TierWriter`](crate::TierWriter).
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{solve, solve_tiers};
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "mnk:3,2,2".parse()?;
/// let table = solve(game, Objective::Fastest, &mut |_, _| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("small.perfect");
/// let header = perfect_play_file::write(&table, &path)?;
/// assert_eq!(header.positions(), Some(129));
/// assert_eq!(std::fs::read(&path)?, perfect_play_file::to_bytes(&table)?);
///
/// // A table by tiers.
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let sections = solve_tiers(&game, numbering.tiers(), &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, sections).unwrap();
/// let header = perfect_play_file::write(&table, &path)?;
/// assert_eq!((header.sections, header.entry_bytes), (1, table.numbering().tiers().slots()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the file cannot be written, if the table cannot be read, or if [`to_bytes`] fails. Nothing is left behind, and
/// an older file stays unchanged.
pub fn write<G, N, V>(table: &Table<G, N, V>, path: &Path) -> Result<Header, CopyError>
where
    G: Game,
    N: Stored<G>,
    V: Values,
{
    let io = |error| WriteError::io(path, error);
    check_size(table).map_err(io)?;
    let entries = entries_of(table)?;
    let encoded = Encoded::of(table, &entries).map_err(io)?;
    let bytes = encoded.to_bytes().map_err(io)?;
    replace(path, |out| out.write_all(&bytes))?;
    Ok(encoded.header)
}

/// The bytes of a small table's file.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{TableFile, to_bytes};
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let bytes = to_bytes(&solution)?; // 19,683 bytes of entries
/// assert!(bytes.starts_with(b"\x89PERFECT") && bytes.len() < 4000);
/// assert_eq!(TableFile::read(&bytes[..])?.header().game, "tictactoe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If
///
/// * the header is larger than the format allows (only a game whose name has 65,000 bytes causes this);
/// * [`Game::max_plies`](perfect_play_core::Game::max_plies) is more than 255, or the table has an entry for a position at
///   a later ply;
/// * the entries take too many bytes: more than 3^16 in a table by code, more than 2^32 − 1 in a table of found
///   positions (their keys included), or more than
///   [`Settings::MAX_HELD_BYTES`](crate::Settings::MAX_HELD_BYTES) in a table by tiers;
/// * the table cannot be read;
/// * there is not enough memory to compress it.
pub fn to_bytes<G: Game, N: Stored<G>, V: Values>(table: &Table<G, N, V>) -> io::Result<Vec<u8>> {
    encode(table)?.to_bytes()
}

impl Header {
    /// The header of this small table's file. This function compresses the table, because two fields depend on the
    /// compressed bytes: `stored_bytes` and `index_crc32`.
    ///
    /// # Errors
    ///
    /// The errors of [`to_bytes`].
    pub fn of<G: Game, N: Stored<G>, V: Values>(table: &Table<G, N, V>) -> io::Result<Self> {
        Ok(encode(table)?.header)
    }
}

/// The parts of a small table's file.
fn encode<G: Game, N: Stored<G>, V: Values>(table: &Table<G, N, V>) -> io::Result<Encoded> {
    check_size(table)?;
    Encoded::of(table, &entries_of(table).map_err(io::Error::other)?)
}

/// Refuses a table that is too large for one section.
fn check_size<G: Game, N: Stored<G>, V>(table: &Table<G, N, V>) -> io::Result<()> {
    let (game, numbering) = (table.game(), table.numbering());
    let entry = 1 + numbering.key_bytes() as u64;
    let mut lens = (0..numbering.sections(game)).map(|section| numbering.slots(game, section));
    let bytes = lens.try_fold(0, |bytes: u64, len| bytes.checked_add(entry.checked_mul(len)?));
    let bytes = bytes.unwrap_or(u64::MAX);
    let (most, advice) = numbering.most_bytes();
    if bytes <= most {
        return Ok(());
    }
    let message = format!(
        "the table has {bytes} bytes of entries, and a file in one piece holds at most {most}: {advice}"
    );
    Err(io::Error::other(message))
}

/// The entries of a small table, in one piece.
fn entries_of<G: Game, N: Stored<G>, V: Values>(
    table: &Table<G, N, V>,
) -> Result<Vec<u8>, Unreadable> {
    let byte = |section, rank| table.values().byte(Slot { section, rank }).map_err(Unreadable::new);
    let mut entries = Vec::new();
    let (game, numbering) = (table.game(), table.numbering());
    for section in 0..numbering.sections(game) {
        let slots = usize::try_from(numbering.slots(game, section)).unwrap_or(usize::MAX);
        let other_length = || Unreadable::new(OtherLength { section, slots });
        for rank in 0..slots {
            entries.push(byte(section, rank)?.ok_or_else(other_length)?);
        }
        if byte(section, slots)?.is_some() {
            return Err(other_length());
        }
    }
    if numbering.has_second_bytes() {
        append_second_bytes(table, &mut entries)?;
    }
    append_keys::<G, N>(numbering, &mut entries);
    Ok(entries)
}

/// Appends the second byte of each slot, unless all of them are 0.
fn append_second_bytes<G: Game, N: Stored<G>, V: Values>(
    table: &Table<G, N, V>,
    entries: &mut Vec<u8>,
) -> Result<(), Unreadable> {
    let (game, numbering, scheme) = (table.game(), table.numbering(), table.game().scheme());
    let (slots, mut is_needed) = (entries.len(), false);
    for section in 0..numbering.sections(game) {
        for rank in 0..usize::try_from(numbering.slots(game, section)).unwrap_or(usize::MAX) {
            let value = table.values().value(scheme, Slot { section, rank });
            let value = value.map_err(Unreadable::new)?;
            let [_, second] = value.map_or([0; 2], |value| TierValues::split(scheme, value));
            is_needed |= second > 0;
            entries.push(second);
        }
    }
    if !is_needed {
        entries.truncate(slots);
    }
    Ok(())
}

/// Appends the keys of the first position of each slot to the values.
fn append_keys<G: Game, N: Stored<G>>(numbering: &N, entries: &mut Vec<u8>) {
    let (width, slots) = (numbering.key_bytes(), entries.len());
    if width == 0 {
        return;
    }
    entries.resize(slots * (1 + width), 0);
    let keys = &mut entries[slots..];
    let mut key = vec![0; width];
    for slot in 0..slots {
        numbering.write_key(slot, &mut key);
        // The first bytes of all keys, then all second bytes: the keys are sorted, so neighbouring bytes are
        // similar and compress well.
        for (plane, &byte) in keys.chunks_exact_mut(slots).zip(&key) {
            plane[slot] = byte;
        }
    }
}

/// A section of a table has more or fewer entries than the numbering says.
#[derive(Debug, Error)]
#[error("section {section} does not have as many entries as the numbering says: {slots}")]
struct OtherLength {
    section: u32,
    slots: usize,
}

/// How many positions have an entry, by ply. One number if plies are not counted, and none if positions are not.
///
/// # Errors
///
/// If there are too many plies for the header.
fn positions_by_ply<G: Game, N: Stored<G>, V: Values>(
    table: &Table<G, N, V>,
) -> io::Result<Vec<u64>> {
    let (game, numbering) = (table.game(), table.numbering());
    if !numbering.counts_positions() {
        return Ok(Vec::new());
    }
    let plies = plies_to_count(game);
    if plies > MOST_PLIES {
        return Err(io::Error::other(format!(
            "a play of {} may take {} plies, and a file counts the positions of at most {} plies",
            Shown(game),
            game.max_plies(),
            MOST_PLIES - 1
        )));
    }
    let mut by_ply = vec![0; plies];
    for (_, position) in table.firsts() {
        let ply = game.ply(position).unwrap_or(0);
        let has_room = ply <= game.max_plies() || game.max_plies() == 0;
        let Some(ply) = Some(usize::from(ply)).filter(|&ply| has_room && ply < MOST_PLIES) else {
            return Err(io::Error::other(format!(
                "the table has an entry for {} at ply {ply}, but a play of {} takes at most {} plies, so \
                 the position is unreachable",
                Shown(game.notation(position)),
                Shown(game),
                game.max_plies()
            )));
        };
        if by_ply.len() <= ply {
            by_ply.resize(ply + 1, 0);
        }
        by_ply[ply] += numbering.count_sharing(game, position);
    }
    Ok(by_ply)
}

/// The parts of a file whose entries are one section.
struct Encoded {
    header: Header,
    section: PackedSection,
}

impl Encoded {
    /// Compresses the entries of a table.
    fn of<G: Game, N: Stored<G>, V: Values>(
        table: &Table<G, N, V>,
        entries: &[u8],
    ) -> io::Result<Self> {
        let bytes = entries.len() as u64;
        let (game, numbering) = (table.game(), table.numbering());
        let settings = numbering.settings(bytes);
        let header = Header::begun(game, table.objective(), numbering, settings, (1, bytes));
        let header = Header { positions_by_ply: positions_by_ply(table)?, ..header };
        let keep = &mut |slots, entries: &[u8], kept: &mut Vec<u8>| {
            numbering.keep(slots, entries, kept);
        };
        let bound_to = (header.identity()?, header.settings);
        let section = PackedSection::new(bound_to, 0, entries, keep)?;
        let header = Header {
            stored_bytes: section.stored.len() as u64,
            index_crc32: index_of(&[section.summary]).1,
            finished: true,
            ..header
        };
        Ok(Self { header, section })
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = codec::to_bytes(&self.header)?;
        bytes.extend(&self.section.stored);
        bytes.extend(index_of(&[self.section.summary]).0);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::{Game, Objective, Value};
    use perfect_play_games::Mnk;
    use perfect_play_test_kit::{Listed, by_code};

    use super::*;
    use crate::TableFile;

    #[test]
    fn what_would_not_be_read_is_not_written() {
        let game: Mnk = "mnk:17,1,3".parse().unwrap();
        let values = vec![Value::NONE; usize::try_from(game.codes()).unwrap()];
        let table = by_code(game, Objective::Fastest, values).unwrap();
        let error = to_bytes(&table).unwrap_err();
        let expected = "the table has 129140163 bytes of entries, and a file in one piece holds at most \
                        43046721: ";
        assert!(error.to_string().starts_with(expected), "{error}");

        let with_plies = |max_plies| {
            let game = Listed { max_plies, ..Listed::over("over") };
            to_bytes(&by_code(game, Objective::Fastest, vec![0]).unwrap())
        };
        assert!(TableFile::read(&*with_plies(255).unwrap()).is_ok());
        let expected = "a play of over may take 256 plies, and a file counts the positions of at \
                        most 255 plies";
        assert_eq!(with_plies(256).unwrap_err().to_string(), expected);
    }
}
