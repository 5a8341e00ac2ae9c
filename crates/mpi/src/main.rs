//! The program `perfect-play-mpi`: solves, proves and counts a game on many machines.
//!
//! Rank 0 hands out the numbers of tasks: runs of tiers, or the units of a game that says its tiers. The other ranks do them
//! with the functions of generator and table. The values go through the folder. Messages carry only numbers.

mod args;
mod coordinator;
mod launcher;
mod message;
mod ranks;
mod shared_disk;
mod solve;
mod stats;
mod tier_table;
mod verify;
mod worker;

use std::process;

use clap::Parser;
use mpi::{
    Threading,
    point_to_point::{Destination, Source},
    topology::{Communicator, SimpleCommunicator},
};

use args::{Args, Command};
use ranks::{Job, fail};

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
        Command::Solve(args) => solve::run(&job, args).map(|()| true),
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
