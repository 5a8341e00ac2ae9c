//! `perfect-play solve`: solves a game, and writes the table if asked to.

use std::{
    ffi::OsString,
    fs,
    io::{self, IsTerminal, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::{
    ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use perfect_play_core::{Entry, Game, Mnk, Objective, Probe, Shown};
use perfect_play_engine::Method;
use perfect_play_table::{is_stream, replace, write};
use serde::Serialize;

use crate::{
    draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    memory::MemoryArgs,
    move_worth::MoveWorth,
    number_arg, output,
    scratch::Scratch,
    solve_start,
    solving::{self, Destination, Written},
    table_arg,
};

/// Solve a game completely; with `-o`, write the table to a file
#[derive(clap::Args)]
#[command(after_help = "\
Large games are solved level by level, from the full board on, with two levels in
memory. FILE.partial keeps the finished levels: Ctrl-C stops, and the same command
resumes.

With `-o /dev/stdout` the table goes to standard output, and what is printed
otherwise goes to standard error. The table of a large game is then solved into the
folder for temporary files, and cannot be resumed.

A game that no memory holds is solved with `--scratch FOLDER`, tier by tier, with
the solved tiers in files in FOLDER as long as others need them. This writes no
table: it tells the values of the start and of the first moves. If it is
interrupted, the same command resumes. The files stay in FOLDER; remove it when
you have the answer.

Examples:
  perfect-play solve tictactoe
  perfect-play solve mnk:4,4,4 -o m.perfect
  perfect-play solve connect:6,5,4 -o big.perfect --memory 4GiB
  perfect-play solve tictactoe+misere --objective outcome -o all.perfect
  perfect-play solve connect:6,6,4 --scratch tiers")]
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
    /// Solve tier by tier, with the solved tiers in files in this folder, and write no table
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    scratch: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Solved {
    game: String,
    objective: Objective,
    /// How many positions play can lead to; not counted with `--scratch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// How many slots the tiers have, with `--scratch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    slots: Option<u64>,
    start: Entry,
    /// The values of the first moves, with `--scratch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveWorth>>,
    file: Option<String>,
    bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let game = table_arg::game(&args.game)?;
    // Before the file is replaced: then standard output may be the old one.
    let is_stdout = args.output.as_deref().is_some_and(output::is_stdout);
    if let Some(file) = &args.output {
        output::check_output(file)?;
        if is_stdout && io::stdout().is_terminal() {
            return Err(Trouble::new(output::NOT_FOR_A_TERMINAL));
        }
    }
    if let Some(threads) = args.threads {
        perfect_play_parallel::set_threads(threads).map_err(|error| {
            let advice = "give fewer with `--threads`";
            Trouble::new(format!("{threads} threads cannot be started: {error}: {advice}"))
        })?;
    }
    if let Some(folder) = &args.scratch {
        return solve_by_tiers(game, folder, args);
    }
    let (start, positions) = solve(game, args)?;
    let file = args.output.as_ref().filter(|file| !is_stream(file));
    let bytes = file.and_then(|file| Some(fs::metadata(file).ok()?.len()));
    let solved = Solved {
        game: game.to_string(),
        objective: args.objective,
        positions: Some(positions),
        slots: None,
        start,
        moves: None,
        file: args.output.as_ref().map(|file| file.display().to_string()),
        bytes,
    };
    let text = |out: &mut dyn Write| {
        let result = draw::result(start, game.to_move(game.start()));
        writeln!(out, "{game} ({}): {result}", args.objective)?;
        writeln!(out, "{} positions solved", draw::grouped(positions))?;
        if let (Some(file), Some(bytes)) = (&solved.file, bytes) {
            writeln!(out, "{} written, {} bytes", Shown(file), draw::grouped(bytes))?;
        }
        Ok(())
    };
    if is_stdout {
        // Standard output has the table. If standard error is closed, the table is whole all the same.
        let _ = args.format.write(&mut io::stderr(), &solved, text);
    } else {
        args.format.print(&solved, text)?;
    }
    Ok(Finding::Fine)
}

/// Solves the game tier by tier in a folder, and tells the values of the start and of the first moves.
fn solve_by_tiers(game: Mnk, folder: &Path, args: &Args) -> Result<Finding, Trouble> {
    let bound = args.memory.bound();
    let (start, slots) = solve_start::solve(game, args.objective, folder, args.threads, bound)?;
    let solved = Solved {
        game: game.to_string(),
        objective: args.objective,
        positions: None,
        slots: Some(slots),
        start: start.entry,
        moves: Some(MoveWorth::of(&game, &start.moves)),
        file: None,
        bytes: None,
    };
    args.format.print(&solved, |out| {
        let result = draw::result(start.entry, game.to_move(game.start()));
        writeln!(out, "{game} ({}): {result}", args.objective)?;
        let moves = start.moves.iter().map(|value| draw::move_worth(value, start.entry));
        writeln!(out, "first moves: {}", moves.collect::<Vec<_>>().join(" "))?;
        writeln!(out, "{} slots solved", draw::grouped(slots))
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
                let _task = output::writing(file);
                write(&solution, file)?;
            }
            Ok((solution.probe(game.start())?, solution.positions().count() as u64))
        }
        (Method::Levels, None) => solving::start_alone(game, objective, bound),
        (Method::Levels, Some(file)) if is_stream(file) => {
            let scratch = Scratch::new()?;
            let to = Destination::Scratch(&scratch);
            let Written { header, start, .. } = solving::into_file(game, objective, to, bound)?;
            let _task = output::writing(file);
            replace(file, |out| scratch.copy_to(out))?;
            Ok((start, header.positions()))
        }
        (Method::Levels, Some(file)) => {
            let to = Destination::File(file);
            let Written { header, start, .. } = solving::into_file(game, objective, to, bound)?;
            Ok((start, header.positions()))
        }
    }
}
