//! The index of a file, from its description (`docs/format.md`, section 9).

/// The index with these summaries of twelve bytes each, and how many bytes of it the checksum in the header covers.
#[must_use]
pub fn index(summaries: &[u8]) -> (Vec<u8>, usize) {
    let mut index = Vec::new();
    for chunk in summaries.chunks(12 * 4096) {
        let stored = |summary: &[u8]| {
            u64::from(u32::from_le_bytes([summary[4], summary[5], summary[6], summary[7]]))
        };
        let stored: u64 = chunk.chunks(12).map(stored).sum();
        index.extend(stored.to_le_bytes());
        index.extend(crc32fast::hash(chunk).to_le_bytes());
    }
    let covered = index.len();
    index.extend(summaries);
    (index, covered)
}
