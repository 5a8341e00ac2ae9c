//! A `.perfect` file, opened.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | magic: `89` and the letters `PERFECT` |
//! | 8–11 | format version |
//! | 12–15 | length of the header in bytes, at most 65,536 |
//! | 16–19 | CRC-32 (IEEE) of bytes 8–15 and the header |
//! | 20– | the header, in bincode's legacy configuration |
//! | then | the sections, one after the other ([`crate::section`]) |
//! | then | the index, to the end of the file: 12 bytes for each section |
//!
//! All numbers are little-endian; the header is the fields of [`Header`] in their order, without
//! names: texts and lists behind their length in eight bytes, alternatives as a number of four.
//!
//! | field | bytes |
//! |---|---|
//! | the game's name | 8 + its length |
//! | checksum of the rules | 4 |
//! | objective: 0 fastest, 1 outcome | 4 |
//! | what an entry means: 0 outcome and remoteness; 1 the same, where the rules do not tell it | 4 |
//! | numbering: 0 by code, 1 by tier | 4 |
//! | by tier: the cells of the top, the middle and the low part | 3 × 8 |
//! | bytes of a key: 0 | 1 |
//! | bytes of entries in a frame | 4 |
//! | level of zstd | 4 |
//! | how many sections | 8 |
//! | bytes of entries | 8 |
//! | positions by ply, or none | 8 + 8 for each ply |
//! | bytes of all sections | 8 |
//! | CRC-32 of the index | 4 |
//! | 1 if finished | 1 |
//! | in a file of a folder: number of its first section, how many it has ([`crate::folder`]) | 0 or 16 |
//!
//! The *identity* of a file is the CRC-32 of frame and header as they are in a file under way, without
//! positions by ply: so it depends on everything that decides what the sections must hold, and on nothing
//! else. With it all checksums of sections begin.
//!
//! A table by code is one section. So is a table by tiers that is held in memory: all tiers in their order,
//! of each the slots with O to move and then those with X to move. A larger one has two sections for each
//! tier, in the same order.
//!
//! A table by tiers has a byte for each slot. Where the board of a slot holds a line, or where
//! [`perfect_play_core::Kind::settled`] tells its value, the byte means nothing: the one before it in its tier and with
//! its player to move is written, so that it takes next to no room.
//!
//! In the index, each section has its bytes of entries, its bytes in the file, and the checksum in its head,
//! four bytes each.
//!
//! A file under way is called `NAME.partial`. Its header says so, and has zeros for what is not yet
//! known; the sections end anywhere, and the index is missing. That header is replaced last of all.

use std::{
    fmt,
    io::{self, Read},
    path::Path,
    sync::{Arc, OnceLock},
};

use perfect_play_core::{Game, Key, Objective, Solvable, Symmetric, Table, Tabular};
use perfect_play_tiers::Found;

use crate::{
    Damage, Header, Meaning, OpenError, OpenErrorKind, Pieces, ReadError, Settings, Stored,
    WrongGame,
    file_sections::Stores,
    folder,
    found_entries::{FoundEntries, InFile},
    identity::fingerprint,
    keys, opening,
    store::Store,
};

/// A `.perfect` file whose frame, header and index are whole, and nothing of it is missing or left
/// over. Where its entries are held in memory (those of tables by code, and of others up to
/// [`Settings::MAX_HELD_BYTES`](crate::Settings::MAX_HELD_BYTES)), they are whole, too; otherwise each frame is checked when it is
/// read. A larger table of positions that were found is read when it is known which game it is of.
///
/// Whether what it says is true is another question: [`crate::verify`].
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Probe};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::TableFile;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("tictactoe.perfect");
/// perfect_play_table::write(&solution, &path)?;
///
/// let file = TableFile::open(&path)?;
/// let game: Mnk = file.header().game.parse()?;
/// let table: CodeTable<_, _> = file.into_table(game)?;
/// assert_eq!(table.probe(game.parse("XO..X....")?)?.best_move(), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableFile {
    header: Header,
    entries: FoundEntries,
}

impl TableFile {
    /// Opens a file, or the files of a folder ([`TierFolder`](crate::TierFolder)), and checks that they are whole.
    ///
    /// # Errors
    ///
    /// What is wrong with a file, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        if path.is_dir() {
            let (header, stores) = folder::open(path)?;
            return Self::new(header, stores).map_err(|kind| OpenError::new(path, kind));
        }
        let opened = opening::open(path).and_then(Self::of_one);
        opened.map_err(|kind| OpenError::new(path, kind))
    }

    /// Reads a file's bytes into memory and checks that they are whole.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(file: impl Read) -> Result<Self, OpenErrorKind> {
        opening::read(Path::new("the table"), file).and_then(Self::of_one)
    }

    /// Opens a file of which only some pieces are at hand. A table that is held in memory is read as a whole.
    ///
    /// # Errors
    ///
    /// What is wrong with it; or bytes are missing, which [`Pieces::missing`] tells.
    pub fn open_pieces(pieces: &Arc<Pieces>) -> Result<Self, OpenErrorKind> {
        opening::open_pieces(Path::new("the table"), pieces).and_then(Self::of_one)
    }

    /// The table in one file.
    fn of_one((header, store): (Header, Store)) -> Result<Self, OpenErrorKind> {
        if header.part.is_some() {
            return Err(OpenErrorKind::Part);
        }
        let stores = vec![store];
        if !folder::add_up(&header, &stores) {
            return Err(Damage::Index.into());
        }
        Self::new(header, stores)
    }

    /// The table in these files.
    fn new(header: Header, mut stores: Vec<Store>) -> Result<Self, OpenErrorKind> {
        let is_one = header.sections == 1 && stores.len() == 1;
        let only = if is_one { stores.pop() } else { None };
        let entries = match only {
            Some(store) if is_large_for_keys(&header) => {
                InFile::Keyed(Box::new(store), OnceLock::new())
            }
            Some(store) => {
                let mut entries = Vec::new();
                store.read(0, &mut entries).map_err(while_opening)?;
                InFile::Held(entries)
            }
            None => InFile::Stored(Stores(stores)),
        };
        Ok(Self { header, entries: FoundEntries(entries) })
    }

    /// What the file says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file's table, ready to be probed. The numbering is the one that is asked for: [`Codes`], or, for line
    /// games, [`Blocks`](perfect_play_tiers::Blocks). The header says which one it is.
    ///
    /// # Errors
    ///
    /// If it is of another game, in another numbering, or its entries are not those of a table of the game.
    ///
    /// [`Codes`]: perfect_play_core::Codes
    pub fn into_table<G: Solvable, N: Stored<G>>(
        self,
        game: G,
    ) -> Result<Table<G, N, N::Values>, WrongGame> {
        self.is_of(&game)?;
        if game.repeats() && self.header.objective == Objective::Outcome {
            return Err(WrongGame::Objective { game: game.to_string() });
        }
        let (numbering, values) = N::of_file(&game, &self.header, self.entries)?;
        Table::new(game, self.header.objective, numbering, values).ok_or(WrongGame::Unsteady)
    }

    /// The game with the positions that the table is of, if these were found by playing on: with it the file
    /// becomes a table, [`TableFile::into_table`].
    ///
    /// # Errors
    ///
    /// If the table is that of another game, or has no such positions.
    pub fn find<G: Symmetric + Game<Position: Key>>(&self, game: G) -> Result<Found<G>, WrongGame> {
        self.find_by_keys_of(G::Position::BYTES, game)
    }

    /// [`TableFile::find`], where the game's keys are those of the table, which have so many bytes, and zeros behind them.
    ///
    /// # Errors
    ///
    /// As there.
    #[doc(hidden)]
    pub fn find_by_keys_of<G: Symmetric + Game<Position: Key>>(
        &self,
        key_bytes: usize,
        game: G,
    ) -> Result<Found<G>, WrongGame> {
        self.is_called(&game)?;
        let width = self.header.key_bytes;
        if width == 0 || usize::from(width) != key_bytes || key_bytes > G::Position::BYTES {
            return Err(WrongGame::Keys { game: game.to_string() });
        }
        match self.entries.0.held()? {
            Some(entries) => keys::found(game, entries, width),
            None => Err(WrongGame::Keys { game: game.to_string() }),
        }
    }

    fn is_called<G: Game>(&self, game: &G) -> Result<(), WrongGame> {
        let (found, expected) = (&self.header.game, game.to_string());
        if *found == expected {
            Ok(())
        } else {
            Err(WrongGame::Name { found: found.clone(), expected })
        }
    }

    fn is_of<G: Tabular>(&self, game: &G) -> Result<(), WrongGame> {
        self.is_called(game)?;
        let meaning = Meaning::of(game.scheme(), self.header.numbering);
        if self.header.rules != fingerprint(game) || self.header.scheme != meaning {
            return Err(WrongGame::Rules { game: game.to_string() });
        }
        Ok(())
    }
}

/// Whether the entries are positions with keys, and more than are read before it is known whose keys they are.
fn is_large_for_keys(header: &Header) -> bool {
    header.key_bytes > 0 && header.entry_bytes > Settings::MAX_HELD_BYTES
}

fn while_opening(error: ReadError) -> OpenErrorKind {
    match error {
        ReadError::Damaged { section, .. } => Damage::Section(section).into(),
        ReadError::Io { source, .. } => source.into(),
        ReadError::NoEntry(reason) => OpenErrorKind::Io(io::Error::other(reason)),
    }
}

/// Prints the header, and not the entries.
impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("header", &self.header).finish_non_exhaustive()
    }
}
