//! Frames of zstd by the C library.

use std::{cell::RefCell, io};

use zstd::bulk::{Compressor, Decompressor};

use super::most_compressed_bytes;

thread_local! {
    /// A compressor and its level. It is kept because making one for each frame would cost more than the frame.
    static COMPRESSOR: RefCell<Option<(i32, Compressor<'static>)>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Replaces `compressed` by the compressed content.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn compress(content: &[u8], level: i32, compressed: &mut Vec<u8>) -> io::Result<()> {
    COMPRESSOR.with_borrow_mut(|kept| {
        if !matches!(kept, Some((of, _)) if *of == level) {
            let mut compressor = Compressor::new(level)?;
            // The reader already knows the size of the content.
            compressor.include_contentsize(false)?;
            *kept = Some((level, compressor));
        }
        let Some((_, compressor)) = kept else { return Err(io::ErrorKind::Other.into()) };
        compressed.clear();
        compressed.try_reserve(most_compressed_bytes(content.len()))?;
        compressor.compress_to_buffer(content, compressed)?;
        Ok(())
    })
}

/// Decompresses into `content`. `false` if the result does not have exactly as many bytes, or the frame is damaged.
pub(crate) fn decompress(compressed: &[u8], content: &mut [u8]) -> bool {
    DECOMPRESSOR.with_borrow_mut(|kept| {
        if kept.is_none() {
            *kept = Decompressor::new().ok();
        }
        let read =
            kept.as_mut().and_then(|kept| kept.decompress_to_buffer(compressed, content).ok());
        read == Some(content.len())
    })
}
