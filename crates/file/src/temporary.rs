//! Temporary files and folders, and how to remove them when a signal ends the process.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{NamedTempFile, TempDir, TempPath};

use crate::disk;

/// The paths of all temporary files and folders of this process. The lock is held while one is created, renamed or
/// removed, so that [`remove_temporary_files`] does not miss any.
static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn paths() -> MutexGuard<'static, Vec<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn forget(paths: &mut Vec<PathBuf>, path: &Path) {
    paths.retain(|known| known != path);
}

/// Removes all temporary files and folders that this process is using: the files of [`replace`](crate::replace()) and
/// each [`TemporaryFolder`]. A program calls this from a thread that waits for signals, before a signal ends the
/// process. An unfinished `FILE.partial` of a [`TierWriter`](crate::TierWriter) is not temporary and stays.
///
/// No temporary file can be created or renamed while the returned value lives: threads that try to do so wait. After
/// it is dropped, unfinished calls of `replace` fail.
///
/// ```standalone_crate
/// use perfect_play_file::{TemporaryFolder, remove_temporary_files};
///
/// let folder = TemporaryFolder::new()?;
/// std::fs::write(folder.path().join("half"), "a table")?;
/// let _removed = remove_temporary_files();
/// assert!(!folder.path().exists());
/// // The program would end here.
/// # drop(_removed);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove_temporary_files() -> TemporaryFilesRemoved {
    let mut paths = paths();
    for path in paths.drain(..) {
        // If something cannot be removed, nothing can be done about it.
        if path.is_dir() {
            remove_folder(&path);
        } else {
            let _ = fs::remove_file(path);
        }
    }
    TemporaryFilesRemoved { _paths: paths }
}

/// Removes a folder in which another thread may still be creating a file.
fn remove_folder(path: &Path) {
    for _ in 0..10 {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
            _ => return,
        }
    }
}

/// While this value lives, no temporary file can be created or renamed. See [`remove_temporary_files`].
#[must_use = "temporary files can be made as soon as it is dropped"]
pub struct TemporaryFilesRemoved {
    _paths: MutexGuard<'static, Vec<PathBuf>>,
}

/// A temporary file. It is removed when this value is dropped, or by [`remove_temporary_files`].
#[derive(Debug)]
pub(crate) struct TemporaryFile(Option<TempPath>);

impl TemporaryFile {
    pub(crate) fn new(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(File, Self)> {
        let mut paths = paths();
        let (file, path) = disk::temporary(make)?;
        paths.push(path.to_path_buf());
        Ok((file, Self(Some(path))))
    }

    /// Gives the file this name, replacing any file that has it.
    pub(crate) fn persist(mut self, target: &Path) -> io::Result<()> {
        let mut paths = paths();
        let Some(path) = self.0.take() else {
            return Ok(());
        };
        forget(&mut paths, &path);
        disk::persist(path, target)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            let mut paths = paths();
            forget(&mut paths, &path);
            drop(path);
        }
    }
}

/// A new folder, usually in the system's folder for temporary files, such as `/tmp` or `$TMPDIR`. The folder and its contents
/// are removed when this value is dropped, or by [`remove_temporary_files`].
///
/// ```
/// use perfect_play_file::TemporaryFolder;
///
/// let folder = TemporaryFolder::new()?;
/// let path = folder.path().to_path_buf();
/// std::fs::write(path.join("scratch.perfect"), "a table")?;
/// drop(folder);
/// assert!(!path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct TemporaryFolder {
    /// `None` only while this value is being dropped.
    folder: Option<TempDir>,
    path: PathBuf,
}

impl TemporaryFolder {
    /// Creates the folder.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn new() -> io::Result<Self> {
        Self::made(tempfile::tempdir)
    }

    /// Creates the folder in another one. Its files can be given a name there with [`rename_over`](crate::rename_over).
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn new_in(folder: &Path) -> io::Result<Self> {
        Self::made(|| tempfile::tempdir_in(folder))
    }

    fn made(make: impl FnOnce() -> io::Result<TempDir>) -> io::Result<Self> {
        let mut paths = paths();
        let folder = make()?;
        let path = folder.path().to_path_buf();
        paths.push(path.clone());
        Ok(Self { folder: Some(folder), path })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut paths = paths();
        forget(&mut paths, &self.path);
        drop(self.folder.take());
    }
}
