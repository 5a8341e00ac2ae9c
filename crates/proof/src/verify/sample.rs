//! Checks that are made for a sample.

use std::cell::Cell;

use super::Rules;

/// Counts the checks of one kind, and says which of them are made: one of so many.
pub(super) struct Sample {
    one_of: u64,
    seen: Cell<u64>,
}

impl Sample {
    /// All checks, unless the rules are tested.
    pub(super) fn of(rules: Rules) -> Self {
        Self::one_of(1 << 10, rules)
    }

    /// All checks, or one of so many if the rules are tested.
    pub(super) fn one_of(checks: u64, rules: Rules) -> Self {
        let one_of = match rules {
            Rules::Unknown | Rules::OfBytes => 1,
            Rules::Tested => checks,
        };
        Self { one_of, seen: Cell::new(0) }
    }

    /// Whether the next check is made.
    pub(super) fn takes_next(&self) -> bool {
        let seen = self.seen.get();
        self.seen.set(seen + 1);
        seen.is_multiple_of(self.one_of)
    }
}
