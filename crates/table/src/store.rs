//! The blocks of a file, found through its index.

use std::{
    io,
    ops::Range,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use perfect_play_core::{ProbeError, ProbeFailure, Shown};
use perfect_play_parallel::{ParallelIterator, parallel};
use thiserror::Error;

use crate::{
    Damage, Place, Settings,
    block::{self, HEAD_BYTES},
    plan::Plan,
    source::Source,
};

/// How many blocks are kept in memory once they have been read, at most.
const KEPT: u64 = 256;

/// How many bytes of entries those blocks hold, at most, if one block does not hold more.
const KEPT_BYTES: u64 = Settings::MAX_HELD_BYTES;

/// About so many bytes of entries are read at once, by all cores.
const READ_AT_ONCE: u64 = 1 << 24;

/// The blocks of a file.
#[derive(Debug)]
pub(crate) struct Store {
    /// For error messages.
    path: PathBuf,
    source: Source,
    plan: Plan,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    /// The heads of all blocks, as the index has them.
    heads: Vec<[u8; HEAD_BYTES]>,
    cache: Cache,
}

impl Store {
    /// The blocks with these heads, which may be fewer than planned; the first begins at `start`.
    ///
    /// # Errors
    ///
    /// If these cannot be the heads of the planned blocks.
    pub(crate) fn new(
        (path, source): (PathBuf, Source),
        plan: Plan,
        start: u64,
        heads: Vec<[u8; HEAD_BYTES]>,
    ) -> Result<Self, Damage> {
        let mut starts = vec![start];
        let mut end = start;
        for (&head, block) in heads.iter().zip(0..) {
            let bytes = HEAD_BYTES as u64 + compressed_bytes(&plan, block, head)?;
            end = end.checked_add(bytes).ok_or(Damage::Index)?;
            starts.push(end);
        }
        let kept = blocks_of(KEPT_BYTES, &plan).min(KEPT).min(heads.len() as u64);
        Ok(Self { path, source, plan, starts, heads, cache: Cache::new(kept) })
    }

    /// Where the last block ends.
    pub(crate) fn end(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Where a block begins, or the last one ends.
    ///
    /// # Panics
    ///
    /// If there is no such block.
    pub(crate) fn start(&self, block: u64) -> u64 {
        self.starts[usize::try_from(block).unwrap_or(usize::MAX)]
    }

    /// The heads of all blocks.
    pub(crate) fn into_heads(self) -> Vec<[u8; HEAD_BYTES]> {
        self.heads
    }

    /// Which block holds what.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What a block holds.
    ///
    /// # Errors
    ///
    /// If it is not as it was written, or cannot be read.
    pub(crate) fn read(&self, block: u64) -> Result<Vec<u8>, ReadError> {
        let damaged =
            || ReadError::Damaged { path: self.path.clone(), place: self.plan.place(block) };
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::UnexpectedEof => damaged(),
            _ => ReadError::Io { path: self.path.clone(), source },
        };
        let nth = usize::try_from(block).unwrap_or(usize::MAX);
        let Some(&[start, end]) = self.starts.get(nth..).and_then(<[u64]>::first_chunk) else {
            return Err(damaged());
        };
        // At most what `possible_compressed_bytes` allows.
        let mut stored = vec![0; usize::try_from(end - start).unwrap_or(usize::MAX)];
        self.source.read_at(start, &mut stored).map_err(unreadable)?;
        if stored.first_chunk() != Some(&self.heads[nth]) {
            return Err(damaged());
        }
        block::unpack(block, &stored, self.plan.bytes(block)).ok_or_else(damaged)
    }

    /// What a block holds, read before or now.
    ///
    /// # Errors
    ///
    /// As [`Store::read`].
    pub(crate) fn cached(&self, block: u64) -> Result<Arc<[u8]>, ReadError> {
        self.cache.get(block, || self.read(block))
    }

    /// The entries of the level that is the `nth` in the file. Memory is taken as blocks are read and
    /// found to be whole: the header alone may ask for any amount.
    ///
    /// # Errors
    ///
    /// As [`Store::read`]; or if there is not enough memory.
    pub(crate) fn level(&self, nth: usize) -> Result<Vec<u8>, ReadError> {
        // What is proven now must be what is answered later, even if the file was changed meanwhile.
        self.cache.forget();
        let no_memory = |_| {
            let bytes = self.plan.level_bytes(nth);
            let message = format!(
                "there is not enough memory for a level of {bytes} bytes: free some, or use a machine \
                 with more"
            );
            let source = io::Error::new(io::ErrorKind::OutOfMemory, message);
            ReadError::Io { path: self.path.clone(), source }
        };
        let total = usize::try_from(self.plan.level_bytes(nth)).unwrap_or(usize::MAX);
        let Range { start, end } = self.plan.level_blocks(nth);
        let mut entries = Vec::new();
        let at_once = blocks_of(READ_AT_ONCE, &self.plan);
        let mut first = start;
        while first < end {
            let next = end.min(first.saturating_add(at_once));
            let read = parallel(first..next).map(|block| self.read(block));
            for content in read.collect::<Result<Vec<_>, _>>()? {
                if entries.capacity() - entries.len() < content.len() {
                    // Twice as much as there is, but not more than will be needed.
                    let more = (total - entries.len()).min(entries.len().max(content.len()));
                    entries.try_reserve_exact(more).map_err(no_memory)?;
                }
                entries.extend_from_slice(&content);
            }
            first = next;
        }
        Ok(entries)
    }

    /// What the level that is the `nth` in the file states of its positions: how many there are at
    /// each ply.
    ///
    /// # Errors
    ///
    /// As [`Store::read`].
    pub(crate) fn counts(&self, nth: usize) -> Result<Vec<u64>, ReadError> {
        Ok(as_counts(&self.read(self.plan.level_blocks(nth).end)?))
    }
}

/// How many blocks hold so many bytes: one at least.
fn blocks_of(bytes: u64, plan: &Plan) -> u64 {
    (bytes / plan.block_bytes()).max(1)
}

/// What a block of counts holds.
pub(crate) fn as_counts(content: &[u8]) -> Vec<u64> {
    content.as_chunks().0.iter().map(|count| u64::from_le_bytes(*count)).collect()
}

/// Adds the counts of a level to those of others. `None` if a sum is larger than any count can be.
#[must_use]
pub(crate) fn add_counts(sums: &[u64], counts: &[u64]) -> Option<Vec<u64>> {
    sums.iter().zip(counts).map(|(sum, count)| sum.checked_add(*count)).collect()
}

/// How many compressed bytes the head of a planned block announces.
///
/// # Errors
///
/// If they are fewer or more than what the block holds can take.
pub(crate) fn compressed_bytes(
    plan: &Plan,
    block: u64,
    head: [u8; HEAD_BYTES],
) -> Result<u64, Damage> {
    let bytes = block::compressed_bytes(head);
    let possible = block::possible_compressed_bytes(plan.bytes(block));
    possible.contains(&bytes).then_some(bytes).ok_or(Damage::Index)
}

/// The blocks read last: for each remainder of their numbers, one.
#[derive(Debug)]
struct Cache(Vec<Mutex<Kept>>);

/// The block that is kept, if one is, and its number.
type Kept = Option<(u64, Arc<[u8]>)>;

impl Cache {
    fn new(blocks: u64) -> Self {
        Self((0..blocks).map(|_| Mutex::default()).collect())
    }

    /// Forgets all blocks.
    fn forget(&self) {
        self.0.iter().for_each(|slot| *slot.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    fn get(
        &self,
        block: u64,
        read: impl FnOnce() -> Result<Vec<u8>, ReadError>,
    ) -> Result<Arc<[u8]>, ReadError> {
        let Some(remainder) = block.checked_rem(self.0.len() as u64) else {
            return Ok(read()?.into());
        };
        let slot = &self.0[usize::try_from(remainder).unwrap_or(0)];
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((found, content)) = &*lock()
            && *found == block
        {
            return Ok(Arc::clone(content));
        }
        // Not locked meanwhile: two threads that want the same block both read it.
        let content: Arc<[u8]> = read()?.into();
        *lock() = Some((block, Arc::clone(&content)));
        Ok(content)
    }
}

/// Why a table in a file gives no answer.
///
/// ```
/// use perfect_play_core::{ProbeFailure, Unreachable};
/// use perfect_play_table::{Place, ReadError};
///
/// let place = Place { block: 0, blocks: 3, level: 1, bytes: None };
/// let damaged = ReadError::Damaged { path: "m.perfect".into(), place };
/// assert_eq!(
///     damaged.to_string(),
///     "m.perfect is damaged (block 1 of 3, the counts of level 1, is not what was written): \
///      restore it, or solve it again",
/// );
/// // That a table cannot be read says nothing of the position.
/// assert_eq!(damaged.no_entry(), None);
/// let reason = Unreachable::NotInTable.into();
/// assert_eq!(ReadError::NoEntry(reason).no_entry(), Some(reason));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no entry for the position.
    #[error(transparent)]
    NoEntry(#[from] ProbeError),
    /// The block that has the answer has been changed since it was written.
    #[error("{} is damaged ({place}, is not what was written): restore it, or solve it again", Shown(path.display()))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The block.
        place: Place,
    },
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", Shown(path.display()))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl ProbeFailure for ReadError {
    fn no_entry(&self) -> Option<ProbeError> {
        match self {
            Self::NoEntry(reason) => Some(*reason),
            _ => None,
        }
    }
}
