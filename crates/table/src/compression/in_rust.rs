//! Frames of zstd in Rust alone, for targets without a C library: WebAssembly.

use std::{cell::RefCell, io};

use ruzstd::{
    decoding::FrameDecoder,
    encoding::{CompressionLevel, FrameCompressor},
};

use super::most_compressed_bytes;

/// RFC 8878 says that every decoder reads frames with windows up to this size. A window takes memory.
const LEAST_WINDOW: u64 = 8 << 20;

thread_local! {
    /// The decoder is kept because making one for each frame would cost more than the frame.
    static DECOMPRESSOR: RefCell<FrameDecoder> = RefCell::new(FrameDecoder::new());
}

/// Replaces `compressed` by the compressed content. There is only one level, so `_level` is ignored.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn compress(content: &[u8], _level: i32, compressed: &mut Vec<u8>) -> io::Result<()> {
    compressed.clear();
    compressed.try_reserve(most_compressed_bytes(content.len()))?;
    let mut compressor = FrameCompressor::new(CompressionLevel::Fastest);
    compressor.set_source(content);
    compressor.set_drain(&mut *compressed);
    compressor.compress();
    Ok(())
}

/// Decompresses into `content`. `false` if the result does not have exactly as many bytes, or the frame is damaged.
pub(crate) fn decompress(compressed: &[u8], content: &mut [u8]) -> bool {
    let window = (content.len() as u64).next_power_of_two().max(LEAST_WINDOW);
    DECOMPRESSOR.with_borrow_mut(|decoder| {
        decoder.set_max_window_size(window);
        decoder.decode_all(compressed, content).is_ok_and(|read| read == content.len())
    })
}
