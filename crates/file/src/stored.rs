//! How tables are stored in files. This depends on the numbering.

use std::{cell::LazyCell, ops::Range, sync::Arc};

use perfect_play_core::{
    BadValues, Board, CodeNumbering, Game, Key, NO_CODES, Numbering, Value, Values,
};
use perfect_play_numbering::{
    KeyNumbering, NotNumbered, PlyNumbering, RankNumbering, RankedValues, SmallNumbering,
    TierNumbering, TierValues,
};

use crate::{
    FileRanks, FileSections, Header, Settings, StoredNumbering, WrongGame,
    file_sections::{Entries, restored},
    found_entries::{FoundEntries, InFile},
    keys::Keys,
    ranked_file::Ranks,
    settings::{MOST_RANKED_BYTES, most_bytes_by_code},
    store::SectionNumbering,
};

/// A numbering whose tables can be written to files. By default, a table has one section.
pub trait Stored<G: Game>: Numbering<G> {
    /// The numbering as a header describes it.
    fn described(&self) -> StoredNumbering {
        StoredNumbering::Codes
    }

    /// How the entries of a small table are cut and compressed.
    fn settings(&self, bytes: u64) -> Settings {
        Settings::by_code(bytes)
    }

    /// The most bytes of a table that is stored in one piece, and advice for the user of a larger table.
    fn most_bytes(&self) -> (u64, &'static str) {
        let key_bytes = self.key_bytes();
        let advice = match key_bytes {
            0 => {
                "use a numbering with fewer empty codes, or write an m,n,k-game by tiers, with \
                 `TierWriter`"
            }
            _ => "remove from the positions everything that the rules do not depend on",
        };
        (most_bytes_by_code(key_bytes), advice)
    }

    /// Whether the header says how many positions have an entry.
    fn counts_positions(&self) -> bool {
        true
    }

    /// Whether a value may need a second byte ([`TierValues::bytes`]). Then the second bytes of all slots are stored behind the
    /// first ones, unless all of them are 0. Defaults to `false`.
    fn has_second_bytes(&self) -> bool {
        false
    }

    /// The number of bytes that a file stores for each slot in addition to the value: the key of its first position, if the
    /// rules alone do not determine the position. Defaults to 0.
    fn key_bytes(&self) -> usize {
        0
    }

    /// Writes the key of the first position of a slot. `bytes` has the length [`Stored::key_bytes`].
    fn write_key(&self, slot: usize, bytes: &mut [u8]) {
        let _ = (slot, bytes);
    }

    /// Appends to `kept` those of the entries of some slots that must be stored. Slots are counted through all sections. A
    /// slot whose value follows directly from the rules takes no room. Defaults to all entries.
    fn keep(&self, slots: Range<usize>, entries: &[u8], kept: &mut Vec<u8>) {
        let _ = slots;
        kept.extend_from_slice(entries);
    }
}

/// A numbering whose tables can be read from files.
pub trait Opened<G: Game>: Stored<G> + Sized {
    /// The values of a table in a file.
    type Values: Values;

    /// The numbering of a table in a file.
    ///
    /// # Errors
    ///
    /// If it is not that of a table of this game.
    fn of_file(game: &G, header: &Header, entries: &FoundEntries) -> Result<Self, WrongGame>;

    /// The values of the table.
    ///
    /// # Errors
    ///
    /// If they are not those of a table of this game with this numbering.
    fn values_of_file(&self, game: &G, entries: FoundEntries) -> Result<Self::Values, WrongGame>;
}

impl<G: Game> Stored<G> for SmallNumbering<G::Position> {
    fn key_bytes(&self) -> usize {
        self.keys().map_or(0, |_| G::Position::BYTES)
    }

    fn write_key(&self, slot: usize, bytes: &mut [u8]) {
        if let Some(position) = self.keys().and_then(|keys| keys.positions().get(slot)) {
            position.write(bytes);
        }
    }
}

impl<G: Game> Opened<G> for SmallNumbering<G::Position> {
    type Values = Vec<u8>;

    fn of_file(game: &G, header: &Header, entries: &FoundEntries) -> Result<Self, WrongGame> {
        if header.numbering != StoredNumbering::Codes {
            return Err(WrongGame::Numbering { found: "tier", expected: "code" });
        }
        if header.key_bytes == 0 && game.codes() != NO_CODES {
            return Ok(Self::Codes);
        }
        keys_of_file(game, header, entries, G::Position::BYTES).map(Self::Keys)
    }

    fn values_of_file(&self, game: &G, entries: FoundEntries) -> Result<Vec<u8>, WrongGame> {
        let other_keys = || WrongGame::Keys { game: game.to_string() };
        match self {
            Self::Codes => {
                let (found, expected) = (entries.0.len().ok_or_else(other_keys)?, game.codes());
                if found as u64 != expected {
                    return Err(BadValues::Length { found: found as u64, expected }.into());
                }
                let values = entries.0.into_first(found)?;
                CodeNumbering::check_values(game, &values)?;
                Ok(values)
            }
            // A slot without a value has no entry, and a proof says so.
            Self::Keys(keys) => entries.0.into_first(keys.positions().len()),
        }
    }
}

/// The numbering of a table whose keys have this many bytes. Keys of the game that are shorter are followed by zeros.
pub(crate) fn keys_of_file<G: Game>(
    game: &G,
    header: &Header,
    FoundEntries(entries): &FoundEntries,
    key_bytes: usize,
) -> Result<KeyNumbering<G::Position>, WrongGame> {
    let width = usize::from(header.key_bytes);
    let other_keys = || WrongGame::Keys { game: game.to_string() };
    if width == 0
        || width != key_bytes
        || key_bytes > G::Position::BYTES
        || game.codes() != NO_CODES
    {
        return Err(other_keys());
    }
    Keys::of(entries, width).ok_or_else(other_keys)?.numbering(game)
}

impl<G: Game<Position = Board>> Stored<G> for PlyNumbering {
    fn described(&self) -> StoredNumbering {
        StoredNumbering::Plies { plies: self.plies() }
    }

    fn most_bytes(&self) -> (u64, &'static str) {
        (Self::MAX_SLOTS, "store fewer plies")
    }

    fn counts_positions(&self) -> bool {
        false
    }
}

impl<G: Game<Position = Board>> Opened<G> for PlyNumbering {
    type Values = Vec<u8>;

    fn of_file(game: &G, header: &Header, _: &FoundEntries) -> Result<Self, WrongGame> {
        let StoredNumbering::Plies { plies } = header.numbering else {
            return Err(WrongGame::Numbering { found: "position", expected: "ply" });
        };
        let most = header.entry_bytes.min(Self::MAX_SLOTS);
        let numbering = match Self::with_at_most(most, game, plies) {
            Err(NotNumbered::TooLarge) => {
                return Err(WrongGame::Sections { game: game.to_string() });
            }
            numbering => numbering?,
        };
        let is_cut = (1..game.max_plies()).contains(&plies);
        if !is_cut || Numbering::slots(&numbering, game, 0) != header.entry_bytes {
            return Err(WrongGame::Sections { game: game.to_string() });
        }
        Ok(numbering)
    }

    fn values_of_file(&self, game: &G, entries: FoundEntries) -> Result<Vec<u8>, WrongGame> {
        let slots = usize::try_from(Numbering::slots(self, game, 0)).unwrap_or(usize::MAX);
        let values = entries.0.into_first(slots)?;
        // A slot that is read needs a value. The byte 255 is not one.
        match values.iter().position(|&byte| byte == Value::NONE) {
            Some(slot) => Err(BadValues::Value { code: slot as u64 }.into()),
            None => Ok(values),
        }
    }
}

impl<G: Game> Stored<G> for RankNumbering {
    fn described(&self) -> StoredNumbering {
        StoredNumbering::Ranks { reached_from: self.reached_tiers().start }
    }

    fn most_bytes(&self) -> (u64, &'static str) {
        (MOST_RANKED_BYTES, "solve a smaller game")
    }

    fn counts_positions(&self) -> bool {
        false
    }

    fn has_second_bytes(&self) -> bool {
        true
    }
}

impl<G: Game> Opened<G> for RankNumbering {
    type Values = FileRanks;

    fn of_file(game: &G, header: &Header, _: &FoundEntries) -> Result<Self, WrongGame> {
        let StoredNumbering::Ranks { reached_from: found } = header.numbering else {
            return Err(WrongGame::Numbering { found: "position", expected: "rank" });
        };
        let numbering = Self::of(game)?;
        let expected = numbering.reached_tiers().start;
        if found != expected {
            return Err(WrongGame::ReachedFrom { game: game.to_string(), found, expected });
        }
        let slots = numbering.all_slots();
        let twice = slots.checked_mul(2);
        let is_right = match header.sections {
            1 => header.entry_bytes == slots || Some(header.entry_bytes) == twice,
            sections => {
                sections == 2 * u64::from(numbering.tiers()) && Some(header.entry_bytes) == twice
            }
        };
        if !is_right {
            return Err(WrongGame::Sections { game: game.to_string() });
        }
        Ok(numbering)
    }

    fn values_of_file(&self, game: &G, entries: FoundEntries) -> Result<FileRanks, WrongGame> {
        let FoundEntries(entries) = entries;
        if let InFile::Stored(stores) = entries {
            let stores = stores.of(&SectionNumbering::Ranks(self.clone()));
            let stores = stores.ok_or_else(|| WrongGame::Sections { game: game.to_string() })?;
            return Ok(FileRanks(Ranks::Stored(stores.into())));
        }
        let slots = usize::try_from(self.all_slots()).unwrap_or(usize::MAX);
        let found = entries.len().filter(|found| [slots, slots.saturating_mul(2)].contains(found));
        let found = found.ok_or_else(|| WrongGame::Sections { game: game.to_string() })?;
        entries.expect()?;
        let mut first = 0;
        let mut tiers = Vec::new();
        for tier in 0..self.tiers() {
            let of_tier = Numbering::slots(self, game, tier);
            let end = first + usize::try_from(of_tier).unwrap_or(usize::MAX);
            let [mut low, mut high] = [const { Vec::new() }; 2];
            entries.read_range(first..end, &mut low)?;
            if found > slots {
                entries.read_range(slots + first..slots + end, &mut high)?;
            }
            if high.iter().all(|&byte| byte == 0) {
                high = Vec::new();
            }
            tiers.extend(TierValues::of_bytes(low, high));
            first = end;
        }
        Ok(RankedValues::from(tiers).into())
    }
}

impl<G: Game<Position = Board>> Stored<G> for TierNumbering {
    fn described(&self) -> StoredNumbering {
        StoredNumbering::of(self.tiers())
    }

    fn settings(&self, bytes: u64) -> Settings {
        Settings::by_tier(bytes)
    }

    fn most_bytes(&self) -> (u64, &'static str) {
        (Settings::MAX_HELD_BYTES, "write it tier by tier, with `TierWriter`")
    }

    fn counts_positions(&self) -> bool {
        false
    }

    fn keep(&self, slots: Range<usize>, entries: &[u8], kept: &mut Vec<u8>) {
        let mut first = 0;
        for (number, lens) in self.tiers().lens().iter().enumerate() {
            let tier = LazyCell::new(|| self.tiers().tier(number));
            for (mover, &len) in lens.iter().enumerate() {
                let section = first..first + len as usize;
                let here = slots.start.max(section.start)..slots.end.min(section.end);
                if !here.is_empty() {
                    let [in_section, at] =
                        [section.start, slots.start].map(|from| here.start - from..here.end - from);
                    tier.keep_non_static(mover, in_section, &entries[at], kept);
                }
                first = section.end;
            }
        }
    }
}

impl<G: Game<Position = Board>> Opened<G> for TierNumbering {
    type Values = FileSections;

    fn of_file(game: &G, header: &Header, _: &FoundEntries) -> Result<Self, WrongGame> {
        if !header.numbering.is_by_tier() {
            return Err(WrongGame::Numbering { found: "code", expected: "tier" });
        }
        let numbering = Self::of(game)?;
        let tiers = numbering.tiers();
        if (header.numbering, header.entry_bytes) != (StoredNumbering::of(tiers), tiers.slots()) {
            return Err(WrongGame::Sections { game: game.to_string() });
        }
        Ok(numbering)
    }

    fn values_of_file(&self, game: &G, entries: FoundEntries) -> Result<FileSections, WrongGame> {
        let tiers = self.tiers();
        let entries = match entries.0 {
            InFile::Held(found) => restored(tiers, &found).map(Entries::Held),
            InFile::Stored(stores) => {
                stores.of(&SectionNumbering::Tiers(Arc::clone(tiers))).map(Entries::Stored)
            }
            InFile::Large(..) => None,
        };
        let entries = entries.ok_or_else(|| WrongGame::Sections { game: game.to_string() })?;
        Ok(FileSections(entries))
    }
}
