//! Tests of the search.

use std::sync::atomic::AtomicU64;

mod any;
mod lines;
mod truth;

/// Memory for a table of this many words.
fn memory(words: usize) -> Vec<AtomicU64> {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}
