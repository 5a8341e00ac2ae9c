//! Counts by ply.

/// The counts of a ply. A table may hold a position that play does not lead to, at a later ply than the
/// game's last one: it is counted as well.
pub(crate) fn at_ply<T: Clone + Default>(by_ply: &mut Vec<T>, ply: u8) -> &mut T {
    let ply = usize::from(ply);
    if by_ply.len() <= ply {
        by_ply.resize(ply + 1, T::default());
    }
    &mut by_ply[ply]
}

/// The sum of counts that anyone may have made up.
pub(crate) fn saturating_sum(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}
