//! Files that are not at hand, of which ranges of bytes are read.

use std::{fmt, io};

/// A file that is not at hand, such as one on a server. A table in it reads only the bytes that it needs.
///
/// ```
/// use std::{fmt, io, sync::Arc};
///
/// use perfect_play_core::{Board, Objective, Probe};
/// use perfect_play_file::{RemoteFile, TableFile, to_bytes};
/// use perfect_play_games::Mnk;
///
/// #[derive(Debug)]
/// struct Elsewhere(Vec<u8>);
///
/// impl RemoteFile for Elsewhere {
///     fn length(&self) -> Option<u64> {
///         Some(self.0.len() as u64)
///     }
///
///     fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
///         let start = usize::try_from(offset).unwrap();
///         buffer.copy_from_slice(&self.0[start..start + buffer.len()]);
///         Ok(())
///     }
/// }
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let file = TableFile::open_remote(Arc::new(Elsewhere(to_bytes(&solution)?)))?;
/// assert_eq!(file.header().game, "tictactoe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RemoteFile: fmt::Debug + Send + Sync {
    /// Its length in bytes, if that is known. Nothing behind it is read.
    fn length(&self) -> Option<u64>;

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::UnexpectedEof`] if the file ends before the buffer is full: then the table counts as damaged, because
    /// its header says that there are more bytes. Any other kind if the bytes cannot be read, for example because a connection
    /// has ended.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Announces that all these bytes will be read, so that they can be fetched together.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn expect(&self, offset: u64, length: u64) -> io::Result<()> {
        let _ = (offset, length);
        Ok(())
    }
}

/// Reads a file from its beginning.
pub(crate) struct RemoteReader<'f> {
    file: &'f dyn RemoteFile,
    place: u64,
}

impl<'f> RemoteReader<'f> {
    pub(crate) fn new(file: &'f dyn RemoteFile) -> Self {
        Self { file, place: 0 }
    }
}

impl io::Read for RemoteReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.file.length().map_or(u64::MAX, |length| length.saturating_sub(self.place));
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        self.file.read_at(self.place, &mut buffer[..count])?;
        self.place += count as u64;
        Ok(count)
    }
}
