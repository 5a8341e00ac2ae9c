//! What was counted of a table, kept so that an interrupted count can be resumed.

use std::error::Error;

/// Keeps what was counted of a large table, so that an interrupted count can be resumed:
/// [`stats_by_tier`](crate::stats_by_tier), [`stats_by_rank`](crate::stats_by_rank). `()` keeps nothing.
///
/// The count believes the log. Whoever keeps one must be sure that it is about the same table.
pub trait CountLog<C> {
    /// What was counted before. `None` if nothing was.
    fn counted(&self) -> Option<C>;

    /// This is counted now. Not called when all is counted.
    ///
    /// # Errors
    ///
    /// If it cannot be kept. The count ends.
    fn keep(&mut self, counted: &C) -> Result<(), Box<dyn Error + Send + Sync>>;
}

impl<C> CountLog<C> for () {
    fn counted(&self) -> Option<C> {
        None
    }

    fn keep(&mut self, _counted: &C) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }
}
