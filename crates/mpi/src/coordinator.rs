//! Rank 0: hands out the tasks whose children are done, and watches the other ranks.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    thread,
    time::{Duration, Instant},
};

use mpi::{Rank, topology::SimpleCommunicator};

use crate::message::{Message, hear, say};

/// How long rank 0 sleeps if no message has arrived. A task is handed out within this time.
const NAP: Duration = Duration::from_micros(50);

/// A rank that sends messages but solves nothing is regarded as lost after this many times the patience.
const PATIENCE_WITH_IDLERS: u32 = 20;

/// How often the progress is printed.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// The tasks, and the tasks that each one needs.
pub(crate) struct Tasks {
    /// By task: the tasks that need it.
    parents: Vec<Vec<u32>>,
    /// By task: how many tasks that it needs are not done.
    missing: Vec<u32>,
    /// The tasks that can be done now, with the lowest number first.
    ready: BinaryHeap<Reverse<u32>>,
    left: usize,
}

impl Tasks {
    /// A number of tasks. `children` gives the tasks that a task needs. No task may need a later one.
    pub(crate) fn new(count: u32, children: impl Fn(u32) -> Vec<usize>) -> Self {
        let mut parents = vec![Vec::new(); count as usize];
        let mut missing = Vec::new();
        for task in 0..count {
            let children = children(task);
            missing.push(u32::try_from(children.len()).unwrap_or(u32::MAX));
            for child in children {
                parents[child].push(task);
            }
        }
        let ready = (0..count).filter(|&task| missing[task as usize] == 0).map(Reverse).collect();
        Self { parents, missing, ready, left: count as usize }
    }

    fn done(&mut self, task: u32) {
        self.left -= 1;
        for &parent in &self.parents[task as usize] {
            let missing = &mut self.missing[parent as usize];
            *missing -= 1;
            if *missing == 0 {
                self.ready.push(Reverse(parent));
            }
        }
    }
}

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
    mut done: impl FnMut(u32, [u64; 2]),
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
    let (all, began) = (tasks.left, Instant::now());
    let (mut looked, mut told) = (began, began);
    while tasks.left > 0 {
        if told.elapsed() > TELL_EVERY {
            told = Instant::now();
            let (done, seconds) = (all - tasks.left, began.elapsed().as_secs());
            eprintln!("{what}: {done} of {all} runs of tiers after {seconds} s");
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
                    let task = u32::try_from(number).unwrap_or(u32::MAX);
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
    while let Some(&Reverse(task)) = tasks.ready.peek() {
        let free = ranks.iter_mut().filter(|(_, known)| known.free > 0);
        let Some((&rank, known)) = free.min_by_key(|(rank, known)| (known.tasks, **rank)) else {
            break;
        };
        tasks.ready.pop();
        known.free -= 1;
        known.tasks += 1;
        if known.tasks == 1 {
            known.worked = Instant::now();
        }
        say(world, rank, Message::Task { number: task.into() });
        count += 1;
    }
    count
}

/// # Errors
///
/// If a rank has sent nothing for this long, or has tasks and solved nothing for much longer.
fn find_silent(ranks: &HashMap<Rank, Known>, patience: Duration) -> Result<(), String> {
    for (rank, known) in ranks {
        let what = if known.heard.elapsed() > patience {
            "has sent no message"
        } else if known.tasks > 0 && known.worked.elapsed() > PATIENCE_WITH_IDLERS * patience {
            "has solved nothing"
        } else {
            continue;
        };
        let seconds = known.heard.elapsed().max(known.worked.elapsed()).as_secs();
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

    #[test]
    fn a_task_is_ready_when_all_that_it_needs_is_done() {
        let children = [vec![], vec![], vec![0, 1], vec![0], vec![2, 3]];
        let mut tasks = Tasks::new(5, |task| children[task as usize].clone());
        let mut order = Vec::new();
        while let Some(Reverse(task)) = tasks.ready.pop() {
            assert!(children[task as usize].iter().all(|child| order.contains(child)));
            order.push(task as usize);
            tasks.done(task);
        }
        assert_eq!((order.len(), tasks.left), (5, 0));
    }
}
