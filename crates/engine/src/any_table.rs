//! A table whose game is known only at run time.

mod cut;
mod diff;

use std::{
    any::Any,
    borrow::Cow,
    fmt,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use perfect_play_core::{
    Game, Key, MoveValues, NotAPosition, Numbering, Objective, Probe, ProbeError, Table, Value,
};
use perfect_play_file::{
    CopyError, FileRanks, FileSections, Header, ReadError, RemoteFile, StoredNumbering, TableFile,
    WrongGame, to_bytes, write,
};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    SolveError,
    numbering::{PlyNumbering, RankNumbering, SmallTable, TierTable, Tiers},
    solve,
};
use perfect_play_proof::{
    CountError, ProofLog, Record, Stats, TableError, Verification, VerifyError, records, stats,
    stats_by_tier, verify_by_tier, verify_plies, verify_with,
};

pub use self::cut::CutPlan;
use crate::{
    AnyGame, AnyPosition, Method, OpenAnyError, OpenAnyErrorKind, OpenRulesError, SolveAnyError,
    TierSolve,
    any_numbering::AnyNumbering,
    count_file::CountFile,
    cut_table::CutTable,
    ranked::{RankTable, Ranked},
    tier_copy::{write_rank_table, write_tier_table},
};

/// Called with the amount of work that is done and the total.
type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// A table of a built-in game, with any numbering. Its values may be baked into a program, solved in memory, or in a
/// file.
///
/// It answers probes ([`Probe`]). It can be proven, counted, compared, listed and written.
///
/// ```
/// use perfect_play_core::{Game, Objective, Outcome, Probe};
/// use perfect_play_engine::AnyTable;
///
/// let table = AnyTable::solve("mnk:4,3,3".parse()?, Objective::Fastest, 1 << 30, &|_done, _of| ())?;
/// let start = table.probe(table.game().start())?;
/// assert_eq!((start.outcome, start.remoteness), (Outcome::Win, Some(7)));
///
/// let table = AnyTable::solve("hex:2".parse()?, Objective::Fastest, 1 << 30, &|_done, _of| ())?;
/// let after_b1 = table.game().parse_position("...X")?;
/// assert_eq!(table.probe(after_b1)?.outcome, Outcome::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyTable {
    /// The header of the file, if the table is from a file.
    header: Option<Header>,
    game: AnyGame,
    form: Form,
}

/// The forms of a table.
///
/// They are not behind a pointer, because a program would then contain every pass over a table, and not only those that
/// it makes. WebAssembly is downloaded.
enum Form {
    /// A slot for every code of a board.
    Codes(SmallTable<Mnk, Cow<'static, [u8]>>),
    /// A slot for every board without a line.
    Tiers(Box<TierTable<Mnk, FileSections>>),
    /// A slot for every position that the game ranks.
    Ranks(RankedTable),
    /// A slot for every position that was found.
    Keys(Table<AnyGame, AnyNumbering, Vec<u8>>),
    /// A slot for every board of the first plies.
    CutBoards(Box<CutTable<Mnk, PlyNumbering>>),
    /// A slot for every position of the first plies.
    CutKeys(Box<CutTable<AnyGame, AnyNumbering>>),
}

/// A table of a game that says its tiers.
type RankedTable = Table<AnyGame, RankNumbering, FileRanks>;

/// Asks the table, in any form. A table by tiers may be asked in its own way: by rows of slots, on all cores. So may a cut
/// table, for what it stores.
macro_rules! ask {
    ($any:expr, |$table:ident| $said:expr) => {
        ask!($any, |$table| $said, by_tier $said)
    };
    ($any:expr, |$table:ident| $said:expr, by_tier $by_tier:expr) => {
        ask!($any, |$table| $said, by_tier $by_tier, cut $said)
    };
    ($any:expr, |$table:ident| $said:expr, cut $cut:expr) => {
        ask!($any, |$table| $said, by_tier $said, cut $cut)
    };
    ($any:expr, |$table:ident| $said:expr, by_tier $by_tier:expr, cut $cut:expr) => {
        match &$any.form {
            Form::Codes($table) => $said,
            Form::Keys($table) => $said,
            Form::Ranks($table) => $said,
            Form::Tiers($table) => {
                let $table = &**$table;
                $by_tier
            }
            Form::CutBoards($table) => {
                let $table = &**$table;
                $cut
            }
            Form::CutKeys($table) => {
                let $table = &**$table;
                $cut
            }
        }
    };
}

/// A position as the type of a table's positions. Nothing is converted if it has this type already; otherwise its bytes
/// are read.
#[inline]
fn as_own<P: Key + 'static, Q: Key + 'static>(position: P) -> Result<Q, ReadError> {
    let any: &dyn Any = &position;
    if let Some(&own) = any.downcast_ref() {
        return Ok(own);
    }
    let bytes = any.downcast_ref().copied().unwrap_or_else(|| AnyPosition::of(position));
    bytes.read().ok_or_else(|| ProbeError::from(NotAPosition::OtherGame).into())
}

/// Opens a file, or a folder of files.
fn opened(path: &Path) -> Result<TableFile, OpenAnyError> {
    TableFile::open(path).map_err(|error| {
        // In a folder, this is the path of the file with the error.
        let path = error.path().to_path_buf();
        OpenAnyError::new(&path, error.into_kind().into())
    })
}

/// What is wrong with a table that has no path.
fn without_path(kind: impl Into<OpenAnyErrorKind>) -> OpenAnyError {
    OpenAnyError::new(Path::new("the table"), kind.into())
}

impl AnyTable {
    /// Opens a `.perfect` file, or a folder of them, of any built-in game. [`TableFile::open`] says which tables are
    /// held in memory.
    ///
    /// # Errors
    ///
    /// An error that names the file and says what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, OpenAnyError> {
        let file = opened(path)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Self::from_file(file, folder).map_err(|kind| OpenAnyError::new(path, kind))
    }

    /// Reads the bytes of a `.perfect` file of any built-in game into memory.
    ///
    /// # Errors
    ///
    /// An error that says what is wrong with the bytes.
    pub fn read(bytes: impl Read) -> Result<Self, OpenAnyError> {
        Self::from_file(TableFile::read(bytes).map_err(without_path)?, Path::new("."))
            .map_err(without_path)
    }

    /// Opens a `.perfect` file, or a folder of them, as a table of this game. The caller gives the rules, so no file
    /// of rules is needed.
    ///
    /// # Errors
    ///
    /// An error that names the file and says what is wrong with it, or that the table is of another game.
    pub fn open_as(path: &Path, rules: AnyGame) -> Result<Self, OpenAnyError> {
        Self::with_rules(opened(path)?, rules).map_err(|kind| OpenAnyError::new(path, kind))
    }

    /// Reads the bytes of a `.perfect` file as a table of this game, like [`AnyTable::open_as`].
    ///
    /// # Errors
    ///
    /// The errors of [`AnyTable::open_as`], without a path.
    pub fn read_as(bytes: impl Read, rules: AnyGame) -> Result<Self, OpenAnyError> {
        Self::with_rules(TableFile::read(bytes).map_err(without_path)?, rules).map_err(without_path)
    }

    /// Opens the `.perfect` file of any built-in game, if the file is not at hand.
    ///
    /// # Errors
    ///
    /// An error that says what is wrong with the file, or that it cannot be read: [`TableFile::open_remote`].
    pub fn open_remote(file: Arc<dyn RemoteFile>) -> Result<Self, OpenAnyError> {
        Self::from_file(TableFile::open_remote(file).map_err(without_path)?, Path::new("."))
            .map_err(without_path)
    }

    /// Opens the `.perfect` file of a table of this game, if the file is not at hand.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyTable::open_as`] and [`AnyTable::open_remote`].
    pub fn open_remote_as(file: Arc<dyn RemoteFile>, rules: AnyGame) -> Result<Self, OpenAnyError> {
        Self::with_rules(TableFile::open_remote(file).map_err(without_path)?, rules)
            .map_err(without_path)
    }

    /// The table in a file, of the game that the file names.
    fn from_file(file: TableFile, folder: &Path) -> Result<Self, OpenAnyErrorKind> {
        let header = file.header().clone();
        let rules = match AnyGame::open_beside(&header.game, folder) {
            Ok(rules) => rules,
            Err(OpenRulesError::Name(_)) => {
                return Err(OpenAnyErrorKind::UnknownGame(header.into()));
            }
            Err(error) => return Err(OpenAnyErrorKind::NoRules(error)),
        };
        let wrong = |reason| OpenAnyErrorKind::WrongGame { game: header.game, reason };
        Self::of_file(file, rules).map_err(|reason| OpenAnyErrorKind::of(reason, wrong))
    }

    /// The table in a file, of the game whose rules the caller gives.
    fn with_rules(file: TableFile, rules: AnyGame) -> Result<Self, OpenAnyErrorKind> {
        let table = Self::of_file(file, rules);
        table.map_err(|reason| OpenAnyErrorKind::of(reason, OpenAnyErrorKind::OtherRules))
    }

    /// The table in a file, of this game.
    fn of_file(file: TableFile, game: AnyGame) -> Result<Self, WrongGame> {
        let header = file.header().clone();
        let not_cut = |_| WrongGame::Numbering { found: "ply", expected: "position" };
        let form = match (game.mnk(), header.numbering) {
            (Some(game), StoredNumbering::Codes) => {
                let table: SmallTable<_> = file.into_table(game)?;
                Form::Codes(table.hold_as())
            }
            (Some(game), StoredNumbering::Tiers { .. }) => {
                Form::Tiers(Box::new(file.into_table(game)?))
            }
            (Some(game), _) => {
                Form::CutBoards(CutTable::new(file.into_table(game)?).map_err(not_cut)?.into())
            }
            (None, StoredNumbering::Ranks { .. }) => Form::Ranks(file.into_table(game.clone())?),
            (None, stored) => {
                let (numbering, values) = game.open_by_key(file)?;
                let table = |numbering| {
                    let table = Table::new(game.clone(), header.objective, numbering, values);
                    table.ok_or(WrongGame::Unsteady)
                };
                match stored.plies() {
                    None => Form::Keys(table(numbering)?),
                    Some(plies) => {
                        let table = table(numbering.cut_at(plies))?;
                        Form::CutKeys(CutTable::new(table).map_err(not_cut)?.into())
                    }
                }
            }
        };
        Ok(Self { header: Some(header), game, form })
    }

    /// Solves a game in memory ([`Method`]). If no formula numbers the positions, they are found by playing. The positions and their moves
    /// may take at most `memory` bytes.
    /// `progress` is called now and then, on any thread, with the amount of work that is done and the total. While positions
    /// are found, the total is 0, and the amount is the number of positions found so far.
    ///
    /// # Errors
    ///
    /// If the game is too large to be solved, or there is not enough memory.
    pub fn solve(
        game: AnyGame,
        objective: Objective,
        memory: u64,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, SolveAnyError> {
        let report = &mut |done, of| progress(done, of);
        match Method::of(&game) {
            Method::Codes(game) => Ok(solve(game, objective, report)?.into()),
            Method::Tiers(game) => {
                let solve = TierSolve::new(game)?;
                let of = solve.slots();
                Ok(solve.in_memory(objective, &|done| progress(done.slots, of))?.into())
            }
            Method::Ranks => {
                let ranked = game.ranked().ok_or(SolveError::NoMethod)?;
                let (numbering, values) = ranked.solve(objective, memory, progress)?;
                let table = Table::new(game.clone(), objective, numbering, values.into());
                let form = Form::Ranks(table.ok_or(SolveError::OtherNumbering)?);
                Ok(Self { header: None, game, form })
            }
            Method::Keys => {
                let (numbering, values) = game.solve_by_key(objective, memory, report)?;
                let table = Table::new(game.clone(), objective, numbering, values);
                let form = Form::Keys(table.ok_or(SolveError::OtherNumbering)?);
                Ok(Self { header: None, game, form })
            }
        }
    }

    /// The header of the file. `None` if the table is not from a file.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// Whether all answers come from memory. A large table by tiers in a file reads the file for answers.
    #[must_use]
    pub fn is_held(&self) -> bool {
        match &self.form {
            Form::Tiers(table) => table.values().are_held(),
            Form::Ranks(table) => table.values().held().is_some(),
            _ => true,
        }
    }

    /// The table by code, if it is one. Its values can be read directly.
    #[must_use]
    pub const fn as_code_table(&self) -> Option<&SmallTable<Mnk, Cow<'static, [u8]>>> {
        match &self.form {
            Form::Codes(table) => Some(table),
            _ => None,
        }
    }

    /// The number of positions with an entry. This is faster than listing them.
    #[must_use]
    pub fn count(&self) -> u64 {
        ask!(
            self,
            |table| {
                let sharing = |first| table.numbering().count_sharing(table.game(), first);
                table.firsts().map(|(_, first)| sharing(first)).sum()
            },
            by_tier Probe::positions(table).count() as u64,
            cut Probe::positions(table).count() as u64
        )
    }

    /// About how many positions have an entry, known at once: [`AnyTable::count`], or the slots of a table by tiers.
    #[must_use]
    pub fn size(&self) -> u64 {
        match &self.form {
            Form::Tiers(table) => table.numbering().tiers().slots(),
            Form::Ranks(table) => table.numbering().all_slots(),
            _ => self.count(),
        }
    }

    /// At most how many positions have an entry, images included, known at once.
    #[must_use]
    pub fn most_positions(&self) -> u64 {
        match &self.form {
            Form::Tiers(_) | Form::Ranks(_) => {
                self.size().saturating_mul(self.game.symmetries().max(1).into())
            }
            _ => self.count(),
        }
    }

    /// Proves the table from the rules alone: [`perfect_play_proof::verify`]. If the table is from a
    /// file, the counts in its header are compared as well.
    ///
    /// # Errors
    ///
    /// If the table cannot be read, or there is not enough memory. The table is then neither proven nor refuted.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Verification<AnyPosition>, VerifyError> {
        self.verify_from(&mut (), progress)
    }

    /// [`AnyTable::verify`], which goes on where an interrupted proof of a table by tiers or by rank has come to. Tables of other
    /// numberings are proven from the beginning, and the log is not used.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyTable::verify`].
    pub fn verify_from(
        &self,
        log: &mut dyn ProofLog,
        progress: Progress<'_>,
    ) -> Result<Verification<AnyPosition>, VerifyError> {
        if let Some((ranked, table)) = self.by_rank() {
            return ranked.verify(table, log, progress);
        }
        let rules = self.game.rules();
        let mut proof = ask!(
            self,
            |table| verify_with(table, rules, progress)?.map(AnyPosition::of),
            by_tier verify_by_tier(table, rules, log, progress)?.map(AnyPosition::of),
            cut {
                // The proof holds what lies below the cut.
                let (plies, memory) = (self.plies().unwrap_or(0), memory_for_a_proof());
                verify_plies(table.table(), plies, rules, memory, progress)?.map(AnyPosition::of)
            }
        );
        // A cut table of boards states no counts.
        let states_counts = !matches!(self.form, Form::CutBoards(_));
        if let (Some(header), false) = (&self.header, proof.positions_by_ply.is_empty())
            && states_counts
        {
            proof.counts_right = Some(header.positions_by_ply == proof.positions_by_ply);
        }
        Ok(proof)
    }

    /// The most bytes of memory that the proof of a cut table of boards can take. `None` for other tables: only those of
    /// boards say beforehand how many positions there may be.
    #[must_use]
    pub fn most_proof_memory(&self) -> Option<u64> {
        let Form::CutBoards(table) = &self.form else { return None };
        let boards = Tiers::of(table.game()).map_or(u64::MAX, |tiers| tiers.slots());
        Some(boards.saturating_mul(table.game().symmetries().into()).saturating_mul(BYTES_A_BOARD))
    }

    /// Whether the positions are numbered by the tiers that an author gives to a game.
    #[must_use]
    pub fn is_by_rank(&self) -> bool {
        matches!(self.form, Form::Ranks(_))
    }

    /// What solves and proves a table by rank, and its parts. `None` for other tables.
    fn by_rank(&self) -> Option<(&Ranked, RankTable<'_>)> {
        let Form::Ranks(table) = &self.form else { return None };
        Some((self.game.ranked()?, (table.objective(), table.numbering(), table.values())))
    }

    /// Counts the table's positions: [`perfect_play_proof::stats`]. For a table by tiers, this also finds the
    /// reachable positions.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read.
    pub fn stats(&self, progress: Progress<'_>) -> Result<Stats, CountError> {
        if let Some((ranked, table)) = self.by_rank() {
            return ranked.stats(table, &mut (), progress);
        }
        let stats = ask!(self, |table| Ok(stats(table, progress)?), by_tier stats_by_tier(table, &mut (), progress));
        stats.map(|stats| self.with_plies(stats))
    }

    /// [`AnyTable::stats`]. What is counted of a table by tiers or by rank is kept in a folder, which is created if it does not
    /// exist. If the count is interrupted, the same call resumes it. Afterwards the folder may be removed.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read, or if the folder cannot be written.
    pub fn stats_in(&self, folder: &Path, progress: Progress<'_>) -> Result<Stats, CountError> {
        let log = |checksum| CountFile::new(folder.join("counts.json"), checksum);
        if let Some((ranked, table)) = self.by_rank() {
            let (.., values) = table;
            return match values.checksum().map(log) {
                Some(mut kept) => ranked.stats(table, &mut kept, progress),
                None => ranked.stats(table, &mut (), progress),
            };
        }
        let stats = ask!(
            self,
            |table| Ok(stats(table, progress)?),
            by_tier stats_by_tier(table, &mut log(table.values().checksum()), progress)
        );
        stats.map(|stats| self.with_plies(stats))
    }

    /// These counts of the table, which say where it is cut.
    fn with_plies(&self, mut stats: Stats) -> Stats {
        if let Some(plies) = self.plies() {
            stats.by_ply.retain(|counts| counts.ply <= plies || counts.positions > 0);
            stats.plies = Some(plies);
        }
        stats
    }

    /// A checksum of the values of a table by tiers, or of one by rank in a large file, as its file contains them. `None` for
    /// other tables.
    #[must_use]
    pub fn checksum_of_tiers(&self) -> Option<u32> {
        match &self.form {
            Form::Tiers(table) => Some(table.values().checksum()),
            Form::Ranks(table) => table.values().checksum(),
            _ => None,
        }
    }

    /// Everything that the table knows about each position: [`perfect_play_proof::records`].
    pub fn records<'a>(
        &'a self,
        progress: Progress<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
        ask!(self, |table| Box::new(records(table, progress)))
    }

    /// The bytes of a small table's file. A table is small if it is a table by code, or has at most
    /// [`Settings::MAX_HELD_BYTES`](perfect_play_file::Settings::MAX_HELD_BYTES) entries.
    ///
    /// # Errors
    ///
    /// If the table is larger, or cannot be read.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        ask!(self, |table| to_bytes(table), cut to_bytes(table.table()))
    }

    /// Writes the table to a file. Returns the header of the file.
    ///
    /// A small table ([`AnyTable::to_bytes`]) is written completely or not at all. A larger one is written to
    /// `FILE.partial-copy`, which gets its name when it is complete. An interrupted run leaves this file. The next one compares
    /// it with the table, and keeps the tiers before the first that differs.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the table cannot be read.
    pub fn write(&self, path: &Path) -> Result<Header, CopyError> {
        if let Form::Ranks(table) = &self.form {
            return write_rank_table(table, path);
        }
        ask!(
            self,
            |table| write(table, path),
            by_tier write_tier_table(table, path),
            cut write(table.table(), path)
        )
    }
}

impl AnyTable {
    /// The value of a position of any type.
    #[inline]
    pub(crate) fn value_at<P: Key + 'static>(&self, position: P) -> Result<Value, ReadError> {
        ask!(self, |table| Ok(Probe::value(table, as_own(position)?)?))
    }

    /// The value of a position of any type, and those of its moves.
    #[inline]
    pub(crate) fn value_with_moves_at<P: Key + 'static>(
        &self,
        position: P,
    ) -> Result<(Value, MoveValues), ReadError> {
        ask!(self, |table| Ok(Probe::value_with_moves(table, as_own(position)?)?))
    }
}

/// The bytes of memory that a board takes in the proof of a cut table, about.
const BYTES_A_BOARD: u64 = 48;

/// How many bytes of memory the proof of a cut table may take.
fn memory_for_a_proof() -> u64 {
    #[cfg(not(target_family = "wasm"))]
    return crate::free_memory() / 4 * 3;
    #[cfg(target_family = "wasm")]
    return 1 << 30;
}

impl<B> From<SmallTable<Mnk, B>> for AnyTable
where
    Cow<'static, [u8]>: From<B>,
{
    fn from(table: SmallTable<Mnk, B>) -> Self {
        Self { header: None, game: (*table.game()).into(), form: Form::Codes(table.hold_as()) }
    }
}

impl From<TierTable<Mnk, FileSections>> for AnyTable {
    fn from(table: TierTable<Mnk, FileSections>) -> Self {
        Self { header: None, game: (*table.game()).into(), form: Form::Tiers(table.into()) }
    }
}

impl Probe for AnyTable {
    type Game = AnyGame;
    type Error = ReadError;

    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn objective(&self) -> Objective {
        ask!(self, |table| Probe::objective(table))
    }
    fn value(&self, position: AnyPosition) -> Result<Value, ReadError> {
        self.value_at(position)
    }
    fn value_with_moves(&self, position: AnyPosition) -> Result<(Value, MoveValues), ReadError> {
        self.value_with_moves_at(position)
    }
    fn positions(&self) -> impl Iterator<Item = AnyPosition> {
        ask!(self, |table| boxed(Probe::positions(table).map(AnyPosition::of)))
    }
    fn entries(&self) -> impl Iterator<Item = (AnyPosition, Result<Value, ReadError>)> {
        ask!(self, |table| any_entries(table))
    }
    fn reached(&self, position: AnyPosition) -> Option<(u64, u64)> {
        ask!(self, |table| Probe::reached(table, position.read()?))
    }
    fn codes(&self) -> u64 {
        ask!(self, |table| Probe::codes(table))
    }
    fn code(&self, position: AnyPosition) -> Option<u64> {
        ask!(self, |table| Probe::code(table, position.read()?))
    }
    fn decode(&self, code: u64) -> Option<AnyPosition> {
        ask!(self, |table| Probe::decode(table, code).map(AnyPosition::of))
    }
    fn canonical(&self, position: AnyPosition) -> (u64, u8) {
        ask!(self, |table| match position.read() {
            Some(position) => Probe::canonical(table, position),
            None => (Probe::codes(table), 0),
        })
    }
    fn is_canonical(&self, position: AnyPosition) -> bool {
        ask!(self, |table| {
            position.read().is_some_and(|position| Probe::is_canonical(table, position))
        })
    }
}

/// The positions of a table as bytes, and their values.
fn any_entries<T>(
    table: &T,
) -> Box<dyn Iterator<Item = (AnyPosition, Result<Value, ReadError>)> + '_>
where
    T: Probe,
    ReadError: From<T::Error>,
{
    boxed(
        Probe::entries(table)
            .map(|(position, value)| (AnyPosition::of(position), value.map_err(ReadError::from))),
    )
}

/// The forms of a table have iterators of different types.
fn boxed<'a, T>(all: impl Iterator<Item = T> + 'a) -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(all)
}

/// Prints a description of the table, without its entries.
impl fmt::Debug for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyTable({}, {})", self.game(), self.objective())
    }
}
