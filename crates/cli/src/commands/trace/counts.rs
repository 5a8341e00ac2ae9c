//! How many calls each search makes, side by side.

use perfect_play_generator::{Algorithm, CallCount, MAX_TRACED, MAX_WALKED, TreeTooLarge};

use crate::text::numbers::{counted, grouped};

/// The calls of every search, or why they are not counted.
pub(super) struct Counts(Vec<(Algorithm, Result<CallCount, TreeTooLarge>)>);

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
    pub(super) fn new(count: impl Fn(Algorithm) -> Result<CallCount, TreeTooLarge>) -> Self {
        Self(Algorithm::ALL.into_iter().map(|algorithm| (algorithm, count(algorithm))).collect())
    }

    pub(super) fn iter(
        &self,
    ) -> impl Iterator<Item = (&'static str, Result<CallCount, TreeTooLarge>)> {
        self.0.iter().map(|&(algorithm, count)| (name(algorithm), count))
    }

    /// A line for each search: its name, its calls, and remarks.
    pub(super) fn rows(&self) -> Vec<[String; 3]> {
        let row = |(name, count): (&str, Result<CallCount, TreeTooLarge>)| {
            let [calls, note] = match count {
                Ok(CallCount { calls, remembered: 0 }) => [grouped(calls), String::new()],
                Ok(CallCount { calls, remembered }) => {
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
        let count = |(name, count): (&str, Result<CallCount, TreeTooLarge>)| match count {
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
        TreeTooLarge::Memory => "not counted: not enough memory".to_owned(),
        TreeTooLarge::Plies => "not counted: plays of more than 255 plies".to_owned(),
    }
}
