//! Where tables come from: they are solved within the limits of memory and disk, and kept.

pub(crate) mod books;
pub(crate) mod cache;
pub(crate) mod disk;
pub(crate) mod estimate;
pub(crate) mod kept_counts;
pub(crate) mod memory;
pub(crate) mod proof_file;
pub(crate) mod scratch;
pub(crate) mod search_bar;
pub(crate) mod solvable;
pub(crate) mod solving;
pub(crate) mod table;
