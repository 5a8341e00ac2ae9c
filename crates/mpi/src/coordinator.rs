//! Rank 0: hands out the tasks whose children are done, and watches the other ranks.

use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

use mpi::{Rank, topology::SimpleCommunicator};
use perfect_play_numbering::Tasks;

use crate::message::{Message, hear, say};

/// How long rank 0 sleeps if no message has arrived. A task is handed out within this time.
const NAP: Duration = Duration::from_micros(50);

/// A rank that sends messages but solves nothing is regarded as lost after this many times the patience.
const PATIENCE_WITH_IDLERS: u32 = 20;

/// How often the progress is printed.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// The state of a rank.
struct Known {
    host: String,
    /// How many further tasks it can take.
    free: u64,
    /// How many tasks it has.
    tasks: u64,
    heard: Instant,
    /// When it last solved something.
    worked: Instant,
    slots: u64,
}

/// The sum of the counts of all ranks, and the time spent on handing out tasks.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) counted: [u64; 2],
    /// The number of tasks handed out, and the seconds that this took in all.
    pub(crate) handed_out: (u64, f64),
}

/// Hands out all tasks, and prints the progress on standard error. Calls `done` with each task that a rank has done,
/// and with its counts. `what` is a word for the work.
///
/// # Errors
///
/// If a rank is silent.
pub(crate) fn run(
    world: &SimpleCommunicator,
    hosts: &[String],
    what: &str,
    mut tasks: Tasks,
    patience: Duration,
    mut done: impl FnMut(usize, [u64; 2]),
) -> Result<Summary, String> {
    let mut ranks: HashMap<Rank, Known> = (0..)
        .zip(hosts)
        .skip(1)
        .map(|(rank, host)| {
            let (host, now) = (host.clone(), Instant::now());
            (rank, Known { host, free: 0, tasks: 0, heard: now, worked: now, slots: 0 })
        })
        .collect();
    let mut summary = Summary::default();
    let (all, began) = (tasks.left(), Instant::now());
    let (mut looked, mut told) = (began, began);
    while tasks.left() > 0 {
        if told.elapsed() > TELL_EVERY {
            told = Instant::now();
            let (done, seconds) = (all - tasks.left(), began.elapsed().as_secs());
            eprintln!("{what}: {done} of {all} tasks after {seconds} s");
        }
        let Some((rank, message)) = hear(world) else {
            if looked.elapsed() > Duration::from_secs(1) {
                looked = Instant::now();
                find_silent(&ranks, patience)?;
            }
            thread::sleep(NAP);
            continue;
        };
        let heard = Instant::now();
        if let Some(known) = ranks.get_mut(&rank) {
            known.heard = heard;
            match message {
                Message::Ready { tasks } => known.free += tasks,
                Message::Beat { slots } => {
                    if known.slots != slots {
                        (known.slots, known.worked) = (slots, heard);
                    }
                    say(world, rank, Message::Heard);
                }
                Message::Done { number, counted } => {
                    known.worked = heard;
                    known.free += 1;
                    known.tasks -= 1;
                    let task = usize::try_from(number).unwrap_or(usize::MAX);
                    tasks.done(task);
                    summary.counted = [0, 1].map(|i| summary.counted[i] + counted[i]);
                    done(task, counted);
                }
                _ => {}
            }
        }
        summary.handed_out.0 += hand_out(world, &mut tasks, &mut ranks);
        summary.handed_out.1 += heard.elapsed().as_secs_f64();
    }
    for &rank in ranks.keys() {
        say(world, rank, Message::Stop);
    }
    Ok(summary)
}

/// Hands out the tasks that can be done, first to the ranks with the fewest tasks. Returns how many tasks it handed
/// out.
fn hand_out(
    world: &SimpleCommunicator,
    tasks: &mut Tasks,
    ranks: &mut HashMap<Rank, Known>,
) -> u64 {
    let mut count = 0;
    loop {
        let free = ranks.iter_mut().filter(|(_, known)| known.free > 0);
        let Some((&rank, known)) = free.min_by_key(|(rank, known)| (known.tasks, **rank)) else {
            break;
        };
        let Some(task) = tasks.next() else { break };
        known.free -= 1;
        known.tasks += 1;
        if known.tasks == 1 {
            known.worked = Instant::now();
        }
        say(world, rank, Message::Task { number: task as u64 });
        count += 1;
    }
    count
}

/// # Errors
///
/// If a rank has sent nothing for this long, or has tasks and solved nothing for much longer.
fn find_silent(ranks: &HashMap<Rank, Known>, patience: Duration) -> Result<(), String> {
    for (rank, known) in ranks {
        let (what, since) = if known.heard.elapsed() > patience {
            ("has sent no message", known.heard)
        } else if known.tasks > 0 && known.worked.elapsed() > PATIENCE_WITH_IDLERS * patience {
            ("has solved nothing", known.worked)
        } else {
            continue;
        };
        let seconds = since.elapsed().as_secs();
        return Err(format!(
            "rank {rank} on {} {what} for {seconds} s: look at that machine, its network and its disk; the same \
             command resumes",
            known.host
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The complaint about a rank that was heard, and that worked, this many seconds ago.
    fn complaint(heard: u64, worked: u64, tasks: u64) -> Option<String> {
        let ago = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
        let (host, heard, worked) = ("here".to_owned(), ago(heard), ago(worked));
        let ranks = HashMap::from([(1, Known { host, free: 1, tasks, heard, worked, slots: 0 })]);
        find_silent(&ranks, Duration::from_secs(10)).err()
    }

    #[test]
    fn a_silent_rank_is_reported_with_the_time_of_its_silence() {
        let says = |complaint: Option<String>, what: &str| {
            let complaint = complaint.unwrap();
            assert!(complaint.starts_with(&format!("rank 1 on here {what}: ")), "{complaint}");
        };
        says(complaint(11, 500, 0), "has sent no message for 11 s");
        says(complaint(11, 500, 1), "has sent no message for 11 s");
        says(complaint(1, 500, 1), "has solved nothing for 500 s");
        assert_eq!(complaint(1, 500, 0), None);
        assert_eq!(complaint(9, 199, 1), None);
    }
}
