//! Contradictions in the tiers of a game.

use perfect_play_core::{Move, Slot};

/// What is wrong with the tiers of a game at a position ([`Game::tiering`](perfect_play_core::Game::tiering)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TierFault {
    /// `unrank` gives the position for a slot, but `rank` gives the position another slot, or none.
    NotBack {
        /// The slot.
        slot: Slot,
        /// The slot of its position.
        rank: Option<Slot>,
    },
    /// A move leads to a tier of a later unit.
    Upwards {
        /// The move.
        mv: Move,
        /// The tier of the position.
        from: u32,
        /// The tier after the move.
        to: u32,
    },
    /// After a move the game is not over, but `rank` gives no slot.
    NoSlot {
        /// The move.
        mv: Move,
    },
    /// `rank` gives the position after a move a slot that does not exist.
    NoSuchSlot {
        /// The move.
        mv: Move,
        /// The slot.
        slot: Slot,
        /// How many slots the tier has. `None` if there is no such tier.
        slots: Option<u64>,
    },
    /// The slot after a move is unused: `unrank` gives no position for it.
    NotUsed {
        /// The move.
        mv: Move,
        /// The slot.
        slot: Slot,
    },
    /// `unrank` gives another position for the slot after a move, and not an image of the position after the move.
    OtherPosition {
        /// The move.
        mv: Move,
        /// The slot.
        slot: Slot,
    },
    /// `rank` gives no slot to an image of the position, or a slot whose position is not an image of it.
    OtherImage {
        /// The symmetry.
        symmetry: u8,
    },
    /// `backwards` gives a position of another unit, or, although it promises to be exact, a position from which no move
    /// leads to this one, or an image from which another side is to move after the move; or it gives some positions more often
    /// than there are such moves.
    BackwardsTooMuch,
    /// `backwards` leaves out a position from which a move leads to this one.
    BackwardsTooLittle,
    /// `backwards` gives a position another slot than `rank`.
    BackwardsOtherSlot,
    /// `exits` gives other positions than the moves that leave the unit, or gives them other slots or another order.
    OtherExits,
    /// `exits` returns another number than that of the moves within the unit.
    OtherMoves {
        /// What it returns.
        told: Option<u16>,
        /// How many there are.
        moves: usize,
    },
    /// `keeping` returns another number than that of the symmetries that keep the position.
    OtherKeeping {
        /// What it returns.
        told: u8,
        /// How many there are.
        symmetries: u8,
    },
}

impl TierFault {
    pub(crate) fn headline(self) -> String {
        let name = |Slot { section, rank }: Slot| format!("slot {rank} of tier {section}");
        match self {
            Self::NotBack { slot, rank } => format!(
                "`unrank` gives this position for {}, but `rank` gives it {}:",
                name(slot),
                rank.map_or_else(|| "no slot".to_owned(), name)
            ),
            Self::Upwards { mv, from, to } => format!(
                "move {mv} leads from tier {from} to tier {to}, which is of a later unit (let `unit` give both the \
                 same unit, or number the tiers in the other order):"
            ),
            Self::NoSlot { mv } => format!(
                "after move {mv} the game is not over, but `rank` returns `None` for that position:"
            ),
            Self::NoSuchSlot { mv, slot: Slot { section, rank }, slots } => format!(
                "`rank` gives slot {rank} of tier {section} to the position after move {mv}, but {}:",
                match slots {
                    Some(slots) => format!("`slots` says that the tier has {slots}"),
                    None => "there is no such tier".to_owned(),
                }
            ),
            Self::NotUsed { mv, slot } => format!(
                "`rank` gives {} to the position after move {mv}, but `unrank` returns `None` for it:",
                name(slot)
            ),
            Self::OtherPosition { mv, slot } => format!(
                "`rank` gives {} to the position after move {mv}, but `unrank` gives a position for it that is no image \
                 of that one:",
                name(slot)
            ),
            Self::OtherImage { symmetry } => format!(
                "`rank` gives no slot to the image of this position under symmetry {symmetry}, or `unrank` gives a position \
                 for that slot that is no image of this one:"
            ),
            Self::BackwardsTooMuch => {
                "`backwards` gives a position from which no move of this side leads here, or gives it no slot:".to_owned()
            }
            Self::BackwardsTooLittle => {
                "`backwards` leaves out a position of the unit from which a move leads here:"
                    .to_owned()
            }
            Self::BackwardsOtherSlot => {
                "`backwards` gives a position before this one another slot than `rank`:".to_owned()
            }
            Self::OtherExits => "`exits` gives other positions than the moves from here that leave the unit, or gives them other \
                 slots or another order than that of the moves:"
                .to_owned(),
            Self::OtherMoves { told, moves } => format!(
                "`exits` returns {}, but the number of moves from here that stay in the unit is {moves}:",
                told.map_or_else(|| "no number".to_owned(), |told| told.to_string())
            ),
            Self::OtherKeeping { told, symmetries } => format!(
                "`keeping` returns {told}, but the number of symmetries that keep this position, the identity included, is {symmetries}:"
            ),
        }
    }
}
