//! Lists that may be too large for the memory.

use crate::SolveError;

/// An empty list with room for so many items.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn room<T>(items: u64) -> Result<Vec<T>, SolveError> {
    let bytes = items.saturating_mul(size_of::<T>() as u64);
    let out_of_memory = || SolveError::OutOfMemory { bytes };
    let mut list = Vec::new();
    let items = usize::try_from(items).map_err(|_| out_of_memory())?;
    list.try_reserve_exact(items).map_err(|_| out_of_memory())?;
    Ok(list)
}

/// A list of so many items.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn filled<T>(items: u64, item: impl FnMut() -> T) -> Result<Vec<T>, SolveError> {
    let mut list = room(items)?;
    // There is room for so many.
    list.resize_with(usize::try_from(items).unwrap_or(usize::MAX), item);
    Ok(list)
}
