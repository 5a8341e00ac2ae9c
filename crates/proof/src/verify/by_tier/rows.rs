//! Formulas over whole strips of bytes. The compiler turns each loop without a lookup into vector code.

use perfect_play_core::Value;

/// A strip that is read by position. It has a byte for every number that 16 bits can hold, so no position can be out
/// of range.
pub(super) struct ByPlace(Box<[u8; 1 << 16]>);

/// A position in a [`ByPlace`] that no strip uses. It holds [`Value::NONE`], which never changes a minimum.
pub(super) const NOWHERE: u16 = u16::MAX;

impl ByPlace {
    pub(super) fn new() -> Self {
        let bytes = vec![Value::NONE; 1 << 16].into_boxed_slice();
        Self(bytes.try_into().expect("it has this length"))
    }

    /// Stores these values. There must be fewer than 2^16.
    pub(super) fn hold(&mut self, values: &[u8]) {
        self.0[..values.len()].copy_from_slice(values);
    }

    /// Stores these values, but `ended` where the mask is set.
    pub(super) fn hold_except(&mut self, values: &[u8], mask: &[u8], ended: u8) {
        for ((held, value), mask) in self.0.iter_mut().zip(values).zip(mask) {
            *held = value & !mask | ended & mask;
        }
    }

    /// Replaces each byte by the minimum of it and the stored byte at its position.
    pub(super) fn lower(&self, least: &mut [u8], places: &[u16]) {
        // Bytes are read one by one, but the minimum is computed for many at once.
        let mut read = [0; 128];
        for (least, places) in least.chunks_mut(read.len()).zip(places.chunks(read.len())) {
            self.turn(&mut read, places);
            lower(least, &read);
        }
    }

    /// Writes the stored byte of its image to each position of `turned`.
    pub(super) fn turn(&self, turned: &mut [u8], places: &[u16]) {
        let len = turned.len().min(places.len());
        let (turned, turned_rest) = turned[..len].as_chunks_mut::<8>();
        let (places, places_rest) = places[..len].as_chunks::<8>();
        // Eight at a time, so that the loop costs little.
        for (turned, places) in turned.iter_mut().zip(places) {
            *turned = places.map(|place| self.0[usize::from(place)]);
        }
        for (turned, &place) in turned_rest.iter_mut().zip(places_rest) {
            *turned = self.0[usize::from(place)];
        }
    }
}

/// Replaces each byte by the minimum of it and one other.
pub(super) fn lower_to(least: &mut [u8], other: u8) {
    for least in least {
        *least = (*least).min(other);
    }
}

/// Replaces each byte by the minimum of it and the child's.
pub(super) fn lower(least: &mut [u8], child: &[u8]) {
    for (least, child) in least.iter_mut().zip(child) {
        *least = (*least).min(*child);
    }
}

/// Replaces each byte by the minimum of it and the child's. The child's is `ended` where the mask is set.
pub(super) fn lower_except(least: &mut [u8], child: &[u8], mask: &[u8], ended: u8) {
    for ((least, child), mask) in least.iter_mut().zip(child).zip(mask) {
        *least = (*least).min(child & !mask | ended & mask);
    }
}

/// Sets the bits of a mask that are set in the other one.
pub(super) fn join(mask: &mut [u8], other: &[u8]) {
    for (mask, other) in mask.iter_mut().zip(other) {
        *mask |= other;
    }
}

/// Whether any value does not follow from the least byte among its children. Places where a mask is set are ignored.
pub(super) fn any_is_wrong(values: &[u8], least: &[u8], masks: [&[u8]; 2]) -> bool {
    let masks = masks[0].iter().zip(masks[1]);
    let slots = values.iter().zip(least).zip(masks);
    let wrong = slots.fold(0, |wrong, ((&value, &least), (first, second))| {
        wrong | wrong_bits(value, least) & !(first | second)
    });
    wrong != 0
}

/// Not 0 if and only if this value does not follow from the least byte among the children.
///
/// The bytes are ordered by the mover's preference. So the least byte is the child that is worst for the opponent,
/// and no child is better for the mover. A loss in *d* plies (*d*) makes a win in *d* + 1 (253 − *d*). A draw (127)
/// makes a draw. A win in *d* plies (254 − *d*) makes a loss in *d* + 1 (255 minus its byte).
#[inline]
fn wrong_bits(value: u8, least: u8) -> u8 {
    const DRAW: u8 = Value::DRAW.byte();
    let (not_lost, won) = (u8::from(least >= DRAW), u8::from(least > DRAW));
    let expected = 253_u8.wrapping_sub(least).wrapping_add(not_lost).wrapping_add(won);
    // Beyond the longest win or loss, the formula gives the byte of a draw. Without a child, it gives that of a loss.
    let beyond = u8::from(value == DRAW) & u8::from(least != DRAW);
    let no_child = u8::from(least == Value::NONE);
    expected ^ value | beyond | no_child
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_follows_from_the_least_child_as_the_bytes_are_defined() {
        for least in 0..=u8::MAX {
            let before = Value::from_byte(least).and_then(Value::before).map(Value::byte);
            // A win or a loss that is too far away has no byte.
            let before = before.filter(|&byte| byte != Value::NONE);
            for value in 0..=u8::MAX {
                assert_eq!(wrong_bits(value, least) == 0, before == Some(value), "{least} {value}");
                let is_wrong = |masks| any_is_wrong(&[value], &[least], masks);
                assert_eq!(is_wrong([&[0], &[0]]), before != Some(value));
                assert!(!is_wrong([&[255], &[0]]) && !is_wrong([&[0], &[255]]));
            }
        }
    }

    #[test]
    fn minima_are_taken_at_the_right_places() {
        let mut by_place = ByPlace::new();
        by_place.hold(&[5, 6, 7]);
        let mut least = [6; 4];
        by_place.lower(&mut least, &[2, 1, 0, NOWHERE]);
        assert_eq!(least, [6, 6, 5, 6]);
        by_place.turn(&mut least, &[1, 2, 0, NOWHERE]);
        assert_eq!(least, [6, 7, 5, 255]);
        by_place.hold_except(&[5, 6, 7], &[0, 255, 0], 254);
        by_place.turn(&mut least, &[0, 1, 2, NOWHERE]);
        assert_eq!(least, [5, 254, 7, 255]);
        lower_except(&mut least, &[4, 3, 8, 9], &[0, 0, 255, 255], 0);
        assert_eq!(least, [4, 3, 0, 0]);
        lower(&mut least, &[9, 0, 9, 9]);
        lower_to(&mut least, 2);
        assert_eq!(least, [2, 0, 0, 0]);
    }
}
