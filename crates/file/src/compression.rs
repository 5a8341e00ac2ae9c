//! Compression and decompression of frames of zstd: by the C library, or in Rust on targets where no C can be
//! compiled.
//!
//! Each implementation reads what the other writes. The bytes that they write differ.

#[cfg(feature = "zstd")]
mod in_c;
#[cfg(all(feature = "ruzstd", any(test, not(feature = "zstd"))))]
mod in_rust;

use std::io;

#[cfg(feature = "zstd")]
use in_c::{compress_frame, decompress_frame};
#[cfg(all(feature = "ruzstd", not(feature = "zstd")))]
use in_rust::{compress_frame, decompress_frame};

#[cfg(not(any(feature = "zstd", feature = "ruzstd")))]
compile_error!("enable the feature `zstd` (the C library) or `ruzstd` (Rust alone)");

/// The most bytes to which this many bytes can be compressed.
pub(crate) const fn most_compressed_bytes(bytes: usize) -> usize {
    // The same formula as zstd's `ZSTD_COMPRESSBOUND`.
    bytes + (bytes >> 8) + (MOST_IN_BLOCK.saturating_sub(bytes) >> 11)
}

/// The first bytes of a frame.
const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// The most bytes of content in a block of a frame.
pub(crate) const MOST_IN_BLOCK: usize = 1 << 17;

/// RFC 8878 says that every decoder reads frames with windows up to this size. A window takes memory.
const LEAST_WINDOW: u64 = 8 << 20;

/// Replaces `compressed` by the content as a frame of zstd. `level` is zstd's; the implementation in Rust has only one.
///
/// # Errors
///
/// If there is not enough memory.
pub fn compress(content: &[u8], level: i32, compressed: &mut Vec<u8>) -> io::Result<()> {
    compress_frame(content, level, compressed)
}

/// Decompresses a frame of zstd into `content`. `false` if these bytes are not exactly one frame, as the format allows it, of this many
/// bytes of content.
///
/// # Errors
///
/// If there is not enough memory.
///
/// ```
/// use perfect_play_file::{compress, decompress};
///
/// let (mut compressed, mut content) = (Vec::new(), [0; 1000]);
/// compress(&[7; 1000], 1, &mut compressed)?;
/// assert!(compressed.len() < 100 && decompress(&compressed, &mut content)?);
/// assert_eq!(content, [7; 1000]);
/// assert!(!decompress(&compressed, &mut [0; 999])?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompress(compressed: &[u8], content: &mut [u8]) -> io::Result<bool> {
    Ok(is_one_frame(compressed, content.len()) && decompress_frame(compressed, content)?)
}

/// Whether these bytes are exactly one frame as the format allows it (`docs/format.md`, section 8). The libraries do
/// not check this: both accept several frames, and only one of them compares a checksum.
fn is_one_frame(compressed: &[u8], content_len: usize) -> bool {
    behind_frame(compressed, content_len as u64).is_some_and(<[u8]>::is_empty)
}

/// The bytes behind the first frame. `None` if the format does not allow the frame.
fn behind_frame(bytes: &[u8], content_len: u64) -> Option<&[u8]> {
    let (&descriptor, mut rest) = bytes.strip_prefix(&MAGIC)?.split_first()?;
    // No dictionary, no checksum, no bits that RFC 8878 leaves open.
    if descriptor & 0b1_1111 != 0 {
        return None;
    }
    // With this bit, the window is the content. Otherwise the window has 3 bits of mantissa and 5 of exponent.
    let is_single_segment = descriptor & 0b10_0000 != 0;
    if !is_single_segment {
        let (&window, behind) = rest.split_first()?;
        rest = behind;
        let eighths = 8 + u64::from(window & 0b111);
        if eighths << (7 + (window >> 3)) > content_len.next_power_of_two().max(LEAST_WINDOW) {
            return None;
        }
    }
    // A content size of two bytes is stored less 256.
    let (size_bytes, least) = match descriptor >> 6 {
        0 => (usize::from(is_single_segment), 0),
        1 => (2, 256),
        more => (1 << more, 0),
    };
    let (size, mut rest) = rest.split_at_checked(size_bytes)?;
    let size = size.iter().rev().fold(0, |size: u64, &byte| size << 8 | u64::from(byte));
    if size_bytes > 0 && size.checked_add(least) != Some(content_len) {
        return None;
    }
    loop {
        let (&[low, middle, high], content) = rest.split_first_chunk()?;
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let len = (header >> 3) as usize;
        let stored = match header >> 1 & 0b11 {
            // As it is, and compressed.
            0 | 2 => len,
            // One byte, repeated.
            1 => 1,
            _ => return None,
        };
        rest = content.get(stored..).filter(|_| len <= MOST_IN_BLOCK)?;
        if header & 1 == 1 {
            return Some(rest);
        }
    }
}

#[cfg(all(test, feature = "zstd", feature = "ruzstd"))]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::Index};

    use perfect_play_test_kit::changed_frames;

    use super::{in_c, in_rust, is_one_frame, most_compressed_bytes};

    type Compress = fn(&[u8], i32, &mut Vec<u8>) -> std::io::Result<()>;
    type Decompress = fn(&[u8], &mut [u8]) -> bool;

    const BOTH: [(Compress, Decompress); 2] =
        [(in_c::compress_frame, decompress_in_c), (in_rust::compress_frame, decompress_in_rust)];

    fn decompress_in_c(compressed: &[u8], content: &mut [u8]) -> bool {
        is_one_frame(compressed, content.len())
            && in_c::decompress_frame(compressed, content).unwrap()
    }

    fn decompress_in_rust(compressed: &[u8], content: &mut [u8]) -> bool {
        is_one_frame(compressed, content.len())
            && in_rust::decompress_frame(compressed, content).unwrap()
    }

    proptest! {
        #[test]
        fn both_read_what_each_writes(
            bytes in vec(prop_oneof![Just(0), Just(1), any::<u8>()], 0..500),
            repeated in 1..500_usize,
            level in prop_oneof![Just(3), Just(19)],
        ) {
            let content = bytes.repeat(repeated);
            for (compress, _) in BOTH {
                let mut compressed = Vec::new();
                compress(&content, level, &mut compressed).unwrap();
                prop_assert!(compressed.len() <= most_compressed_bytes(content.len()));
                for (_, decompress) in BOTH {
                    let mut read = vec![0; content.len()];
                    prop_assert!(decompress(&compressed, &mut read));
                    prop_assert_eq!(&read, &content);
                    // Decompression must notice that the buffer is longer than the content.
                    prop_assert!(!decompress(&compressed, &mut vec![0; content.len() + 1]));
                    if let Some(less) = content.len().checked_sub(1) {
                        prop_assert!(!decompress(&compressed, &mut vec![0; less]));
                    }
                }
            }
        }

        #[test]
        fn damaged_bytes_do_not_panic(content in vec(0..3_u8, 1..3000), at: Index, xor in 1..=255_u8) {
            let mut compressed = Vec::new();
            in_c::compress_frame(&content, 3, &mut compressed).unwrap();
            let at = at.index(compressed.len());
            compressed[at] ^= xor;
            let mut read = vec![0; content.len()];
            decompress_in_rust(&compressed, &mut read);
            decompress_in_rust(&compressed[..at], &mut read);
        }
    }

    #[test]
    fn the_bound_is_that_of_zstd() {
        for bytes in (0..1 << 18).step_by(97).chain([1 << 24, (1 << 17) - 1, 1 << 17]) {
            assert_eq!(most_compressed_bytes(bytes), zstd::zstd_safe::compress_bound(bytes));
        }
    }

    #[test]
    fn a_frame_that_asks_for_gigabytes_is_refused() {
        // Magic, no content size, a window of 1 GiB, one empty last block.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x01, 0x00, 0x00];
        assert!(!decompress_in_rust(&frame, &mut []));
    }

    #[test]
    fn both_read_exactly_one_frame() {
        // One block and several, and sizes of content that take one, two and four bytes.
        for len in [2, 200, 256, 3000, 70_000, 300_000] {
            let content: Vec<u8> = (0..5_u8).flat_map(|byte| [byte; 7]).cycle().take(len).collect();
            for (frame, how, is_right) in changed_frames(&content) {
                for (_, decompress) in BOTH {
                    let mut read = vec![0; content.len()];
                    assert_eq!(decompress(&frame, &mut read), is_right, "{len} bytes, {how}");
                    assert!(!is_right || read == content, "{len} bytes, {how}");
                }
            }
        }
    }

    #[test]
    fn a_checksum_that_another_crate_turned_on_is_not_written() {
        let content = [1, 2, 3].repeat(100);
        let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
        compressor.include_checksum(true).unwrap();
        let mut frame = compressor.compress(&content).unwrap();
        let mut read = vec![0; content.len()];
        for (_, decompress) in BOTH {
            assert!(!decompress(&frame, &mut read));
        }
        in_rust::remove_checksum(&mut frame);
        assert!(decompress_in_rust(&frame, &mut read) && read == content);
        let whole = frame.clone();
        in_rust::remove_checksum(&mut frame);
        assert_eq!(frame, whole);
    }
}
