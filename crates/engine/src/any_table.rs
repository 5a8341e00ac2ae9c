//! A table whose game is known only at run time.

use std::{
    borrow::Cow,
    fmt,
    io::Read,
    path::Path,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Board, DirectTable, Entry, Mnk, Objective, Probe, Value};
use perfect_play_generator::{
    SolveError,
    index::{Index, LevelTable, Levels},
    solve_levels, solve_with_progress,
};
use perfect_play_table::{
    Diff, DiffError, Header, LevelWriter, Numbering, OpenError, ReadError, Record, Stats,
    TableError, TableFile, Unreadable, Verification, VerifyError, diff, levels, records, stats,
    verify, write,
};

use crate::{Method, OpenAnyError, OpenAnyErrorKind, WriteAnyError, indexed::Indexed};

/// A table of a built-in game, whatever its numbering is and wherever its values are: baked into a
/// program, solved in memory, or in a file.
///
/// It answers probes ([`Probe`]), and it can be proven, counted, compared, listed and written.
///
/// ```
/// use perfect_play_core::{Objective, Outcome, Probe};
/// use perfect_play_engine::AnyTable;
///
/// let table = AnyTable::solve("mnk:4,3,3".parse()?, Objective::Fastest, &|_done, _of| ())?;
/// let start = table.probe(table.game().parse("............")?)?;
/// assert_eq!((start.outcome, start.remoteness), (Outcome::Win, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyTable {
    /// What the file says of itself, if the table is from a file.
    header: Option<Header>,
    form: Form,
}

/// The forms that a table has.
#[expect(clippy::large_enum_variant, reason = "there are one or two of them at a time")]
enum Form {
    /// A slot for every code.
    ByCode(DirectTable<Mnk, Cow<'static, [u8]>>),
    /// A slot for every number of an index.
    ByIndex(Box<Indexed>),
}

/// Tells a task how much of it is done, and of how much.
type Progress<'p> = &'p mut dyn FnMut(u64, u64);

impl AnyTable {
    /// Opens a `.perfect` file of any built-in game. [`TableFile::open`] says what is held in memory.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenAnyError> {
        let open = || Self::from_file(TableFile::open(path).map_err(OpenError::into_kind)?);
        open().map_err(|kind| OpenAnyError::new(path, kind))
    }

    /// Reads the bytes of a `.perfect` file of any built-in game into memory.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes.
    pub fn read(bytes: impl Read) -> Result<Self, OpenAnyError> {
        let read = || Self::from_file(TableFile::read(bytes)?);
        read().map_err(|kind| OpenAnyError::new(Path::new("the table"), kind))
    }

    fn from_file(file: TableFile) -> Result<Self, OpenAnyErrorKind> {
        let header = file.header().clone();
        let Ok(game) = header.game.parse::<Mnk>() else {
            return Err(OpenAnyErrorKind::UnknownGame(header.into()));
        };
        let form = match header.numbering {
            Numbering::Codes(_) => file.into_table(game).map(|table| Form::ByCode(table.hold_as())),
            Numbering::Index => file
                .into_block_table(game)
                .map(|table| Form::ByIndex(Indexed::InFile(table).into())),
        };
        let form =
            form.map_err(|reason| OpenAnyErrorKind::WrongGame { game: game.into(), reason })?;
        Ok(Self { header: Some(header), form })
    }

    /// Solves a game in memory, by the method that suits it ([`Method::of`]). `progress` is told now
    /// and then how much is done, and of how much; on any thread.
    ///
    /// # Errors
    ///
    /// If the game is too large to be solved, or there is not enough memory.
    pub fn solve(
        game: Mnk,
        objective: Objective,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, SolveError> {
        match Method::of(&game) {
            Method::Sweep => {
                let report = &mut |done, of| progress(done, of);
                Ok(solve_with_progress(game, objective, report)?.hold_as().into())
            }
            Method::Levels => {
                let index = Index::of(&game).map_err(|_| SolveError::NoMethod)?;
                let (work, done) = (Method::work(&index), AtomicU64::new(0));
                let count = |slots| progress(done.fetch_add(slots, Relaxed) + slots, work);
                Ok(solve_levels(game, objective, index, &count)?.into())
            }
        }
    }

    /// What the file says of itself. `None` if the table is not from a file.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The table by code, if it is one: its slots can be read as they are.
    #[must_use]
    pub fn as_direct(&self) -> Option<&DirectTable<Mnk, Cow<'static, [u8]>>> {
        match &self.form {
            Form::ByCode(table) => Some(table),
            Form::ByIndex(_) => None,
        }
    }

    /// Proves the table from the rules alone: [`perfect_play_table::verify`]. If the table is from a
    /// file, the counts in its header are compared as well.
    ///
    /// # Errors
    ///
    /// If the table cannot be read, or there is not enough memory. Then nothing is known of the table.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Verification<Board>, VerifyError> {
        let mut proof = match &self.form {
            Form::ByCode(table) => verify(table, progress),
            Form::ByIndex(table) => Ok(levels::verify(&**table, progress)?),
        }?;
        if let Some(header) = &self.header {
            let right = header.positions_by_ply == proof.positions_by_ply;
            proof.counts_right = Some(right && proof.counts_right != Some(false));
        }
        Ok(proof)
    }

    /// Counts the table's positions: [`perfect_play_table::stats`].
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read.
    pub fn stats(&self, progress: Progress<'_>) -> Result<Stats, TableError> {
        match &self.form {
            Form::ByCode(table) => stats(table, progress),
            Form::ByIndex(table) => levels::stats(&**table, progress),
        }
    }

    /// Compares the table with another one and keeps up to `limit` examples:
    /// [`perfect_play_table::diff`].
    ///
    /// # Errors
    ///
    /// If the games do not have the same positions, or one of the tables cannot be read.
    pub fn diff(
        &self,
        other: &Self,
        limit: usize,
        progress: Progress<'_>,
    ) -> Result<Diff<Board>, DiffError> {
        match (&self.form, &other.form) {
            (Form::ByIndex(first), Form::ByIndex(second)) => {
                levels::diff(&**first, &**second, limit, progress)
            }
            _ => diff(self, other, limit, progress),
        }
    }

    /// Everything the table says of each position: [`perfect_play_table::records`].
    pub fn records<'a>(
        &'a self,
        progress: Progress<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
        match &self.form {
            Form::ByCode(table) => Box::new(records(table, progress)),
            Form::ByIndex(table) => levels::records(&**table, progress),
        }
    }

    /// Writes the table to a file, whole or not at all, and gives what the file says of itself.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the table cannot be read.
    pub fn write(&self, path: &Path) -> Result<Header, WriteAnyError> {
        match &self.form {
            Form::ByCode(table) => Ok(write(table, path)?),
            Form::ByIndex(table) => {
                let (game, objective) = (*table.game(), table.objective());
                let mut writer = LevelWriter::create(path, game, objective, table.index())?;
                while let Some(level) = writer.next_level() {
                    let values = table.level(level).map_err(Unreadable::new)?;
                    writer.write_level(level, &values)?;
                }
                Ok(writer.finish()?)
            }
        }
    }
}

impl From<DirectTable<Mnk, Cow<'static, [u8]>>> for AnyTable {
    fn from(table: DirectTable<Mnk, Cow<'static, [u8]>>) -> Self {
        Self { header: None, form: Form::ByCode(table) }
    }
}

impl From<LevelTable<Mnk>> for AnyTable {
    fn from(table: LevelTable<Mnk>) -> Self {
        Self { header: None, form: Form::ByIndex(Indexed::Solved(table).into()) }
    }
}

impl Probe for AnyTable {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        match &self.form {
            Form::ByCode(table) => table.game(),
            Form::ByIndex(table) => table.game(),
        }
    }

    fn objective(&self) -> Objective {
        match &self.form {
            Form::ByCode(table) => table.objective(),
            Form::ByIndex(table) => table.objective(),
        }
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        match &self.form {
            Form::ByCode(table) => Ok(table.value(board)?),
            Form::ByIndex(table) => table.value(board),
        }
    }

    fn probe(&self, board: Board) -> Result<Entry, ReadError> {
        match &self.form {
            Form::ByCode(table) => Ok(table.probe(board)?),
            Form::ByIndex(table) => table.probe(board),
        }
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let positions: Box<dyn Iterator<Item = Board> + '_> = match &self.form {
            Form::ByCode(table) => Box::new(table.positions()),
            Form::ByIndex(table) => Box::new(table.positions()),
        };
        positions
    }
}

/// Prints what the table is, and not its entries.
impl fmt::Debug for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyTable({}, {})", self.game(), self.objective())
    }
}
