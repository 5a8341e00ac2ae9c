//! Where a file's bytes are: in memory, on the disk, or elsewhere.

use std::{fs::File, io, path::PathBuf, sync::Arc};

use perfect_play_numbering::Cache;

use crate::{RemoteFile, disk::DiskFile};

/// How many files of a folder are open at once, at most. This is fewer than systems allow a process.
const OPEN: usize = 128;

/// Spreads numbers over the places of a cache.
const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// The files of a folder that are open, by number.
pub(crate) type OpenFiles = Cache<u64, DiskFile>;

/// A cache for the open files of a folder.
pub(crate) fn open_files() -> Arc<OpenFiles> {
    Arc::new(Cache::new(OPEN))
}

/// Where a file's bytes are. Any number of threads can read them at any offset.
#[derive(Debug)]
pub(crate) enum Source {
    /// In memory.
    Memory(Vec<u8>),
    /// On the disk.
    File(Arc<DiskFile>),
    /// On the disk, as one of many files. It is opened when it is read.
    OneOfMany { path: PathBuf, number: u64, files: Arc<OpenFiles> },
    /// Elsewhere.
    Remote(Arc<dyn RemoteFile>),
}

impl Source {
    /// Whether the file is not at hand, so that only what is needed should be read.
    pub(crate) fn is_remote(&self) -> bool {
        matches!(self, Self::Remote(_))
    }

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// # Errors
    ///
    /// If the file ends before the buffer is full, or the bytes cannot be read.
    pub(crate) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Memory(bytes) => {
                let start = usize::try_from(offset).map_err(io::Error::other)?;
                let found = start.checked_add(buffer.len()).and_then(|end| bytes.get(start..end));
                buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Self::File(file) => file.read_at(offset, buffer),
            Self::OneOfMany { path, number, files } => {
                // The multiplication moves neighbouring numbers far apart.
                let place = usize::try_from(number.wrapping_mul(PRIME) >> 32).unwrap_or(0);
                let open = || File::open(path).map(DiskFile::new);
                files.get(*number, place, open)?.read_at(offset, buffer)
            }
            Self::Remote(file) => file.read_at(offset, buffer),
        }
    }

    /// Announces that all these bytes will be read: [`RemoteFile::expect`].
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn expect(&self, offset: u64, length: u64) -> io::Result<()> {
        match self {
            Self::Remote(file) => file.expect(offset, length),
            Self::Memory(_) | Self::File(_) | Self::OneOfMany { .. } => Ok(()),
        }
    }
}
