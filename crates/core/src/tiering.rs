//! The tiers of a game, as its author numbers them.

use core::fmt;

use crate::Slot;

/// How a game divides its positions into *tiers*, and numbers the positions of each tier. A game that has this
/// ([`Game::tiering`](crate::Game::tiering)) is solved tier by tier: no positions are searched for, no keys are stored, and
/// only the tiers that are needed at the time are in memory. So games of many billions of positions can be solved.
///
/// A place is a [`Slot`]: its `section` is the number of the tier. [`Tiering::rank`] gives the slot of a position, and
/// [`Tiering::unrank`] a position of a slot. Images of one another must have the same slot, or every image a slot of its
/// own. A slot that belongs to no position is *unused*.
///
/// Consecutive tiers between which play goes to and fro are a *unit* ([`Tiering::unit`]), and are solved together. A move
/// leads to a position of the same unit, or of a unit with a smaller number. A position where the game is over needs no
/// slot. Every other position that a move can lead to needs one. More positions may have slots than play can reach: a table
/// answers for all of them, unless the author wants it otherwise ([`Tiering::only_reached_from`]).
///
/// ```
/// use perfect_play_core::{Slot, Tiering};
///
/// /// A pile of up to nine stones. Each number of stones is a tier, because stones are only taken away.
/// struct Pile;
///
/// impl Tiering<u8> for Pile {
///     fn tiers(&self) -> u32 {
///         10
///     }
///     fn slots(&self, _: u32) -> u64 {
///         1
///     }
///     fn rank(&self, stones: u8) -> Option<Slot> {
///         (stones < 10).then_some(Slot { section: stones.into(), rank: 0 })
///     }
///     fn unrank(&self, slot: Slot) -> Option<u8> {
///         u8::try_from(slot.section).ok()
///     }
/// }
///
/// assert_eq!(Pile.unrank(Pile.rank(7).unwrap()), Some(7));
/// assert_eq!(Pile.unit(7), 7);
/// ```
pub trait Tiering<P> {
    /// The number of tiers.
    fn tiers(&self) -> u32;

    /// The number of slots of a tier, used or not. At most 2^32 − 1.
    fn slots(&self, tier: u32) -> u64;

    /// The slot of a position. `None` if it has none: the game is over, or the value is not a position.
    fn rank(&self, position: P) -> Option<Slot>;

    /// The position of a slot. `None` if the slot is unused. If images share a slot, it is one of them, always the same.
    fn unrank(&self, slot: Slot) -> Option<P>;

    /// The unit of a tier. The units are numbered from 0 in the order of the tiers: the unit of a tier is that of the tier
    /// before it, or the next one. Defaults to a unit for each tier.
    fn unit(&self, tier: u32) -> u32 {
        tier
    }

    /// Prints what a reader calls a tier: which positions it has. Defaults to its number.
    ///
    /// # Errors
    ///
    /// Errors of the formatter.
    fn fmt_tier(&self, tier: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{tier}")
    }

    /// From this tier on, a table holds only the positions that play can reach from a start, and their images. It is the first
    /// tier of a unit, or the number of tiers: then a table holds every position that has a slot. That is the default.
    ///
    /// Before such tiers are solved, a pass from the starts marks their reachable positions, with a bit of memory for each slot.
    /// This pays where most positions that have a slot cannot be reached.
    fn only_reached_from(&self) -> u32 {
        self.tiers()
    }

    /// Calls `each` with positions from which a move leads to this position or to an image of it, and with their slots, as
    /// [`Tiering::rank`] gives them. Every position of the same unit with such a move must be among them, or an image of it. The
    /// answer says what else is among them. If it is exact and play can repeat positions, [`Game::next`](crate::Game::next)
    /// from each of the given images to `position` must say who moves after the move. If images have slots of their own, only
    /// moves to this position itself are asked for, and from every position. Defaults to [`Backwards::Unknown`].
    ///
    /// Without this, a solver keeps all moves of a unit in memory, four bytes or more for each.
    fn backwards(&self, position: P, each: &mut dyn FnMut(P, Option<Slot>)) -> Backwards {
        let _ = (position, each);
        Backwards::Unknown
    }

    /// Calls `each` with the position after each move that leaves the unit, in the order of the moves, and with its slot (`None`
    /// where the game is over and it has none), and returns the number of the other moves. `None`, without a call, if the author
    /// does not tell them apart: the default.
    ///
    /// Then a solver need not rank the positions after the moves within a unit to count them. It only does so if
    /// [`Tiering::backwards`] is [`Backwards::Exact`], and gives a position as many times as there are moves from it to this very
    /// one, also if images share a slot.
    fn exits(&self, position: P, each: &mut dyn FnMut(P, Option<Slot>)) -> Option<u16> {
        let _ = (position, each);
        None
    }

    /// How many symmetries keep a position, the identity included. `None` if the author does not know it: the default. Solvers
    /// that count moves by [`Tiering::exits`] ask for it often, unless images have slots of their own.
    fn keeping(&self, position: P) -> Option<u8> {
        let _ = position;
        None
    }
}

/// What [`Tiering::backwards`] knows about the moves to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backwards {
    /// Nothing: `each` is not called.
    Unknown,
    /// All positions with such a move, and maybe others, from which no move leads here. The solver plays their moves to find
    /// out.
    Candidates,
    /// Exactly the positions with such a move.
    Exact,
}
