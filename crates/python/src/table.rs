//! Tables, and the functions that make them.

use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use perfect_play_analysis::{Difficulty, Sample};
use perfect_play_core::{Game, Move, MoveValue, NotAPosition, Probe, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable, Calls, free_memory};
use perfect_play_export::{Language, export};
use perfect_play_games::Graph;
use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python,
    exceptions::PyValueError,
    pyclass, pyfunction, pymethods,
    types::{PyAnyMethods, PyBytes, PyBytesMethods},
};

use crate::{
    analysis::{self, Asked, Line, Longest},
    batch::{self, Positions},
    errors::{PositionError, RulesError, TableError, game, not_opened, not_written},
    grading::{self, Among, HowHard, Who, how_hard},
    interruptible::{interruptible, interruptible_with_calls},
    listing::{Listing, write_cells},
    position::{NativePosition, PositionList},
    proving::{self, Diff, Proof},
    remote_object::RemoteObject,
};

/// A table of any game.
#[pyclass(frozen, name = "Table", module = "perfect_play._native")]
pub(crate) struct NativeTable {
    pub(crate) table: Arc<AnyTable>,
    /// The number of move numbers, when it is known.
    columns: OnceLock<usize>,
}

/// Outcome, remoteness, points, optimal moves, the value of each move, and how hard the position is.
type Entry = (String, Option<u16>, Option<i16>, Vec<Move>, Vec<Worth>, HowHard);

/// A move, and its outcome, remoteness and points.
type Worth = (Move, String, Option<u16>, Option<i16>);

/// A game that is written as a graph.
pub(crate) fn graph(name: &str, lines: &[u8]) -> PyResult<AnyGame> {
    let graph = Graph::read(name, lines);
    graph.map(AnyGame::from).map_err(|error| RulesError::new_err(error.to_string()))
}

/// The table of the first plies of a game that this package contains. `None` if it has none of this game.
#[pyfunction]
pub(crate) fn book(name: &str) -> PyResult<Option<NativeTable>> {
    let game = game(name)?;
    let Some(bytes) = perfect_play_book::of(&game.to_string()) else { return Ok(None) };
    let table = AnyTable::read_as(bytes, game).map_err(|error| not_opened(&error))?;
    Ok(Some(table.into()))
}

/// The table in a file, or in a folder of files. `rules` are the name and the lines of a graph, if the caller has
/// them.
#[pyfunction]
#[pyo3(signature = (path, rules=None))]
pub(crate) fn open(
    py: Python<'_>,
    path: PathBuf,
    rules: Option<(String, Bound<'_, PyBytes>)>,
) -> PyResult<NativeTable> {
    let rules = rules.map(|(name, lines)| graph(&name, lines.as_bytes())).transpose()?;
    let table = interruptible(py, None, None, |_| match rules {
        Some(rules) => AnyTable::open_as(&path, rules),
        None => AnyTable::open(&path),
    })?;
    table.map(NativeTable::from).map_err(|error| not_opened(&error))
}

/// The table in a file on a server. `file` is an instance of `perfect_play.remote.RemoteFile`.
#[pyfunction]
#[pyo3(signature = (file, rules=None))]
pub(crate) fn open_remote(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    rules: Option<(String, Bound<'_, PyBytes>)>,
) -> PyResult<NativeTable> {
    let rules = rules.map(|(name, lines)| graph(&name, lines.as_bytes())).transpose()?;
    let file = Arc::new(RemoteObject::new(file)?);
    let table = interruptible(py, None, None, |_| match rules {
        Some(rules) => AnyTable::open_remote_as(file, rules),
        None => AnyTable::open_remote(file),
    })?;
    table.map(NativeTable::from).map_err(|error| not_opened(&error))
}

/// The table in the bytes of a file.
#[pyfunction]
#[pyo3(signature = (bytes, rules=None))]
pub(crate) fn read(
    bytes: &Bound<'_, PyBytes>,
    rules: Option<(String, Bound<'_, PyBytes>)>,
) -> PyResult<NativeTable> {
    let table = match rules {
        Some((name, lines)) => AnyTable::read_as(bytes.as_bytes(), graph(&name, lines.as_bytes())?),
        None => AnyTable::read(bytes.as_bytes()),
    };
    table.map(NativeTable::from).map_err(|error| not_opened(&error))
}

impl From<AnyTable> for NativeTable {
    fn from(mut table: AnyTable) -> Self {
        table.watched_by(Arc::new(Calls));
        Self { table: Arc::new(table), columns: OnceLock::new() }
    }
}

impl NativeTable {
    /// The number of move numbers: the columns of arrays. The first call may look at many positions. So the interpreter's
    /// lock is released: other threads go on. A thread that waits here does not hold the lock, which reading a remote file
    /// needs.
    fn columns(&self, py: Python<'_>) -> usize {
        if let Some(&columns) = self.columns.get() {
            return columns;
        }
        py.detach(|| *self.columns.get_or_init(|| batch::columns(&self.table)))
    }

    /// Asks the table about a position, without the interpreter's lock. If the table is cut, it may search.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> PyResult<T> + Send,
    ) -> PyResult<T> {
        if self.table.plies().is_none() {
            return py.detach(work);
        }
        interruptible(py, None, None, |_| work())?
    }

    /// An error for a table that stores nothing, because its values are all searched.
    fn stores_something(&self, to: &str) -> PyResult<()> {
        if self.table.plies() != Some(0) {
            return Ok(());
        }
        let game = self.table.game();
        Err(TableError::new_err(format!(
            "the table of {game} stores nothing that could {to}: its values are searched"
        )))
    }

    fn worth(worth: MoveValue) -> Worth {
        (worth.mv, worth.outcome.to_string(), worth.remoteness, worth.score)
    }
}

#[pymethods]
impl NativeTable {
    /// The game's name.
    #[getter]
    fn game(&self) -> String {
        self.table.game().to_string()
    }

    /// A checksum of the file with the rules, if they come from a file. Two games from files may have the same name.
    #[getter]
    fn rules_checksum(&self) -> Option<u128> {
        self.table.game().checksum()
    }

    /// `"fastest"` or `"outcome"`.
    #[getter]
    fn objective(&self) -> &'static str {
        self.table.objective().name()
    }

    /// How many plies are stored: 0 if nothing is. `None` if all positions are stored.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.table.plies()
    }

    /// Whether the game is played for points.
    #[getter]
    fn is_for_points(&self) -> bool {
        self.table.game().scheme() == Scheme::Score
    }

    /// Columns and rows of the board. `None` if the game is not an m,n,k-game.
    #[getter]
    fn shape(&self) -> Option<(u8, u8)> {
        self.table.game().mnk().map(|game| (game.shape().columns(), game.shape().rows()))
    }

    /// Whether a move is a column, counted from 1.
    #[getter]
    fn moves_are_columns(&self) -> bool {
        self.table.game().mnk().is_some_and(|game| game.has_gravity())
    }

    /// The number of move numbers.
    #[getter]
    fn move_numbers(&self, py: Python<'_>) -> usize {
        self.columns(py)
    }

    /// The start position.
    fn start(&self) -> NativePosition {
        NativePosition(self.table.game().start())
    }

    /// The position with this text.
    fn parse(&self, text: &str) -> PyResult<NativePosition> {
        let game = self.table.game();
        // The game's own parser gives better messages for boards.
        let position = match game.mnk() {
            Some(mnk) => mnk.parse(text).map(AnyPosition::of).map_err(|error| error.to_string()),
            None => game.parse_position(text).map_err(|error| error.to_string()),
        };
        let wrong =
            |why| PositionError::new_err(format!("{text:?} is not a position of {game}: {why}"));
        position.map(NativePosition).map_err(wrong)
    }

    /// The position with a code.
    fn of_code(&self, code: u64) -> PyResult<NativePosition> {
        let (game, codes) = (self.table.game(), self.table.codes());
        let wrong = || {
            let why = match game.decode(code) {
                // The game knows what is wrong with a board.
                Err(reason) if game.mnk().is_some() => reason,
                _ if code < codes => NotAPosition::Rules("its image has a smaller code"),
                _ => NotAPosition::CodeTooLarge { code, codes },
            };
            PositionError::new_err(format!("{code} is not a position of {game}: {why}"))
        };
        self.table.decode(code).map(NativePosition).ok_or_else(wrong)
    }

    /// The board with these cells.
    fn of_cells(&self, cells: PyReadonlyArray1<'_, u8>) -> PyResult<NativePosition> {
        let game = self.table.game();
        let wrong = || PositionError::new_err(format!("these cells are not a position of {game}"));
        if game.mnk().is_none_or(|game| cells.len() != usize::from(game.shape().cells())) {
            return Err(wrong());
        }
        let board = batch::board(0, cells.as_slice()?).map_err(PyErr::from)?.ok_or_else(wrong)?;
        Ok(NativePosition(board.into()))
    }

    /// The position's code, if it has one.
    fn code(&self, position: &NativePosition) -> Option<u64> {
        self.table.code(position.0)
    }

    /// The cells of a board. `None` if the position is not a board.
    fn cells<'py>(
        &self,
        py: Python<'py>,
        position: &NativePosition,
    ) -> Option<Bound<'py, PyArray1<u8>>> {
        let (game, board) = self.table.game().board(position.0)?;
        let mut cells = Vec::new();
        write_cells(board, game.shape().cells(), &mut cells);
        Some(PyArray1::from_vec(py, cells))
    }

    /// The position as a text of one line, or drawn.
    #[pyo3(signature = (position, drawn=false))]
    fn text(&self, position: &NativePosition, drawn: bool) -> String {
        let notation = self.table.game().notation(position.0);
        if drawn { format!("{notation:#}") } else { notation.to_string() }
    }

    /// `"X"` or `"O"`. `None` if the game is impartial.
    fn to_move(&self, position: &NativePosition) -> Option<String> {
        let game = self.table.game();
        (!game.is_impartial()).then(|| game.to_move(position.0).to_string())
    }

    /// The legal moves, ascending.
    fn legal_moves(&self, position: &NativePosition) -> Vec<Move> {
        self.table.game().legal_moves(position.0).iter().collect()
    }

    /// A move in the game's notation.
    fn move_text(&self, position: &NativePosition, mv: Move) -> String {
        self.table.game().move_text(position.0, mv).to_string()
    }

    /// The position after a legal move.
    fn play(&self, position: &NativePosition, mv: Move) -> PyResult<NativePosition> {
        let game = self.table.game();
        if !game.legal_moves(position.0).contains(mv) {
            return Err(PositionError::new_err(format!(
                "the move {mv} is not legal in {}",
                game.notation(position.0)
            )));
        }
        Ok(NativePosition(game.play(position.0, mv)))
    }

    /// How the game ended here for the side to move. `None` if it is not over.
    fn end(&self, position: &NativePosition) -> Option<String> {
        self.table.game().end(position.0).map(|value| value.outcome().to_string())
    }

    /// The entry of a position.
    fn probe(&self, py: Python<'_>, position: &NativePosition) -> PyResult<Entry> {
        self.ask(py, || {
            let (entry, worths) = analysis::entry(&self.table, position.0)?;
            let optimal = entry.optimal_moves.iter().collect();
            let moves = worths.iter().map(Self::worth).collect();
            let difficulty = how_hard(Difficulty::of(&worths));
            let outcome = entry.outcome.to_string();
            Ok((outcome, entry.remoteness, entry.score, optimal, moves, difficulty))
        })
    }

    /// How best play continues from a position.
    fn best_line(&self, py: Python<'_>, position: &NativePosition) -> PyResult<Line> {
        self.ask(py, || analysis::line(&self.table, position.0))
    }

    /// How games between two levels end, as JSON: exactly, or in a sample of games.
    #[pyo3(signature = (position, x, o, games=None, seed=None, max_plies=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are those of the method in Python")]
    fn chances(
        &self,
        py: Python<'_>,
        position: &NativePosition,
        x: &str,
        o: &str,
        games: Option<u64>,
        seed: Option<u64>,
        max_plies: Option<u16>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let levels = [analysis::level(x)?, analysis::level(o)?];
        let asked = Asked { levels, sample: Sample::asked(games, seed), max_plies };
        interruptible(py, threads, progress, |report| {
            analysis::chances(&self.table, position.0, asked, report)
        })?
    }

    /// How games between each two of these levels end, as JSON. Without levels, between all that have a name.
    #[pyo3(signature = (levels, games=None, seed=None, max_plies=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are those of the method in Python")]
    fn arena(
        &self,
        py: Python<'_>,
        levels: Vec<String>,
        games: Option<u64>,
        seed: Option<u64>,
        max_plies: Option<u16>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        let levels =
            levels.iter().map(|name| analysis::level(name)).collect::<PyResult<Vec<_>>>()?;
        let sample = Sample::asked(games, seed);
        interruptible(py, threads, progress, |report| {
            analysis::arena(&self.table, &levels, (sample, max_plies), report)
        })?
    }

    /// The positions from which a win takes longest.
    #[pyo3(signature = (limit, threads=None, progress=None))]
    fn longest(
        &self,
        py: Python<'_>,
        limit: usize,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Longest>> {
        interruptible(py, threads, progress, |report| {
            analysis::longest(&self.table, limit, report)
        })?
    }

    /// The grade of an agent, as JSON. It is a level, or a function from a position to moves with their chances, or to the name of
    /// a failure.
    #[pyo3(signature = (agent, over=None, sample=None, seed=None, max_plies=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are those of the function in Python")]
    fn grade(
        &self,
        py: Python<'_>,
        agent: &Bound<'_, PyAny>,
        over: Option<&str>,
        sample: Option<u64>,
        seed: Option<u64>,
        max_plies: Option<u16>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let who = match agent.extract::<&str>() {
            Ok(name) => Who::Level(analysis::level(name)?),
            Err(_) => Who::Function(Arc::new(agent.clone().unbind())),
        };
        let asked = grading::Asked { over, sample, seed, max_plies };
        interruptible_with_calls(py, threads, progress, |report, caller| {
            grading::grade(&self.table, (&who, caller), &asked, report)
        })?
    }

    /// How many puzzles of a kind there are, and the hardest: among all positions, those of the first plies, or in a sample with a
    /// seed.
    #[pyo3(signature = (kind, limit, plies=None, sample=None, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are those of the method in Python")]
    fn puzzles(
        &self,
        py: Python<'_>,
        kind: &str,
        limit: usize,
        plies: Option<u16>,
        sample: Option<(u64, u64)>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(u64, Vec<NativePosition>)> {
        let among = match (plies, sample) {
            (Some(plies), _) => Among::First(plies),
            (None, Some((count, seed))) => Among::Sample(count, seed),
            (None, None) => Among::Stored,
        };
        let found = interruptible(py, threads, progress, |report| {
            grading::puzzles_of(&self.table, kind, limit, among, report)
        })??;
        let hardest = found.hardest.into_iter().map(|puzzle| NativePosition(puzzle.position));
        Ok((found.count, hardest.collect()))
    }

    /// What a move of each position gives away.
    fn regrets<'py>(
        &self,
        py: Python<'py>,
        positions: Positions<'py>,
        moves: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray2<i16>>> {
        batch::regrets(py, &self.table, &positions, &moves)
    }

    /// The value of each position.
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: Positions<'py>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        batch::values(py, &self.table, &positions)
    }

    /// The value of each move of each position.
    fn move_values<'py>(
        &self,
        py: Python<'py>,
        positions: Positions<'py>,
    ) -> PyResult<Bound<'py, PyArray2<i8>>> {
        batch::move_values(py, &self.table, self.columns(py), &positions)
    }

    /// Whether each move of each position is optimal.
    fn optimal_mask<'py>(
        &self,
        py: Python<'py>,
        positions: Positions<'py>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        batch::optimal_mask(py, &self.table, self.columns(py), &positions)
    }

    /// The positions with these texts.
    fn parse_all(&self, texts: Vec<String>) -> PyResult<PositionList> {
        let parsed = texts.iter().map(|text| Ok(self.parse(text)?.0));
        parsed.collect::<PyResult<_>>().map(PositionList)
    }

    /// The positions, in arrays of this many.
    fn positions(&self, rows: usize) -> PyResult<Listing> {
        Listing::new(&self.table, rows)
    }

    /// Proves the table.
    #[pyo3(signature = (threads=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Proof> {
        self.stores_something("be proven")?;
        if let Some(most) = self.table.most_proof_memory()
            && most > free_memory()
        {
            return Err(TableError::new_err(format!(
                "the proof of the first plies of {} solves once more all that lies below, which may take {most} bytes of \
                 memory, and there are {}: prove a table of the whole game in its place",
                self.table.game(),
                free_memory()
            )));
        }
        interruptible(py, threads, progress, |report| proving::verify(&self.table, report))?
    }

    /// Counts of the positions as JSON, and the longest win in plies.
    #[pyo3(signature = (threads=None, progress=None))]
    fn stats(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, Option<u16>)> {
        self.stores_something("be counted")?;
        interruptible(py, threads, progress, |report| proving::stats(&self.table, report))?
    }

    /// The differences to another table.
    #[pyo3(signature = (other, limit, threads=None, progress=None))]
    fn diff(
        &self,
        py: Python<'_>,
        other: &Self,
        limit: usize,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Diff> {
        self.stores_something("be compared")?;
        other.stores_something("be compared")?;
        interruptible(py, threads, progress, |report| {
            proving::diff(&self.table, &other.table, limit, report)
        })?
    }

    /// Writes the table to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.stores_something("be saved")?;
        let written = interruptible(py, None, None, |_| self.table.write(&path))?;
        written.map(drop).map_err(|error| not_written(&error))
    }

    /// The bytes of the file of a small table.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = interruptible(py, None, None, |_| self.table.to_bytes())?;
        let bytes = bytes.map_err(|error| TableError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The table as a file of another language.
    fn export(&self, py: Python<'_>, language: &str) -> PyResult<String> {
        let language: Language = language
            .parse()
            .map_err(|error| PyValueError::new_err(format!("{language:?}: {error}")))?;
        if self.table.plies().is_some() {
            return Err(TableError::new_err(format!(
                "the table of {} stores only the first plies, and an exported file needs the values of all positions",
                self.table.game()
            )));
        }
        let made_by = "the Python package perfect_play";
        let exported = interruptible(py, None, None, |_| export(&*self.table, language, made_by))?;
        exported.map_err(|error| TableError::new_err(error.to_string()))
    }
}
