//! The program `perfect-play-mpi`: solves, proves and counts a game on many machines.
//!
//! Rank 0 hands out the numbers of runs of tiers. The other ranks work on these runs with the functions of generator
//! and table. The values go through the folder. Messages carry only numbers.

mod args;
mod coordinator;
mod launcher;
mod message;
mod shared_disk;
mod solve;
mod stats;
mod tier_table;
mod verify;
mod worker;

use std::{io::Write, num::NonZeroUsize, process, thread, time::Duration};

use clap::Parser;
use mpi::{
    Threading,
    collective::CommunicatorCollectives,
    point_to_point::{Destination, Source},
    topology::{Communicator, SimpleCommunicator},
};

use args::{Args, Command};

/// The data of the job in every rank.
pub(crate) struct Job<'j> {
    pub(crate) world: &'j SimpleCommunicator,
    pub(crate) args: &'j Args,
    /// By rank: the name of its machine.
    pub(crate) hosts: Vec<String>,
}

impl Job<'_> {
    /// Waits until all ranks are here. Unlike a barrier of MPI, this does not use the processor while it waits.
    pub(crate) fn wait_for_all(&self) {
        let here = self.world.immediate_barrier();
        let mut here = Some(here);
        while let Some(waiting) = here.take() {
            match waiting.test() {
                Ok(_) => break,
                Err(waiting) => here = Some(waiting),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Starts the threads that solve. The calling thread is one of them.
pub(crate) fn set_threads(threads: NonZeroUsize) -> Result<(), String> {
    perfect_play_parallel::set_threads(threads)
        .map_err(|error| format!("{threads} threads cannot be started: {error}"))
}

/// Ends all ranks with a message.
pub(crate) fn fail(world: &SimpleCommunicator, message: &str) -> ! {
    let host = mpi::environment::processor_name().unwrap_or_else(|_| "unknown".to_owned());
    eprintln!("error: rank {} on {host}: {message}", world.rank());
    let _ = std::io::stderr().flush();
    launcher::end_soon();
    // If the network is down, `MPI_Abort` may hang. `mpirun` or the system of the cluster still notices that this
    // process ends.
    thread::spawn(|| {
        thread::sleep(Duration::from_secs(5));
        process::exit(2);
    });
    world.abort(2)
}

fn main() {
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!(
            "error: MPI cannot be started: start this program with `mpirun -n N perfect-play-mpi`"
        );
        process::exit(2);
    };
    let world = universe.world();
    let is_first = world.rank() == 0;
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            if is_first {
                let _ = error.print();
            }
            let code = error.exit_code();
            drop(universe);
            process::exit(code);
        }
    };
    if world.size() < 2 {
        eprintln!(
            "error: one rank hands out the work, so two are needed: `mpirun -n 2 perfect-play-mpi …`"
        );
        drop(universe);
        process::exit(2);
    }
    let job = Job { world: &world, args: &args, hosts: hosts(&world) };
    let ended = match &args.command {
        Command::Solve { game, output, objective } => {
            solve::run(&job, game, output, *objective).map(|()| true)
        }
        Command::Verify { folder } => verify::run(&job, folder),
        Command::Stats { folder, json } => stats::run(&job, folder, *json).map(|()| true),
    };
    match ended {
        Err(error) => fail(&world, &error),
        Ok(is_fine) => {
            drop(universe);
            process::exit(i32::from(!is_fine));
        }
    }
}

/// By rank: the name of its machine.
fn hosts(world: &SimpleCommunicator) -> Vec<String> {
    let host = mpi::environment::processor_name().unwrap_or_else(|_| "unknown".to_owned());
    let (rank, size) = (world.rank(), world.size());
    for other in (0..size).filter(|&other| other != rank) {
        // A name is short, so sending it does not wait for the other rank.
        world.process_at_rank(other).send(host.as_bytes());
    }
    let heard = |other| {
        if other == rank {
            return host.clone();
        }
        let (bytes, _) = world.process_at_rank(other).receive_vec::<u8>();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    (0..size).map(heard).collect()
}
