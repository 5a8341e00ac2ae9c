//! `perfect-play diff`: lists where two tables differ.

pub(super) mod report;

use std::ffi::OsString;

use perfect_play_core::Probe;
use perfect_play_proof::DifferentPositions;
use serde::Serialize;

use self::report::DiffReport;
use crate::{
    args::{format::FormatArgs, number_arg, table_arg},
    terminal::{
        exit::{Finding, Trouble},
        paint, progress,
    },
    text::{
        numbers::{self, grouped},
        wrap::write_wrapped,
    },
};

/// Compare two tables position by position; exit code 1 if they differ
#[derive(clap::Args)]
#[command(after_help = "\
Games that are too large for memory are compared as files, which
`solve GAME -o FILE` writes. Finding out whether two files hold the same values
takes the memory of a few tiers.

Examples:
  perfect-play diff tictactoe other.perfect
  perfect-play diff tictactoe tictactoe+misere --limit 3
  perfect-play diff mnk:4,4,4 mnk:4,4,3 --json
  perfect-play diff big.perfect other.perfect")]
pub(crate) struct Args {
    /// The first table: a game's name or a .perfect file
    #[arg(value_name = "A")]
    first: OsString,
    /// The second table: a game's name or a .perfect file
    #[arg(value_name = "B")]
    second: OsString,
    /// Show at most this many examples
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number_arg::within(0..=usize::MAX, 100), allow_negative_numbers = true)]
    limit: usize,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    first: String,
    second: String,
    /// How many plies are compared, if a table is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    #[serde(flatten)]
    diff: DiffReport,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let first = table_arg::source_solved_anew(&args.first)?;
    let second = table_arg::source_solved_anew(&args.second)?;
    DifferentPositions::check(first.game(), second.game())?;
    let (first, second) = (first.table()?, second.table()?);
    let diff = progress::during("comparing", |report| {
        first.table.diff(&second.table, args.limit, report)
    })?;
    let game = first.table.game();
    let plies = [&first, &second].into_iter().filter_map(|table| table.table.plies()).min();
    let report = Report {
        first: args.first.display().to_string(),
        second: args.second.display().to_string(),
        plies,
        diff: DiffReport::new(game, &diff, plies),
    };
    args.format.print(&report, |out| {
        writeln!(out, "first   {first}")?;
        writeln!(out, "second  {second}")?;
        if let Some(plies) = plies {
            let plies = numbers::plies(plies);
            write_wrapped(
                out,
                &format!("A table stores the first {plies}: only these are compared."),
            )?;
        }
        let positions = grouped(diff.positions);
        if diff.is_empty() {
            let same = paint::finding(true, "The same");
            return writeln!(out, "{same} in all {positions} positions.");
        }
        let differing = paint::finding(false, grouped(diff.differing));
        writeln!(out, "{differing} of {positions} positions differ.\n")?;
        report::print(out, &first.table, &diff, ["first", "second"])
    })?;
    Ok(if diff.is_empty() { Finding::Fine } else { Finding::Different })
}
