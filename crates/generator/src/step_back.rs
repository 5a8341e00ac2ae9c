//! Computes the values of positions from the smallest values of their children, for many positions at a time.

/// Replaces the smallest value of the children by the value of the position. This is [`Value::before`] in a
/// form that vectorises. A board has at most 63 cells, so no value is as far away as [`Value::MAX_BYTE_PLIES`], and
/// nothing overflows.
///
/// [`Value::before`]: perfect_play_core::Value::before
/// [`Value::MAX_BYTE_PLIES`]: perfect_play_core::Value::MAX_BYTE_PLIES
pub(crate) fn step_back(values: &mut [u8]) {
    for value in values {
        *value = before(*value);
    }
}

#[inline]
// The byte of the child, and the byte of the parent:
//
//     loss in d      d          253 − d = 255 − d − 2          win in d + 1
//     draw           127        127     = 255 − 127 − 1        draw
//     win in d       254 − d    d + 1   = 255 − (254 − d)      loss in d + 1
//
// The two comparisons subtract 0, 1 or 2 without a branch. 255, the byte of a slot without a child, does not
// occur: a board that is not full has a move, and a full board has the byte of a draw.
fn before(smallest: u8) -> u8 {
    (255 - smallest).wrapping_sub(u8::from(smallest < 128)).wrapping_sub(u8::from(smallest < 127))
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Value;

    use super::*;

    #[test]
    fn before_is_that_of_values() {
        for value in (0..=254).filter_map(Value::from_byte) {
            let expected = value.before().unwrap().byte();
            if expected == Value::NONE {
                assert_eq!(value.plies(), Some(Value::MAX_BYTE_PLIES));
            } else {
                assert_eq!(before(value.byte()), expected);
            }
        }
    }
}
