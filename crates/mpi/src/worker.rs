//! The other ranks: they do tasks on threads of their own, while the main thread exchanges messages with rank 0.

use std::{
    env,
    panic::{self, AssertUnwindSafe},
    sync::{
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use mpi::topology::SimpleCommunicator;

use crate::{
    message::{Message, hear, say},
    ranks::fail,
};

/// How long the main thread sleeps if there is nothing to send or receive. Tasks are ordered ahead.
const NAP: Duration = Duration::from_micros(200);

const BEAT: Duration = Duration::from_secs(1);

/// A report of the working threads to the main thread.
pub(crate) enum Told {
    /// A task is done.
    Done { number: u64, counted: [u64; 2] },
    /// All tasks that they received are done.
    End,
    /// They cannot continue.
    Failed(String),
}

/// The sender of these reports.
pub(crate) struct Teller {
    told: Sender<Told>,
    /// How many slots are solved.
    slots: AtomicU64,
}

impl Teller {
    /// Reports that a task is done.
    pub(crate) fn done(&self, number: u64, counted: [u64; 2]) {
        // If the main thread is gone, the program ends.
        let _ = self.told.send(Told::Done { number, counted });
    }

    /// Counts further solved slots.
    pub(crate) fn solved(&self, slots: u64) {
        self.slots.fetch_add(slots, Relaxed);
    }
}

/// Does tasks with `work`, several at once, until rank 0 has no more. `work` receives the tasks, and reports each one
/// when it is done.
///
/// # Errors
///
/// The error of `work`; or that it panicked; or that rank 0 is silent.
pub(crate) fn run(
    world: &SimpleCommunicator,
    first_host: &str,
    tasks: u64,
    patience: Duration,
    work: impl FnOnce(Receiver<u64>, &Teller) -> Result<(), String> + Send,
) -> Result<(), String> {
    let (hand_on, tasks_to_do) = mpsc::channel();
    let (told, hear_told) = mpsc::channel();
    let teller = Teller { told: told.clone(), slots: AtomicU64::new(0) };
    thread::scope(|scope| {
        let at_work = &teller;
        scope.spawn(move || {
            // The panic's own message is printed when it happens.
            let worked = panic::catch_unwind(AssertUnwindSafe(|| {
                // For the test of a panic. Released programs do not contain this.
                let panics = || env::var_os("PERFECT_PLAY_MPI_PANICS").is_some();
                assert!(!cfg!(debug_assertions) || !panics(), "a panic was asked for");
                work(tasks_to_do, at_work)
            }));
            let end = match worked {
                Ok(Ok(())) => Told::End,
                Ok(Err(error)) => Told::Failed(error),
                Err(_) => Told::Failed("it panicked".to_owned()),
            };
            let _ = told.send(end);
        });
        let talked = talk(world, first_host, tasks, patience, (hand_on, &hear_told), &teller.slots);
        if let Err(error) = talked {
            // The working threads cannot be waited for: they may hang.
            fail(world, &error);
        }
        Ok(())
    })
}

fn talk(
    world: &SimpleCommunicator,
    first_host: &str,
    tasks: u64,
    patience: Duration,
    (hand_on, told): (Sender<u64>, &Receiver<Told>),
    slots: &AtomicU64,
) -> Result<(), String> {
    say(world, 0, Message::Ready { tasks });
    let (mut hand_on, mut heard, mut beat) = (Some(hand_on), Instant::now(), Instant::now());
    loop {
        let mut is_idle = true;
        while let Some((_, message)) = hear(world) {
            (is_idle, heard) = (false, Instant::now());
            match message {
                Message::Task { number } => {
                    // If the threads have ended, they have reported the reason.
                    let _ = hand_on.as_ref().map(|to| to.send(number));
                }
                Message::Stop => hand_on = None,
                _ => {}
            }
        }
        while let Ok(told) = told.try_recv() {
            is_idle = false;
            match told {
                Told::Done { number, counted } => say(world, 0, Message::Done { number, counted }),
                Told::End => return Ok(()),
                Told::Failed(error) => return Err(error),
            }
        }
        // After it has told all ranks to stop, rank 0 sends nothing more.
        if hand_on.is_some() && beat.elapsed() > BEAT {
            beat = Instant::now();
            say(world, 0, Message::Beat { slots: slots.load(Relaxed) });
        }
        if hand_on.is_some() && heard.elapsed() > patience {
            return Err(format!(
                "rank 0 on {first_host} has sent no message for {} s",
                heard.elapsed().as_secs()
            ));
        }
        if is_idle {
            thread::sleep(NAP);
        }
    }
}
