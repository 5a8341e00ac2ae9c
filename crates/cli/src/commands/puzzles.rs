//! `perfect-play puzzles` and `perfect-play longest`: the positions that are hardest to play right, and those from which a win
//! takes longest.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::ValueEnum;
use perfect_play_analysis::{
    Answer, Difficulty, PuzzleKind, UnknownPuzzleKind, draw, draw_by_play, longest_wins, puzzles,
};
use perfect_play_core::{Game, Probe, Scheme};
use perfect_play_engine::{AnyPosition, AnyTable};
use serde::Serialize;

use crate::{
    args::{
        format::{self, Format, FormatArgs},
        number_arg, table_arg,
    },
    positions::{move_name, outcome_text},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        output::{OutputArgs, csv_error},
        progress,
    },
    text::{
        numbers::{self, counted, grouped},
        wrap::{WIDTH, wrapped, write_wrapped},
    },
};

/// How many positions are shown if nobody says it.
const SHOWN: usize = 10;

/// The most positions that are shown.
const MOST_SHOWN: usize = 1_000_000;

/// List the positions that are hardest to play right
#[derive(clap::Args)]
#[command(after_help = "\
Kinds:
  only-move  exactly one of several moves keeps the outcome
  trap       a wrong move looks right to who does not look far ahead
  deep       a right move is seen only by looking far ahead
  zugzwang   whoever is to move would rather pass; only in games in which the
             same board can have either side to move

The hardest come first: those where one has to look ahead most plies. Of
symmetric positions one is listed. With --sample, only random positions are
looked at; a cut table, whose values are searched, needs it.

Examples:
  perfect-play puzzles tictactoe
  perfect-play puzzles connect:4,4,4 --kind trap --limit 3
  perfect-play puzzles hexapawn:3,3 --kind zugzwang
  perfect-play puzzles connect4 --kind deep --sample 200 --seed 7
  perfect-play puzzles mnk:4,3,3 --kind deep -o deep.csv")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `kalah:3,2`) or a .perfect file
    table: OsString,
    /// What makes a position a puzzle: `only-move`, `trap`, `deep` or `zugzwang`
    #[arg(long, value_name = "KIND", default_value_t = PuzzleKind::OnlyMove, value_parser = kind)]
    kind: PuzzleKind,
    /// Look at N random positions only
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=100_000_000_u64, 1000), allow_negative_numbers = true)]
    sample: Option<u64>,
    /// The seed of --sample: the same seed draws the same positions [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed, requires = "sample")]
    seed: Option<u64>,
    #[command(flatten)]
    list: ListArgs,
}

/// List the positions from which a win takes longest
#[derive(clap::Args)]
#[command(after_help = "\
The winner hurries and the loser delays. Of symmetric positions one is listed.

Examples:
  perfect-play longest connect:4,4,4
  perfect-play longest krk:8 --limit 3
  perfect-play longest m.perfect --json")]
pub(crate) struct LongestArgs {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `krk:8`) or a .perfect file
    table: OsString,
    #[command(flatten)]
    list: ListArgs,
}

/// How many positions are listed, and how.
#[derive(clap::Args)]
struct ListArgs {
    /// List at most N positions [default: 10]
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=MOST_SHOWN, 100), allow_negative_numbers = true)]
    limit: Option<usize>,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
    /// One object for each position, each on a line
    Jsonl,
    /// A header line, then one line for each position
    Csv,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

fn kind(text: &str) -> Result<PuzzleKind, UnknownPuzzleKind> {
    text.to_lowercase().replace(['_', ' '], "-").parse()
}

/// The answer.
#[derive(Serialize)]
struct List {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<PuzzleKind>,
    /// The plies of the longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// How many positions there are of this kind.
    count: u64,
    positions: Vec<Listed>,
}

/// A position of the list, with the table's answer about it.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    answer: Answer,
    difficulty: Difficulty,
    #[serde(skip)]
    at: AnyPosition,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let form = args.list.form()?;
    let table = match args.sample {
        Some(_) => table_arg::table(&args.table)?,
        None => table_arg::stored_table(&args.table)?,
    };
    args.list.output.check_input(table.input())?;
    let any = &table.table;
    if any.game().scheme() == Scheme::Score
        && matches!(args.kind, PuzzleKind::Trap | PuzzleKind::Deep)
    {
        return Err(Trouble::new(format!(
            "{} is played for points, so nothing is seen some plies ahead: `--kind only-move` finds its puzzles",
            any.game()
        )));
    }
    let (positions, of): (Box<dyn Iterator<Item = _>>, _) = match args.sample {
        None => (Box::new(any.positions()), any.count()),
        Some(count) => {
            let drawn = progress::waiting("drawing positions", || {
                sample(any, count, args.seed.unwrap_or(1))
            });
            let of = drawn.len() as u64;
            (Box::new(drawn.into_iter()), of)
        }
    };
    let found = progress::counting("looking for puzzles".to_owned(), of, |bar| {
        puzzles(any, args.kind, positions, args.list.limit(), &mut |seen| bar.reach(seen))
    });
    let found = found.map_err(|error| table.trouble(error))?;
    let hardest = found.hardest.into_iter().map(|puzzle| puzzle.position);
    let list = List {
        game: any.game().to_string(),
        kind: Some(args.kind),
        plies: None,
        count: found.count,
        positions: listed(&table, hardest)?,
    };
    let what = match args.kind {
        PuzzleKind::OnlyMove => "with only one right move",
        PuzzleKind::Trap => "with a trap",
        PuzzleKind::Deep => "in which one has to look ahead",
        PuzzleKind::Zugzwang => "of mutual zugzwang",
    };
    args.list.write(
        form,
        &table,
        &list,
        &format!("{}: {} {what}", list.game, counted(list.count, "position", "positions")),
    )
}

pub(crate) fn run_longest(args: &LongestArgs) -> Result<Finding, Trouble> {
    let form = args.list.form()?;
    let table = table_arg::stored_table(&args.table)?;
    args.list.output.check_input(table.input())?;
    let any = &table.table;
    if any.game().scheme() == Scheme::Score {
        return Err(Trouble::new(format!(
            "{} is played for points, and its values do not say how long a win takes",
            any.game()
        )));
    }
    let longest = progress::during("looking for long wins", |done| {
        longest_wins(any, args.list.limit(), done)
    });
    let longest = longest.map_err(|error| table.trouble(error))?;
    let (plies, count, positions) = match longest {
        Some(longest) => (Some(longest.plies), longest.count, longest.positions),
        None => (None, 0, Vec::new()),
    };
    let list = List {
        game: any.game().to_string(),
        kind: None,
        plies,
        count,
        positions: listed(&table, positions.into_iter())?,
    };
    let head = match plies {
        Some(plies) => format!(
            "{}: the longest win takes {}, from {} (symmetric ones included)",
            list.game,
            numbers::plies(plies),
            counted(count, "position", "positions")
        ),
        None => format!("{}: no position is won", list.game),
    };
    args.list.write(form, &table, &list, &head)
}

/// Draws positions at random: of a whole table each with the same chance, of a cut one by random plays.
fn sample(table: &AnyTable, count: u64, seed: u64) -> Vec<AnyPosition> {
    match table.plies() {
        None => draw(table.positions(), count, seed),
        Some(_) => draw_by_play(table.game(), count, seed, |_| true),
    }
}

/// The answers about these positions.
fn listed(
    table: &Table,
    positions: impl Iterator<Item = AnyPosition>,
) -> Result<Vec<Listed>, Trouble> {
    let each = positions.map(|at| {
        let (answer, values) = table.answer(at)?;
        Ok(Listed { answer, difficulty: Difficulty::of(&values), at })
    });
    each.collect()
}

impl ListArgs {
    fn form(&self) -> Result<Form, Trouble> {
        self.output.check()?;
        self.format.of(&self.output)
    }

    fn limit(&self) -> usize {
        self.limit.unwrap_or(SHOWN)
    }

    fn write(
        &self,
        form: Form,
        table: &Table,
        list: &List,
        head: &str,
    ) -> Result<Finding, Trouble> {
        match form {
            Form::Text => self.output.write_text(|out| write_text(out, table, list, head)),
            Form::Json => self.output.write(|out| format::json(out, list)),
            Form::Jsonl => self.output.write(|out| write_lines(out, list)),
            Form::Csv => self.output.write(|out| write_csv(out, list)),
        }?;
        Ok(Finding::Fine)
    }
}

fn write_text(out: &mut dyn Write, table: &Table, list: &List, head: &str) -> io::Result<()> {
    let game = table.table.game();
    let shown = match list.positions.len() as u64 {
        0 => ".".to_owned(),
        1 if list.count > 1 => ". The first:".to_owned(),
        shown if shown < list.count => format!(". The first {}:", grouped(shown)),
        _ => ":".to_owned(),
    };
    write_wrapped(out, &format!("{head}{shown}"))?;
    for Listed { answer, difficulty, at } in &list.positions {
        let Difficulty { right, legal, depth, trap } = difficulty;
        let best = move_name::list_any(game, *at, answer.entry.optimal_moves, "or");
        let mut text = format!(
            "{}: {} {best} ({right} of {legal} moves keep the outcome",
            outcome_text::result(game, *at, answer.entry),
            if answer.entry.optimal_moves.len() == 1 { "only" } else { "best is" },
        );
        if let Some(depth) = depth.filter(|&depth| depth > 0) {
            text += format!(", seen {} ahead", numbers::plies(depth)).as_str();
        }
        if let Some(trap) = trap.filter(|&trap| trap > 0) {
            text += format!("; a trap looks right for {}", numbers::plies(trap)).as_str();
        }
        writeln!(out, "\n  {}", answer.position.position)?;
        for line in wrapped(&format!("    {text})"), WIDTH, 4) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn write_lines(out: &mut dyn Write, list: &List) -> io::Result<()> {
    for listed in &list.positions {
        let mut line = Vec::new();
        format::json_line(&mut line, listed)?;
        out.write_all(&line)?;
    }
    Ok(())
}

fn write_csv(out: &mut dyn Write, list: &List) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let header = [
        "position",
        "outcome",
        "remoteness",
        "score",
        "optimal_moves",
        "right",
        "legal",
        "depth",
        "trap",
    ];
    out.write_record(header).map_err(csv_error)?;
    let optional =
        |number: Option<i32>| number.map_or_else(String::new, |number| number.to_string());
    for Listed { answer, difficulty, .. } in &list.positions {
        let entry = answer.entry;
        out.write_record([
            answer.position.position.clone(),
            entry.outcome.to_string(),
            optional(entry.remoteness.map(i32::from)),
            optional(entry.score.map(i32::from)),
            entry.optimal_moves.to_string(),
            difficulty.right.to_string(),
            difficulty.legal.to_string(),
            optional(difficulty.depth.map(i32::from)),
            optional(difficulty.trap.map(i32::from)),
        ])
        .map_err(csv_error)?;
    }
    out.flush()
}
