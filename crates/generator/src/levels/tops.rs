//! The parts of a level that do not depend on one another.

use perfect_play_index::Index;
#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel};

use crate::SolveError;

/// A level's bytes, filled by `fill` for one top configuration at a time, each with a workspace of
/// its thread: in parallel with the feature `rayon`. Also what `fill` returns for each of them.
/// `done` is told how many slots more are done.
pub(super) fn for_each_top<W, R: Send>(
    index: &Index,
    level: usize,
    done: &(dyn Fn(u64) + Sync),
    workspace: impl Fn() -> W + Send + Sync,
    fill: impl Fn(&mut W, usize, &mut [u8]) -> R + Send + Sync,
) -> Result<(Vec<u8>, Vec<R>), SolveError> {
    let mut bytes = zeroes(index.level_len(level))?;
    let tops: Vec<_> = index.split_by_top(level, &mut bytes).into_iter().enumerate().collect();
    let fill = |workspace: &mut W, (top, part): (usize, &mut [u8])| {
        let result = fill(workspace, top, part);
        done(part.len() as u64);
        result
    };
    #[cfg(feature = "rayon")]
    let results = parallel(tops).map_init(workspace, fill).collect();
    #[cfg(not(feature = "rayon"))]
    let results = {
        let mut workspace = workspace();
        tops.into_iter().map(|top| fill(&mut workspace, top)).collect()
    };
    Ok((bytes, results))
}

fn zeroes(bytes: u64) -> Result<Vec<u8>, SolveError> {
    let too_large = |_| SolveError::OutOfMemory { bytes };
    // Asked for first: without memory `vec!` would end the program.
    Vec::<u8>::new().try_reserve_exact(offset(bytes)).map_err(too_large)?;
    Ok(vec![0; offset(bytes)])
}

/// A number of slots as an index: a level in memory has no more.
pub(super) fn offset(slots: u64) -> usize {
    usize::try_from(slots).unwrap_or(usize::MAX)
}
