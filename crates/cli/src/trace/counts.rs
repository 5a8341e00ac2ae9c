//! How many calls each search makes, side by side.

use perfect_play_generator::{Algorithm, Call, MAX_TRACED, MAX_WALKED, TreeTooLarge};
use serde::Serialize;

use crate::number::{counted, grouped};

/// The calls of a search from the first position.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Count {
    pub(super) calls: u64,
    /// How many of them take the score from a memo.
    pub(super) remembered: u64,
}

impl Count {
    pub(super) const fn of<P>(root: &Call<P>) -> Self {
        Self { calls: root.calls, remembered: root.remembered }
    }
}

/// The calls of every search, or why they are not counted.
pub(super) struct Counts(Vec<(Algorithm, Result<Count, TreeTooLarge>)>);

/// The name of a search, as `--algorithm` takes it.
pub(super) const fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "minimax",
        Algorithm::AlphaBeta => "alpha-beta",
        Algorithm::Memo => "memo",
        Algorithm::SymmetricMemo => "memo-symmetric",
    }
}

impl Counts {
    pub(super) fn new(count: impl Fn(Algorithm) -> Result<Count, TreeTooLarge>) -> Self {
        Self(Algorithm::ALL.into_iter().map(|algorithm| (algorithm, count(algorithm))).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, Result<Count, TreeTooLarge>)> {
        self.0.iter().map(|&(algorithm, count)| (name(algorithm), count))
    }

    /// A line for each search: its name, its calls, and remarks.
    pub(super) fn rows(&self) -> Vec<[String; 3]> {
        let row = |(name, count): (&str, Result<Count, TreeTooLarge>)| {
            let [calls, note] = match count {
                Ok(Count { calls, remembered: 0 }) => [grouped(calls), String::new()],
                Ok(Count { calls, remembered }) => {
                    let looked_at = counted(calls - remembered, "position", "positions");
                    [grouped(calls), format!("{looked_at}, each computed once")]
                }
                Err(error) => ["-".to_owned(), not_counted(error)],
            };
            [name.to_owned(), calls, note]
        };
        self.iter().map(row).collect()
    }

    /// All counts on one line: `minimax 9, alpha-beta 8`.
    pub(super) fn line(&self) -> String {
        let count = |(name, count): (&str, Result<Count, TreeTooLarge>)| match count {
            Ok(count) => format!("{name} {}", grouped(count.calls)),
            Err(_) => format!("{name} not counted"),
        };
        self.iter().map(count).collect::<Vec<_>>().join(", ")
    }
}

/// Why a search's calls are not counted.
fn not_counted(error: TreeTooLarge) -> String {
    match error {
        TreeTooLarge::Positions => {
            format!("not counted: more than {} positions", grouped(MAX_TRACED as u64))
        }
        TreeTooLarge::Walk => format!("not counted: more than {} calls", grouped(MAX_WALKED)),
        TreeTooLarge::Calls => "not counted: more than 2^64 - 1 calls".to_owned(),
        TreeTooLarge::Plies => "not counted: plays of more than 255 plies".to_owned(),
    }
}
