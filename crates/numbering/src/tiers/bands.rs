//! The bands of the tiers.

use std::ops::Range;

/// Divides the middle parts into bands. `marks` is the number of marks of each middle part, in descending
/// order. Middle parts with the same number of marks are in the same band. Each band except the last has at
/// least `least` middle parts.
pub(super) fn bands(marks: &[usize], least: usize) -> Vec<Range<usize>> {
    let mut bands = Vec::new();
    let mut start = 0;
    for level in marks.chunk_by(|first, second| first == second) {
        let before = bands.pop().unwrap_or(0..0);
        let is_small = before.len() < least.max(1);
        let level = start..start + level.len();
        start = level.end;
        if is_small {
            bands.push(before.start..level.end);
        } else {
            bands.extend([before, level]);
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    #[test]
    fn each_band_but_the_last_is_large_enough() {
        let marks: Vec<usize> = [(5, 3), (4, 4), (3, 6), (2, 9), (1, 1)]
            .into_iter()
            .flat_map(|(marks, count)| [marks].repeat(count))
            .collect();
        assert_eq!(bands(&marks, 7), [0..7, 7..22, 22..23]);
        assert_eq!(bands(&marks, 1), [0..3, 3..7, 7..13, 13..22, 22..23]);
        assert_eq!(bands(&marks, usize::MAX), iter::once(0..23).collect::<Vec<_>>());
    }
}
