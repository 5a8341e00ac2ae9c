//! A file on the disk, read and written at offsets. All bytes of large tables go through this module.

use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::Path,
};

use tempfile::{NamedTempFile, TempPath};

#[cfg(all(test, unix))]
pub(crate) mod journal;

#[cfg(all(test, unix))]
use journal::{Step, number_of, record};

/// A file that any number of threads read and write at offsets.
///
/// ```
/// use perfect_play_file::DiskFile;
///
/// let file = DiskFile::new(tempfile::tempfile()?);
/// file.write_at(2, b"abc")?;
/// let mut found = [0; 4];
/// file.read_at(1, &mut found)?;
/// assert_eq!(&found, b"\0abc");
/// assert!(file.read_at(2, &mut found).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(unix)]
#[derive(Debug)]
pub struct DiskFile(File);

#[cfg(unix)]
impl DiskFile {
    /// An opened file.
    #[must_use]
    pub fn new(file: File) -> Self {
        Self(file)
    }

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// # Errors
    ///
    /// If the file ends before the buffer is full, or the bytes cannot be read.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        #[cfg(test)]
        record(|| Step::Read)?;
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, offset)
    }

    /// Writes bytes from this offset on.
    ///
    /// # Errors
    ///
    /// If they cannot be written. Some of them may have been written.
    pub fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        #[cfg(test)]
        if let Err(error) = record(|| {
            let file = number_of(&self.0);
            Step::Write { file, offset, bytes: bytes.to_vec() }
        }) {
            // The write fails half way.
            let half = &bytes[..bytes.len() / 2];
            std::os::unix::fs::FileExt::write_all_at(&self.0, half, offset)?;
            return Err(error);
        }
        std::os::unix::fs::FileExt::write_all_at(&self.0, bytes, offset)
    }

    fn with<T>(&self, task: impl FnOnce(&File) -> T) -> T {
        task(&self.0)
    }
}

/// A file that one thread at a time reads and writes at offsets. Systems other than Unix have no common call that
/// several threads can use at once.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct DiskFile(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl DiskFile {
    /// An opened file.
    #[must_use]
    pub fn new(file: File) -> Self {
        Self(std::sync::Mutex::new(file))
    }

    /// Fills the buffer with the bytes from this offset on.
    ///
    /// # Errors
    ///
    /// If the file ends before the buffer is full, or the bytes cannot be read.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek};

        self.with(|mut file| {
            file.seek(io::SeekFrom::Start(offset))?;
            file.read_exact(buffer)
        })
    }

    /// Writes bytes from this offset on.
    ///
    /// # Errors
    ///
    /// If they cannot be written. Some of them may have been written.
    pub fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        use std::io::{Seek, Write};

        self.with(|mut file| {
            file.seek(io::SeekFrom::Start(offset))?;
            file.write_all(bytes)
        })
    }

    fn with<T>(&self, task: impl FnOnce(&File) -> T) -> T {
        task(&self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// Writes a file from its beginning.
pub(crate) struct FromStart<'f> {
    file: &'f DiskFile,
    written: u64,
}

impl<'f> FromStart<'f> {
    pub(crate) fn new(file: &'f DiskFile) -> Self {
        Self { file, written: 0 }
    }
}

impl Write for FromStart<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_at(self.written, bytes)?;
        self.written += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl DiskFile {
    /// The length of the file in bytes.
    pub(crate) fn len(&self) -> io::Result<u64> {
        self.with(|file| Ok(file.metadata()?.len()))
    }

    /// Cuts the file to this length, or extends it with zeros.
    pub(crate) fn set_len(&self, length: u64) -> io::Result<()> {
        self.with(|file| {
            #[cfg(all(test, unix))]
            record(|| Step::SetLen { file: number_of(file), length })?;
            file.set_len(length)
        })
    }

    /// Sets the permissions of the file.
    pub(crate) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.with(|file| file.set_permissions(permissions))
    }

    /// Waits until everything written is on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.with(|file| {
            #[cfg(all(test, unix))]
            record(|| Step::Sync { file: number_of(file) })?;
            file.sync_all()
        })
    }
}

/// Opens a file for reading and writing. Creates an empty one if there is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    #[cfg(all(test, unix))]
    record(|| Step::Create { path: path.to_path_buf(), file: number_of(&file) })?;
    Ok(file)
}

/// Creates a temporary file.
pub(crate) fn temporary(
    make: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<(File, TempPath)> {
    let (file, path) = make()?.into_parts();
    #[cfg(all(test, unix))]
    record(|| Step::Create { path: path.to_path_buf(), file: number_of(&file) })?;
    Ok((file, path))
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    #[cfg(all(test, unix))]
    record(|| Step::Remove { path: path.to_path_buf() })?;
    fs::remove_file(path)
}

/// Renames a file, replacing any file with the new name, and syncs the folder.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(all(test, unix))]
    record(|| Step::Rename { from: from.to_path_buf(), to: to.to_path_buf() })?;
    fs::rename(from, to)?;
    sync_folder_of(to);
    Ok(())
}

/// Renames a temporary file in the same way. It is then an ordinary file.
pub(crate) fn persist(temporary: TempPath, to: &Path) -> io::Result<()> {
    #[cfg(all(test, unix))]
    record(|| Step::Rename { from: temporary.to_path_buf(), to: to.to_path_buf() })?;
    temporary.persist(to)?;
    sync_folder_of(to);
    Ok(())
}

/// Syncs the folder of a file, on systems where this is possible, so that the file's name is safe.
pub(crate) fn sync_folder_of(path: &Path) {
    if cfg!(unix) {
        #[cfg(all(test, unix))]
        let _ = record(|| Step::SyncFolder);
        // If this fails, the file is still whole, under its old name or the new one.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    }
}

/// The folder that contains a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
