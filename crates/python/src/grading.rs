//! Agents that are graded: levels of play, and functions in Python.

use std::sync::Arc;

use perfect_play_analysis::{
    Agent, Difficulty, Failure, GradeError, GradeReport, GradeRequest, LevelAgent, MOST_FIRST,
    Over, PlayLimit, PuzzleKind, Puzzles, PuzzlesError, Reply, puzzles_among,
};
use perfect_play_core::{Game, Level, Move, Probe, Scheme};
use perfect_play_engine::{AnyPosition, AnyTable, Call, OfCall};
use pyo3::{
    FromPyObject, Py, PyAny, PyErr, PyResult,
    exceptions::{PyTypeError, PyValueError},
};

use crate::{
    analysis::wrong,
    errors::{SolveError, TableError},
    interruptible::{Caller, Report},
    position::NativePosition,
};

pub(crate) use perfect_play_analysis::Among;

/// Right moves, legal moves, depth and trap: [`Difficulty`].
pub(crate) type HowHard = (u32, u32, Option<u16>, Option<u16>);

pub(crate) fn how_hard(Difficulty { right, legal, depth, trap }: Difficulty) -> HowHard {
    (right, legal, depth, trap)
}

/// Who is graded.
pub(crate) enum Who {
    Level(Level),
    /// A function from a position to an [`Answer`].
    Function(Arc<Py<PyAny>>),
}

/// What the function of an agent returns: moves with their chances, or the name of a [`Failure`].
#[derive(FromPyObject)]
enum Answer {
    Moves(Vec<(Move, f64)>),
    Failed(String),
}

impl Answer {
    fn reply(self) -> PyResult<Reply> {
        match self {
            Self::Moves(moves) => Ok(Reply::Moves(moves)),
            Self::Failed(why) => match &*why {
                "illegal" => Ok(Reply::Failed(Failure::Illegal)),
                "crashed" => Ok(Reply::Failed(Failure::Crashed)),
                _ => Err(PyTypeError::new_err(format!("{why:?} is no reply"))),
            },
        }
    }
}

/// In which positions an agent is graded, as Python says it.
pub(crate) struct Asked<'a> {
    pub(crate) over: Option<&'a str>,
    pub(crate) sample: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) max_plies: Option<u16>,
}

impl Asked<'_> {
    /// The positions. `None` if nothing is said about them.
    fn over(&self, usual: GradeRequest) -> PyResult<Option<Over>> {
        let is_sample = self.sample.is_some() || self.seed.is_some();
        let sample = usual.sampled(self.sample, self.seed);
        match self.over {
            Some("all") => Ok(Some(Over::All)),
            Some("reached") => Ok(Some(Over::Reached)),
            Some("sample") => Ok(Some(sample)),
            None => Ok(is_sample.then_some(sample)),
            Some(over) => Err(PyValueError::new_err(format!(
                "over is {over:?}: it is \"all\", \"reached\", \"sample\" or None"
            ))),
        }
    }
}

/// An agent whose positions and table are those of one game.
struct OfGame<'t, T> {
    who: &'t Who,
    table: &'t T,
    caller: &'t Caller,
}

impl<T: Probe> Agent<T::Game> for OfGame<'_, T>
where
    <T::Game as Game>::Position: Into<AnyPosition>,
{
    type Error = PyErr;

    fn replies(
        &mut self,
        game: &T::Game,
        positions: &[<T::Game as Game>::Position],
    ) -> PyResult<Vec<Reply>> {
        match self.who {
            &Who::Level(level) => {
                let replies = LevelAgent { table: self.table, level }.replies(game, positions);
                replies.map_err(|error| wrong(&error))
            }
            Who::Function(function) => {
                let function = Arc::clone(function);
                let positions: Vec<_> =
                    positions.iter().map(|&position| NativePosition(position.into())).collect();
                self.caller.call(move |py, tell| {
                    let reply = |(number, position): (u64, NativePosition)| {
                        tell(py, number)?;
                        function.call1(py, (position,))?.extract::<Answer>(py)?.reply()
                    };
                    (0..).zip(positions).map(reply).collect()
                })
            }
        }
    }
}

/// The grade of an agent, as JSON.
pub(crate) fn grade(
    table: &AnyTable,
    (who, caller): (&Who, &Caller),
    asked: &Asked<'_>,
    report: Report<'_>,
) -> PyResult<String> {
    let stored = table.plies().is_none().then(|| table.most_positions());
    let call = Call::now();
    let report = if let Some(game) = table.game().mnk() {
        // Boards take less memory, and their rules are called directly.
        let table = &OfCall { table: &table.as_of(game), call };
        report_of(&mut OfGame { who, table, caller }, stored, asked, report)
    } else {
        let table = &OfCall { table, call };
        report_of(&mut OfGame { who, table, caller }, stored, asked, report)
    }?;
    serde_json::to_string(&report).map_err(|error| TableError::new_err(error.to_string()))
}

fn report_of<T: Probe + Sync>(
    agent: &mut OfGame<'_, T>,
    stored: Option<u64>,
    asked: &Asked<'_>,
    report: Report<'_>,
) -> PyResult<GradeReport>
where
    <T::Game as Game>::Position: Into<AnyPosition>,
{
    let (table, is_cut) = (agent.table, stored.is_none());
    let limit = PlayLimit::new(table.game(), asked.max_plies);
    let usual = GradeRequest::new(stored, matches!(agent.who, Who::Level(_)), limit);
    let over = asked.over(usual)?;
    let progress = &mut |_: &str, done, of| report(done, of);
    let graded = GradeReport::of(table, agent, GradeRequest { over, ..usual }, progress);
    graded.map_err(|error| match error {
        GradeError::Agent(error) => error,
        GradeError::Table(error) => wrong(&error),
        GradeError::TooLarge => {
            let game = table.game();
            let why = if is_cut {
                format!("the table of {game} is cut, and it takes too long to search all positions that it does not store")
            } else {
                format!("play of {game} has too many positions or moves to look at all")
            };
            SolveError::new_err(format!("{why}: over=\"sample\" grades the agent in random ones"))
        }
    })
}

/// The puzzles of a kind.
pub(crate) fn puzzles_of(
    table: &AnyTable,
    kind: &str,
    limit: usize,
    among: Among,
    report: Report<'_>,
) -> PyResult<Puzzles<AnyPosition>> {
    let game = table.game();
    let kind: PuzzleKind = kind
        .parse()
        .map_err(|error| PyValueError::new_err(format!("kind is {kind:?}: {error}")))?;
    if game.scheme() == Scheme::Score && kind.looks_ahead() {
        return Err(PyValueError::new_err(format!(
            "{game} is played for points, so nothing is seen some plies ahead: kind=\"only-move\" finds its puzzles"
        )));
    }
    if let (Among::Stored, Some(plies)) = (among, table.plies()) {
        return Err(TableError::new_err(format!(
            "the table of {game} stores only the first plies: plies={plies} looks for puzzles in these, and sample=100 in \
             random positions"
        )));
    }
    let stored = table.plies().is_none().then(|| table.most_positions());
    let progress = &mut |_: &str, done, of| report(done, of);
    let found = puzzles_among(table, kind, (among, stored), limit, progress);
    found.map_err(|error| match error {
        PuzzlesError::Table(error) => wrong(&error),
        PuzzlesError::TooMany { plies } => PyValueError::new_err(format!(
            "plies is {plies}, and the first {plies} plies of {game} have more than {MOST_FIRST} positions: fewer plies have \
             fewer"
        )),
    })
}
