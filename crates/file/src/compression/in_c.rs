//! Frames of zstd by the C library.

use std::{cell::RefCell, io};

use zstd::zstd_safe::{CCtx, CParameter, DCtx, get_error_name};

use super::zstd_frame::most_compressed_bytes;
use crate::memory;

thread_local! {
    /// A compressor and its level. It is kept because making one for each frame would cost more than the frame.
    static COMPRESSOR: RefCell<Option<(i32, CCtx<'static>)>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
}

/// Replaces `compressed` by the content as a frame of zstd. `level` is zstd's.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn compress_frame(
    content: &[u8],
    level: i32,
    compressed: &mut Vec<u8>,
) -> io::Result<()> {
    let error = |code| io::Error::other(get_error_name(code));
    COMPRESSOR.with_borrow_mut(|kept| {
        if !matches!(kept, Some((of, _)) if *of == level) {
            let mut compressor =
                CCtx::try_create().ok_or_else(|| memory::short("a compressor of about 5 MB"))?;
            // The reader already knows the size of the content, and our own checksum covers it.
            for parameter in
                [CParameter::CompressionLevel(level), CParameter::ContentSizeFlag(false)]
            {
                compressor.set_parameter(parameter).map_err(error)?;
            }
            *kept = Some((level, compressor));
        }
        let Some((_, compressor)) = kept else { return Err(io::ErrorKind::Other.into()) };
        compressed.clear();
        memory::reserve(compressed, most_compressed_bytes(content.len()))?;
        compressor.compress2(compressed, content).map_err(error)?;
        Ok(())
    })
}

/// Decompresses into `content`. `false` if the result does not have exactly as many bytes, or the frame is damaged.
///
/// # Errors
///
/// If there is not enough memory.
pub(super) fn decompress_frame(compressed: &[u8], content: &mut [u8]) -> io::Result<bool> {
    DECOMPRESSOR.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(
                DCtx::try_create().ok_or_else(|| memory::short("a decompressor of 200 kB"))?,
            ),
        };
        // Only the decompressor itself takes memory, so an error here is one of the frame.
        Ok(decompressor.decompress(content, compressed) == Ok(content.len()))
    })
}
