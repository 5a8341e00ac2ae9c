//! The numbering of a table: which slot belongs to which position.

use core::iter;

use crate::{Game, NO_CODES, ProbeError, Slot, Value};

/// Where a table has the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// In this slot.
    Slot(Slot),
    /// In no slot that is read: the value follows from the rules.
    Known(Value),
    /// In no slot: the value follows from the children, or from the rules if the game is over. Play cannot lead from such a
    /// position to itself, nor through many such positions in sequence.
    Follow,
}

/// An object that maps the positions of a game to the slots of a table, and slots to positions. It asks the game, and is no
/// game.
///
/// A slot belongs to one position, or to a position and some of its images. The *first* position of a slot stands for the
/// others.
///
/// Programs show positions by their codes. These are the codes of the game. If the game has none, the numbering can give
/// codes to the positions that it knows.
pub trait Numbering<G: Game> {
    /// Whether this numbering belongs to this game.
    fn is_of(&self, game: &G) -> bool;

    /// Checks whether the table can have an entry for this position. The check does not use the values. A probe calls
    /// this once, and not again for the child positions.
    ///
    /// # Errors
    ///
    /// The reason why the table cannot have an entry: the argument is not a position, or the position is unreachable.
    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError>;

    /// The place of the value of a position that was checked, or of a child of such a position. `None` if it has none.
    fn place(&self, game: &G, position: G::Position) -> Option<Place>;

    /// Calls `each` with the [`place`](Numbering::place) of each of these positions, in their order. Override it if a place is
    /// read, so that the processor waits for many reads at once and not for one after the other.
    fn places(&self, game: &G, positions: &[G::Position], each: &mut dyn FnMut(Option<Place>)) {
        for &position in positions {
            each(self.place(game, position));
        }
    }

    /// The reason why a table has no entry for a position without a place, or with an empty slot.
    fn why_no_entry(&self, game: &G, position: G::Position) -> ProbeError;

    /// The number of sections. Defaults to one.
    fn sections(&self, game: &G) -> u32 {
        let _ = game;
        1
    }

    /// The number of slots of a section. 0 if there is no such section.
    fn slots(&self, game: &G, section: u32) -> u64;

    /// The first position of a slot. `None` if no position has this slot.
    fn position(&self, game: &G, slot: Slot) -> Option<G::Position>;

    /// The number of symmetries under which the images of a position share its slot. Defaults to one: the identity.
    fn symmetries(&self, game: &G) -> u8 {
        let _ = game;
        1
    }

    /// The positions that share the slot of a first position, each once. Begins with the first position itself. By default,
    /// no positions share a slot.
    fn sharing(&self, game: &G, first: G::Position) -> impl Iterator<Item = G::Position> {
        let _ = game;
        iter::once(first)
    }

    /// The number of positions that share the slot of a first position, this one included.
    fn count_sharing(&self, game: &G, first: G::Position) -> u64 {
        self.sharing(game, first).count() as u64
    }

    /// The slots with their first positions, in the order of the slots, without the slots for which `is_empty` returns
    /// `true`.
    fn firsts(
        &self,
        game: &G,
        is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = (Slot, G::Position)> {
        let ranks = move |section| (0..self.slots(game, section)).map(move |rank| (section, rank));
        (0..self.sections(game)).flat_map(ranks).filter_map(move |(section, rank)| {
            let slot = Slot { section, rank: usize::try_from(rank).ok()? };
            // Most slots can be empty, so look at the slot first.
            if is_empty(slot) { None } else { Some((slot, self.position(game, slot)?)) }
        })
    }

    /// The positions that may have an entry, each with its slot if it is read from there. Slots for which `is_empty` returns
    /// `true` can be left out. The positions are in the order of their slots, unless the numbering defines another order.
    fn positions(
        &self,
        game: &G,
        is_empty: impl Fn(Slot) -> bool,
    ) -> impl Iterator<Item = (G::Position, Option<Slot>)> {
        self.firsts(game, is_empty).flat_map(|(slot, first)| {
            self.sharing(game, first).map(move |position| (position, Some(slot)))
        })
    }

    /// How far [`positions`](Self::positions) has come with this position, and the total: its code and the number of codes,
    /// unless the numbering defines another order. `None` if the position does not say it.
    fn reached(&self, game: &G, position: G::Position) -> Option<(u64, u64)> {
        Some((shown_code(self, game, position)?, self.codes(game)))
    }

    /// The slot of a position, and the position that the numbering itself gives for it: the one among those that share the
    /// slot that counts as equal. `None` if there is none. Use this to find out whether the numbering knows a position.
    fn find(&self, game: &G, position: G::Position) -> Option<(Slot, G::Position)> {
        let Some(Place::Slot(slot)) = self.place(game, position) else { return None };
        let code = self.encode(game, position);
        Some((slot, self.decode(game, code).filter(|&known| known == position)?))
    }

    /// The number of codes, or [`NO_CODES`]. Defaults to the game's.
    fn codes(&self, game: &G) -> u64 {
        game.codes()
    }

    /// The code of a position. Values that are not positions of the table can have any code. Defaults to the game's.
    fn encode(&self, game: &G, position: G::Position) -> u64 {
        game.encode(position)
    }

    /// The position with this code, or `None` if no position has it. Defaults to the game's.
    fn decode(&self, game: &G, code: u64) -> Option<G::Position> {
        let position = game.decode(code).ok()?;
        (game.encode(position) == code).then_some(position)
    }

    /// The smallest code among the images of a position (the position itself included), and a symmetry that leads to that
    /// image. Defaults to the game's.
    fn canonical(&self, game: &G, position: G::Position) -> (u64, u8) {
        game.canonical(position)
    }

    /// Whether no image of the position has a smaller code. Defaults to the game's.
    fn is_canonical(&self, game: &G, position: G::Position) -> bool {
        game.is_canonical(position)
    }
}

/// The code of a position, to be shown. `None` if positions have no codes, or this one has none: one that a numbering does not know,
/// or an end of the game without a slot.
pub(crate) fn shown_code<G: Game, N: Numbering<G> + ?Sized>(
    numbering: &N,
    game: &G,
    position: G::Position,
) -> Option<u64> {
    let codes = numbering.codes(game);
    let code = || numbering.encode(game, position);
    (codes != NO_CODES).then(code).filter(|&code| code < codes)
}
