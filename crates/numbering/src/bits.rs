//! Sets with one bit for each place.

/// For each byte: its bits as bytes, lowest bit first.
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

/// Adds a place to a set with one bit for each place, if `is_in`.
#[inline]
pub(crate) fn add_if(bits: &mut [u8], place: usize, is_in: bool) {
    bits[place / 8] |= u8::from(is_in) << (place % 8);
}

/// Adds all elements of `others` to a set.
#[inline]
pub fn add(bits: &mut [u8], others: &[u8]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        *bits |= others;
    }
}

/// Removes the bits that are not set in `others`.
#[inline]
pub(crate) fn keep(bits: &mut [u8], others: &[u8]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        *bits &= others;
    }
}

/// Removes the bits that are set in `others`.
#[inline]
pub(crate) fn remove(bits: &mut [u8], others: &[u8]) {
    for (bits, others) in bits.iter_mut().zip(others) {
        *bits &= !others;
    }
}

/// Adds the bits that are set in both `first` and `second`.
#[inline]
pub fn add_both(bits: &mut [u8], first: &[u8], second: &[u8]) {
    for ((bits, first), second) in bits.iter_mut().zip(first).zip(second) {
        *bits |= first & second;
    }
}

/// Adds the bits that are set in `first` and not in `second`.
#[inline]
pub fn add_others(bits: &mut [u8], first: &[u8], second: &[u8]) {
    for ((bits, first), second) in bits.iter_mut().zip(first).zip(second) {
        *bits |= first & !second;
    }
}

/// Adds the bits of `others` to `once`. The bits that were already in `once` are added to `twice`.
#[inline]
pub(crate) fn add_second(twice: &mut [u8], once: &mut [u8], others: &[u8]) {
    for ((twice, once), others) in twice.iter_mut().zip(once).zip(others) {
        *twice |= *once & others;
        *once |= others;
    }
}

/// Writes a byte to the values of these places.
///
/// ```
/// use perfect_play_numbering::bits::put;
///
/// let mut values = [1, 2, 3, 4];
/// put(&mut values, &[0b1010], 8);
/// assert_eq!(values, [1, 8, 3, 8]);
/// ```
#[inline]
pub fn put(values: &mut [u8], places: &[u8], byte: u8) {
    // Without a branch, because a processor would guess wrong too often whether one of eight places is in the set.
    let word = u64::from_le_bytes([byte; 8]);
    let (chunks, rest) = values.as_chunks_mut();
    for (values, &places) in chunks.iter_mut().zip(places) {
        *values = blend(u64::from_le_bytes(*values), places, word).to_le_bytes();
    }
    if let Some(&places) = places.get(chunks.len()) {
        for (value, is_in) in rest.iter_mut().zip(SPREAD[usize::from(places)]) {
            *value = *value & !is_in | byte & is_in;
        }
    }
}

/// Those of eight bytes whose bits are set, and zeros.
#[inline]
pub(crate) fn masked(bits: u8, word: u64) -> u64 {
    u64::from_le_bytes(SPREAD[usize::from(bits)]) & word
}

/// Replaces those of eight bytes whose bits are set by those of another word.
#[inline]
pub(crate) fn blend(word: u64, bits: u8, other: u64) -> u64 {
    word ^ masked(bits, word ^ other)
}

/// For each set of places: how [`scatter`] moves bytes to these places. First some bytes move by four places, then some by
/// two, then some by one. Each word has the places that bytes move to. The last word is the number of places: not every
/// processor that a build is for counts bits in one step.
const MOVES: [[u64; 4]; 256] = moves(true);
/// The same for [`gather`], which moves the bytes back.
const MOVES_BACK: [[u64; 4]; 256] = moves(false);

const fn moves(forwards: bool) -> [[u64; 4]; 256] {
    let mut moves = [[0; 4]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut before) = (0, 0);
        while place < 8 {
            if set >> place & 1 == 1 {
                // The byte comes from the place `before`. No two bytes ever meet, since bytes further up move further.
                let distance = place - before;
                let mut step = 0;
                while step < 3 {
                    let by = 4 >> step;
                    if distance & by != 0 {
                        let there = before + (distance & (7 << (2 - step)));
                        let there = if forwards { there } else { there - by };
                        moves[set][step] |= 0xff << (8 * there);
                    }
                    step += 1;
                }
                before += 1;
            }
            place += 1;
        }
        moves[set][3] = before;
        set += 1;
    }
    moves
}

/// Moves the first bytes of a word to these places, in their order. The bytes in all other places have no meaning. Also
/// returns the number of places.
#[inline]
pub(crate) fn scatter(word: u64, places: u8) -> (u64, usize) {
    let [four, two, one, count] = MOVES[usize::from(places)];
    let word = word ^ (word ^ word << 32) & four;
    let word = word ^ (word ^ word << 16) & two;
    (word ^ (word ^ word << 8) & one, usize::from(count.to_le_bytes()[0]))
}

/// The reverse of [`scatter`]: the bytes in these places come first, in their order. The others have no meaning. Also
/// returns the number of places.
#[inline]
pub(crate) fn gather(word: u64, places: u8) -> (u64, usize) {
    let [four, two, one, count] = MOVES_BACK[usize::from(places)];
    let word = word ^ (word ^ word >> 8) & one;
    let word = word ^ (word ^ word >> 16) & two;
    (word ^ (word ^ word >> 32) & four, usize::from(count.to_le_bytes()[0]))
}

/// The number of bits that are set.
#[inline]
#[must_use]
pub fn count(bits: &[u8]) -> u64 {
    let (words, rest) = bits.as_chunks();
    let words = words.iter().map(|word| u64::from(u64::from_le_bytes(*word).count_ones()));
    words.sum::<u64>() + rest.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_move_to_places_and_back() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        for places in 0..=u8::MAX {
            let (there, count) = scatter(u64::from_le_bytes(bytes), places);
            let chosen = |at: &usize| places >> at & 1 == 1;
            let found: Vec<u8> = (0..8).filter(chosen).map(|at| there.to_le_bytes()[at]).collect();
            assert_eq!(found, bytes[..count]);
            let (back, count) = gather(there, places);
            assert_eq!(back.to_le_bytes()[..count], found);
        }
    }

    #[test]
    fn a_byte_is_put_in_its_places_alone() {
        let places = [0b1010_0101, 0xff, 0b0110];
        for len in 0..=24 {
            let mut values = vec![1; len];
            put(&mut values, &places, 9);
            for (place, value) in values.into_iter().enumerate() {
                assert_eq!(
                    value == 9,
                    places[place / 8] >> (place % 8) & 1 == 1,
                    "{place} of {len}"
                );
            }
        }
    }

    #[test]
    fn set_bits_are_counted() {
        for byte in 0..=u8::MAX {
            assert_eq!(count(&[byte]), u64::from(byte.count_ones()));
        }
        assert_eq!(count(&[u8::MAX; 19]), 152);
    }
}
