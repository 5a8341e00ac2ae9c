//! The command line.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{Parser, Subcommand};
use perfect_play_core::Objective;
use perfect_play_engine::free_memory;

/// Solves, verifies and counts large board games on many machines that share a disk.
#[derive(Parser)]
#[command(
    name = "perfect-play-mpi",
    version,
    after_help = "\
Start it with mpirun, with two ranks or more: rank 0 hands out the tiers, and the others
work. FOLDER must be the same folder on all machines. If the job ends early, the same
command resumes it. `perfect-play pack FOLDER -o FILE` makes one file of the finished
table.

Examples:
  mpirun -n 17 perfect-play-mpi solve connect4 -o /shared/connect4 --threads 16
  mpirun -n 17 perfect-play-mpi verify /shared/connect4
  mpirun -n 17 perfect-play-mpi stats /shared/connect4 --json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Use this many threads in each rank
    #[arg(long, value_name = "N", global = true, default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// End the job if a rank sends nothing for this many seconds
    #[arg(long, value_name = "SECONDS", global = true, default_value_t = 30, value_parser = clap::value_parser!(u64).range(2..))]
    patience: u64,
}

/// The most threads of a rank.
const MOST_THREADS: usize = 1024;

impl Args {
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve a game into a folder
    Solve(SolveArgs),
    /// Prove the table of a large `mnk` or `connect` game from the rules alone; exit code 1 if it is wrong
    Verify {
        /// The folder
        folder: PathBuf,
    },
    /// Count the positions of the table of a large `mnk` or `connect` game
    Stats {
        /// The folder. The counts are kept in `FOLDER/counted`, so that the same command resumes
        folder: PathBuf,
        /// Print all counts for programs, as `perfect-play stats --json` does
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
pub(crate) struct SolveArgs {
    /// A game's name: `connect4`, `mnk:5,4,4`, `morris:nine`
    pub(crate) game: String,
    /// The folder, on a disk that all machines share
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Which moves are optimal: `fastest` or `outcome`
    #[arg(long, default_value_t = Objective::Fastest)]
    pub(crate) objective: Objective,
    /// Keep this many MiB of child tiers in the memory of each rank, for a slow disk
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    cache: usize,
    /// Use at most this many MiB of memory for a table of one piece, which one rank solves [default: the free memory]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
}

impl SolveArgs {
    /// The bytes of child tiers that each rank keeps in memory.
    pub(crate) fn cache(&self) -> usize {
        self.cache.saturating_mul(1 << 20)
    }

    /// The most bytes for a table of one piece.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.map_or_else(free_memory, |mebibytes| mebibytes.saturating_mul(1 << 20))
    }
}

/// More threads than the cores of a machine would only hinder one another.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("give a number of threads from 1 to {MOST_THREADS}"))
}
