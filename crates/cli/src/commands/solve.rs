//! `perfect-play solve`: solves a game, and writes the table if asked to.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::{
    ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use perfect_play_analysis::MoveAnswer;
use perfect_play_core::{Entry, Game, MoveValues, Objective, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyTable, Method, Start};
use perfect_play_file::is_stream;
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, game_arg, number_arg},
    positions::outcome_text,
    tables::{
        disk::DiskArgs,
        memory::MemoryArgs,
        scratch::Scratch,
        solving::{self, Destination, Limits},
    },
    terminal::{
        exit::{Finding, Trouble},
        interruption, output, paint,
    },
    text::{numbers, wrap::write_wrapped},
};

/// Solve a game completely; with `-o`, write the table to a file or a folder
#[derive(clap::Args)]
#[command(after_help = "\
Large games are solved tier by tier, beginning with the full board. A tier is a
part of the table. Memory holds a few tiers, and files hold the others.
FILE.partial keeps the solved tiers: Ctrl-C stops, and the same command resumes.
A game that says its tiers, such as `morris:nine`, is solved unit by unit in the
same way. It is not known before how well its table can be compressed. So the
free disk is not checked, and `--disk SIZE` must hold a byte for each slot.

With `-o FOLDER/`, a path that ends in `/`, the table of a large game is written
to a folder, with a file for each run of tiers. The files can be copied one by
one. All commands read such a folder like a file, and `pack` makes a file of it.

With `-o /dev/stdout` the table goes to standard output, and all other output
goes to standard error. The table of a large game is then solved in the folder
for temporary files, and the run cannot be resumed.

Without `-o` no table is written. The answer is the values of the start and of
the first moves. A tier is dropped as soon as no other tier needs it, so this
takes a fraction of the disk. The tiers are in the folder for temporary files.
With `--scratch FOLDER` they are in FOLDER, and the same command resumes an
interrupted run. The files stay in FOLDER; remove it when you have the answer.

With `--plies N` only the positions of the first N plies are stored, in a file
of a few megabytes at most. All commands find the values of later positions by
a search, exactly. Solving it searches every position of ply N, which takes
minutes to hours for a large board. FILE.partial keeps what has been searched,
and the same command resumes. A table of all positions is cut faster:
`pack --plies`.

Examples:
  perfect-play solve tictactoe
  perfect-play solve mnk:4,4,4 -o m.perfect
  perfect-play solve connect:6,5,4 -o big.perfect --memory 4GiB
  perfect-play solve tictactoe+misere --objective outcome -o all.perfect
  perfect-play solve connect:6,5,4 -o big/
  perfect-play solve connect:6,6,4 --scratch tiers
  perfect-play solve connect:5,5,4 --plies 6 -o first.perfect")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `mnk:4,3,3`, `connect:6,5,4`, each also with `+misere`
    game: OsString,
    /// Write the table to this file, or to this folder if it ends in `/`. An existing table is replaced, but no other
    /// file. Needed to probe a table that does not fit in memory
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
    /// Use this many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = number_arg::threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
    /// Store only the positions of the first N plies, in a cut table. All commands search for the values of the others
    #[arg(long, value_name = "N", value_parser = number_arg::plies, conflicts_with = "scratch", allow_hyphen_values = true)]
    plies: Option<u16>,
    /// Write no table, and keep each solved tier of a large game in this folder until no other tier needs it
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    scratch: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    disk: DiskArgs,
    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    /// The limits of the solve.
    fn limits(&self) -> Limits {
        Limits { threads: self.threads, memory: self.memory.bound(), disk: self.disk.room() }
    }
}

#[derive(Serialize)]
struct Solved {
    game: String,
    objective: Objective,
    /// How many positions play can reach; not counted with `--scratch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// How many boards have a value in a table by tiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    slots: Option<u64>,
    start: Entry,
    moves: Vec<MoveAnswer>,
    file: Option<String>,
    bytes: Option<u64>,
    /// How many plies are stored, in a cut table.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let game = game_arg::game(&args.game)?;
    // Checked before the file is replaced: standard output may be redirected to the old file.
    let is_stdout = args.output.as_deref().is_some_and(output::is_stdout);
    if let Some(file) = &args.output {
        if let Some(rules) = game_arg::rules_file(&args.game) {
            output::check_input(&rules, file)?;
        }
        let is_small = matches!(Method::of(&game), Method::Codes(_) | Method::Keys);
        let is_divided = args.plies.is_none() && !is_small;
        if !output::names_a_folder(file) {
            if is_divided && file.is_dir() {
                let folder = Shown(file.display());
                return Err(Trouble::new(format!(
                    "{folder} is a folder: `-o {folder}/` writes the table to it, with a file for each run of tiers"
                )));
            }
            output::check_table_output(file)?;
        } else if args.plies.is_some() {
            return Err(Trouble::new(
                "a cut table is small, and is not divided into the files of a folder: name a file with `-o FILE`",
            ));
        } else if !is_divided {
            return Err(Trouble::new(format!(
                "the table of {game} is too small to be divided into the files of a folder: name a file with `-o FILE`"
            )));
        } else {
            output::check_folder(file)?;
        }
    }
    if let Some(threads) = args.threads {
        perfect_play_parallel::set_threads(threads).map_err(|error| {
            let advice = "give fewer with `--threads`";
            Trouble::new(format!("{threads} threads cannot be started: {error}: {advice}"))
        })?;
    }
    let Solution { start, moves, positions, slots } = solve(&game, args)?;
    let file = args.output.as_ref().filter(|file| !is_stream(file));
    let bytes = file.and_then(|file| bytes_in(file).ok());
    let solved = Solved {
        game: game.to_string(),
        objective: args.objective,
        positions,
        slots,
        start,
        moves: MoveAnswer::of(&game, game.start(), moves.iter()),
        file: args.output.as_ref().map(|file| file.display().to_string()),
        bytes,
        plies: args.plies,
    };
    let text = |out: &mut dyn Write| {
        let result = outcome_text::result(&game, game.start(), start);
        let result = paint::outcome(start.outcome, result);
        write_wrapped(out, &format!("{game} ({}): {result}", args.objective))?;
        if game.end(game.start()).is_none() {
            writeln!(out, "first moves:")?;
            for line in outcome_text::moves_by_worth(&game, game.start(), start, &moves, "  ") {
                writeln!(out, "{line}")?;
            }
        }
        if let Some(positions) = positions {
            let cut = args.plies.map(|plies| format!(" of the first {}", numbers::plies(plies)));
            let cut = cut.unwrap_or_default();
            writeln!(out, "{} positions{cut} solved", numbers::grouped(positions))?;
        }
        if let Some(slots) = slots {
            let slots = numbers::grouped(slots);
            if game.mnk().is_some() {
                writeln!(
                    out,
                    "{slots} boards solved (symmetric boards nearly always count as one)"
                )?;
            } else {
                writeln!(out, "{slots} slots solved")?;
            }
        }
        if let (Some(file), Some(bytes)) = (&solved.file, bytes) {
            let written = format!("{} written, {} bytes", Shown(file), numbers::grouped(bytes));
            write_wrapped(out, &written)?;
        }
        Ok(())
    };
    args.format.print_about_file(is_stdout, &solved, text)?;
    Ok(Finding::Fine)
}

/// The size in bytes of a file, or of the files of a table in a folder.
fn bytes_in(path: &Path) -> io::Result<u64> {
    if path.is_dir() {
        return Ok(solving::bytes_of_tiers(path));
    }
    Ok(fs::metadata(path)?.len())
}

/// The facts about a solved game.
struct Solution {
    /// The entry of the start.
    start: Entry,
    /// The values of the first moves.
    moves: MoveValues,
    /// How many positions play can reach, if they were counted.
    positions: Option<u64>,
    /// How many boards have a value in a table by tiers.
    slots: Option<u64>,
}

/// Solves the game, and writes it if asked to.
fn solve(game: &AnyGame, args: &Args) -> Result<Solution, Trouble> {
    let objective = args.objective;
    let limits = args.limits();
    if let Some(plies) = args.plies {
        let file = args.output.as_deref().filter(|file| !is_stream(file));
        let (table, kept) = solving::first_plies(game, plies, objective, (limits, file))?;
        let solution = write_small(&table, args)?;
        if let Some(kept) = kept {
            kept.remove();
        }
        return Ok(solution);
    }
    match (Method::of(game), &args.output) {
        (Method::Tiers(_) | Method::Ranks, Some(path)) => solve_into(game, path, objective, limits),
        (Method::Tiers(game), None) => {
            let folder = args.scratch.as_deref();
            let (Start { entry: start, moves }, slots) =
                solving::for_start(game, objective, folder, limits)?;
            Ok(Solution { start, moves, positions: None, slots: Some(slots) })
        }
        _ => {
            let why = format!("{game} is solved in memory");
            if args.scratch.is_some() {
                interruption::tell_no_effect("--scratch", &why);
            }
            limits.disk.has_no_effect(&why);
            write_small(&solving::on_the_spot(game, objective, limits.memory)?, args)
        }
    }
}

/// Solves a game into a file, a folder or a stream.
fn solve_into(
    game: &AnyGame,
    path: &Path,
    objective: Objective,
    limits: Limits,
) -> Result<Solution, Trouble> {
    let scratch;
    let to = if output::names_a_folder(path) {
        Destination::Folder(path)
    } else if is_stream(path) {
        scratch = Scratch::new()?;
        Destination::Scratch(&scratch)
    } else {
        Destination::File(path)
    };
    solving::into_files(game, objective, to, limits)?;
    if let Destination::Scratch(scratch) = to {
        scratch.stream_to(path)?;
    }
    let table = AnyTable::open_as(&to.path(), game.clone())?;
    if table.is_held() {
        solving::tell_doubt(&table);
    }
    let (start, moves) = table.probe_with_moves(table.game().start())?;
    Ok(Solution { start, moves, positions: None, slots: Some(table.size()) })
}

/// Writes a solved table of one piece if asked to.
fn write_small(table: &AnyTable, args: &Args) -> Result<Solution, Trouble> {
    solving::tell_doubt(table);
    let stated = match &args.output {
        Some(file) => {
            let _task = output::writing(file);
            table.write(file)?.positions()
        }
        None => None,
    };
    let positions = stated.unwrap_or_else(|| table.count());
    let (start, moves) = table.probe_with_moves(table.game().start())?;
    Ok(Solution { start, moves, positions: Some(positions), slots: None })
}
