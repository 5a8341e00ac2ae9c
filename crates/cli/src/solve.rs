//! `perfect-play solve`: solves a game, and writes the table if asked to.

use std::{ffi::OsString, fs, num::NonZeroUsize, path::PathBuf};

use clap::{
    ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use perfect_play_core::{Entry, Game, Mnk, Objective, Probe, Shown};
use perfect_play_engine::Method;
use perfect_play_table::write;
use serde::Serialize;

use crate::{
    draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    memory::MemoryArgs,
    number_arg,
    output::check_output,
    solving, table_arg,
};

/// Solve a game completely; with `-o`, write the table to a file
#[derive(clap::Args)]
#[command(after_help = "\
Large games are solved level by level, from the full board on, with two levels in
memory. Their table is in FILE.partial until it is finished; if it is interrupted,
the same command goes on from there.

Examples:
  perfect-play solve tictactoe
  perfect-play solve mnk:4,4,4 -o m.perfect
  perfect-play solve connect:6,5,4 -o big.perfect --memory 4GiB
  perfect-play solve tictactoe+misere --objective outcome -o all.perfect")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `mnk:4,3,3`, `connect:6,5,4`, each also with `+misere`
    game: OsString,
    /// Write the table to this file, replacing one that is there: needed to ask a table that does
    /// not fit in memory
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
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
    /// Use so many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = number_arg::threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    memory: MemoryArgs,
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
    if let Some(threads) = args.threads {
        perfect_play_parallel::set_threads(threads).map_err(|error| {
            let advice = "give fewer with `--threads`";
            Trouble::new(format!("{threads} threads cannot be started: {error}: {advice}"))
        })?;
    }
    let (start, positions) = solve(game, args)?;
    let bytes = args.output.as_ref().and_then(|file| Some(fs::metadata(file).ok()?.len()));
    let solved = Solved {
        game: game.to_string(),
        objective: args.objective,
        positions,
        start,
        file: args.output.as_ref().map(|file| file.display().to_string()),
        bytes,
    };
    args.format.print(&solved, |out| {
        let result = draw::result(start, game.to_move(game.start()));
        writeln!(out, "{game} ({}): {result}", args.objective)?;
        writeln!(out, "{} positions solved", draw::grouped(solved.positions))?;
        if let (Some(file), Some(bytes)) = (&solved.file, bytes) {
            writeln!(out, "{} written, {} bytes", Shown(file), draw::grouped(bytes))?;
        }
        Ok(())
    })?;
    Ok(Finding::Fine)
}

/// Solves the game, writes it if asked to, and gives what there is to tell of it: the entry of the
/// start, and how many positions there are.
fn solve(game: Mnk, args: &Args) -> Result<(Entry, u64), Trouble> {
    let (objective, bound) = (args.objective, args.memory.bound());
    match (Method::of(&game), &args.output) {
        (Method::Sweep, file) => {
            let solution = table_arg::sweep(game, objective)?;
            if let Some(file) = file {
                write(&solution, file)?;
            }
            Ok((solution.probe(game.start())?, solution.positions().count() as u64))
        }
        (Method::Levels, None) => solving::start_alone(game, objective, bound),
        (Method::Levels, Some(file)) => {
            let (header, start) = solving::into_file(game, objective, file, bound)?;
            Ok((start, header.positions()))
        }
    }
}
