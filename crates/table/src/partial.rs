//! A file under way: `NAME.partial`, which one process at a time may write.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use same_file::Handle;

use crate::{
    Header, WriteError, WriteErrorKind,
    disk::{self, DiskFile},
    frame,
};

/// The name of the file under way for this one.
pub(crate) fn path_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Opens a file under way, or makes an empty one; until it is closed no other run can.
///
/// # Errors
///
/// If another process has it open, if something is there that is no file, or if it cannot be opened.
pub(crate) fn open_locked(path: &Path) -> Result<File, WriteError> {
    let io = |error| WriteError::io(path, error);
    loop {
        // A link leads elsewhere, and a pipe waits for its other end.
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
            Err(TryLockError::WouldBlock) => {
                return Err(WriteError::new(path, WriteErrorKind::Busy));
            }
            Err(TryLockError::Error(error)) => {
                let message = format!("it cannot be locked against other runs ({error})");
                return Err(io(io::Error::new(error.kind(), message)));
            }
        }
        // Whoever had it before may have finished and renamed it meanwhile.
        let locked = file.try_clone().and_then(Handle::from_file).map_err(io)?;
        match Handle::from_path(path) {
            Ok(there) if there == locked => return Ok(file),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
    }
}

/// Makes a file under way begin with this unfinished header, which `start` is with its frame. If
/// anything is there, it must be the beginning of the same file. Empty and cut headers are
/// beginnings, and so is a file of zeros, as the system's end may leave it. So is a file whose header
/// has been finished, wholly or in part.
///
/// # Errors
///
/// What it is otherwise; or if it cannot be read or written.
pub(crate) fn begin(
    path: &Path,
    file: &DiskFile,
    header: &Header,
    start: &[u8],
) -> Result<(), WriteError> {
    let io = |error| WriteError::io(path, error);
    let length = file.len().map_err(io)?;
    let mut found = vec![0; usize::try_from(length.min(frame::MOST_BYTES)).unwrap_or_default()];
    file.read_at(0, &mut found).map_err(io)?;
    if found.starts_with(start) {
        // Not written again, so that no failure on the way can harm it.
        return Ok(());
    }
    let is_beginning = start.starts_with(&found)
        || is_finished_in_part(&found, header, start).map_err(io)?
        || is_zeros(file, length).map_err(io)?;
    if !is_beginning {
        return Err(something_else(path, &found, header));
    }
    // The sections are worth nothing without it, so it is on the disk before them.
    file.write_at(0, start).and_then(|()| file.sync()).map_err(io)?;
    disk::sync_folder_of(path);
    Ok(())
}

/// Whether a file of this length has no other bytes than zeros.
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

/// Whether a file begins with this header but for the bytes that are written when it is finished. The checksums of
/// its sections tell what is behind it.
fn is_finished_in_part(found: &[u8], header: &Header, start: &[u8]) -> io::Result<bool> {
    let finished =
        Header { stored_bytes: u64::MAX, index_crc32: u32::MAX, finished: true, ..header.clone() };
    let finished = frame::to_bytes(&finished)?;
    let may_differ =
        |place: usize| frame::CRC32.contains(&place) || start[place] != finished[place];
    let Some(found) = found.get(..start.len()) else { return Ok(false) };
    Ok(found.iter().enumerate().all(|(place, &byte)| byte == start[place] || may_differ(place)))
}

/// What it is that begins like this, and not as the file with this header.
fn something_else(path: &Path, mut found: &[u8], header: &Header) -> WriteError {
    let kind = match frame::read(&mut found) {
        Ok((found, _)) => WriteErrorKind::OtherTable { found: found.told_from(header) },
        Err(_) => WriteErrorKind::NotATable,
    };
    WriteError::new(path, kind)
}
