//! Compression and decompression of frames of zstd: by the C library, or in Rust on targets where no C can be
//! compiled.
//!
//! Each implementation reads what the other writes. The bytes that they write differ.

#[cfg(feature = "zstd")]
mod in_c;
#[cfg(all(feature = "ruzstd", any(test, not(feature = "zstd"))))]
mod in_rust;

#[cfg(feature = "zstd")]
pub(crate) use in_c::{compress, decompress};
#[cfg(all(feature = "ruzstd", not(feature = "zstd")))]
pub(crate) use in_rust::{compress, decompress};

#[cfg(not(any(feature = "zstd", feature = "ruzstd")))]
compile_error!("enable the feature `zstd` (the C library) or `ruzstd` (Rust alone)");

/// The most bytes to which this many bytes can be compressed.
pub(crate) const fn most_compressed_bytes(bytes: usize) -> usize {
    // The same formula as zstd's `ZSTD_COMPRESSBOUND`.
    const BLOCK: usize = 1 << 17;
    bytes + (bytes >> 8) + (BLOCK.saturating_sub(bytes) >> 11)
}

#[cfg(all(test, feature = "zstd", feature = "ruzstd"))]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::Index};

    use super::{in_c, in_rust, most_compressed_bytes};

    type Compress = fn(&[u8], i32, &mut Vec<u8>) -> std::io::Result<()>;
    type Decompress = fn(&[u8], &mut [u8]) -> bool;

    const BOTH: [(Compress, Decompress); 2] =
        [(in_c::compress, in_c::decompress), (in_rust::compress, in_rust::decompress)];

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
            in_c::compress(&content, 3, &mut compressed).unwrap();
            let at = at.index(compressed.len());
            compressed[at] ^= xor;
            let mut read = vec![0; content.len()];
            in_rust::decompress(&compressed, &mut read);
            in_rust::decompress(&compressed[..at], &mut read);
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
        assert!(!in_rust::decompress(&frame, &mut []));
    }
}
