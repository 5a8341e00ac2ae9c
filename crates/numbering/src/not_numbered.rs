//! Why a game has no numbering.

use std::{error::Error, fmt};

/// Why the positions of a game have no numbering.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{Tiers, NotNumbered};
///
/// let error = Tiers::of(&"mnk:8,5,4".parse::<Mnk>()?).unwrap_err();
/// assert_eq!(error, NotNumbered::TooLarge);
/// assert_eq!(error.to_string(), "the board is too large to number its positions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotNumbered {
    /// This is not a game in which marks are placed or fall.
    OtherKind,
    /// The game's `kind` is [`Kind::Placement`](perfect_play_core::Kind::Placement) or
    /// [`Kind::Falling`](perfect_play_core::Kind::Falling), but another method contradicts this kind.
    NotOfItsKind {
        /// The contradiction, as part of a sentence.
        why: &'static str,
    },
    /// The board has more cells or higher columns than the numbering supports, or there are too many slots.
    TooLarge,
    /// The game does not say its tiers: [`Game::tiering`](perfect_play_core::Game::tiering).
    NoTiers,
    /// The units of a game are not numbered in the order of the tiers:
    /// [`Tiering::unit`](perfect_play_core::Tiering::unit).
    UnitOutOfOrder {
        /// The tier.
        tier: u32,
        /// Its unit.
        unit: u32,
    },
    /// A unit has more slots than [`RankNumbering::MAX_UNIT_SLOTS`](crate::RankNumbering::MAX_UNIT_SLOTS).
    UnitTooLarge {
        /// The unit.
        unit: u32,
        /// The slots of its tiers.
        slots: u64,
    },
    /// The tiers have no slot for a start: [`Tiering::rank`](perfect_play_core::Tiering::rank).
    StartWithoutSlot,
    /// A tier from which on a table holds only reachable positions is not the first of its unit:
    /// [`Tiering::only_reached_from`](perfect_play_core::Tiering::only_reached_from).
    ReachedWithinUnit {
        /// The tier.
        tier: u32,
    },
}

impl fmt::Display for NotNumbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind => f.write_str(
                "only games in which marks are placed or fall to make a line have a numbering",
            ),
            Self::NotOfItsKind { why } => {
                write!(f, "the game is not of the kind that `kind` returns: {why}")
            }
            Self::TooLarge => f.write_str("the board is too large to number its positions"),
            Self::NoTiers => f.write_str("the game has no `tiering`"),
            Self::UnitOutOfOrder { tier, unit } => write!(
                f,
                "`tiering` gives tier {tier} the unit {unit}, but the first tier has unit 0, and every other one the unit of \
                 the tier before it or the next unit"
            ),
            Self::UnitTooLarge { unit, slots } => write!(
                f,
                "`slots` gives the tiers of unit {unit} {slots} slots, and a unit has at most {}",
                u32::MAX
            ),
            Self::StartWithoutSlot => f.write_str(
                "`rank` returns `None` for a start of the game, or a slot that does not exist",
            ),
            Self::ReachedWithinUnit { tier } => write!(
                f,
                "`only_reached_from` returns {tier}, which is neither the first tier of a unit nor the number of tiers"
            ),
        }
    }
}

impl Error for NotNumbered {}
