//! The memory of answers. All answers together have a budget. What is held goes back when the last owner is dropped: when
//! the answer has been received, or when the client is gone.

use std::sync::Arc;

use bytes::Bytes;
use hyper::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refusal::Refusal;

/// The bytes of a permit.
const UNIT: usize = 1024;

/// The budget.
#[derive(Clone)]
pub(super) struct Memory {
    all: u32,
    free: Arc<Semaphore>,
}

/// A part of the budget that somebody holds.
pub(super) struct Hold(OwnedSemaphorePermit);

/// Bytes, and the part of the budget that they take.
struct Held {
    bytes: Vec<u8>,
    _hold: Arc<Hold>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// These bytes. They hold this part of the budget until they are sent or dropped.
pub(super) fn held(mut bytes: Vec<u8>, hold: &Arc<Hold>) -> Bytes {
    bytes.shrink_to_fit();
    Bytes::from_owner(Held { bytes, _hold: Arc::clone(hold) })
}

impl Memory {
    pub(super) fn new(bytes: u64) -> Self {
        let all = units(bytes);
        Self { all, free: Arc::new(Semaphore::new(all as usize)) }
    }

    /// How many bytes may be held.
    pub(super) fn all(&self) -> u64 {
        u64::from(self.all) * UNIT as u64
    }

    /// How many bytes are held.
    pub(super) fn held(&self) -> u64 {
        (u64::from(self.all) - self.free.available_permits() as u64) * UNIT as u64
    }

    /// A part of the budget, at once.
    ///
    /// # Errors
    ///
    /// If so much is not free.
    pub(super) fn take(&self, bytes: usize) -> Result<Hold, Refusal> {
        let units = units(bytes as u64);
        if units > self.all {
            let error = "the answer needs more memory than `serve --answer-memory` allows for all answers: ask for less \
                         at a time";
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error));
        }
        let taken = Arc::clone(&self.free).try_acquire_many_owned(units);
        taken.map(Hold).map_err(|_| {
            let error = "the memory for answers is taken by other clients: ask again in a second";
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error)
        })
    }

    /// The same part with another size.
    ///
    /// # Errors
    ///
    /// If it grows, and so much is not free. Then nothing is held.
    pub(super) fn resized(&self, Hold(mut permit): Hold, bytes: usize) -> Result<Hold, Refusal> {
        let (before, after) = (permit.num_permits(), units(bytes as u64) as usize);
        match after.checked_sub(before) {
            Some(more) => permit.merge(self.take(more * UNIT)?.0),
            None => drop(permit.split(before - after)),
        }
        Ok(Hold(permit))
    }
}

/// The permits for this many bytes.
fn units(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT as u64)).unwrap_or(u32::MAX)
}
