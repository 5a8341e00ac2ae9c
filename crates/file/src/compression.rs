//! Compression and decompression of frames of zstd: by the C library, or in Rust on targets where no C can be
//! compiled.
//!
//! Each implementation reads what the other writes. The bytes that they write differ.

#[cfg(feature = "zstd")]
mod in_c;
#[cfg(all(feature = "ruzstd", any(test, not(feature = "zstd"))))]
mod in_rust;
mod zstd_frame;

use std::io;

#[cfg(feature = "zstd")]
use in_c::{compress_frame, decompress_frame};
#[cfg(all(feature = "ruzstd", not(feature = "zstd")))]
use in_rust::{compress_frame, decompress_frame};
use zstd_frame::is_one_frame;

pub(crate) use zstd_frame::{MOST_IN_BLOCK, most_compressed_bytes};

#[cfg(not(any(feature = "zstd", feature = "ruzstd")))]
compile_error!("enable the feature `zstd` (the C library) or `ruzstd` (Rust alone)");

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
