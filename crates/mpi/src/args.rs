//! The command line.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{Parser, Subcommand};
use perfect_play_core::Objective;

/// Solves and verifies large board games on many machines that share a disk.
#[derive(Parser)]
#[command(
    name = "perfect-play-mpi",
    version,
    after_help = "\
Start it with mpirun, with two ranks or more: rank 0 hands out the tiers, and the others
work. FOLDER must be the same folder on all machines. If the job ends early, the same
command goes on; `perfect-play status FOLDER` tells how far it is, and
`perfect-play pack FOLDER -o FILE` makes one file of the finished table.

Examples:
  mpirun -n 17 perfect-play-mpi solve connect4 -o /shared/connect4 --threads 16
  mpirun -n 17 perfect-play-mpi verify /shared/connect4"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Use so many threads in each rank
    #[arg(long, value_name = "N", global = true, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// Keep so many MiB of child tiers in the memory of each rank, for a slow disk
    #[arg(long, value_name = "MIB", global = true, default_value_t = 0)]
    pub(crate) cache: usize,
    /// End the job if a rank says nothing for so many seconds
    #[arg(long, value_name = "SECONDS", global = true, default_value_t = 30, value_parser = clap::value_parser!(u64).range(2..))]
    patience: u64,
}

impl Args {
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve a game into a folder
    Solve {
        /// A game's name: `connect4`, `connect:6,5,4`, `mnk:5,4,4`
        game: String,
        /// The folder, on a disk that all machines share
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
        /// Which moves are optimal: `fastest` or `outcome`
        #[arg(long, default_value_t = Objective::Fastest)]
        objective: Objective,
    },
    /// Prove the table in a folder from the rules alone; exit code 1 if it is wrong
    Verify {
        /// The folder
        folder: PathBuf,
    },
}
