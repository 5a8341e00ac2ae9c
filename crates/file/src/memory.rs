//! Memory that may be short. The error says so, and how much is wanted.

use std::io;

/// Makes room for this many more items.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn reserve<T>(items: &mut Vec<T>, more: usize) -> io::Result<()> {
    let bytes = more.saturating_mul(size_of::<T>());
    items.try_reserve(more).map_err(|_| short(&format!("{bytes} bytes")))
}

/// The error if there is no memory for something.
pub(crate) fn short(wanted: &str) -> io::Error {
    let message = format!("there is not enough memory: it takes {wanted} more");
    io::Error::new(io::ErrorKind::OutOfMemory, message)
}

/// Changes the length. New items are zeros.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn resize<T: Copy + Default>(items: &mut Vec<T>, len: usize) -> io::Result<()> {
    reserve(items, len.saturating_sub(items.len()))?;
    items.resize(len, T::default());
    Ok(())
}
