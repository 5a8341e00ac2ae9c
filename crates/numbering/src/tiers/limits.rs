//! Limits on the size of the parts of the board.

/// The largest numbers of configurations that the parts of the board may have ([`Tiers`](crate::Tiers)).
/// Numbers above the defaults count as the defaults.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{Limits, Tiers};
///
/// let game: Mnk = "mnk:4,4,4".parse()?;
/// // Without a middle part, a tier is one block.
/// let limits = Limits { middle: 1, ..Limits::default() };
/// let tiers = Tiers::with_limits(&game, limits)?;
/// assert_eq!(tiers.tier(0).blocks().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limit of the low part.
    pub low: usize,
    /// The limit of the top part.
    pub top: usize,
    /// The limit of the middle part.
    pub middle: usize,
}

/// The data that a solver needs for each block grow with the low part. The largest tier grows with the middle
/// and the low part. The tables of the numbering grow with the top part.
impl Default for Limits {
    fn default() -> Self {
        Self { low: (1 << 16) - 1, top: 2_050_000, middle: 20_000 }
    }
}

impl Limits {
    /// The smaller limit of each part.
    pub(super) fn min(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            top: self.top.min(other.top),
            middle: self.middle.min(other.middle),
        }
    }
}
