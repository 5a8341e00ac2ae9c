//! Counts by ply.

/// The counts of a ply. A damaged or wrong table may hold a position at a ply later than the game's last one. Such a
/// position is counted as well.
pub(crate) fn at_ply<T: Clone + Default>(by_ply: &mut Vec<T>, ply: u16) -> &mut T {
    let ply = usize::from(ply);
    if by_ply.len() <= ply {
        by_ply.resize(ply + 1, T::default());
    }
    &mut by_ply[ply]
}

/// The sum of counts from a file, which may hold any numbers.
pub(crate) fn saturating_sum(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}
