//! Frames of zstd in Rust alone, for targets without a C library: WebAssembly.

use std::{cell::RefCell, io};

use ruzstd::{
    decoding::FrameDecoder,
    encoding::{CompressionLevel, FrameCompressor},
};

use super::zstd_frame::{MAGIC, most_compressed_bytes};
use crate::memory;

thread_local! {
    /// The decoder is kept because making one for each frame would cost more than the frame.
    static DECOMPRESSOR: RefCell<FrameDecoder> = RefCell::new(FrameDecoder::new());
}

/// Replaces `compressed` by the content as a frame of zstd. `level` is zstd's. There is only one level, so `_level` is ignored.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn compress_frame(
    content: &[u8],
    _level: i32,
    compressed: &mut Vec<u8>,
) -> io::Result<()> {
    compressed.clear();
    memory::reserve(compressed, most_compressed_bytes(content.len()))?;
    let mut compressor = FrameCompressor::new(CompressionLevel::Fastest);
    compressor.set_source(content);
    compressor.set_drain(&mut *compressed);
    compressor.compress();
    remove_checksum(compressed);
    Ok(())
}

/// Removes the checksum from a frame. The format does not allow it. There is one if another crate turns on ruzstd's feature
/// `hash`.
pub(super) fn remove_checksum(frame: &mut Vec<u8>) {
    const FLAG: u8 = 0b100;
    const BYTES: usize = 4;
    let descriptor = &mut frame[MAGIC.len()];
    if *descriptor & FLAG != 0 {
        *descriptor ^= FLAG;
        frame.truncate(frame.len() - BYTES);
    }
}

/// Decompresses into `content`. `false` if the result does not have exactly as many bytes, or the frame is damaged.
///
/// # Errors
///
/// None. (Without enough memory, ruzstd ends the program.)
pub(super) fn decompress_frame(compressed: &[u8], content: &mut [u8]) -> io::Result<bool> {
    DECOMPRESSOR.with_borrow_mut(|decoder| {
        Ok(decoder.decode_all(compressed, content).is_ok_and(|read| read == content.len()))
    })
}
