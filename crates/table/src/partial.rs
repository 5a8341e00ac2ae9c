//! A file under way: `NAME.partial`, which one process at a time may write.

use std::{
    fs::{self, File, TryLockError},
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use perfect_play_parallel::{ParallelIterator, parallel};
use same_file::Handle;

use crate::{
    Header, OpenErrorKind, ReadError, WriteError, WriteErrorKind,
    block::HEAD_BYTES,
    frame,
    plan::Plan,
    source::{PositionedFile, Source},
    store::{Store, add_counts, compressed_bytes},
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
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(io)?;
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
/// beginnings, and so is a file of zeros, as the system's end may leave it.
///
/// # Errors
///
/// What it is otherwise; or if it cannot be read or written.
pub(crate) fn begin(
    path: &Path,
    mut file: &File,
    header: &Header,
    start: &[u8],
) -> Result<(), WriteError> {
    let io = |error| WriteError::io(path, error);
    let mut found = Vec::new();
    file.take(frame::MOST_BYTES).read_to_end(&mut found).map_err(io)?;
    if found.starts_with(start) {
        // Not written again, so that no failure on the way can harm it.
        return Ok(());
    }
    if !start.starts_with(&found) && !is_zeros((&*found).chain(file)).map_err(io)? {
        check(path, &found, header)?;
    }
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    file.write_all(start).map_err(io)
}

fn is_zeros(file: impl Read) -> io::Result<bool> {
    for byte in BufReader::new(file).bytes() {
        if byte? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Checks that what begins like this is the file with this header, finished or not.
///
/// # Errors
///
/// What it is otherwise.
fn check(path: &Path, mut found: &[u8], header: &Header) -> Result<(), WriteError> {
    let error = |kind| Err(WriteError::new(path, kind));
    match frame::read(&mut found) {
        Ok((found, _)) => {
            // What is known only in the end may be there already.
            let known = Header {
                positions_by_ply: header.positions_by_ply.clone(),
                stored_bytes: header.stored_bytes,
                index_crc32: header.index_crc32,
                finished: header.finished,
                ..found
            };
            if known == *header {
                Ok(())
            } else {
                let Header { game, objective, settings, .. } = known;
                let found = if (&game, objective) == (&header.game, header.objective) {
                    format!("{game}, {objective}, with {settings}")
                } else {
                    format!("{game}, {objective}")
                };
                error(WriteErrorKind::OtherTable { found })
            }
        }
        Err(OpenErrorKind::Io(source)) => Err(WriteError::io(path, source)),
        Err(_) => error(WriteErrorKind::NotATable),
    }
}

/// What there is of a file under way.
pub(crate) struct Finished {
    /// How many levels are finished.
    pub(crate) levels: usize,
    /// The heads of their blocks.
    pub(crate) heads: Vec<[u8; HEAD_BYTES]>,
    /// The positions by ply in all of them.
    pub(crate) positions_by_ply: Vec<u64>,
    /// Where the last of their blocks ends.
    pub(crate) end: u64,
}

/// Reads and checks what there is of a file under way, up to the last level that is whole. Its
/// blocks begin at `start`.
///
/// # Errors
///
/// If it cannot be read.
pub(crate) fn finished(
    path: &Path,
    file: &File,
    plan: &Plan,
    start: u64,
    plies: usize,
) -> io::Result<Finished> {
    let length = file.metadata()?.len();
    let source = Source::File(PositionedFile::new(file.try_clone()?));
    let mut heads = Vec::new();
    let mut end = start;
    for block in 0..plan.blocks() {
        let mut head = [0; HEAD_BYTES];
        let next = end + HEAD_BYTES as u64;
        if next > length {
            break;
        }
        source.read_at(end, &mut head)?;
        match compressed_bytes(plan, block, head) {
            Ok(bytes) if next + bytes <= length => end = next + bytes,
            _ => break,
        }
        heads.push(head);
    }
    let store = Store::new((path.to_path_buf(), source), plan.clone(), start, heads)
        .map_err(io::Error::other)?;
    let mut finished =
        Finished { levels: 0, heads: Vec::new(), positions_by_ply: vec![0; plies], end: start };
    for nth in 0..plan.levels() {
        let Some(counts) = counts_if_whole(&store, nth)? else {
            break;
        };
        // A level whose counts cannot be true is solved again.
        let Some(sums) = add_counts(&finished.positions_by_ply, &counts) else {
            break;
        };
        finished.positions_by_ply = sums;
        finished.levels = nth + 1;
        finished.end = store.start(plan.level_blocks(nth).end + 1);
    }
    let blocks = finished.levels.checked_sub(1).map_or(0, |last| plan.level_blocks(last).end + 1);
    finished.heads = store.into_heads();
    finished.heads.truncate(usize::try_from(blocks).unwrap_or(usize::MAX));
    Ok(finished)
}

/// The counts of the level that is the `nth` in the file; `None` if the level is not whole, or the
/// counts cannot be true.
///
/// # Errors
///
/// If it cannot be read: it may be whole all the same.
fn counts_if_whole(store: &Store, nth: usize) -> io::Result<Option<Vec<u64>>> {
    let blocks = store.plan().level_blocks(nth);
    let read = parallel(blocks).try_for_each(|block| store.read(block).map(drop));
    // A slot stands for no more positions than there can be symmetries.
    let most = store.plan().level_bytes(nth).saturating_mul(u8::MAX.into());
    match read.and_then(|()| store.counts(nth)) {
        Ok(counts) if counts.iter().any(|&count| count > most) => Ok(None),
        Ok(counts) => Ok(Some(counts)),
        Err(ReadError::Io { source, .. }) => Err(source),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Objective;

    use super::*;
    use crate::{Numbering, Settings};

    #[test]
    fn a_level_that_cannot_be_read_is_not_taken_for_one_that_is_not_whole() {
        let header = Header {
            game: "tictactoe".to_owned(),
            objective: Objective::Fastest,
            positions_by_ply: vec![0; 10],
            numbering: Numbering::Index,
            left_out: Vec::new(),
            level_bytes: vec![1],
            settings: Settings { block_bytes: 1, compression: 3 },
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
        };
        let counts = |source| {
            // As short as blocks can be.
            let heads = vec![[10, 0, 0, 0, 0, 0, 0, 0]; 2];
            let source = (PathBuf::from("t.partial"), source);
            let store = Store::new(source, Plan::of(&header).unwrap(), 0, heads).unwrap();
            counts_if_whole(&store, 0)
        };
        assert_eq!(counts(Source::Memory(Vec::new())).unwrap(), None);
        let folder = tempfile::tempdir().unwrap();
        let unreadable = File::create(folder.path().join("t.partial")).unwrap();
        assert!(counts(Source::File(PositionedFile::new(unreadable))).is_err());
    }
}
