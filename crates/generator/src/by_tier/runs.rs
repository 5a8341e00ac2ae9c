//! Runs of values, folded into one another.

/// Takes the minimum of each value and `other`.
pub(super) fn fold_one(values: &mut [u8], other: u8) {
    for value in values {
        *value = (*value).min(other);
    }
}

/// Takes the minimum of each value and the other at its place.
pub(super) fn fold(values: &mut [u8], others: &[u8]) {
    for (value, other) in values.iter_mut().zip(others) {
        *value = (*value).min(*other);
    }
}

/// Takes the minimum of each value and the other at the place of its image.
pub(super) fn fold_turned(values: &mut [u8], others: &[u8], images: &[u16]) {
    for (value, &image) in values.iter_mut().zip(images) {
        *value = (*value).min(others[usize::from(image)]);
    }
}
