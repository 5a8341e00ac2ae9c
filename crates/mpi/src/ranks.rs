//! The job as every rank sees it, and its end after an error.

use std::{io::Write, num::NonZeroUsize, process, thread, time::Duration};

use mpi::{
    collective::CommunicatorCollectives,
    topology::{Communicator, SimpleCommunicator},
};

use crate::{args::Args, launcher};

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
