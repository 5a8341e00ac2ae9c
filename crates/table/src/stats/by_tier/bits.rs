//! Bits, and the same as bytes: no bits or all bits for each.

/// By byte: its bits as bytes, the lowest first.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                spread[byte][bit] = u8::MAX;
            }
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Writes eight bytes for each byte of bits.
#[inline]
pub(super) fn spread(bits: &[u8], bytes: &mut [u8]) {
    for (bytes, &bits) in bytes.as_chunks_mut().0.iter_mut().zip(bits) {
        *bytes = SPREAD[usize::from(bits)];
    }
}

/// The reverse of [`spread`].
#[inline]
pub(super) fn pack(bytes: &[u8], bits: &mut [u8]) {
    for (bits, bytes) in bits.iter_mut().zip(bytes.as_chunks().0) {
        let lowest = u64::from_le_bytes(*bytes) & 0x0101_0101_0101_0101;
        // The product has bit 8i in bit 56 + i.
        [.., *bits] = lowest.wrapping_mul(0x0102_0408_1020_4080).to_le_bytes();
    }
}

/// Adds the bits, or bytes, of `others`.
#[inline]
pub(super) fn add(bits: &mut [u8], others: &[u8]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        *bits |= others;
    }
}

/// Adds the bytes of `others` at the places of the images.
#[inline]
pub(super) fn add_turned(bytes: &mut [u8], others: &[u8], images: &[u16]) {
    for (byte, &image) in bytes.iter_mut().zip(images) {
        *byte |= others[usize::from(image)];
    }
}

/// How many bits are set.
#[inline]
pub(super) fn count(bits: &[u8]) -> u64 {
    let (words, rest) = bits.as_chunks();
    let words = words.iter().map(|word| u64::from(u64::from_le_bytes(*word).count_ones()));
    words.sum::<u64>() + rest.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for byte in 0..=u8::MAX {
            let mut bytes = [7; 8];
            spread(&[byte], &mut bytes);
            for (bit, spread) in bytes.into_iter().enumerate() {
                assert_eq!(spread, if byte >> bit & 1 == 1 { u8::MAX } else { 0 });
            }
            assert_eq!(count(&[byte]), u64::from(byte.count_ones()));
            let mut packed = [0];
            pack(&bytes, &mut packed);
            assert_eq!(packed, [byte]);
        }
        assert_eq!(count(&[u8::MAX; 19]), 152);
    }
}
