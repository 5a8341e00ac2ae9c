//! The entries of an opened file before its game is known.

use std::sync::OnceLock;

use crate::{WrongGame, file_sections::Stores, store::Store};

/// The entries of an opened file whose game is not yet known. [`Stored`](crate::Stored) converts the entries to the
/// values of a table.
#[derive(Debug)]
pub struct FoundEntries(pub(crate) InFile);

/// Where the entries are.
#[derive(Debug)]
pub(crate) enum InFile {
    /// One section, in memory.
    Held(Vec<u8>),
    /// One section with keys. It is read only when the game is known to have keys of this width, because a file can
    /// state a much larger size than it has.
    Keyed(Box<Store>, OnceLock<Vec<u8>>),
    /// Sections in files.
    Stored(Stores),
}

impl InFile {
    /// The entries of a table that is one section. `None` if there are several.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn held(&self) -> Result<Option<&[u8]>, WrongGame> {
        match self {
            Self::Held(entries) => Ok(Some(entries)),
            Self::Keyed(store, read) => {
                if let Some(entries) = read.get() {
                    return Ok(Some(entries));
                }
                let mut entries = Vec::new();
                let unreadable = |error| WrongGame::Unreadable { message: format!("{error}") };
                store.read(0, &mut entries).map_err(unreadable)?;
                Ok(Some(read.get_or_init(|| entries)))
            }
            Self::Stored(_) => Ok(None),
        }
    }

    /// [`InFile::held`], by value.
    ///
    /// # Errors
    ///
    /// The same.
    pub(crate) fn into_held(self) -> Result<Option<Vec<u8>>, WrongGame> {
        self.held()?;
        Ok(match self {
            Self::Held(entries) => Some(entries),
            Self::Keyed(_, read) => read.into_inner(),
            Self::Stored(_) => None,
        })
    }
}
