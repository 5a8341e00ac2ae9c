//! `perfect-play dump`: everything a table says, for other programs.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use clap::ValueEnum;
use perfect_play_core::Probe;
use perfect_play_table::{Record, records, replace, to_bytes};

use crate::{
    exit::{Finding, Trouble},
    output,
    progress::Progress,
    table_arg::{self, Table},
};

/// Write every reachable position with all a table says of it, ascending by code
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play dump tictactoe > tictactoe.csv
  perfect-play dump mnk:4,3,3 --format jsonl -o positions.jsonl
  perfect-play dump tictactoe --format perfect -o tictactoe.perfect")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file in place of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a position, with a header line
    Csv,
    /// One object with all positions
    Json,
    /// An object a line, a line a position
    Jsonl,
    /// A .perfect file
    Perfect,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let format = if args.json { Format::Json } else { args.format };
    let table = table_arg::table(&args.table)?;
    match &args.output {
        Some(path) => {
            if let Some(input) = &table.file {
                output::refuse_same_file(input, path)?;
            }
            replace(path, |out| dump(&table, format, out))?;
        }
        None if format == Format::Perfect && io::stdout().is_terminal() => {
            return Err(Trouble::Message(
                "a .perfect table is not for a terminal: name a file with `-o FILE`".to_owned(),
            ));
        }
        None => output::print(|out| dump(&table, format, out))?,
    }
    Ok(Finding::Fine)
}

fn dump(Table { table, .. }: &Table, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Perfect {
        return out.write_all(&to_bytes(table)?);
    }
    let mut progress = Progress::of("dumping");
    let mut report = |done, total| progress.report(done, total);
    let records = records(table, &mut report).map(|record| {
        record.map_err(|error| io::Error::other(format!("the table contradicts itself: {error}")))
    });
    match format {
        Format::Csv => csv(records, out),
        Format::Jsonl => {
            for record in records {
                serde_json::to_writer(&mut *out, &record?)?;
                writeln!(out)?;
            }
            Ok(())
        }
        Format::Json | Format::Perfect => {
            let game = serde_json::to_string(&table.game().to_string())?;
            let objective = serde_json::to_string(&table.objective())?;
            write!(out, "{{\"game\":{game},\"objective\":{objective},\"positions\":[")?;
            for (i, record) in records.enumerate() {
                out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut *out, &record?)?;
            }
            writeln!(out, "\n]}}")
        }
    }
}

const CSV_HEADER: [&str; 11] = [
    "code",
    "board",
    "ply",
    "to_move",
    "terminal",
    "winner",
    "outcome",
    "value",
    "remoteness",
    "optimal_moves",
    "outcome_preserving_moves",
];

fn csv(records: impl Iterator<Item = io::Result<Record>>, out: &mut dyn Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(CSV_HEADER).map_err(io_error)?;
    for record in records {
        let record = record?;
        let fields = [
            record.code.to_string(),
            record.board,
            record.ply.to_string(),
            record.to_move.to_string(),
            record.terminal.to_string(),
            record.winner.map_or_else(String::new, |winner| winner.to_string()),
            record.outcome.to_string(),
            record.value.to_string(),
            record.remoteness.to_string(),
            record.optimal_moves.to_string(),
            record.outcome_preserving_moves.to_string(),
        ];
        out.write_record(fields).map_err(io_error)?;
    }
    out.flush()
}

/// The error of writing, with its kind: a closed pipe is not to be taken for anything else.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
