//! The reachable slots of a section, compressed.

use std::io;

use perfect_play_file::{DiskFile, compress, decompress};
use perfect_play_numbering::Unreadable;
use serde::{Deserialize, Serialize};

use super::CountError;

/// The level of zstd: the fastest one.
const COMPRESSION: i32 = 1;

/// A compressed section.
pub(super) struct Packed {
    pub(super) compressed: Box<[u8]>,
    /// The length of the uncompressed section in bytes.
    bytes: usize,
}

/// The position of a compressed section in a file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct InFile {
    start: u64,
    length: u64,
    crc32: u32,
    /// The length of the uncompressed section in bytes.
    bytes: u64,
}

impl Packed {
    /// Compresses a section.
    pub(super) fn of(section: &[u8]) -> Result<Self, CountError> {
        let mut compressed = Vec::new();
        compress(section, COMPRESSION, &mut compressed).map_err(unreadable)?;
        // A boxed slice frees the vector's spare room, which is for content that does not compress.
        Ok(Self { compressed: compressed.into_boxed_slice(), bytes: section.len() })
    }

    /// The section.
    pub(super) fn unpack(&self) -> Result<Vec<u8>, CountError> {
        unpack(&self.compressed, self.bytes).map_err(unreadable)
    }

    /// The position of the section if it is written at `end`. `end` is moved behind it.
    pub(super) fn at(&self, end: &mut u64) -> InFile {
        let (start, length) = (*end, self.compressed.len() as u64);
        *end += length;
        InFile { start, length, crc32: crc32fast::hash(&self.compressed), bytes: self.bytes as u64 }
    }
}

impl InFile {
    /// The section. Positions in the file are counted from `origin`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is damaged.
    pub(super) fn read(self, origin: u64, file: &DiskFile) -> io::Result<Vec<u8>> {
        let [length, bytes] = [self.length, self.bytes].map(usize::try_from);
        let mut compressed = vec![0; length.map_err(io::Error::other)?];
        file.read_at(origin + self.start, &mut compressed)?;
        if crc32fast::hash(&compressed) == self.crc32 {
            unpack(&compressed, bytes.map_err(io::Error::other)?)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

fn unpack(compressed: &[u8], bytes: usize) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    section.try_reserve_exact(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
    section.resize(bytes, 0);
    let is_whole = decompress(compressed, &mut section)?;
    is_whole.then_some(section).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn unreadable(error: io::Error) -> CountError {
    CountError::Table(Unreadable::new(error).into())
}
