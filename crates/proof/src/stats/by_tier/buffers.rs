//! The buffers of a thread that counts.

use std::collections::BTreeMap;

use super::{counts::Counts, section_values::SectionValues};

/// The buffers of a thread. Most are by player to move (O, X).
#[derive(Default)]
pub(super) struct Buffers {
    /// The reachable boards of a block without a line, and [`SPARE`](super::low_moves::SPARE) bytes.
    pub(super) live: [Vec<u8>; 2],
    /// Those with a line.
    pub(super) ended: [Vec<u8>; 2],
    /// The stored values of a section. `None` if only positions are counted.
    pub(super) values: [Option<SectionValues>; 2],
    /// Temporary: boards with a line.
    pub(super) lines: Vec<u8>,
    /// By number of images of a top part: the counts of the jobs that were done, with each board counted once.
    pub(super) counts: BTreeMap<u64, Counts>,
}
