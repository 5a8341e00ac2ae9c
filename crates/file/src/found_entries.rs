//! The entries of an opened file before its game is known.

use std::{io, ops::Range};

use perfect_play_numbering::StoredValues;

use crate::{
    Damage, Header, OpenErrorKind, ReadError, Settings, WrongGame, file_sections::Stores,
    store::Store,
};

/// The entries of an opened file whose game is not yet known. When the game is known, [`Stored`](crate::Stored)
/// converts the entries to the values of a table.
#[derive(Debug)]
pub struct FoundEntries(pub(crate) InFile);

/// Where the entries are.
#[derive(Debug)]
pub(crate) enum InFile {
    /// One section, in memory.
    Held(StoredValues),
    /// One section of more than [`Settings::MAX_HELD_BYTES`], with this many bytes of entries. It is read only when the
    /// game is known to have as many slots, because a small file can state a large size, and even have it.
    Large(Box<Store>, usize),
    /// Sections in files.
    Stored(Stores),
}

impl InFile {
    /// The entries in these files.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn new(header: &Header, mut stores: Vec<Store>) -> Result<Self, OpenErrorKind> {
        let is_one = header.sections == 1 && stores.len() == 1;
        let Some(store) = stores.pop_if(|_| is_one) else {
            return Ok(Self::Stored(Stores(stores)));
        };
        if header.entry_bytes > Settings::MAX_HELD_BYTES {
            let bytes = usize::try_from(header.entry_bytes).unwrap_or(usize::MAX);
            return Ok(Self::Large(Box::new(store), bytes));
        }
        let mut found = StoredValues::default();
        store.read_stored(0, &mut found)?;
        // Only a table by tiers leaves values out.
        let values = found.values.len() as u64;
        if !header.numbering.is_by_tier() && values != header.entry_bytes {
            return Err(Damage::Section(0).into());
        }
        Ok(Self::Held(found))
    }

    /// How many bytes of entries a table of one section has. `None` if there are several sections.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Self::Held(stored) => Some(stored.values.len()),
            Self::Large(_, bytes) => Some(*bytes),
            Self::Stored(_) => None,
        }
    }

    /// Replaces `entries` by a range of the entries of a table of one section.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    ///
    /// # Panics
    ///
    /// If the section is in memory and has no such range.
    pub(crate) fn read_range(
        &self,
        range: Range<usize>,
        entries: &mut Vec<u8>,
    ) -> Result<(), WrongGame> {
        match self {
            Self::Held(StoredValues { values: held, .. }) => {
                entries.clear();
                entries.extend_from_slice(&held[range]);
            }
            Self::Large(store, _) => {
                store.read_range(0, range, entries).map_err(OpenErrorKind::from)?;
            }
            Self::Stored(_) => entries.clear(),
        }
        Ok(())
    }

    /// Announces that all entries will be read.
    ///
    /// # Errors
    ///
    /// If some of them are not available.
    pub(crate) fn expect(&self) -> Result<(), WrongGame> {
        match self {
            Self::Large(store, _) => Ok(store.expect(0).map_err(OpenErrorKind::from)?),
            Self::Held(_) | Self::Stored(_) => Ok(()),
        }
    }

    /// The first entries of a table of one section, by value.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn into_first(self, count: usize) -> Result<Vec<u8>, WrongGame> {
        match self {
            Self::Held(StoredValues { values: mut entries, .. }) => {
                entries.truncate(count);
                Ok(entries)
            }
            large => {
                large.expect()?;
                let mut entries = Vec::new();
                large.read_range(0..count, &mut entries)?;
                Ok(entries)
            }
        }
    }
}

impl From<ReadError> for OpenErrorKind {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Damaged { section, .. } => Damage::Section(section).into(),
            ReadError::Io { source, .. } => source.into(),
            error @ (ReadError::NoEntry(_) | ReadError::Search { .. }) => {
                Self::Io(io::Error::other(error))
            }
        }
    }
}
