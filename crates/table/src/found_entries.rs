//! The entries of an opened file, of which it is not known yet what they are of.

use crate::file_sections::Stores;

/// A file's entries, for [`Stored`](crate::Stored).
#[derive(Debug)]
pub struct FoundEntries(pub(crate) InFile);

/// Where they are.
#[derive(Debug)]
pub(crate) enum InFile {
    /// One section, in memory.
    Held(Vec<u8>),
    /// Sections in files.
    Stored(Stores),
}
