//! A table whose game is known only at run time.

use std::{
    borrow::Cow,
    fmt,
    io::{self, Read},
    path::Path,
};

use perfect_play_core::{Board, CodeTable, Entry, MoveValues, Objective, Probe, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::{solve_with_progress, tiers::TierTable};
use perfect_play_table::{
    CopyError, CountError, Diff, DiffError, FileSections, Header, Numbering, ReadError, Record,
    Rules, Stats, TableError, TableFile, Verification, VerifyError, diff, diff_of_the_same,
    records, stats, stats_by_tier, to_bytes, verify, verify_by_tier, write,
};

use crate::{
    OpenAnyError, OpenAnyErrorKind, SolveAnyError, TierSolve, is_solved_by_code,
    tier_solve::write_tier_table,
};

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
    ByCode(CodeTable<Mnk, Cow<'static, [u8]>>),
    /// A slot for every board without a line.
    ByTier(Box<TierTable<Mnk, FileSections>>),
}

/// Tells a task how much of it is done, and of how much.
type Progress<'p> = &'p mut dyn FnMut(u64, u64);

impl AnyTable {
    /// Opens a `.perfect` file, or a folder of them, of any built-in game. [`TableFile::open`] says what is held in
    /// memory.
    ///
    /// # Errors
    ///
    /// What is wrong with a file, and its path.
    pub fn open(path: &Path) -> Result<Self, OpenAnyError> {
        let file = TableFile::open(path).map_err(|error| {
            // Of a folder, it is that of a file in it.
            let path = error.path().to_path_buf();
            OpenAnyError::new(&path, error.into_kind().into())
        })?;
        Self::from_file(file).map_err(|kind| OpenAnyError::new(path, kind))
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
            Numbering::Codes => file
                .into_table(game)
                .map(|table: CodeTable<_, Vec<u8>>| Form::ByCode(table.hold_as())),
            _ => file.into_table(game).map(|table| Form::ByTier(Box::new(table))),
        };
        let form =
            form.map_err(|reason| OpenAnyErrorKind::WrongGame { game: game.into(), reason })?;
        Ok(Self { header: Some(header), form })
    }

    /// Solves a game in memory, by the method that suits it ([`is_solved_by_code`]). `progress` is told now
    /// and then how much is done, and of how much; on any thread.
    ///
    /// # Errors
    ///
    /// If the game is too large to be solved, or there is not enough memory.
    pub fn solve(
        game: Mnk,
        objective: Objective,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Self, SolveAnyError> {
        if is_solved_by_code(&game) {
            let report = &mut |done, of| progress(done, of);
            return Ok(solve_with_progress(game, objective, report)?.hold_as().into());
        }
        let solve = TierSolve::new(game)?;
        let of = solve.slots();
        Ok(solve.in_memory(objective, &|done| progress(done.slots, of))?.into())
    }

    /// What the file says of itself. `None` if the table is not from a file.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The table by code, if it is one: its values can be read as they are.
    #[must_use]
    pub fn as_code_table(&self) -> Option<&CodeTable<Mnk, Cow<'static, [u8]>>> {
        match &self.form {
            Form::ByCode(table) => Some(table),
            Form::ByTier(_) => None,
        }
    }

    /// Proves the table from the rules alone: [`perfect_play_table::verify`]. If the table is from a
    /// file, the counts in its header are compared as well.
    ///
    /// # Errors
    ///
    /// If the table cannot be read, or there is not enough memory. Then nothing is known of the table.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Verification<Board>, VerifyError> {
        match &self.form {
            Form::ByCode(table) => {
                let mut proof = verify(table, progress)?;
                if let Some(header) = &self.header {
                    proof.counts_right = Some(header.positions_by_ply == proof.positions_by_ply);
                }
                Ok(proof)
            }
            Form::ByTier(table) => Ok(verify_by_tier(table, Rules::Tested, progress)?),
        }
    }

    /// Counts the table's positions: [`perfect_play_table::stats`]. Of a table by tiers, what play reaches is worked
    /// out meanwhile; `scratch` is a folder for what of that does not fit memory.
    ///
    /// # Errors
    ///
    /// If the table contradicts itself or cannot be read, or the folder cannot be used.
    pub fn stats(
        &self,
        scratch: Option<&Path>,
        progress: Progress<'_>,
    ) -> Result<Stats, CountError> {
        match &self.form {
            Form::ByCode(table) => Ok(stats(table, progress)?),
            Form::ByTier(table) => stats_by_tier(table, scratch, progress),
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
        if let (Form::ByTier(first), Form::ByTier(second)) = (&self.form, &other.form)
            && let Some(diff) = diff_of_the_same(&**first, &**second, progress)?
        {
            return Ok(diff);
        }
        diff(self, other, limit, progress)
    }

    /// Everything the table says of each position: [`perfect_play_table::records`].
    pub fn records<'a>(
        &'a self,
        progress: Progress<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
        match &self.form {
            Form::ByCode(table) => Box::new(records(table, progress)),
            Form::ByTier(table) => Box::new(records(&**table, progress)),
        }
    }

    /// The bytes of the file of a small table: one by code, or of at most
    /// [`Settings::MAX_HELD_BYTES`](perfect_play_table::Settings::MAX_HELD_BYTES) entries.
    ///
    /// # Errors
    ///
    /// If the table is large, or cannot be read.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        match &self.form {
            Form::ByCode(table) => to_bytes(table),
            Form::ByTier(table) => to_bytes(table),
        }
    }

    /// Writes the table to a file, whole or not at all, and gives what the file says of itself.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the table cannot be read.
    pub fn write(&self, path: &Path) -> Result<Header, CopyError> {
        match &self.form {
            Form::ByCode(table) => write(table, path),
            Form::ByTier(table) => write_tier_table(table, path),
        }
    }
}

impl From<CodeTable<Mnk, Cow<'static, [u8]>>> for AnyTable {
    fn from(table: CodeTable<Mnk, Cow<'static, [u8]>>) -> Self {
        Self { header: None, form: Form::ByCode(table) }
    }
}

impl From<TierTable<Mnk, FileSections>> for AnyTable {
    fn from(table: TierTable<Mnk, FileSections>) -> Self {
        Self { header: None, form: Form::ByTier(table.into()) }
    }
}

impl Probe for AnyTable {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        match &self.form {
            Form::ByCode(table) => table.game(),
            Form::ByTier(table) => table.game(),
        }
    }

    fn objective(&self) -> Objective {
        match &self.form {
            Form::ByCode(table) => table.objective(),
            Form::ByTier(table) => table.objective(),
        }
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        match &self.form {
            Form::ByCode(table) => Ok(table.value(board)?),
            Form::ByTier(table) => table.value(board),
        }
    }

    fn probe(&self, board: Board) -> Result<Entry, ReadError> {
        match &self.form {
            Form::ByCode(table) => Ok(table.probe(board)?),
            Form::ByTier(table) => table.probe(board),
        }
    }

    fn move_values(&self, board: Board) -> Result<MoveValues, ReadError> {
        match &self.form {
            Form::ByCode(table) => Ok(table.move_values(board)?),
            Form::ByTier(table) => table.move_values(board),
        }
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let positions: Box<dyn Iterator<Item = Board> + '_> = match &self.form {
            Form::ByCode(table) => Box::new(table.positions()),
            Form::ByTier(table) => Box::new(table.positions()),
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
