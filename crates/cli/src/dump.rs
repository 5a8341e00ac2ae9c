//! `perfect-play dump`: everything a table says, for other programs.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::ValueEnum;
use perfect_play_core::Probe;
use perfect_play_table::{CopyError, Record, TableError};

use crate::{
    exit::{Finding, Trouble},
    format::{Format, FormatArgs},
    output::{NOT_FOR_A_TERMINAL, OutputArgs, csv_error},
    progress,
    scratch::Scratch,
    table_arg::{self, Table},
};

/// Write every reachable position with all a table says of it
#[derive(clap::Args)]
#[command(after_help = "\
Positions ascend by code on boards of up to 16 cells; on larger ones they come in
the order of the table, fullest boards first. If the run is interrupted, an older
FILE stays as it was.

Examples:
  perfect-play dump tictactoe > tictactoe.csv
  perfect-play dump mnk:4,3,3 --format jsonl -o positions.jsonl
  perfect-play dump big.perfect | head
  perfect-play dump tictactoe --format perfect -o tictactoe.perfect")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file: of a game that is
    /// too large for the memory there is, `solve GAME -o FILE` writes one
    table: OsString,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A line a position, with a header line
    Csv,
    /// One object with all positions
    Json,
    /// An object a line, a line a position
    Jsonl,
    /// A .perfect file
    Perfect,
}

impl Format for Form {
    const DEFAULT: &str = "csv";
    const JSON: Self = Self::Json;
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let format = args.format.format();
    args.output.check()?;
    if format == Form::Perfect && args.output.is_terminal() {
        return Err(Trouble::new(NOT_FOR_A_TERMINAL));
    }
    let table = table_arg::table(&args.table)?;
    args.output.check_input(table.input())?;
    // Where the answer itself goes to the terminal, a bar would stand in it.
    let quiet = args.output.is_terminal();
    let mut dump = Dump { table: &table, format, quiet, error: None };
    let written = args.output.write(|out| dump.write(out));
    match dump.error {
        Some(error) => Err(table.trouble(error)),
        None => written.map(|()| Finding::Fine),
    }
}

/// A dump under way.
struct Dump<'a> {
    table: &'a Table,
    format: Form,
    quiet: bool,
    /// What has ended it, if the table did: which is not an error of writing.
    error: Option<TableError>,
}

impl Dump<'_> {
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Form::Perfect {
            self.write_table(out)
        } else if self.quiet {
            self.write_records(out, &mut |_, _| ())
        } else {
            progress::during("dumping", |report| self.write_records(out, report))
        }
    }

    /// Writes the table anew, also if it is in a file: to copy the file would copy what is damaged, and
    /// what came out of a pipe is there no more.
    fn write_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        // The file of a large table is finished at its beginning, and `out` goes on only.
        let scratch = Scratch::new().map_err(|trouble| io::Error::other(trouble.to_string()))?;
        self.table.table.write(&scratch.table()).map_err(|error| match error {
            CopyError::Write(error) => io::Error::other(scratch.message(&error)),
            CopyError::Unreadable(reason) => {
                let ended = io::Error::other(reason.to_string());
                self.error = Some(reason.into());
                ended
            }
        })?;
        scratch.copy_to(out)
    }

    fn write_records(
        &mut self,
        out: &mut dyn Write,
        report: &mut dyn FnMut(u64, u64),
    ) -> io::Result<()> {
        let table = &self.table.table;
        let records = table.records(report).map(|record| {
            record.map_err(|error| {
                let ended = io::Error::other(error.to_string());
                self.error = Some(error);
                ended
            })
        });
        match self.format {
            Form::Csv => csv(records, table.game().mnk().is_some(), out),
            Form::Jsonl => jsonl(records, out),
            Form::Json | Form::Perfect => {
                let game = serde_json::to_string(&table.game().to_string())?;
                let objective = serde_json::to_string(&table.objective())?;
                write!(out, "{{\"game\":{game},\"objective\":{objective},\"positions\":[")?;
                json_elements(records, out)?;
                writeln!(out, "\n]}}")
            }
        }
    }
}

fn jsonl(
    mut records: impl Iterator<Item = io::Result<Record>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    records.try_for_each(|record| {
        serde_json::to_writer(&mut *out, &record?)?;
        writeln!(out)
    })
}

fn json_elements(
    records: impl Iterator<Item = io::Result<Record>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (i, record) in records.enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &record?)?;
    }
    Ok(())
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

fn csv(
    records: impl Iterator<Item = io::Result<Record>>,
    has_cells: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    let name = |name| if name == "board" && !has_cells { "position" } else { name };
    out.write_record(CSV_HEADER.map(name)).map_err(csv_error)?;
    for record in records {
        let record = record?;
        let fields = [
            text(record.code),
            record.position,
            text(record.ply),
            text(record.to_move),
            record.terminal.to_string(),
            text(record.winner),
            record.outcome.to_string(),
            record.value.to_string(),
            text(record.remoteness),
            record.optimal_moves.to_string(),
            record.outcome_preserving_moves.to_string(),
        ];
        out.write_record(fields).map_err(csv_error)?;
    }
    out.flush()
}

/// What there is, as text; nothing for what there is not.
fn text(of: Option<impl ToString>) -> String {
    of.map_or_else(String::new, |of| of.to_string())
}
