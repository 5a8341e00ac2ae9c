//! Where tables come from: they are solved within the limits, and kept.

pub(crate) mod cache;
