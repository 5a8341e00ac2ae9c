//! Passes over many slots on all threads.

use std::ops::{ControlFlow, Range};

use perfect_play_parallel::{in_parallel, threads};

/// The slots that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// How many chunks there are for each thread between two reports.
const CHUNKS: usize = 16;

/// Calls `work` on all threads with ranges that make up `slots`, and `each_result` on this one with its results, in the order of
/// the ranges, until it breaks off. `progress` is called now and then with the first slot that is not done.
///
/// # Errors
///
/// The first error of `work`, in the order of the ranges.
pub(crate) fn in_chunks<T: Send, E: Send>(
    slots: Range<u64>,
    progress: &mut dyn FnMut(u64),
    work: impl Fn(Range<u64>) -> Result<T, E> + Sync,
    mut each_result: impl FnMut(T) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, E> {
    let Range { start: mut first, end: slots } = slots;
    while first < slots {
        progress(first);
        let chunks: Vec<_> = (0..CHUNKS * threads())
            .map(|number| first.saturating_add(CHUNK * number as u64))
            .take_while(|&start| start < slots)
            .map(|start| start..slots.min(start.saturating_add(CHUNK)))
            .collect();
        first = chunks.last().map_or(slots, |chunk| chunk.end);
        for result in in_parallel(chunks, &work) {
            if each_result(result?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    progress(slots);
    Ok(ControlFlow::Continue(()))
}
