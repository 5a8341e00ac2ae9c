//! The bytes of a `.perfect` file, taken apart and put together again with right checksums. This is the
//! only module of these tests that knows the layout of a file.

#![allow(dead_code, reason = "the fuzz targets use parts of it")]

use std::{
    cell::RefCell,
    fs::File,
    io::{Seek, SeekFrom, Write},
    mem,
    path::Path,
};

use perfect_play_table::{Header, TableFile};
use zstd::bulk::Compressor;

/// Bytes before the header: magic, version, the header's length, its checksum.
const FRAME_BYTES: usize = 20;
/// Bytes of a block before what is compressed: the length of that, and a checksum.
const HEAD_BYTES: usize = 8;
/// From the end of the header: the bytes of all blocks, the checksum of the index, and one byte more.
const END_OF_HEADER: usize = 8 + 4 + 1;

/// What a file says, without its checksums.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) header: Header,
    /// The entries of each level, in the order of the file.
    pub(crate) levels: Vec<Vec<u8>>,
    /// The positions by ply of each level, in the order of the file.
    pub(crate) counts: Vec<Vec<u64>>,
}

impl Parts {
    /// The parts of a file that opens.
    pub(crate) fn of(file: &[u8]) -> Self {
        let header = TableFile::read(file).unwrap().header().clone();
        let block_bytes = u64::from(header.settings.block_bytes);
        let mut rest = &file[FRAME_BYTES + number(file, 12).unwrap()..];
        let mut content = |most: u64| {
            let (block, behind) = rest.split_at(HEAD_BYTES + number(rest, 0).unwrap());
            rest = behind;
            let most = usize::try_from(most).unwrap();
            zstd::bulk::decompress(&block[HEAD_BYTES..], most).unwrap()
        };
        let (mut levels, mut counts) = (Vec::new(), Vec::new());
        for bytes in &header.level_bytes {
            let blocks = bytes.div_ceil(block_bytes);
            levels.push((0..blocks).flat_map(|_| content(block_bytes)).collect());
            let of_level = content(8 * header.positions_by_ply.len() as u64);
            let of_level = of_level.as_chunks().0.iter().map(|&count| u64::from_le_bytes(count));
            counts.push(of_level.collect());
        }
        Self { header, levels, counts }
    }

    /// How many bytes of entries there are.
    pub(crate) fn places(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// The byte in a place, counted over all levels: in a table by index, that of the slot.
    pub(crate) fn get(&self, place: u64) -> u8 {
        let (level, place) = self.find(place);
        self.levels[level][place]
    }

    /// Puts another byte in a place.
    pub(crate) fn set(&mut self, place: u64, byte: u8) {
        let (level, place) = self.find(place);
        self.levels[level][place] = byte;
    }

    fn find(&self, place: u64) -> (usize, usize) {
        let mut place = usize::try_from(place).unwrap();
        for (nth, level) in self.levels.iter().enumerate() {
            if place < level.len() {
                return (nth, place);
            }
            place -= level.len();
        }
        panic!("no such place");
    }

    /// Makes entries and counts as long as the header says, if it does not ask for very much.
    pub(crate) fn fit(&mut self) {
        let (plies, levels) = (self.header.positions_by_ply.len(), &self.header.level_bytes);
        let mut entries = mem::take(&mut self.levels).into_iter().flatten();
        let most = |bytes: u64| usize::try_from(bytes.min(1 << 16)).unwrap();
        self.levels =
            levels.iter().map(|&bytes| entries.by_ref().take(most(bytes)).collect()).collect();
        self.counts.resize(self.levels.len(), Vec::new());
        for counts in &mut self.counts {
            counts.resize(plies, 0);
        }
        // What the levels say of the positions adds up, in one of them.
        let mut missing = self.header.positions_by_ply.clone();
        for counts in self.counts.iter().rev().take(self.levels.len().saturating_sub(1)) {
            for (missing, count) in missing.iter_mut().zip(counts) {
                *missing = missing.wrapping_sub(*count);
            }
        }
        if let Some(first) = self.counts.first_mut() {
            *first = missing;
        }
    }

    /// Makes the header's counts the sums of those of the levels.
    pub(crate) fn add_up(&mut self) {
        for (ply, sum) in self.header.positions_by_ply.iter_mut().enumerate() {
            *sum = self.counts.iter().map(|of_level| of_level[ply]).sum();
        }
    }

    /// The file: everything in the header that follows from the other parts is made right.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let (blocks, index) = self.blocks();
        [beginning(&self.header_of(&blocks, &index)), blocks, index].concat()
    }

    /// The header of that file.
    pub(crate) fn right_header(&self) -> Header {
        let (blocks, index) = self.blocks();
        self.header_of(&blocks, &index)
    }

    fn header_of(&self, blocks: &[u8], index: &[u8]) -> Header {
        Header {
            level_bytes: self.levels.iter().map(|level| level.len() as u64).collect(),
            stored_bytes: blocks.len() as u64,
            index_crc32: crc32(&[index]),
            ..self.header.clone()
        }
    }

    /// The file under way that has whole levels and no more: so many of them.
    pub(crate) fn to_partial(&self, levels: usize) -> Vec<u8> {
        let header = Header {
            positions_by_ply: vec![0; self.header.positions_by_ply.len()],
            stored_bytes: 0,
            index_crc32: 0,
            finished: false,
            ..self.header.clone()
        };
        let part = Self {
            header: self.header.clone(),
            levels: self.levels[..levels].to_vec(),
            counts: self.counts[..levels].to_vec(),
        };
        [beginning(&header), part.blocks().0].concat()
    }

    /// The file with a header that may say anything; all else is as it follows from the parts.
    pub(crate) fn to_bytes_with_header(&self, header: &[u8]) -> Vec<u8> {
        let (blocks, index) = self.blocks();
        [with_frame(header), blocks, index].concat()
    }

    /// All blocks, and the index.
    fn blocks(&self) -> (Vec<u8>, Vec<u8>) {
        let block_bytes = (self.header.settings.block_bytes as usize).max(1);
        let (mut blocks, mut index) = (Vec::new(), Vec::new());
        let mut number = 0_u64;
        let mut add = |content: &[u8]| {
            let block = block(number, content);
            index.extend(&block[..HEAD_BYTES]);
            blocks.extend(block);
            number += 1;
        };
        for (entries, counts) in self.levels.iter().zip(&self.counts) {
            entries.chunks(block_bytes).for_each(&mut add);
            add(&counts.iter().flat_map(|count| count.to_le_bytes()).collect::<Vec<_>>());
        }
        (blocks, index)
    }
}

/// A header as it stands in the file.
pub(crate) fn encoded(header: &Header) -> Vec<u8> {
    bincode::serde::encode_to_vec(header, bincode::config::legacy()).unwrap()
}

/// What a file with this header begins with.
pub(crate) fn beginning(header: &Header) -> Vec<u8> {
    with_frame(&encoded(header))
}

/// Writes a file of which the header is there, and nothing else but zeros that take no room on the disk.
/// Gives its length.
pub(crate) fn sparse(header: &Header, path: &Path) -> u64 {
    let beginning = beginning(header);
    let blocks_of = |bytes: &u64| bytes.div_ceil(header.settings.block_bytes.into()) + 1;
    let blocks: u64 = header.level_bytes.iter().map(blocks_of).sum();
    let length = beginning.len() as u64 + header.stored_bytes + HEAD_BYTES as u64 * blocks;
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(&beginning)?;
        file.set_len(length)
    };
    write().unwrap();
    length
}

/// Writes a file whose header, counts, all of them 0, and index are there, and whose entries are zeros that
/// take no room on the disk.
pub(crate) fn hollow(header: &Header, path: &Path) {
    let block_bytes = u64::from(header.settings.block_bytes);
    let content = vec![0; 8 * header.positions_by_ply.len()];
    let start = beginning(header).len() as u64;
    let (mut index, mut counts) = (Vec::new(), Vec::new());
    let (mut number, mut end) = (0, start);
    for &bytes in &header.level_bytes {
        for first in (0..bytes).step_by(header.settings.block_bytes as usize) {
            // About as much as is compressed well.
            let compressed = 20 + (bytes - first).min(block_bytes) / 1000;
            index.extend(compressed.to_le_bytes());
            end += HEAD_BYTES as u64 + compressed;
            number += 1;
        }
        let block = block(number, &content);
        index.extend(&block[..HEAD_BYTES]);
        counts.push((end, block.clone()));
        end += block.len() as u64;
        number += 1;
    }
    let (stored_bytes, index_crc32) = (end - start, crc32(&[&index]));
    let header = Header { stored_bytes, index_crc32, ..header.clone() };
    let mut file = File::create(path).unwrap();
    for (place, bytes) in counts.into_iter().chain([(0, beginning(&header)), (end, index)]) {
        file.seek(SeekFrom::Start(place)).and_then(|_| file.write_all(&bytes)).unwrap();
    }
}

/// Frame and header.
fn with_frame(header: &[u8]) -> Vec<u8> {
    let version = perfect_play_table::FORMAT_VERSION.to_le_bytes();
    let length = u32::try_from(header.len()).unwrap().to_le_bytes();
    let checksum = crc32(&[&version, &length, header]).to_le_bytes();
    [&b"\x89PERFECT"[..], &version, &length, &checksum, header].concat()
}

fn block(number: u64, content: &[u8]) -> Vec<u8> {
    thread_local! {
        /// To make one for each block takes longer than to compress it.
        static COMPRESSOR: RefCell<Compressor<'static>> = Compressor::new(1).unwrap().into();
    }
    let compressed = COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(content).unwrap());
    let length = u32::try_from(compressed.len()).unwrap().to_le_bytes();
    let checksum = crc32(&[&number.to_le_bytes(), &compressed, content]).to_le_bytes();
    [&length, &checksum, &*compressed].concat()
}

/// Makes the checksums of a file right, as far as what they are of is still found.
pub(crate) fn mend(file: &mut [u8]) -> Option<()> {
    let header = FRAME_BYTES..FRAME_BYTES + number(file, 12)?;
    let stored = number(file, header.end.checked_sub(END_OF_HEADER)?)?;
    let blocks = header.end..header.end.checked_add(stored)?;
    if let Some(index) = mend_blocks(file.get_mut(blocks.clone())?) {
        file.get_mut(blocks.end..)?.get_mut(..index.len())?.copy_from_slice(&index);
        set_checksum(file, header.end - 5, &[&index])?;
    }
    let (length, content) = (file[8..16].to_vec(), file.get(header)?.to_vec());
    set_checksum(file, 16, &[&length, &content])
}

/// The same in the blocks; gives their heads.
fn mend_blocks(mut blocks: &mut [u8]) -> Option<Vec<u8>> {
    let mut heads = Vec::new();
    for block in 0_u64.. {
        if blocks.is_empty() {
            break;
        }
        let end = number(blocks, 0)?.checked_add(HEAD_BYTES)?;
        let this;
        (this, blocks) = blocks.split_at_mut_checked(end)?;
        let compressed = this[HEAD_BYTES..].to_vec();
        // A larger one is none of ours.
        let content = zstd::bulk::decompress(&compressed, 1 << 16).unwrap_or_default();
        set_checksum(this, 4, &[&block.to_le_bytes(), &compressed, &content])?;
        heads.extend(&this[..HEAD_BYTES]);
    }
    Some(heads)
}

/// The number that stands in these four bytes.
fn number(file: &[u8], place: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*file.get(place..)?.first_chunk()?)).ok()
}

fn set_checksum(file: &mut [u8], place: usize, of: &[&[u8]]) -> Option<()> {
    *file.get_mut(place..)?.first_chunk_mut()? = crc32(of).to_le_bytes();
    Some(())
}

fn crc32(of: &[&[u8]]) -> u32 {
    let mut crc32 = crc32fast::Hasher::new();
    for bytes in of {
        crc32.update(bytes);
    }
    crc32.finalize()
}
