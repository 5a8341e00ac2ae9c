//! How tables are stored in files. This depends on the numbering.

use std::{io, iter, sync::Arc};

use perfect_play_core::{
    BadValues, Board, CodeTable, Codes, Lookup, Probe, Shown, Slot, Solvable, Table, Value, Values,
};
use perfect_play_tiers::Blocks;

use crate::{
    FileSections, Header, Numbering, Settings, WrongGame,
    file_sections::{Entries, Packed, cut},
    found_entries::{FoundEntries, InFile},
    keys::Keys,
    settings::most_bytes_by_code,
};

/// A numbering whose tables are stored in files: [`Codes`] or [`Blocks`].
pub trait Stored<G: Solvable>: Lookup<G> + Sized {
    /// The values of a table in a file.
    type Values: Values;

    /// The numbering as a header describes it.
    fn described(&self) -> Numbering;

    /// How the entries of a small table are cut and compressed.
    #[doc(hidden)]
    fn settings(bytes: u64) -> Settings;

    /// The number of bytes in each section.
    #[doc(hidden)]
    fn lens(&self, game: &G) -> impl Iterator<Item = usize>;

    /// The most bytes of a table that is stored in one piece, and advice for the user of a larger table.
    #[doc(hidden)]
    fn most_bytes(game: &G) -> (u64, &'static str);

    /// How many positions have an entry, by ply. Empty if they are not counted.
    ///
    /// # Errors
    ///
    /// If a ply is too large for the header.
    #[doc(hidden)]
    fn positions_by_ply<V: Values>(table: &Table<G, Self, V>) -> io::Result<Vec<u64>>;

    /// Overwrites the slots whose values follow directly from the rules. The new bytes compress well.
    #[doc(hidden)]
    fn leave_out(&self, entries: &mut [u8]);

    /// The numbering and the values of a file.
    ///
    /// # Errors
    ///
    /// If they are not those of a table of this game with this numbering.
    #[doc(hidden)]
    fn of_file(
        game: &G,
        header: &Header,
        entries: FoundEntries,
    ) -> Result<(Self, Self::Values), WrongGame>;
}

impl<G: Solvable> Stored<G> for Codes {
    type Values = Vec<u8>;

    fn most_bytes(game: &G) -> (u64, &'static str) {
        let advice = match game.key_bytes() {
            0 => {
                "use a numbering with fewer empty codes, or write an m,n,k-game by tiers, with \
                 `TierWriter`"
            }
            _ => "remove from the positions everything that the rules do not depend on",
        };
        (most_bytes_by_code(game.key_bytes()), advice)
    }

    fn described(&self) -> Numbering {
        Numbering::Codes
    }

    fn settings(bytes: u64) -> Settings {
        Settings::by_code(bytes)
    }

    fn lens(&self, game: &G) -> impl Iterator<Item = usize> {
        iter::once(usize::try_from(game.slots()).unwrap_or(usize::MAX))
    }

    fn positions_by_ply<V: Values>(table: &CodeTable<G, V>) -> io::Result<Vec<u64>> {
        let game = table.game();
        if game.max_plies() == 0 && game.codes_per_slot() > 1 {
            let is_filled = |&slot: &u64| {
                let rank = usize::try_from(slot).unwrap_or(usize::MAX);
                let byte = table.values().byte(Slot { section: 0, rank });
                byte.is_ok_and(|byte| byte.and_then(Value::from_byte).is_some())
            };
            let filled = (0..game.slots()).filter(is_filled);
            return Ok(vec![filled.map(|slot| game.positions_in(slot)).sum()]);
        }
        let mut by_ply = vec![0; usize::from(game.max_plies()) + 1];
        for position in table.positions() {
            let ply = game.ply(position);
            // The header has no place for the count of this ply.
            let Some(count) = by_ply.get_mut(usize::from(ply)) else {
                return Err(io::Error::other(format!(
                    "the table has an entry for {} at ply {ply}, but a play of {} takes at most {} plies, so \
                     the position is unreachable",
                    Shown(game.notation(position)),
                    Shown(game),
                    game.max_plies()
                )));
            };
            *count += 1;
        }
        Ok(by_ply)
    }

    fn leave_out(&self, _entries: &mut [u8]) {}

    fn of_file(
        game: &G,
        header: &Header,
        entries: FoundEntries,
    ) -> Result<(Self, Vec<u8>), WrongGame> {
        let other_keys = || WrongGame::Keys { game: game.to_string() };
        if header.numbering != Numbering::Codes {
            return Err(WrongGame::Numbering { found: "tier", expected: "code" });
        }
        if usize::from(header.key_bytes) != game.key_bytes() {
            return Err(other_keys());
        }
        let entries = entries.0;
        let keys = Keys::of(&entries, game.key_bytes()).ok_or_else(other_keys)?;
        let (found, expected) = (keys.positions(), game.slots());
        if game.key_bytes() == 0 && found as u64 != expected {
            return Err(BadValues::Length { found: found as u64, expected }.into());
        }
        if !keys.are_of(game)? {
            return Err(other_keys());
        }
        let values = entries.into_first(found)?;
        Self::check_values(game, &values)?;
        Ok((Self, values))
    }
}

impl<G: Solvable<Position = Board>> Stored<G> for Blocks {
    type Values = FileSections;

    fn most_bytes(_game: &G) -> (u64, &'static str) {
        (Settings::MAX_HELD_BYTES, "write it tier by tier, with `TierWriter`")
    }

    fn described(&self) -> Numbering {
        Numbering::of(self.tiers())
    }

    fn settings(bytes: u64) -> Settings {
        Settings::by_tier(bytes)
    }

    fn lens(&self, _game: &G) -> impl Iterator<Item = usize> {
        self.tiers().lens().as_flattened().iter().map(|&len| len as usize)
    }

    fn positions_by_ply<V: Values>(_table: &Table<G, Self, V>) -> io::Result<Vec<u64>> {
        Ok(Vec::new())
    }

    fn leave_out(&self, entries: &mut [u8]) {
        let mut rest = entries;
        for (tier, lens) in self.tiers().numbers().zip(self.tiers().lens()) {
            for (mover, &len) in lens.iter().enumerate() {
                let (section, behind) = rest.split_at_mut(len as usize);
                self.tiers().leave_out(tier, mover, section);
                rest = behind;
            }
        }
    }

    fn of_file(
        game: &G,
        header: &Header,
        entries: FoundEntries,
    ) -> Result<(Self, FileSections), WrongGame> {
        if header.numbering == Numbering::Codes {
            return Err(WrongGame::Numbering { found: "code", expected: "tier" });
        }
        let blocks = Self::of(game)?;
        let tiers = blocks.tiers();
        let other_sections = || WrongGame::Sections { game: game.to_string() };
        if header.numbering != Numbering::of(tiers) {
            return Err(other_sections());
        }
        let entries = match entries.0 {
            InFile::Held(entries) => cut(&entries, tiers.lens()).map(Packed::Held),
            InFile::Stored(stores) => {
                stores.have_lens(tiers.lens()).then_some(Packed::Stored(stores))
            }
            InFile::Large(..) => None,
        };
        let packed = entries.ok_or_else(other_sections)?;
        let sections = FileSections(Entries::Packed(packed, Arc::clone(tiers)));
        Ok((blocks, sections))
    }
}
