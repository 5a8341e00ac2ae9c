//! An opened `.perfect` file.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | magic: `89` and the letters `PERFECT` |
//! | 8–11 | format version |
//! | 12–15 | length of the header in bytes, at most 65,536 |
//! | 16–19 | CRC-32 (IEEE) of bytes 8–15 and the header |
//! | 20– | the header, in bincode's legacy configuration |
//! | then | the sections, one after the other ([`section_frames`](crate::section_frames)) |
//! | then | the index, to the end of the file ([`index`](crate::index)) |
//!
//! `docs/format.md` has the fields of the header, which are those of [`Header`] in their order, and everything else.
//!
//! The *identity* of a file is the CRC-32 of its frame and of its header as it was before the first section was
//! written, without positions by ply. So it depends only on what determines the contents of the sections. All checksums
//! of sections begin with the identity.
//!
//! A table by code is one section. So is a table by tiers that is held in memory: all tiers in their order, each with
//! the slots with O to move followed by those with X to move. A larger table has two sections for each tier, in the
//! same order.
//!
//! An unfinished file is called `NAME.partial`, or `NAME.partial-copy`. Its header says that it is unfinished, and has zeros in the fields
//! that are not known yet. The sections may end anywhere, and the index is missing. The header is replaced last.

use std::{fmt, fs::File, io::Read, path::Path, sync::Arc};

use perfect_play_core::{Game, Objective, Table};
use perfect_play_numbering::{SmallNumbering, SmallTable};

use crate::{
    Damage, Header, Meaning, OpenError, OpenErrorKind, Opened, RemoteFile, WrongGame, folder,
    found_entries::{FoundEntries, InFile},
    identity::fingerprint,
    opening,
    store::Store,
    stored::keys_of_file,
};

/// An opened `.perfect` file. Its raw frame (the bytes before the header), its header and its index are whole, and no
/// bytes are missing or left over.
///
/// Tables by code are held in memory, and so are tables by tiers with one section, as [`write`](crate::write) writes
/// them. Their entries were checked when the file was opened, with one exception: entries that take more than
/// [`Settings::MAX_HELD_BYTES`](crate::Settings::MAX_HELD_BYTES). [`TableFile::into_table`] reads and checks
/// these, piece by piece, because only the game shows whether a table can be that large. A table that was
/// written tier by tier is not held in memory. Each of its frames is checked when it is read.
///
/// Opening a file does not check that its values are right: use perfect-play-proof.
///
/// ```
/// use perfect_play_core::{Objective, Probe};
/// use perfect_play_games::Mnk;
/// use perfect_play_file::TableFile;
/// use perfect_play_numbering::SmallTable;
///
/// let solution = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("tictactoe.perfect");
/// perfect_play_file::write(&solution, &path)?;
///
/// let file = TableFile::open(&path)?;
/// let game: Mnk = file.header().game.parse()?;
/// let table: SmallTable<_> = file.into_table(game)?;
/// assert_eq!(table.probe(game.parse("XO..X....")?)?.best_move(), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableFile {
    header: Header,
    entries: FoundEntries,
}

impl TableFile {
    /// Opens a file, or the files of a folder ([`TierFolder`](crate::TierFolder), [`RankFolder`](crate::RankFolder)), and checks
    /// that they are whole.
    ///
    /// # Errors
    ///
    /// An error that names the file and says what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        if path.is_dir() {
            let (header, stores) = folder::open(path)?;
            return Self::new(header, stores).map_err(|kind| OpenError::new(path, kind));
        }
        let opened = opening::open(path).and_then(Self::of_one);
        opened.map_err(|kind| OpenError::new(path, kind))
    }

    /// Whether a table may replace the file at this path: not if it is something else than a table. A file that cannot be
    /// read is replaced like any other output.
    ///
    /// ```
    /// use perfect_play_file::TableFile;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("notes.txt");
    /// assert!(TableFile::may_replace(&path));
    /// std::fs::write(&path, "my notes")?;
    /// assert!(!TableFile::may_replace(&path));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn may_replace(path: &Path) -> bool {
        let mut begin = Vec::new();
        if path.is_file() {
            let _ = File::open(path).and_then(|file| file.take(8).read_to_end(&mut begin));
            return !matches!(Self::read(&begin[..]), Err(OpenErrorKind::NotATable));
        }
        true
    }

    /// Reads a file's bytes into memory and checks that they are whole.
    ///
    /// # Errors
    ///
    /// An error that says what is wrong with the bytes.
    pub fn read(file: impl Read) -> Result<Self, OpenErrorKind> {
        opening::read(Path::new("the table"), file).and_then(Self::of_one)
    }

    /// Opens a file that is not at hand. A table that is held in memory is read completely.
    ///
    /// # Errors
    ///
    /// An error that says what is wrong with the file, or that it cannot be read. If it is in pieces of which some are
    /// missing, [`Pieces::missing`](crate::Pieces::missing) returns the ranges of these.
    pub fn open_remote(file: Arc<dyn RemoteFile>) -> Result<Self, OpenErrorKind> {
        opening::open_remote(Path::new("the table"), file).and_then(Self::of_one)
    }

    /// The table in one file.
    fn of_one((header, store): (Header, Store)) -> Result<Self, OpenErrorKind> {
        if header.part.is_some() {
            return Err(OpenErrorKind::Part);
        }
        let stores = vec![store];
        // The index of a file that is not at hand is read later. The game then says how many slots there must be.
        let is_at_hand = stores[0].index().summaries().is_some();
        if is_at_hand && !folder::add_up(&header, &stores) {
            return Err(Damage::Index.into());
        }
        Self::new(header, stores)
    }

    /// The table in these files.
    fn new(header: Header, stores: Vec<Store>) -> Result<Self, OpenErrorKind> {
        let entries = InFile::new(&header, stores)?;
        Ok(Self { header, entries: FoundEntries(entries) })
    }

    /// The header of the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file's table, ready to be probed. The caller chooses the numbering: [`SmallNumbering`], or, for line games,
    /// [`TierNumbering`](perfect_play_numbering::TierNumbering). The header says which one the table has.
    ///
    /// # Errors
    ///
    /// If the table is of another game or has another numbering, or if its entries are not those of a table of the
    /// game.
    pub fn into_table<G: Game, N: Opened<G>>(
        self,
        game: G,
    ) -> Result<Table<G, N, N::Values>, WrongGame> {
        self.is_called(&game)?;
        let numbering = N::of_file(&game, &self.header, &self.entries)?;
        self.into_table_by(game, numbering)
    }

    /// The table of a game whose positions were found by playing, with keys of this many bytes. Keys of the game may be
    /// longer; the bytes behind are zeros.
    ///
    /// # Errors
    ///
    /// The errors of [`TableFile::into_table`].
    #[doc(hidden)]
    pub fn into_table_by_keys_of<G: Game>(
        self,
        key_bytes: usize,
        game: G,
    ) -> Result<SmallTable<G>, WrongGame> {
        self.is_called(&game)?;
        let keys = keys_of_file(&game, &self.header, &self.entries, key_bytes)?;
        self.into_table_by(game, SmallNumbering::Keys(keys))
    }

    fn into_table_by<G: Game, N: Opened<G>>(
        self,
        game: G,
        numbering: N,
    ) -> Result<Table<G, N, N::Values>, WrongGame> {
        let (header, scheme) = (&self.header, game.scheme());
        if header.rules != fingerprint(&game, &numbering)
            || header.scheme != Meaning::of(scheme, header.numbering)
        {
            return Err(WrongGame::Rules { game: game.to_string() });
        }
        if game.repeats() && header.objective == Objective::Outcome {
            return Err(WrongGame::Objective { game: game.to_string() });
        }
        let objective = header.objective;
        let values = numbering.values_of_file(&game, self.entries)?;
        Table::new(game, objective, numbering, values).ok_or(WrongGame::Unsteady)
    }

    fn is_called<G: Game>(&self, game: &G) -> Result<(), WrongGame> {
        let (found, expected) = (&self.header.game, game.to_string());
        if *found == expected {
            Ok(())
        } else {
            Err(WrongGame::Name { found: found.clone(), expected })
        }
    }
}

/// Prints the header, without the entries.
impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("header", &self.header).finish_non_exhaustive()
    }
}
