//! What the format allows in a frame of zstd.

/// The most bytes to which this many bytes can be compressed.
pub(crate) const fn most_compressed_bytes(bytes: usize) -> usize {
    // The same formula as zstd's `ZSTD_COMPRESSBOUND`.
    bytes + (bytes >> 8) + (MOST_IN_BLOCK.saturating_sub(bytes) >> 11)
}

/// The first bytes of a frame.
pub(super) const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// The most bytes of content in a block of a frame.
pub(crate) const MOST_IN_BLOCK: usize = 1 << 17;

/// RFC 8878 says that every decoder reads frames with windows up to this size. A window takes memory.
const LEAST_WINDOW: u64 = 8 << 20;

/// Whether these bytes are exactly one frame as the format allows it (`docs/format.md`, section 8). The libraries do
/// not check this: both accept several frames, and only one of them compares a checksum.
pub(super) fn is_one_frame(compressed: &[u8], content_len: usize) -> bool {
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
