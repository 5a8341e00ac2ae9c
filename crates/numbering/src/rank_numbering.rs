//! The numbering by rank, for games whose author numbers the positions of each tier.

use std::{iter, ops::Range, sync::Arc};

use perfect_play_core::{
    Game, NO_CODES, NotAPosition, Numbering, Place, ProbeError, Slot, Unreachable,
};

use crate::{NotNumbered, distinct::distinct, each_start};

/// The numbering by rank: a section for each tier of the game ([`Game::tiering`]), in which the author ranks the positions.
///
/// It gives each position a code: its slot, counted through all tiers, times the number of symmetries, plus the first
/// symmetry that leads to the position from the one that the author gives for the slot.
///
/// A table by this numbering has an entry for every position that the author ranks, reachable or not, and for the positions
/// without a rank where the game is over. In some tiers it may have one only for reachable positions
/// ([`RankNumbering::holds_all`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankNumbering {
    /// The number of slots before each tier, and then of all.
    starts: Arc<[u64]>,
    /// The first tier of each unit, and then the number of tiers.
    units: Arc<[u32]>,
    /// From this tier on, a table holds only positions that play can reach.
    only_reached_from: u32,
    symmetries: u8,
}

impl RankNumbering {
    /// Why a position has no entry that play does not reach, in a tier of which a table holds only those that it reaches.
    pub const UNREACHED: Unreachable = Unreachable::Rules("no play from the start leads to it");

    /// The most slots of a unit, because a solver counts them with 32 bits.
    pub const MAX_UNIT_SLOTS: u64 = u32::MAX as u64;

    /// The numbering of a game.
    ///
    /// # Errors
    ///
    /// If the game has no tiers, if they are not as [`Tiering`](perfect_play_core::Tiering) requires, if there are too many
    /// slots, or if a start has no slot.
    pub fn of<G: Game>(game: &G) -> Result<Self, NotNumbered> {
        let tiering = game.tiering().ok_or(NotNumbered::NoTiers)?;
        let (mut starts, mut units) = (vec![0], Vec::new());
        let mut slots = 0_u64;
        for tier in 0..tiering.tiers() {
            let next = u32::try_from(units.len()).unwrap_or(u32::MAX);
            match tiering.unit(tier) {
                unit if unit == next => units.push(tier),
                unit if unit.checked_add(1) == Some(next) => {}
                unit => return Err(NotNumbered::UnitOutOfOrder { tier, unit }),
            }
            slots = slots.saturating_add(tiering.slots(tier));
            starts.push(slots);
        }
        let symmetries = game.symmetries().max(1);
        units.push(tiering.tiers());
        let only_reached_from = tiering.only_reached_from();
        if !units.contains(&only_reached_from) {
            return Err(NotNumbered::ReachedWithinUnit { tier: only_reached_from });
        }
        let (starts, units) = (starts.into(), units.into());
        let numbering = Self { starts, units, only_reached_from, symmetries };
        for unit in numbering.units() {
            let slots = numbering.unit_slots(numbering.tiers_of(unit));
            if slots > Self::MAX_UNIT_SLOTS {
                return Err(NotNumbered::UnitTooLarge { unit, slots });
            }
        }
        if slots.checked_mul(symmetries.into()).is_none() {
            return Err(NotNumbered::TooLarge);
        }
        let is_numbered = |start| {
            let slot = tiering.rank(start);
            slot.map_or(game.end(start).is_some(), |slot| numbering.number(slot).is_some())
        };
        let mut are_numbered = true;
        each_start(game, &mut |start| are_numbered = are_numbered && is_numbered(start));
        if are_numbered { Ok(numbering) } else { Err(NotNumbered::StartWithoutSlot) }
    }

    /// The units, in the order in which they can be solved.
    #[must_use]
    pub fn units(&self) -> Range<u32> {
        0..u32::try_from(self.units.len() - 1).unwrap_or(u32::MAX)
    }

    /// The tiers of a unit.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    #[must_use]
    pub fn tiers_of(&self, unit: u32) -> Range<u32> {
        self.units[unit as usize]..self.units[unit as usize + 1]
    }

    /// The tiers of this unit and of those behind it. Empty behind the last unit.
    ///
    /// # Panics
    ///
    /// If the number is larger than that of the units.
    #[must_use]
    pub fn tiers_of_units(&self, first: u32) -> Range<u32> {
        self.units[first as usize]..self.tiers()
    }

    /// Whether a table holds every position that has a slot in this tier. Otherwise it holds only those that play can reach.
    #[must_use]
    pub fn holds_all(&self, tier: u32) -> bool {
        tier < self.only_reached_from
    }

    /// The tiers of which a table holds only positions that play can reach. They are the last ones.
    #[must_use]
    pub fn reached_tiers(&self) -> Range<u32> {
        self.only_reached_from..self.tiers()
    }

    /// The units of these tiers.
    #[must_use]
    pub fn reached_units(&self) -> Range<u32> {
        let before = self.units.iter().take_while(|&&first| first < self.only_reached_from);
        u32::try_from(before.count()).unwrap_or(u32::MAX)..self.units().end
    }

    /// The slots of these tiers, counted through all tiers.
    ///
    /// # Panics
    ///
    /// If there are no such tiers.
    #[must_use]
    pub fn numbers(&self, tiers: Range<u32>) -> Range<u64> {
        self.starts[tiers.start as usize]..self.starts[tiers.end as usize]
    }

    /// The number of slots of these tiers.
    ///
    /// # Panics
    ///
    /// If there are no such tiers.
    #[must_use]
    pub fn unit_slots(&self, tiers: Range<u32>) -> u64 {
        let Range { start, end } = self.numbers(tiers);
        end - start
    }

    /// The number of slots of all tiers.
    #[must_use]
    pub fn all_slots(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The number of tiers.
    #[must_use]
    pub fn tiers(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// The number of a slot, counted through all tiers. `None` if there is no such slot.
    #[must_use]
    pub fn number(&self, Slot { section, rank }: Slot) -> Option<u64> {
        let [start, end] = [0, 1].map(|next| self.starts.get(section as usize + next).copied());
        let number = start?.checked_add(rank as u64)?;
        (number < end?).then_some(number)
    }

    /// The slot with this number. `None` if there is no such slot.
    #[must_use]
    pub fn slot(&self, number: u64) -> Option<Slot> {
        // Tiers may have no slots.
        let section = self.starts.partition_point(|&start| start <= number).checked_sub(1)?;
        if section + 1 == self.starts.len() {
            return None;
        }
        let rank = usize::try_from(number - self.starts[section]).ok()?;
        Some(Slot { section: u32::try_from(section).ok()?, rank })
    }

    /// The number of different images of a position, itself included. Symmetries form a group, so it is enough to count those
    /// that keep the position.
    #[must_use]
    pub fn count_images<G: Game>(&self, game: &G, position: G::Position) -> u64 {
        u64::from(self.symmetries / symmetries_that_keep(game, position).max(1))
    }

    fn all_codes(&self) -> u64 {
        self.all_slots() * u64::from(self.symmetries)
    }

    /// The smallest slot of a position's images, counted through all tiers, and the first symmetry that leads to the position that
    /// the author gives for it. `None` if no symmetry does.
    fn least_image<G: Game>(&self, game: &G, position: G::Position) -> Option<(u64, u8)> {
        let tiering = game.tiering()?;
        let image = |symmetry| game.image(position, symmetry);
        let symmetries = || 0..self.symmetries;
        let number_of = |symmetry| self.number(tiering.rank(image(symmetry))?);
        let number = symmetries().filter_map(number_of).min()?;
        let first = tiering.unrank(self.slot(number)?)?;
        let symmetry = symmetries().find(|&symmetry| image(symmetry) == first)?;
        Some((number, symmetry))
    }

    /// The slot of a position, the position that the author gives for the slot, and the first symmetry that leads from there to
    /// the position. `None` if no symmetry does.
    fn known<G: Game>(&self, game: &G, position: G::Position) -> Option<(Slot, G::Position, u8)> {
        let tiering = game.tiering()?;
        let slot = tiering.rank(position)?;
        self.number(slot)?;
        let first = tiering.unrank(slot)?;
        let leads_here = |&symmetry: &u8| game.image(first, symmetry) == position;
        Some((slot, first, (0..self.symmetries).find(leads_here)?))
    }
}

/// How many symmetries keep a position, the identity included.
pub fn symmetries_that_keep<G: Game>(game: &G, position: G::Position) -> u8 {
    let keeps = |symmetry: &u8| game.image(position, *symmetry) == position;
    (0..game.symmetries()).filter(keeps).fold(0, |count, _| count + 1)
}

/// Whether the images of a position share its slot. Otherwise each image has a slot of its own. In one game the same is true of
/// all positions. So only one position is looked at: the first with an image that differs from it. `false` if there is none.
pub fn images_share<G: Game>(game: &G, positions: impl IntoIterator<Item = G::Position>) -> bool {
    if game.symmetries() <= 1 {
        return false;
    }
    let other = |position| {
        let mut images = (1..game.symmetries()).map(|symmetry| game.image(position, symmetry));
        images.find(|image| *image != position).zip(Some(position))
    };
    let rank = |position| game.tiering().and_then(|tiering| tiering.rank(position));
    let pair = positions.into_iter().find_map(other);
    pair.is_some_and(|(image, position)| rank(image) == rank(position))
}

impl<G: Game> Numbering<G> for RankNumbering {
    fn is_of(&self, game: &G) -> bool {
        Self::of(game).as_ref() == Ok(self)
    }

    fn check(&self, game: &G, position: G::Position) -> Result<(), ProbeError> {
        if !game.is_position(position) {
            return Err(game.why_no_entry(position));
        }
        game.check(position)?;
        match game.tiering().map(|tiering| tiering.rank(position)) {
            Some(Some(_)) if self.known(game, position).is_some() => Ok(()),
            Some(None) if game.end(position).is_some() => Ok(()),
            _ => Err(self.why_no_entry(game, position)),
        }
    }

    #[inline]
    fn place(&self, game: &G, position: G::Position) -> Option<Place> {
        match game.tiering()?.rank(position) {
            Some(slot) => Some(Place::Slot(slot)),
            None => game.end(position).map(Place::Known),
        }
    }

    fn why_no_entry(&self, game: &G, position: G::Position) -> ProbeError {
        let slot = self.known(game, position).map(|(slot, ..)| slot);
        match game.check(position) {
            Err(reason) => reason,
            Ok(()) if slot.is_some_and(|slot| !self.holds_all(slot.section)) => {
                Self::UNREACHED.into()
            }
            Ok(()) if slot.is_some() => NotAPosition::Rules(
                "its slot is empty: maybe the table was solved with other tiers",
            )
            .into(),
            Ok(()) => NotAPosition::Rules("no tier of the game has it").into(),
        }
    }

    fn sections(&self, _: &G) -> u32 {
        self.tiers()
    }

    fn slots(&self, _: &G, section: u32) -> u64 {
        if section < self.tiers() { self.unit_slots(section..section + 1) } else { 0 }
    }

    fn position(&self, game: &G, slot: Slot) -> Option<G::Position> {
        self.number(slot)?;
        game.tiering()?.unrank(slot)
    }

    fn symmetries(&self, _: &G) -> u8 {
        self.symmetries
    }

    fn sharing(&self, game: &G, first: G::Position) -> impl Iterator<Item = G::Position> {
        let rank = |position| game.tiering().and_then(|tiering| tiering.rank(position));
        let slot = rank(first);
        let images = (1..self.symmetries).map(|symmetry| game.image(first, symmetry));
        distinct(iter::once(first).chain(images.filter(|&image| rank(image) == slot))).into_iter()
    }

    fn count_sharing(&self, game: &G, first: G::Position) -> u64 {
        if images_share(game, [first]) { self.count_images(game, first) } else { 1 }
    }

    fn find(&self, game: &G, position: G::Position) -> Option<(Slot, G::Position)> {
        let (slot, first, symmetry) = self.known(game, position)?;
        Some((slot, game.image(first, symmetry)))
    }

    fn codes(&self, _: &G) -> u64 {
        self.all_codes()
    }

    /// A position without a slot gets the number after the last code.
    fn encode(&self, game: &G, position: G::Position) -> u64 {
        let code = || {
            let (slot, _, symmetry) = self.known(game, position)?;
            Some(self.number(slot)? * u64::from(self.symmetries) + u64::from(symmetry))
        };
        code().unwrap_or(self.all_codes())
    }

    /// If two symmetries lead to the same image, the image has the smaller of their codes. The larger one is not the code
    /// of a position.
    fn decode(&self, game: &G, code: u64) -> Option<G::Position> {
        if code >= self.all_codes() || code == NO_CODES {
            return None;
        }
        let slot = self.slot(code / u64::from(self.symmetries))?;
        let first = game.tiering()?.unrank(slot)?;
        let symmetry = u8::try_from(code % u64::from(self.symmetries)).ok()?;
        let image = game.image(first, symmetry);
        let is_first = !(0..symmetry).any(|earlier| game.image(first, earlier) == image);
        let shares = game.tiering()?.rank(image) == Some(slot);
        (is_first && shares).then_some(image)
    }

    fn canonical(&self, game: &G, position: G::Position) -> (u64, u8) {
        let least = self.least_image(game, position);
        let code = |(number, symmetry)| (number * u64::from(self.symmetries), symmetry);
        least.map_or((self.all_codes(), 0), code)
    }

    fn is_canonical(&self, game: &G, position: G::Position) -> bool {
        self.least_image(game, position).is_some_and(|(_, symmetry)| symmetry == 0)
    }
}
