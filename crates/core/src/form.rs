//! How a baked table holds its entries.

use core::fmt;

use crate::Layout;

/// How a baked table holds its entries.
///
/// ```
/// use perfect_play_core::{Form, Layout};
///
/// assert_eq!(Form::Direct(Layout::Words).to_string(), "direct words");
/// assert_eq!(Form::Compact(Layout::Bytes).to_string(), "compact bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A slot for every code: a probe is one load.
    Direct(Layout),
    /// Only the canonical positions, in a perfect hash map by their codes: smaller, and slower by as
    /// much as it takes to find a position's canonical image. If the game's symmetries are wrong at
    /// unreachable positions, which are not checked, it may answer for these: see
    /// [`Symmetric::symmetries`](crate::Symmetric::symmetries).
    Compact(Layout),
    /// The slots of tiers, one byte each: for large boards. Symmetric positions (nearly always)
    /// have one slot.
    Tiered,
}

/// Prints `direct words`, `compact bytes` or `tiered bytes`.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct(layout) => write!(f, "direct {layout}"),
            Self::Compact(layout) => write!(f, "compact {layout}"),
            Self::Tiered => f.pad("tiered bytes"),
        }
    }
}
