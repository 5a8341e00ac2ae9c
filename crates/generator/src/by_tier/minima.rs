//! Minimum operations on lists of values.

/// Replaces each value by the minimum of itself and `other`.
pub(super) fn fold_one(values: &mut [u8], other: u8) {
    for value in values {
        *value = (*value).min(other);
    }
}

/// Replaces each value by the minimum of itself and the value of `others` at the same place.
pub(super) fn fold(values: &mut [u8], others: &[u8]) {
    for (value, other) in values.iter_mut().zip(others) {
        *value = (*value).min(*other);
    }
}

/// Replaces each value by the minimum of itself and the value of `others` at the place of its image.
pub(super) fn fold_turned(values: &mut [u8], others: &[u8], images: &[u16]) {
    for (value, &image) in values.iter_mut().zip(images) {
        *value = (*value).min(others[usize::from(image)]);
    }
}
