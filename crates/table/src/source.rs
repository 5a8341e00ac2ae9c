//! Where a file's bytes are: in memory, or on the disk.

use std::{fs::File, io};

/// Where a file's bytes are, to be read at any place by any number of threads.
#[derive(Debug)]
pub(crate) enum Source {
    /// In memory.
    Memory(Vec<u8>),
    /// On the disk.
    File(PositionedFile),
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

/// A file that is read at places.
#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct PositionedFile(File);

#[cfg(unix)]
impl PositionedFile {
    pub(crate) fn new(file: File) -> Self {
        Self(file)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, offset)
    }
}

/// A file that is read at places: by one thread at a time, because what the systems have for it
/// differs.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct PositionedFile(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl PositionedFile {
    pub(crate) fn new(file: File) -> Self {
        Self(std::sync::Mutex::new(file))
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek};

        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(io::SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}
