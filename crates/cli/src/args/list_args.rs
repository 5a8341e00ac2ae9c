//! Lists of positions with the table's answers: how many, in which format, and the answer.

use std::io::{self, Write};

use clap::ValueEnum;
use perfect_play_analysis::{Answer, Difficulty, PuzzleKind};
use perfect_play_core::Probe;
use perfect_play_engine::AnyPosition;
use serde::Serialize;

use crate::{
    args::{
        format::{self, Format, FormatArgs},
        number_arg,
    },
    positions::{move_name, outcome_text},
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        output::{OutputArgs, csv_error},
    },
    text::{
        numbers::{self, grouped},
        wrap::{WIDTH, wrapped, write_wrapped},
    },
};

/// How many positions are shown if nobody says it.
const SHOWN: usize = 10;

/// The most positions that are shown.
const MOST_SHOWN: usize = 1_000_000;

/// How many positions are listed, and how.
#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// List at most N positions [default: 10]
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=MOST_SHOWN, 100), allow_negative_numbers = true)]
    limit: Option<usize>,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
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

/// The answer.
#[derive(Serialize)]
pub(crate) struct List {
    pub(crate) game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<PuzzleKind>,
    /// The plies of the longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plies: Option<u16>,
    /// How many plies the table stores, if it is cut and only these were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stored_plies: Option<u16>,
    /// How many positions there are of this kind.
    pub(crate) count: u64,
    /// Whether all that could be listed are listed.
    #[serde(skip)]
    pub(crate) is_whole: bool,
    pub(crate) positions: Vec<Listed>,
}

/// A position of the list, with the table's answer about it.
#[derive(Serialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    answer: Answer,
    difficulty: Difficulty,
    #[serde(skip)]
    at: AnyPosition,
}

impl List {
    /// The game, and which of its positions were looked at if not all.
    pub(crate) fn about(&self) -> String {
        let Self { game, stored_plies, .. } = self;
        match stored_plies {
            None => game.clone(),
            Some(plies) => {
                let plies = numbers::plies(*plies);
                format!("{game} (positions of the first {plies}, which the table stores)")
            }
        }
    }
}

/// The answers about these positions.
pub(crate) fn listed(
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
    pub(crate) fn form(&self) -> Result<Form, Trouble> {
        self.output.check()?;
        self.format.of(&self.output)
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit.unwrap_or(SHOWN)
    }

    pub(crate) fn write(
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
        _ if list.is_whole => ":".to_owned(),
        1 => ". The first:".to_owned(),
        shown => format!(". The first {}:", grouped(shown)),
    };
    write_wrapped(out, &format!("{head}{shown}"))?;
    for Listed { answer, difficulty, at } in &list.positions {
        let Difficulty { right, legal, depth, trap } = difficulty;
        let mut text = outcome_text::result(game, *at, answer.entry);
        // Otherwise the game is over.
        if *legal > 0 {
            let best = move_name::list_any(game, *at, answer.entry.optimal_moves, "or");
            let which = if answer.entry.optimal_moves.len() == 1 { "only" } else { "best is" };
            text += format!(": {which} {best} ({right} of {legal} moves keep the outcome").as_str();
            if let Some(depth) = depth.filter(|&depth| depth > 0) {
                text += format!(", seen {} ahead", numbers::plies(depth)).as_str();
            }
            if let Some(trap) = trap.filter(|&trap| trap > 0) {
                text += format!("; a trap looks right for {}", numbers::plies(trap)).as_str();
            }
            text += ")";
        }
        writeln!(out, "\n  {}", answer.position.position)?;
        for line in wrapped(&format!("    {text}"), WIDTH, 4) {
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
