//! Unfinished files: `NAME.partial`, or `NAME.partial-copy` of a copy, which one process at a time may write.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use same_file::Handle;

use crate::{
    Header, WriteError, WriteErrorKind,
    disk::{self, DiskFile},
    header::codec,
    replace::{Target, target},
};

/// Where the values of an unfinished file come from. The name of the file says it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// From a solver. An interrupted solve is resumed from them.
    Solved,
    /// From another table. It may be wrong, so no solve is resumed from them.
    Copied,
}

/// The name of the unfinished file of this file.
pub(crate) fn path_of(path: &Path, origin: Origin) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(match origin {
        Origin::Solved => ".partial",
        Origin::Copied => ".partial-copy",
    });
    name.into()
}

/// Opens the unfinished file of a file, or creates an empty one, for a kind of file that this crate does not know. No other
/// run can open it until it is closed. Returns its path as well: `FILE.partial`. If `path` is a link, the unfinished file is
/// beside the file to which the link leads.
///
/// ```
/// use perfect_play_file::open_partial;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("values.txt");
/// let (partial, file) = open_partial(&path)?;
/// assert!(partial.ends_with("values.txt.partial"));
/// assert!(open_partial(&path).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If another process has it open, if one of the paths is not a file, or if it cannot be opened.
pub fn open_partial(path: &Path) -> Result<(PathBuf, File), WriteError> {
    let partial = match target(path).map_err(|error| WriteError::io(path, error))? {
        Target::File { path, .. } => path_of(&path, Origin::Solved),
        Target::Other(_) | Target::Descriptor(_) => {
            return Err(WriteError::new(path, WriteErrorKind::NotAFile));
        }
    };
    let file = open_locked(&partial)?;
    Ok((partial, file))
}

/// For how long a locked file is tried again.
const PATIENCE: Duration = Duration::from_millis(50);

/// Opens an unfinished file, or creates an empty one. No other run can open it until it is closed.
///
/// # Errors
///
/// If another process has it open, if the path is not a file, or if it cannot be opened.
pub(crate) fn open_locked(path: &Path) -> Result<File, WriteError> {
    let io = |error| WriteError::io(path, error);
    let started = Instant::now();
    loop {
        // A link leads elsewhere, and opening a pipe waits for its other end.
        match fs::symlink_metadata(path) {
            Ok(there) if !there.is_file() => {
                return Err(WriteError::new(path, WriteErrorKind::NotAFile));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io(error)),
            _ => {}
        }
        let file = disk::open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            // A process that another thread has just started may still have a lock that this process gave back.
            Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(1));
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(WriteError::new(path, WriteErrorKind::Busy));
            }
            Err(TryLockError::Error(error)) => {
                let message = format!("it cannot be locked against other runs ({error})");
                return Err(io(io::Error::new(error.kind(), message)));
            }
        }
        // The process that had the file before may have finished and renamed it meanwhile.
        let locked = file.try_clone().and_then(Handle::from_file).map_err(io)?;
        match Handle::from_path(path) {
            Ok(there) if there == locked => return Ok(file),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
    }
}

/// Makes an unfinished file begin with this unfinished header. `start` is the header with its frame.
///
/// If the file has contents, they must be a beginning of the same file. These are accepted:
///
/// * an empty or cut header;
/// * a file of zeros, which a crash of the system may leave;
/// * a file whose header has been finished, wholly or in part.
///
/// # Errors
///
/// If the file is something else, or cannot be read or written.
pub(crate) fn begin(
    path: &Path,
    file: &DiskFile,
    header: &Header,
    start: &[u8],
) -> Result<(), WriteError> {
    let io = |error| WriteError::io(path, error);
    let length = file.len().map_err(io)?;
    let mut found = vec![0; usize::try_from(length.min(codec::MOST_BYTES)).unwrap_or_default()];
    file.read_at(0, &mut found).map_err(io)?;
    if found.starts_with(start) {
        // The header is not written again, so that no failure while writing can damage it.
        return Ok(());
    }
    let is_beginning = start.starts_with(&found)
        || is_finished_in_part(&found, header, start).map_err(io)?
        || is_zeros(file, length).map_err(io)?;
    if !is_beginning {
        return Err(something_else(path, &found, header));
    }
    // The sections are useless without the header, so the header is synced before them.
    file.write_at(0, start).and_then(|()| file.sync()).map_err(io)?;
    disk::sync_folder_of(path);
    Ok(())
}

/// Whether a file of this length consists of zeros.
fn is_zeros(file: &DiskFile, length: u64) -> io::Result<bool> {
    let mut piece = [0; 1 << 12];
    let mut start = 0;
    while start < length {
        let left = usize::try_from(length - start).unwrap_or(usize::MAX);
        let read = left.min(piece.len());
        file.read_at(start, &mut piece[..read])?;
        if piece.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        start += read as u64;
    }
    Ok(true)
}

/// Whether a file begins with this header, except for bytes that are written when it is finished. The checksums of
/// its sections are checked later.
fn is_finished_in_part(found: &[u8], header: &Header, start: &[u8]) -> io::Result<bool> {
    let finished =
        Header { stored_bytes: u64::MAX, index_crc32: u32::MAX, finished: true, ..header.clone() };
    let finished = codec::to_bytes(&finished)?;
    let may_differ =
        |place: usize| codec::CRC32.contains(&place) || start[place] != finished[place];
    let Some(found) = found.get(..start.len()) else { return Ok(false) };
    Ok(found.iter().enumerate().all(|(place, &byte)| byte == start[place] || may_differ(place)))
}

/// The error for a file that does not begin with this header. It says what the file is.
fn something_else(path: &Path, mut found: &[u8], header: &Header) -> WriteError {
    let kind = match codec::read(&mut found) {
        Ok((found, _)) => WriteErrorKind::OtherTable { found: found.told_from(header) },
        Err(_) => WriteErrorKind::NotATable,
    };
    WriteError::new(path, kind)
}
