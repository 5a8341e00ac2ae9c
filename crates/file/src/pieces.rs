//! Files of which only some pieces are available, such as files on a server.

use std::{
    fmt, io,
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

use thiserror::Error;

use crate::RemoteFile;

/// A file of which only some pieces are available. It records which bytes a call needed but did not find.
///
/// Reading never waits. A call that needs missing bytes returns an error. The caller then fetches the
/// [`missing`](Self::missing) bytes, [provides](Self::provide) them, and repeats the call. So a table on a server can
/// be read without threads, and only the needed bytes are read.
///
/// ```
/// use std::sync::Arc;
///
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{Pieces, TableFile, to_bytes};
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let file = to_bytes(&solution)?; // on a server
///
/// let pieces = Arc::new(Pieces::new(Some(file.len() as u64)));
/// let mut rounds = 0;
/// let opened = loop {
///     let opened = TableFile::open_remote(pieces.clone());
///     let missing = pieces.missing();
///     if missing.is_empty() {
///         break opened?;
///     }
///     for range in missing {
///         let bytes = &file[range.start as usize..range.end as usize];
///         pieces.provide(range.start, bytes.to_vec());
///     }
///     rounds += 1;
/// };
/// pieces.clear();
/// assert_eq!((opened.header().game.as_str(), rounds < 6), ("tictactoe", true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pieces {
    length: Option<u64>,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    /// The pieces, each with the offset of its first byte. They are few, and may overlap.
    pieces: Vec<(u64, Vec<u8>)>,
    missing: Vec<Range<u64>>,
}

/// Bytes of the file are missing.
#[derive(Debug, Error)]
#[error("bytes {} to {} of the file have not been provided", .0.start, .0.end)]
struct Missing(Range<u64>);

impl Pieces {
    /// A file of which no piece is available yet, with its length in bytes if that is known.
    #[must_use]
    pub fn new(length: Option<u64>) -> Self {
        Self { length, held: Mutex::default() }
    }

    /// Adds a piece: the bytes of the file from this offset on.
    pub fn provide(&self, offset: u64, bytes: Vec<u8>) {
        self.lock().pieces.push((offset, bytes));
    }

    /// The ranges of bytes that were needed but not available since the last call of this method, ascending and not
    /// adjacent. The call clears the list. Call this method after a call that has failed. If this method
    /// returns no range, no bytes were missing, and the call failed for another reason.
    #[must_use]
    pub fn missing(&self) -> Vec<Range<u64>> {
        let mut missing = std::mem::take(&mut self.lock().missing);
        missing.sort_by_key(|range| range.start);
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in missing {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        joined
    }

    /// Removes all pieces and the list of missing bytes. An opened table keeps its own copy of the bytes that it
    /// needs again.
    pub fn clear(&self) {
        *self.lock() = Held::default();
    }

    /// The range of these bytes. An error if the file is known to be shorter.
    fn range(&self, offset: u64, length: u64) -> io::Result<Range<u64>> {
        let end = offset.checked_add(length).ok_or(io::ErrorKind::UnexpectedEof)?;
        if self.length.is_some_and(|length| end > length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(offset..end)
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RemoteFile for Pieces {
    fn length(&self) -> Option<u64> {
        self.length
    }

    /// If bytes are missing, this is recorded, and is an error.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let range = self.range(offset, buffer.len() as u64)?;
        let mut held = self.lock();
        match held.find(&range) {
            Some(bytes) => {
                buffer.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(held.miss(range)),
        }
    }

    /// If any of the bytes is missing, the whole range is recorded as missing.
    fn expect(&self, offset: u64, length: u64) -> io::Result<()> {
        let range = self.range(offset, length)?;
        let mut held = self.lock();
        if held.find(&range).is_some() { Ok(()) } else { Err(held.miss(range)) }
    }
}

impl Held {
    /// These bytes, if one piece contains them all.
    fn find(&self, range: &Range<u64>) -> Option<&[u8]> {
        if range.is_empty() {
            return Some(&[]);
        }
        self.pieces.iter().find_map(|(start, bytes)| {
            let within = |place: u64| usize::try_from(place.checked_sub(*start)?).ok();
            bytes.get(within(range.start)?..within(range.end)?)
        })
    }

    fn miss(&mut self, range: Range<u64>) -> io::Error {
        self.missing.push(range.clone());
        io::Error::other(Missing(range))
    }
}

/// Prints the length, without any bytes.
impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("length", &self.length).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_once_and_joined() {
        let pieces = Pieces::new(Some(100));
        pieces.provide(10, vec![7; 10]);
        let mut buffer = [0; 4];
        pieces.read_at(16, &mut buffer).unwrap();
        assert_eq!(buffer, [7; 4]);
        for place in [17, 50, 8, 54, 17] {
            pieces.read_at(place, &mut buffer).unwrap_err();
        }
        pieces.expect(10, 10).unwrap();
        // A shorter piece, or one within another, hides none.
        pieces.provide(10, vec![7; 1]);
        pieces.provide(15, vec![7; 2]);
        pieces.expect(10, 10).unwrap();
        pieces.expect(16, 4).unwrap();
        pieces.expect(90, 10).unwrap_err();
        assert_eq!(pieces.missing(), [8..12, 17..21, 50..58, 90..100]);
        assert_eq!(pieces.missing(), []);

        let beyond = pieces.read_at(97, &mut buffer).unwrap_err();
        assert_eq!(beyond.kind(), io::ErrorKind::UnexpectedEof);
        assert!(pieces.expect(u64::MAX, 2).is_err());
        assert_eq!(pieces.missing(), []);
        // An empty read needs no bytes.
        pieces.read_at(100, &mut []).unwrap();
    }
}
