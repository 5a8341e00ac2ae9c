//! A block as it is stored: its head, and what it holds, compressed.

use std::{cell::RefCell, io, ops::RangeInclusive};

use zstd::bulk::{Compressor, Decompressor};

/// The most bytes of content that zstd takes together.
const MOST_REPEATED: u64 = 1 << 17;

/// Bytes of a block's head: how many compressed bytes follow, and the checksum, four bytes each.
pub(crate) const HEAD_BYTES: usize = 8;

thread_local! {
    /// A compressor and the level it is for. Making one for each block would cost more than the block.
    static COMPRESSOR: RefCell<Option<(i32, Compressor<'static>)>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// The block with this number that holds these bytes, head and all.
///
/// # Errors
///
/// Those of zstd: not enough memory.
pub(crate) fn pack(number: u64, content: &[u8], compression: i32) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|kept| {
        if !matches!(kept, Some((level, _)) if *level == compression) {
            let mut compressor = Compressor::new(compression)?;
            // How many bytes it holds is known without.
            compressor.include_contentsize(false)?;
            *kept = Some((compression, compressor));
        }
        let Some((_, compressor)) = kept else {
            return Err(io::ErrorKind::Other.into());
        };
        let mut block = vec![0; HEAD_BYTES + zstd::zstd_safe::compress_bound(content.len())];
        let length = compressor.compress_to_buffer(content, &mut block[HEAD_BYTES..])?;
        block.truncate(HEAD_BYTES + length);
        // Many wait to be written.
        block.shrink_to_fit();
        let (head, compressed) = block.split_at_mut(HEAD_BYTES);
        let length = u32::try_from(length).map_err(io::Error::other)?;
        head[..4].copy_from_slice(&length.to_le_bytes());
        head[4..].copy_from_slice(&crc32(number, compressed, content).to_le_bytes());
        Ok(block)
    })
}

/// What the block with this number holds, which must be so many bytes; `None` if it is not as it
/// was written.
pub(crate) fn unpack(number: u64, block: &[u8], bytes: usize) -> Option<Vec<u8>> {
    let (head, compressed) = block.split_first_chunk()?;
    if compressed.len() as u64 != compressed_bytes(*head) {
        return None;
    }
    let content = DECOMPRESSOR.with_borrow_mut(|kept| {
        if kept.is_none() {
            *kept = Decompressor::new().ok();
        }
        kept.as_mut()?.decompress(compressed, bytes).ok()
    })?;
    let right = content.len() == bytes && crc32(number, compressed, &content) == checksum(*head);
    right.then_some(content)
}

/// How many compressed bytes follow this head.
pub(crate) fn compressed_bytes(head: [u8; HEAD_BYTES]) -> u64 {
    let [a, b, c, d, ..] = head;
    u32::from_le_bytes([a, b, c, d]).into()
}

/// How many compressed bytes so many bytes of content can take.
///
/// The head of a frame of zstd takes six bytes at least. What is compressed to least is one byte over
/// and over: it takes four bytes for each [`MOST_REPEATED`].
pub(crate) fn possible_compressed_bytes(bytes: usize) -> RangeInclusive<u64> {
    let least = 6 + 4 * (bytes as u64).div_ceil(MOST_REPEATED);
    least..=zstd::zstd_safe::compress_bound(bytes) as u64
}

fn checksum(head: [u8; HEAD_BYTES]) -> u32 {
    let [.., a, b, c, d] = head;
    u32::from_le_bytes([a, b, c, d])
}

/// CRC-32 of the block's number, of what is stored, and of what that stands for: so a block is
/// known at its place only, any change of its bytes is seen, and so is any error of zstd's.
fn crc32(number: u64, compressed: &[u8], content: &[u8]) -> u32 {
    let mut crc32 = crc32fast::Hasher::new();
    crc32.update(&number.to_le_bytes());
    crc32.update(compressed);
    crc32.update(content);
    crc32.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_to_least_and_to_most_is_possible() {
        let mut random = 1_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random.to_le_bytes()[3]
        };
        for bytes in [1, 8, 100, 4096, 1 << 17, (1 << 17) + 1, 1 << 20, (1 << 20) + 5] {
            for content in [vec![7; bytes], (0..bytes).map(|_| next()).collect()] {
                for compression in [-5, 1, 3, 19] {
                    let block = pack(0, &content, compression).unwrap();
                    let found = compressed_bytes(*block.first_chunk().unwrap());
                    assert!(possible_compressed_bytes(bytes).contains(&found), "{bytes}: {found}");
                }
            }
        }
        // The least there is, by hand: an empty window, and one block that repeats a byte.
        let size = u32::try_from(1 << 17).unwrap() << 3 | 0b11;
        let frame =
            [&0xfd2f_b528_u32.to_le_bytes()[..], &[0, 0x38], &size.to_le_bytes()[..3], &[7]];
        let content = zstd::bulk::decompress(&frame.concat(), 1 << 17).unwrap();
        assert_eq!(content, vec![7; 1 << 17]);
        assert_eq!(*possible_compressed_bytes(1 << 17).start(), frame.concat().len() as u64);
    }

    #[test]
    fn a_block_is_known_by_its_number_and_by_every_bit() {
        let content: Vec<u8> = (0..5000_u32).map(|i| (i * i).to_le_bytes()[1] >> 3 & 3).collect();
        let mut block = pack(7, &content, 3).unwrap();
        assert!(block.len() < content.len() && block.capacity() == block.len());
        assert_eq!(unpack(7, &block, content.len()).as_ref(), Some(&content));
        assert_eq!(unpack(8, &block, content.len()), None);
        assert_eq!(unpack(7, &block, content.len() - 1), None);
        for byte in 0..block.len() {
            for bit in 0..8 {
                block[byte] ^= 1 << bit;
                assert_eq!(unpack(7, &block, content.len()), None, "byte {byte}, bit {bit}");
                block[byte] ^= 1 << bit;
            }
        }
        for length in 0..block.len() {
            assert_eq!(unpack(7, &block[..length], content.len()), None);
        }
    }
}
