//! The blocks of a file and its index, read without trust in what the file says of itself.
//!
//! No memory is taken because a number in the file asks for it. It grows with what was read, and with what
//! that stands for once its checksum has been found right. So a file of few bytes takes little memory, even
//! if it is sparse or a pipe that never ends.

use std::io::{self, Read};

use crate::{
    Damage, OpenErrorKind,
    block::{self, HEAD_BYTES},
    plan::Plan,
    source::Source,
    store::compressed_bytes,
};

/// How many heads of blocks are read at once.
const HEADS_AT_ONCE: usize = 1 << 10;

/// Reads all blocks of a file, one after the other, and then the index.
pub(crate) struct BlockReader<'p, R> {
    file: R,
    plan: &'p Plan,
    /// How many bytes of blocks are left, as the header says.
    left: u64,
    /// The heads of the blocks that have been read.
    heads: Vec<[u8; HEAD_BYTES]>,
}

/// A block that is as it was written.
pub(crate) struct BlockRead {
    /// As it is stored, with its head.
    pub(crate) stored: Vec<u8>,
    /// What it holds.
    pub(crate) content: Vec<u8>,
}

impl<'p, R: Read> BlockReader<'p, R> {
    /// Reads a file from the end of its header on. All blocks together take `stored_bytes`.
    pub(crate) fn new(file: R, plan: &'p Plan, stored_bytes: u64) -> Self {
        Self { file, plan, left: stored_bytes, heads: Vec::new() }
    }

    /// The next planned block.
    ///
    /// # Errors
    ///
    /// If it is missing or not as it was written, or cannot be read.
    pub(crate) fn read_block(&mut self) -> Result<BlockRead, OpenErrorKind> {
        let block = self.heads.len() as u64;
        let damaged = || Damage::Block(self.plan.place(block));
        let mut stored = self.read(HEAD_BYTES as u64)?;
        let head = *stored.first_chunk().ok_or(Damage::CutShort)?;
        let bytes = compressed_bytes(self.plan, block, head).map_err(|_| damaged())?;
        let left = self.left.checked_sub(HEAD_BYTES as u64 + bytes).ok_or_else(damaged)?;
        stored.append(&mut self.read(bytes)?);
        let content = block::unpack(block, &stored, self.plan.bytes(block)).ok_or_else(damaged)?;
        self.heads.push(head);
        self.left = left;
        Ok(BlockRead { stored, content })
    }

    /// Reads the index, when all blocks have been read, and checks that nothing is behind it. Gives the
    /// heads of all blocks.
    ///
    /// # Errors
    ///
    /// If the index is not as it was written, if the file ends before it or goes on behind it, or cannot
    /// be read.
    pub(crate) fn finish(
        mut self,
        index_crc32: u32,
    ) -> Result<Vec<[u8; HEAD_BYTES]>, OpenErrorKind> {
        let index = self.read(self.heads.as_flattened().len() as u64)?;
        let right = index == self.heads.as_flattened() && crc32fast::hash(&index) == index_crc32;
        if self.left != 0 || !right {
            return Err(Damage::Index.into());
        }
        let mut behind = Vec::new();
        self.file.take(1).read_to_end(&mut behind)?;
        if behind.is_empty() { Ok(self.heads) } else { Err(Damage::TooLong.into()) }
    }

    /// Reads so many bytes.
    fn read(&mut self, bytes: u64) -> Result<Vec<u8>, OpenErrorKind> {
        let mut read = Vec::new();
        self.file.by_ref().take(bytes).read_to_end(&mut read)?;
        if read.len() as u64 == bytes { Ok(read) } else { Err(Damage::CutShort.into()) }
    }
}

/// Reads the index of a file, which begins at a place. It ends at the first head that no block can have: a
/// sparse file may be of any length.
///
/// # Errors
///
/// If there is such a head, or the index cannot be read.
pub(crate) fn read_index(
    source: &Source,
    mut place: u64,
    plan: &Plan,
) -> Result<Vec<[u8; HEAD_BYTES]>, OpenErrorKind> {
    let (mut heads, mut buffer) = (Vec::new(), [[0; HEAD_BYTES]; HEADS_AT_ONCE]);
    while (heads.len() as u64) < plan.blocks() {
        let left = plan.blocks() - heads.len() as u64;
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(HEADS_AT_ONCE);
        let read = buffer[..count].as_flattened_mut();
        source.read_at(place, read)?;
        place += read.len() as u64;
        heads.try_reserve(count).map_err(io::Error::from)?;
        for &head in &buffer[..count] {
            compressed_bytes(plan, heads.len() as u64, head)?;
            heads.push(head);
        }
    }
    Ok(heads)
}
