//! Opening a file: raw frame, header and index are read and checked, in this order.

use std::{
    cmp::Ordering,
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
    sync::Arc,
};

use perfect_play_core::MAX_KEY_BYTES;
use perfect_play_numbering::PlyNumbering;

use crate::{
    Damage, Header, Meaning, OpenErrorKind, RemoteFile, Settings, StoredNumbering,
    disk::DiskFile,
    header::{MOST_PLIES, codec},
    identity::Identity,
    index::{self, Index},
    remote_file::RemoteReader,
    section_frames::Head,
    settings::{MOST_RANKED_BYTES, most_bytes_by_code},
    source::Source,
    store::Store,
};

/// Opens a file. Returns its header and its sections.
///
/// # Errors
///
/// An error that says what is wrong with the file.
pub(crate) fn open(path: &Path) -> Result<(Header, Store), OpenErrorKind> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let mut reader = BufReader::new(&file);
    let opening = Opening::read(&mut reader)?;
    if !metadata.is_file() {
        // The length of a pipe is known only at its end.
        return opening.in_memory(path, reader);
    }
    opening.has_length(Some(metadata.len()))?;
    opening.on_disk(path, file)
}

/// Reads a file's bytes into memory. Returns its header and its sections. `path` is for error messages.
///
/// # Errors
///
/// An error that says what is wrong with the bytes.
pub(crate) fn read(path: &Path, mut file: impl Read) -> Result<(Header, Store), OpenErrorKind> {
    Opening::read(&mut file)?.in_memory(path, file)
}

/// Opens a file that is not at hand. Returns its header and its sections. `path` is for error messages.
///
/// # Errors
///
/// An error that says what is wrong with the file, or that it cannot be read.
pub(crate) fn open_remote(
    path: &Path,
    file: Arc<dyn RemoteFile>,
) -> Result<(Header, Store), OpenErrorKind> {
    let opening = Opening::read(&mut RemoteReader::new(&*file))?;
    opening.has_length(file.length())?;
    let start = opening.start;
    opening.with(path, Source::Remote(file), start)
}

/// A file of which frame and header have been read.
struct Opening {
    header: Header,
    identity: Identity,
    /// Where the sections begin.
    start: u64,
    /// Where the file ends.
    end: u64,
}

impl Opening {
    fn read(file: &mut impl Read) -> Result<Self, OpenErrorKind> {
        let (header, start) = codec::read(file)?;
        if !header.finished {
            return Err(OpenErrorKind::Unfinished);
        }
        if !is_possible(&header) {
            return Err(Damage::Header.into());
        }
        let index = index::length(header.here().sections);
        let sections_end = start.checked_add(header.stored_bytes).ok_or(Damage::Header)?;
        let end = index.and_then(|index| sections_end.checked_add(index)).ok_or(Damage::Header)?;
        let identity = header.identity()?;
        Ok(Self { header, identity, start, end })
    }

    /// Checks the length of the file, if it is known.
    fn has_length(&self, length: Option<u64>) -> Result<(), Damage> {
        match length.map_or(Ordering::Equal, |length| length.cmp(&self.end)) {
            Ordering::Less => Err(Damage::CutShort),
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(Damage::TooLong),
        }
    }

    /// Reads the rest of the file into memory.
    fn in_memory(self, path: &Path, mut file: impl Read) -> Result<(Header, Store), OpenErrorKind> {
        let (all, length) = (self.header.stored_bytes, self.end - self.start);
        let (settings, here) = (self.header.settings, self.header.here());
        // A number in the header never makes us allocate memory. The memory grows with the bytes that are read.
        let mut bytes = Vec::new();
        for number in here.first..here.first + here.sections {
            let before = bytes.len();
            let head = Head::read(self.identity, number, settings, None, |piece| {
                file.read_exact(piece)?;
                bytes.extend_from_slice(piece);
                Ok(())
            });
            let head = head.map_err(while_reading)?.ok_or(Damage::Section(number))?;
            // The heads give the lengths of the sections, because the index comes only at the end.
            let section_end = before as u64 + u64::from(head.summary().stored_bytes);
            if section_end > all {
                return Err(Damage::Index.into());
            }
            read_to(section_end, &mut file, &mut bytes)?;
        }
        read_to(length, &mut file, &mut bytes)?;
        if file.take(1).read(&mut [0])? > 0 {
            return Err(Damage::TooLong.into());
        }
        // The bytes in memory begin after the header.
        self.with(path, Source::Memory(bytes), 0)
    }

    /// Reads the index of a file whose entries stay on the disk.
    fn on_disk(self, path: &Path, file: File) -> Result<(Header, Store), OpenErrorKind> {
        let start = self.start;
        self.with(path, Source::File(Arc::new(DiskFile::new(file))), start)
    }

    /// Reads the index of a file whose sections begin at `start` in the source.
    fn with(
        self,
        path: &Path,
        source: Source,
        start: u64,
    ) -> Result<(Header, Store), OpenErrorKind> {
        let Self { header, identity, .. } = self;
        let sections_end = start + header.stored_bytes;
        let index = Index::read(&source, start, sections_end, &header);
        let index = index.map_err(|kind| match kind {
            OpenErrorKind::Io(error) => while_reading(error),
            kind => kind,
        })?;
        let bound_to = (identity, header.settings);
        Ok((header, Store::with(path, source, bound_to, index)))
    }
}

/// Whether one of our writers can have written this header.
fn is_possible(header: &Header) -> bool {
    let by_tier = header.numbering.is_by_tier();
    // A table never holds more than this in memory.
    let entry = 1 + u64::from(header.key_bytes);
    let held = match header.numbering {
        StoredNumbering::Tiers { .. } => Settings::MAX_HELD_BYTES,
        StoredNumbering::Plies { .. } => PlyNumbering::MAX_SLOTS,
        StoredNumbering::Ranks { .. } => MOST_RANKED_BYTES,
        StoredNumbering::Codes | StoredNumbering::KeysOfPlies { .. } => {
            most_bytes_by_code(header.key_bytes.into())
        }
    };
    let by_unit = header.numbering.is_by_rank();
    let fits = match header.sections {
        1 => header.entry_bytes <= held,
        _ => by_tier || by_unit,
    };
    let has_keys = match header.numbering {
        StoredNumbering::Codes => None,
        StoredNumbering::Tiers { .. }
        | StoredNumbering::Plies { .. }
        | StoredNumbering::Ranks { .. } => Some(false),
        StoredNumbering::KeysOfPlies { .. } => Some(true),
    };
    // Only these leave out values that follow directly from the rules.
    let boards = has_keys == Some(false) && !by_unit;
    // A tier is never divided between files.
    let is_run = header.part.is_none_or(|part| {
        let end = part.first.checked_add(part.sections);
        part.sections > 0
            && part.first.is_multiple_of(2)
            && part.sections.is_multiple_of(2)
            && end.is_some_and(|end| end <= header.sections)
    });
    (1..=Settings::MAX_FRAME_SLOTS).contains(&header.settings.frame_slots)
        && header.positions_by_ply.len() <= MOST_PLIES
        && usize::from(header.key_bytes) <= MAX_KEY_BYTES
        && has_keys.is_none_or(|has_keys| has_keys == (header.key_bytes > 0))
        && header.numbering.plies() != Some(0)
        && header.entry_bytes.is_multiple_of(entry)
        && (header.scheme == Meaning::NonStatic) == boards
        // A table with don't-care slots must not state counts, because opening it could not check them.
        && (!boards && !by_unit || header.positions_by_ply.is_empty())
        && fits
        && is_run
}

/// Reads until `bytes` has this length.
fn read_to(length: u64, file: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), OpenErrorKind> {
    let left = length.saturating_sub(bytes.len() as u64);
    let read = file.take(left).read_to_end(bytes)?;
    if (read as u64) < left { Err(Damage::CutShort.into()) } else { Ok(()) }
}

/// The error of a read. A file that ends too early is damaged.
fn while_reading(error: io::Error) -> OpenErrorKind {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::CutShort.into(),
        _ => error.into(),
    }
}
