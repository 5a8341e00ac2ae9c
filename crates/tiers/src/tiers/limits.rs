//! How large the parts of the board may be.

/// The most configurations that the parts of the board may have ([`Tiers`](crate::Tiers)). More than the default
/// counts as the default.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_tiers::{Limits, Tiers};
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// // Without a middle part a tier is one block.
/// let limits = Limits { middle: 1, ..Limits::default() };
/// let tiers = Tiers::with_limits(&game, limits)?;
/// assert_eq!(tiers.tier(0).blocks().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of the low part.
    pub low: usize,
    /// Of the top part.
    pub top: usize,
    /// Of the middle part.
    pub middle: usize,
}

/// What a solver has at hand for each block grows with the low part, the largest tier with the middle part
/// and the low part, and the tables of the numbering with the top part.
impl Default for Limits {
    fn default() -> Self {
        Self { low: (1 << 16) - 1, top: 2_050_000, middle: 20_000 }
    }
}

impl Limits {
    /// The smaller of each two.
    pub(super) fn min(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            top: self.top.min(other.top),
            middle: self.middle.min(other.middle),
        }
    }
}
