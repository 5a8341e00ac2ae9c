//! `perfect-play solve`: solves a game, and writes the table if asked to.

use std::{ffi::OsString, fs, path::PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use perfect_play_core::{Entry, Game, Objective, Probe};
use perfect_play_table::write;
use serde::Serialize;

use crate::{
    draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    output::check_output,
    table_arg,
};

/// Solve a game completely; with `-o`, write the table to a file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play solve tictactoe
  perfect-play solve mnk:4,4,4 -o m.perfect
  perfect-play solve tictactoe+misere --objective outcome -o all.perfect")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `mnk:4,3,3`, either with `+misere`
    game: OsString,
    /// Write the table to this file, replacing one that is there
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Which moves are optimal: those that win fastest and lose slowest, or all that keep the
    /// outcome
    #[arg(
        long,
        default_value_t = Objective::Fastest,
        value_parser = PossibleValuesParser::new(Objective::ALL.map(Objective::name))
            .try_map(|name| name.parse::<Objective>()),
    )]
    objective: Objective,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Solved {
    game: String,
    objective: Objective,
    positions: u64,
    start: Entry,
    file: Option<String>,
    bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let game = table_arg::game(&args.game)?;
    if let Some(file) = &args.output {
        check_output(file)?;
    }
    let solution = table_arg::solve(game, args.objective)?;
    let start = solution.probe(game.start())?;
    let mut bytes = None;
    if let Some(file) = &args.output {
        write(&solution, file)?;
        bytes = fs::metadata(file).ok().map(|file| file.len());
    }
    let solved = Solved {
        game: game.to_string(),
        objective: args.objective,
        positions: solution.positions().count() as u64,
        start,
        file: args.output.as_ref().map(|file| file.display().to_string()),
        bytes,
    };
    args.format.print(&solved, |out| {
        let result = draw::result(start, game.to_move(game.start()));
        writeln!(out, "{game} ({}): {result}", args.objective)?;
        writeln!(out, "{} positions solved", draw::grouped(solved.positions))?;
        if let (Some(file), Some(bytes)) = (&solved.file, bytes) {
            writeln!(out, "{file} written, {} bytes", draw::grouped(bytes))?;
        }
        Ok(())
    })?;
    Ok(Finding::Fine)
}
