//! One of several processes that share the work of a solve.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// One of several processes that solve a game together, each with its *share* of the runs. `2/5` is the second of
/// five. A hash of the run's number decides which worker has the run. So all processes agree on the shares without
/// communicating.
///
/// ```
/// use perfect_play_engine::Worker;
///
/// let worker: Worker = "2/5".parse()?;
/// assert_eq!(worker.to_string(), "2/5");
/// let workers: [Worker; 3] = ["1/3".parse()?, "2/3".parse()?, "3/3".parse()?];
/// for run in 0..100 {
///     assert_eq!(workers.iter().filter(|worker| worker.has(run)).count(), 1);
/// }
/// assert!("0/3".parse::<Worker>().is_err() && "4/3".parse::<Worker>().is_err());
/// # Ok::<(), perfect_play_engine::ParseWorkerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Counted from 0.
    number: u32,
    of: u32,
}

/// The error of parsing a [`Worker`] from a text that does not have the form `2/5`, or has a number out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("give the number of this worker and how many there are, as in `1/3`, from `1/3` to `3/3`")]
pub struct ParseWorkerError;

impl Worker {
    /// Whether a run is in the share of this worker.
    #[must_use]
    pub fn has(self, run: usize) -> bool {
        // The last steps of SplitMix64.
        let mut hash = (run as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (hash ^ hash >> 31) % u64::from(self.of) == u64::from(self.number)
    }
}

impl FromStr for Worker {
    type Err = ParseWorkerError;

    fn from_str(text: &str) -> Result<Self, ParseWorkerError> {
        let (number, of) = text.split_once('/').ok_or(ParseWorkerError)?;
        let whole = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_plain).ok_or(ParseWorkerError)
        };
        let (number, of) = (whole(number)?, whole(of)?);
        if (1..=of).contains(&number) {
            Ok(Self { number: number - 1, of })
        } else {
            Err(ParseWorkerError)
        }
    }
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number + 1, self.of)
    }
}
