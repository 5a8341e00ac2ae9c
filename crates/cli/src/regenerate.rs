//! `perfect-play regenerate`: solves again what a file holds, and compares.

use std::path::PathBuf;

use perfect_play_core::{Objective, Probe};
use perfect_play_table::{DiffError, Header, diff, write};
use serde::Serialize;

use crate::{
    draw::grouped,
    exit::{Finding, Trouble},
    format::FormatArgs,
    progress,
    report::{self, DiffReport},
    table_arg,
};

/// Solve again what a file holds and compare; exit code 1 if it differs
#[derive(clap::Args)]
#[command(after_help = "\
Exit code 1 says that the file differed, also where `--write` has replaced it.

Examples:
  perfect-play regenerate data/tictactoe.perfect
  perfect-play regenerate old.perfect --write")]
pub(crate) struct Args {
    /// A .perfect file
    file: PathBuf,
    /// Replace the file if it is not byte for byte what would be written now; the exit code is
    /// still 1 if it differed
    #[arg(long)]
    write: bool,
    /// Show at most so many examples
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    file: String,
    game: String,
    objective: Objective,
    same: bool,
    byte_for_byte: bool,
    written: bool,
    header_differences: Vec<HeaderDifference>,
    #[serde(flatten)]
    diff: DiffReport,
}

#[derive(Serialize)]
struct HeaderDifference {
    field: &'static str,
    file: String,
    regenerated: String,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let (table, header) = table_arg::file(&args.file)?;
    let game = *table.game();
    let fresh = table_arg::solve(game, table.objective())?;
    let fresh_header = Header::of(&fresh);
    let header_differences = header_differences(&header, &fresh_header);
    let diff = progress::during("comparing", |report| diff(&table, &fresh, args.limit, report))
        .map_err(|error| match error {
            DiffError::First(reason) => table_arg::unreadable(args.file.display(), &reason),
            other => other.into(),
        })?;
    let same = header_differences.is_empty() && diff.is_empty();
    // A file is its header and its slots, each written in one way only.
    let byte_for_byte = header == fresh_header && table.slots() == fresh.slots();
    let written = args.write && !byte_for_byte;
    if written {
        write(&fresh, &args.file)?;
    }
    let report = Report {
        file: args.file.display().to_string(),
        game: game.to_string(),
        objective: table.objective(),
        same,
        byte_for_byte,
        written,
        header_differences,
        diff: DiffReport::new(&game, &diff),
    };
    args.format.print(&report, |out| {
        let (file, objective) = (args.file.display(), table.objective());
        let positions = grouped(diff.positions);
        if same {
            let exactly = if byte_for_byte { ", byte for byte" } else { "" };
            return writeln!(
                out,
                "{file}: the same{exactly} ({game}, {objective}, {positions} positions)"
            );
        }
        if diff.is_empty() {
            writeln!(
                out,
                "{file}: the entries of {game} ({objective}) solved now, under another header"
            )?;
        } else {
            let differing = grouped(diff.differing);
            writeln!(
                out,
                "{file}: different from {game} ({objective}) solved now in {differing} of \
                 {positions} positions"
            )?;
        }
        for HeaderDifference { field, file, regenerated } in &report.header_differences {
            writeln!(out, "  {field}: {file} in the file, {regenerated} solved now")?;
        }
        if !diff.is_empty() {
            writeln!(out)?;
            report::print(out, &game, &diff, ["file", "solved"])?;
        }
        if written {
            writeln!(out, "\n{file} has been replaced")?;
        }
        Ok(())
    })?;
    Ok(if same { Finding::Fine } else { Finding::Different })
}

fn header_differences(file: &Header, fresh: &Header) -> Vec<HeaderDifference> {
    let mut differences = Vec::new();
    let mut compare = |field, file: String, regenerated: String| {
        if file != regenerated {
            differences.push(HeaderDifference { field, file, regenerated });
        }
    };
    let counts = |header: &Header| format!("{:?}", header.positions_by_ply);
    compare("entry layout", file.layout.to_string(), fresh.layout.to_string());
    compare("positions by ply", counts(file), counts(fresh));
    compare("bytes of entries", grouped(file.payload_bytes), grouped(fresh.payload_bytes));
    differences
}
