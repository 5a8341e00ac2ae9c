//! `perfect-play grade`: how well somebody plays, against the values of a table.

mod moves_file;
mod program_agent;
mod report;
mod text;

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::Duration,
};

use clap::{ArgGroup, ValueEnum, ValueHint};
use perfect_play_analysis::{
    self as analysis, Agent, GradeError, GradeReport, GradeRequest, Graded, LevelAgent, PlayLimit,
    grade,
};
use perfect_play_core::{Level, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyTable};

use self::{
    moves_file::MovesFile,
    program_agent::{ProgramAgent, Request},
    report::Report,
};
use crate::{
    args::{chance_args::PlayLimitArgs, format::FormatArgs, level_arg, number_arg, table_arg},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        program, progress,
    },
};

/// Grade an agent: how often it plays right, what its mistakes cost, and how it can be beaten
#[derive(clap::Args)]
#[command(group = ArgGroup::new("agent").required(true))]
#[command(override_usage = format!(
    "{} grade TABLE LEVEL|--program COMMAND|--moves FILE [OPTIONS]",
    program::name()
))]
#[command(after_help = "\
The agent is a level, a program (--program), or a file of moves (--moves).

Regret is what a move gives away: steps of the outcome (1 from a win to a draw,
or from a draw to a loss; 2 from a win to a loss), points in a game for points,
and, where the outcome is kept, plies to the end. A right move keeps the
outcome. The depth of a position is how many plies one has to look ahead to
choose only right moves.

In all positions (--over all, unless play can come to more than five million,
or has more than twenty million moves), or in those that it can come to itself
(--over reached), the best response is worked out as well: what an opponent can
expect who knows the agent.
Exploitability is the mean of this for both sides. It is 0 if the agent never
gives anything away.

A program gets a line for each position on its standard input: its text, or with
--ask json an object with `game`, `position`, `to_move` and `legal_moves`. It
answers with a line: a move as `legal_moves` writes it (cells are numbered from
0), or an object such as {\"move\": \"4\"} or {\"moves\": {\"0\": 0.5, \"4\": 0.5}},
whose chances add up to 1. A number in JSON is that of `probe --json`, a text the
move in the game's notation. It is asked once about a position: an agent that
remembers what it was asked before can only be graded in samples. If an answer
is no legal move, comes too late, or if the program ends, this counts as a loss,
and the program is started again where needed.

A file of moves is CSV with the columns `position` and `move` (and `chance`, if a
position has several lines), or JSON Lines: {\"position\": …, \"move\": …}, or
{\"play\": [moves from the start]}.

Examples:
  perfect-play grade tictactoe novice
  perfect-play grade tictactoe --program 'python3 agent.py'
  perfect-play grade connect4 --program ./agent --over sample --sample 200
  perfect-play grade connect:5,4,4 --moves played.csv
  perfect-play grade mnk:4,3,3 medium --over reached --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect4`, `kalah:3,2`) or a .perfect file
    table: OsString,
    /// A level: `easy`, `medium`, `hard`, `perfect`, `tricky`, `blind`, `novice`, `master`, `lookahead:3`, `skill:0.9`
    #[arg(group = "agent", value_parser = level_arg::level)]
    level: Option<Level>,
    /// A program, started by the shell
    #[arg(long, value_name = "COMMAND", group = "agent", value_hint = ValueHint::CommandString)]
    program: Option<OsString>,
    /// A file of moves (.csv or .jsonl)
    #[arg(long, value_name = "FILE", group = "agent", value_hint = ValueHint::FilePath)]
    moves: Option<PathBuf>,
    /// The positions that it is asked about [default: all, if there are few enough; otherwise a sample]
    #[arg(long, value_name = "POSITIONS", conflicts_with = "moves")]
    over: Option<Over>,
    /// The size of the sample [default: 10000 for a level, 1000 for a program, 100 if values are searched]
    #[arg(long, value_name = "N", conflicts_with = "moves", value_parser = number_arg::within(1..=10_000_000_u64, 1000), allow_negative_numbers = true)]
    sample: Option<u64>,
    /// The seed of the sample: the same seed draws the same positions [default: 1]
    #[arg(long, value_name = "S", conflicts_with = "moves", value_parser = number_arg::seed)]
    seed: Option<u64>,
    /// What a program is asked with
    #[arg(long, value_name = "FORM", conflicts_with_all = ["level", "moves"], default_value = "text")]
    ask: Request,
    /// How long a program may take for a move
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["level", "moves"], default_value_t = 10, value_parser = number_arg::within(1..=86_400_u32, 10), allow_negative_numbers = true)]
    timeout: u32,
    #[command(flatten)]
    longest: PlayLimitArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The positions that an agent is graded in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Over {
    /// All positions of the table
    All,
    /// Those that it can come to from the usual start, as either side
    Reached,
    /// Random ones
    Sample,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let is_sample = args.sample.is_some() || args.seed.is_some();
    if is_sample && matches!(args.over, Some(Over::All | Over::Reached)) {
        return Err(Trouble::new("--sample and --seed are for random positions: `--over sample`"));
    }
    let has_response = !is_sample && args.over != Some(Over::Sample) && args.moves.is_none();
    if args.longest.is_given() && !has_response {
        return Err(no_response());
    }
    let source = table_arg::source(&args.table)?;
    let limit = args.longest.of(source.game());
    let moves = args.moves.as_deref().map(|path| MovesFile::read(path, &source)).transpose()?;
    let table = source.table()?;
    let any = &table.table;
    let report = match (args.level, &args.program, moves) {
        (Some(level), ..) => {
            let request = args.request(any, true, limit)?;
            let mut agent = LevelAgent { table: any, level };
            let graded = graded(any, &mut agent, request)
                .map_err(|error| trouble(&table, error, |error| table.trouble(error)))?;
            Report { graded, answers: None }
        }
        (_, Some(program), _) => {
            let request = args.request(any, false, limit)?;
            let timeout = Duration::from_secs(args.timeout.into());
            let mut agent = ProgramAgent::new(program, args.ask, timeout);
            let graded = graded(any, &mut agent, request)
                .map_err(|error| trouble(&table, error, |trouble| trouble))?;
            Report { graded, answers: Some(agent.into_answers()?) }
        }
        (.., moves) => {
            let MovesFile { positions, mut replies } = moves.unwrap_or_default();
            let graded = progress::during("grading", |done| {
                let of = positions.len() as u64;
                let mut report = |so_far| done(so_far, of);
                grade(any, &mut replies, &positions, Graded::Given, &mut report)
            });
            let grade = graded.map_err(|error| trouble(&table, error, |never| match never {}))?;
            Report { graded: grade.into(), answers: None }
        }
    };
    let name = args.agent_name();
    args.format.print(&report, |out| text::write(out, table.table.game(), &name, &report))?;
    Ok(Finding::Fine)
}

/// The error for a limit on the plays of the best response, where none is worked out.
fn no_response() -> Trouble {
    Trouble::new(
        "--max-plies is for the best response, which is worked out in all positions: `--over all` or `--over reached`",
    )
}

/// Grades an agent, and shows the progress.
fn graded<A: Agent<AnyGame>>(
    table: &AnyTable,
    agent: &mut A,
    request: GradeRequest,
) -> Result<GradeReport, GradeError<A::Error>> {
    progress::counting(String::new(), 0, |bar| {
        GradeReport::of(table, agent, request, &mut |task, done, of| {
            bar.name(task.to_owned());
            bar.set(done, of);
        })
    })
}

/// The error for a grade that could not be given.
fn trouble<E>(table: &Table, error: GradeError<E>, of_agent: impl FnOnce(E) -> Trouble) -> Trouble {
    match error {
        GradeError::Agent(error) => of_agent(error),
        GradeError::Table(error) => table.trouble(error),
        GradeError::TooLarge => {
            let game = table.table.game();
            let why = match table.table.plies() {
                None => format!("play of {game} has too many positions or moves to look at all"),
                Some(_) => format!(
                    "the table of {game} is cut, and it takes too long to search all positions that it does not store"
                ),
            };
            Trouble::new(format!("{why}: `--over sample` grades the agent in random ones"))
        }
    }
}

impl Args {
    fn agent_name(&self) -> String {
        let shown = |text: &OsStr| format!("`{}`", Shown(text.display()));
        match (&self.level, &self.program, &self.moves) {
            (Some(level), ..) => level.to_string(),
            (_, Some(program), _) => shown(program),
            (.., moves) => format!(
                "the moves in {}",
                shown(moves.as_deref().unwrap_or("".as_ref()).as_os_str())
            ),
        }
    }

    /// What is worked out about an agent that is fast or slow. By default, the size of the table decides whether it is graded in a
    /// sample, so this is an error if `--max-plies` would have no effect.
    fn request(
        &self,
        table: &AnyTable,
        is_fast: bool,
        limit: PlayLimit,
    ) -> Result<GradeRequest, Trouble> {
        let stored = table.plies().is_none().then(|| table.most_positions());
        let usual = GradeRequest::new(stored, is_fast, limit);
        let is_sample = self.sample.is_some() || self.seed.is_some();
        let over = match self.over {
            Some(Over::All) => Some(analysis::Over::All),
            Some(Over::Reached) => Some(analysis::Over::Reached),
            None if !is_sample => None,
            None | Some(Over::Sample) => Some(usual.sampled(self.sample, self.seed)),
        };
        let request = GradeRequest { over, ..usual };
        if self.longest.is_given() && request.is_sample() {
            return Err(no_response());
        }
        Ok(request)
    }
}
