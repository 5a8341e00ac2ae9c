//! `perfect-play plan`: estimates what solving a game takes.

mod between;
mod curve;
mod estimated;
mod machines;
mod ranked;

use std::{
    env,
    ffi::OsString,
    fmt,
    io::{self, Write},
    num::NonZeroUsize,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use bytesize::ByteSize;
use perfect_play_core::{Game, Shown};
use perfect_play_engine::{AnyGame, CutPlan, Measured, Plan};
use perfect_play_games::Mnk;
use serde::Serialize;

use self::{between::Between, machines::MachinesArgs};
use crate::{
    args::{format::FormatArgs, game_arg, number_arg},
    tables::{books, disk, memory::MemoryArgs, solving},
    terminal::{
        exit::{Finding, Trouble},
        interruption, progress,
    },
    text::numbers::{self, grouped},
};

/// Tell what solving a game would take, without solving it
#[derive(clap::Args)]
#[command(after_help = "\
A tier is a part of the table that is solved as one piece. Slots, tiers and
memory are computed. The disk and the time are extrapolated from the games named
beside them, which were solved on a shared core of a server: the bounds are the
least and the most that one of these games took for each slot. If the game itself
was measured, they are its own. The upper bound of the time is doubled, for a
machine that also does other work.

`--machines N` plans a solve on 1, 2, 4, … up to N machines that share a disk,
to which runs of tiers are assigned as `perfect-play-mpi` does it. It shows the
time for each number of machines. The disk's speed is that of each machine; the
last column shows how much all of them read.

A game can say its tiers itself, as `teeko` does. Its slots are computed as well.

The number of positions of other games (`hex:5`, `kalah:6,4`) is known only after
they are found. If there are more than --games, they are estimated from as many
random games, as a range: the more often the games meet in the same position at a
ply, the fewer positions it has. Memory and time are those of a solve in memory.
With --plies, at most as many positions as --games says are counted.

Examples:
  perfect-play plan connect4
  perfect-play plan hex:5
  perfect-play plan connect4 --machines 256 --cores 16 --disk 500 --latency 2
  perfect-play plan connect4 --plies 8
  perfect-play plan mnk:5,5,4 --json
  perfect-play plan connect:6,6,4 --memory 2GiB")]
pub(crate) struct Args {
    /// A game's name: `tictactoe`, `connect4`, `connect:6,5,4+misere`, `kalah:6,4`
    game: OsString,
    /// Show the memory for this many threads [default: for several numbers of threads]
    #[arg(long, value_name = "N", value_parser = number_arg::threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
    /// Plan a cut table, of the first N plies
    #[arg(long, value_name = "N", value_parser = number_arg::plies, allow_hyphen_values = true)]
    plies: Option<u16>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    machines: MachinesArgs,
    #[command(flatten)]
    sample: estimated::SampleArgs,
    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    /// Says that `--threads` has no effect on the plan of this game or table.
    fn tell_threads(&self, of: impl fmt::Display) {
        if self.threads.is_some() {
            let why = format!("the plan of {of} is the same for any number of threads");
            interruption::tell_no_effect("--threads", &why);
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: String,
    slots: u64,
    tiers: usize,
    layers: u8,
    largest_tier: u64,
    memory: Vec<Memory>,
    file_bytes: Between<u64>,
    /// The disk space of a solve without a file.
    scratch: Scratch,
    core_seconds: Work<Between<f64>>,
    /// The measured games from which bytes and seconds are extrapolated, or the game itself if it was measured.
    basis: Vec<Basis>,
    free: Free,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<machines::Report>,
}

/// The cost with this many threads.
#[derive(Serialize)]
struct Memory {
    threads: usize,
    bytes: u64,
}

#[derive(Serialize)]
struct Scratch {
    slots: u64,
    bytes: Between<u64>,
}

#[derive(Serialize)]
struct Work<T> {
    solve: T,
    verify: T,
    stats: T,
}

#[derive(Serialize)]
struct Basis {
    game: &'static str,
    slots: u64,
    file_bytes: u64,
    core_seconds: Work<f64>,
}

/// The free memory and disk of this machine, or the limits of the command line.
#[derive(Serialize)]
struct Free {
    memory: u64,
    cores: usize,
    /// The most threads for which the memory is sufficient.
    threads: usize,
    disk: Vec<Disk>,
}

#[derive(Serialize)]
struct Disk {
    folder: String,
    /// `None` if the system does not report them.
    bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let game = game_arg::game(&args.game)?;
    args.machines.check()?;
    let memory = args.memory.bound();
    if let Some(plies) = args.plies {
        if args.machines.are_given() {
            return Err(Trouble::new(
                "one process searches the first plies of a game: leave `--machines` or `--plies` out",
            ));
        }
        args.tell_threads("a cut table");
        return cut(&game, plies, memory.bytes(), args);
    }
    let Some(game) = game.mnk() else {
        let plan = solving::rank_plan(&game)?;
        if args.machines.are_given() {
            let has_units = plan.is_some_and(|plan| plan.units > 1);
            return Err(if has_units { by_units(&game) } else { one_process(&game) });
        }
        args.tell_threads(&game);
        if let Some(plan) = plan {
            let report = ranked::Report::of(&game, &plan, memory.bytes());
            args.format.print(&report, |out| report.print_text(out))?;
            return Ok(Finding::Fine);
        }
        let report = estimated::report(&game, &args.sample, memory)?;
        args.format.print(&report, |out| estimated::print_text(out, &report))?;
        return Ok(Finding::Fine);
    };
    let plan = Plan::of(&game).map_err(|_| solving::too_large(&game))?;
    if plan.basis.is_empty() && args.machines.are_given() {
        return Err(one_process(&game));
    }
    let mut report = report(&game, &plan, args);
    if !plan.basis.is_empty() {
        report.cluster = machines::report(&args.machines, &report.game, &solving::tiers(game)?);
    }
    if let Some(cluster) = &report.cluster {
        machines::draw(&args.machines, &report.game, cluster)?;
    }
    args.format.print(&report, |out| print_text(out, &report))?;
    Ok(Finding::Fine)
}

/// What a cut table takes.
#[derive(Serialize)]
struct Cut {
    game: String,
    plies: u16,
    /// The slots of the table.
    slots: u64,
    /// How many positions are searched, at most.
    searched: u64,
    /// Whether the program has a book of this game.
    book: bool,
}

fn cut(game: &AnyGame, plies: u16, memory: u64, args: &Args) -> Result<Finding, Trouble> {
    if game.mnk().is_none() && !game.repeats() {
        estimated::check_counted(game, plies, &args.sample)?;
    }
    let CutPlan { slots, searched } = progress::finding(format!("planning {game}"), 0, |bar| {
        CutPlan::of(game, plies, memory, &|done, of| bar.set(done, of))
    })
    .map_err(solving::cut_trouble)?;
    let cut = Cut { game: game.to_string(), plies, slots, searched, book: books::has(game) };
    args.format.print(&cut, |out| {
        let Cut { game, slots, searched, .. } = &cut;
        writeln!(out, "{game}, the first {}\n", numbers::plies(plies))?;
        writeln!(out, "slots         {}, a byte of the table each", grouped(*slots))?;
        writeln!(out, "to search     up to {} positions", grouped(*searched))?;
        if cut.book {
            writeln!(out, "\nThe program has a book of {game}: its commands need no table.")?;
        }
        Ok(())
    })?;
    Ok(Finding::Fine)
}

/// The error for a plan of several machines, if a game says its tiers.
fn by_units(game: &AnyGame) -> Trouble {
    Trouble::new(format!(
        "`--machines` plans only `mnk` and `connect`: several machines solve {game} unit by unit, with \
         `perfect-play-mpi`, and many units wait for the one before them; leave `--machines` out"
    ))
}

/// The error for a plan of several machines, if one of them does all the work.
fn one_process(game: &dyn fmt::Display) -> Trouble {
    Trouble::new(format!(
        "the table of {game} is one piece, which one process solves: leave `--machines` out"
    ))
}

fn report(game: &Mnk, plan: &Plan, args: &Args) -> Report {
    let (memory, cores) = (args.memory.bound().bytes(), solving::threads(None));
    let counts = match args.threads {
        Some(threads) => vec![threads.get()],
        // A small table is solved in memory, for any number of threads.
        None if plan.memory(1) == plan.memory(2) => vec![1],
        None => {
            let mut counts = vec![1, 2, 4, 8, 16, 32, 64, cores];
            counts.sort_unstable();
            counts.dedup();
            counts
        }
    };
    let folders = [env::current_dir().unwrap_or_else(|_| Path::new(".").into()), env::temp_dir()];
    let disk =
        |folder: PathBuf| Disk { bytes: disk::free(&folder), folder: folder.display().to_string() };
    Report {
        game: game.to_string(),
        slots: plan.slots,
        tiers: plan.tiers,
        layers: plan.layers,
        largest_tier: plan.largest_tier,
        memory: counts
            .into_iter()
            .map(|threads| Memory { threads, bytes: plan.memory(threads) })
            .collect(),
        file_bytes: between(&plan.file_bytes),
        scratch: Scratch { slots: plan.slots_at_once, bytes: between(&plan.scratch_bytes) },
        core_seconds: Work {
            solve: between(&plan.solve_seconds),
            verify: between(&plan.verify_seconds),
            stats: between(&plan.stats_seconds),
        },
        basis: plan.basis.iter().map(basis).collect(),
        free: Free {
            memory,
            cores,
            threads: (0..=cores).take_while(|&n| n == 0 || plan.memory(n) <= memory).count() - 1,
            disk: folders.map(disk).into(),
        },
        cluster: None,
    }
}

fn between<T: Copy>(range: &RangeInclusive<T>) -> Between<T> {
    Between { least: *range.start(), most: *range.end() }
}

fn basis(of: &Measured) -> Basis {
    Basis {
        game: of.game,
        slots: of.slots,
        file_bytes: of.file_bytes,
        core_seconds: Work {
            solve: of.solve_seconds,
            verify: of.verify_seconds,
            stats: of.stats_seconds,
        },
    }
}

fn print_text(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let Report { game, slots, tiers, layers, largest_tier, scratch, core_seconds, free, .. } =
        report;
    writeln!(out, "{game}\n")?;
    if books::has(game) {
        writeln!(
            out,
            "The program has a book of it: `play`, `probe` and others need no table.\n\
             This is what a table of all positions takes.\n"
        )?;
    }
    if report.basis.is_empty() {
        writeln!(out, "It is solved code by code, in memory.\n")?;
    }
    writeln!(out, "slots         {}", grouped(*slots))?;
    let in_layers = if *layers == 1 { String::new() } else { format!(", in {layers} layers") };
    writeln!(out, "tiers         {}{in_layers}", grouped(*tiers as u64))?;
    writeln!(out, "largest tier  {} slots\n", grouped(*largest_tier))?;

    writeln!(out, "threads      memory")?;
    for Memory { threads, bytes } in &report.memory {
        writeln!(out, "{threads:>7}  {:>6} MiB", grouped(bytes >> 20))?;
    }

    writeln!(out, "\nthe file      {}", bytes(&report.file_bytes))?;
    if scratch.slots > 0 {
        let (at_once, most) = (bytes(&scratch.bytes), grouped(scratch.slots));
        writeln!(out, "without it    {at_once} of disk: at most {most} slots at once")?;
    }
    writeln!(out, "to solve      {}", time(&core_seconds.solve))?;
    writeln!(out, "to verify     {}", time(&core_seconds.verify))?;
    if !report.basis.is_empty() {
        writeln!(out, "to count      {}", time(&core_seconds.stats))?;
        let itself = report.basis.iter().any(|of| of.game == *game);
        writeln!(out, "{}", if itself { "measured" } else { "extrapolated by slots from" })?;
    }
    for Basis { game, slots, file_bytes, core_seconds } in &report.basis {
        let (bytes, seconds) = (disk::shown(*file_bytes), core_seconds.solve);
        writeln!(out, "  {game}: {} slots, {bytes}, {seconds} core-seconds", grouped(*slots))?;
    }

    let cores = if free.cores == 1 { "core" } else { "cores" };
    writeln!(out, "\nfree memory   {}, and {} {cores}", ByteSize(free.memory), free.cores)?;
    for Disk { folder, bytes } in &free.disk {
        let bytes = bytes.map_or_else(|| "unknown".to_owned(), disk::shown);
        writeln!(out, "free disk     {bytes} in {}", Shown(folder))?;
    }
    if free.threads < free.cores {
        let enough = match free.threads {
            0 => "no thread".to_owned(),
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        writeln!(out, "The memory is enough for {enough}.")?;
    }
    if let Some(cluster) = &report.cluster {
        machines::print_text(out, cluster)?;
    }
    Ok(())
}

/// `216 GB to 367 GB`.
fn bytes(range: &Between<u64>) -> String {
    let [least, most] = [range.least, range.most].map(disk::shown);
    if least == most { least } else { format!("{least} to {most}") }
}

/// `5.6 to 13 core-hours`.
fn time(range: &Between<f64>) -> String {
    let (unit, seconds) = match range.most {
        most if most < 1.0 => return "less than a core-second".to_owned(),
        most if most < 300.0 => ("core-seconds", 1.0),
        most if most < 3.0 * 3600.0 => ("core-minutes", 60.0),
        _ => ("core-hours", 3600.0),
    };
    format!("{:.1} to {:.1} {unit}", range.least / seconds, range.most / seconds)
}
