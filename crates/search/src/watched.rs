//! The count of nodes, by which a search can be interrupted.

use crate::SearchError;

/// Counts the nodes of a search, and asks now and then whether to go on.
pub(crate) struct Watched<'a> {
    nodes: u64,
    watch: &'a dyn Fn(u64) -> bool,
}

/// The watch is called once in so many nodes.
const INTERVAL: u64 = 1 << 12;

impl<'a> Watched<'a> {
    pub(crate) const fn new(watch: &'a dyn Fn(u64) -> bool) -> Self {
        Self { nodes: 0, watch }
    }

    /// The number of nodes so far.
    #[inline(always)]
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<(), SearchError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) { self.ask() } else { Ok(()) }
    }

    #[cold]
    fn ask(&self) -> Result<(), SearchError> {
        if (self.watch)(self.nodes) { Ok(()) } else { Err(SearchError::Interrupted) }
    }
}
