//! Where a file's bytes are: in memory, or on the disk.

use std::{io, sync::Arc};

use crate::disk::DiskFile;

/// Where a file's bytes are, to be read at any place by any number of threads.
#[derive(Debug)]
pub(crate) enum Source {
    /// In memory.
    Memory(Vec<u8>),
    /// On the disk.
    File(Arc<DiskFile>),
}

impl Source {
    /// Fills the buffer with what stands from this byte on.
    ///
    /// # Errors
    ///
    /// If there are not as many bytes, or they cannot be read.
    pub(crate) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Memory(bytes) => {
                let start = usize::try_from(offset).map_err(io::Error::other)?;
                let found = start.checked_add(buffer.len()).and_then(|end| bytes.get(start..end));
                buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Self::File(file) => file.read_at(offset, buffer),
        }
    }
}
