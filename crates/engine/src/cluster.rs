//! Estimates the time of a solve on many machines, without solving. A list scheduler hands out the real runs of tiers.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap, VecDeque},
    ops::Range,
};

use perfect_play_generator::numbering::Tasks;

use crate::TierSolve;

/// Machines that share a disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// How many machines solve. One more process hands out the work, and needs almost no time or memory.
    pub machines: u32,
    /// How many cores each machine uses to solve.
    pub cores: u32,
    /// How many bytes a machine reads or writes in a second.
    pub bytes_a_second: f64,
    /// How many seconds the shared disk takes to answer.
    pub latency: f64,
    /// How many slots a core solves in a second, including compression and decompression.
    pub slots_a_second: f64,
}

/// The estimate of a solve on a [`Cluster`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClusterPlan {
    /// Seconds from the beginning to the end.
    pub seconds: f64,
    /// The part of this time in which the cores solve.
    pub efficiency: f64,
    /// Seconds for the longest chain of runs in which each run needs the run before it. Each run is solved on one
    /// machine.
    pub critical_path: f64,
    /// Bytes that are read from the shared disk.
    pub read_bytes: f64,
    /// Bytes that are written to the disk and stay there.
    pub written_bytes: f64,
}

/// The runs of a game's tiers, and the runs that each one needs.
///
/// ```
/// use perfect_play_engine::{Cluster, TaskGraph, TierSolve};
///
/// let graph = TaskGraph::new(&TierSolve::new("connect:6,5,4".parse()?)?);
/// let cluster = |machines| Cluster {
///     machines, cores: 4, bytes_a_second: 500e6, latency: 0.002, slots_a_second: 160e6,
/// };
/// let [one, four] = [1, 4].map(|machines| graph.schedule(&cluster(machines)));
/// assert!(one.seconds > 2.0 * four.seconds && four.seconds > four.critical_path);
/// assert!(one.efficiency > four.efficiency && one.efficiency < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TaskGraph {
    /// By run: its tiers.
    runs: Vec<Range<u32>>,
    /// By run: the runs to which its moves lead.
    children: Vec<Vec<usize>>,
    /// By tier: its slots, the bytes that are read for it, and the number of sections that are read.
    tiers: Vec<(f64, f64, f64)>,
    bytes_a_slot: f64,
}

/// A finished run waits for the disk three times: it is synced, renamed, and looked up by others.
const ANSWERS_A_RUN: f64 = 3.0;

impl TaskGraph {
    /// The runs of a game.
    #[must_use]
    pub fn new(solve: &TierSolve) -> Self {
        let (numbering, plan) = (solve.tiers.as_ref(), solve.plan());
        let bytes = f64::midpoint(float(*plan.file_bytes.start()), float(*plan.file_bytes.end()));
        let bytes_a_slot = bytes / float(plan.slots);
        let of = solve.runs();
        let children: Vec<Vec<usize>> =
            (0..of.len()).map(|run| of.children(numbering, run)).collect();
        let slots = |tier: u32| float(numbering.slots_in(tier..tier + 1));
        let tier = |tier| {
            // Only one section of a child is read.
            let read = numbering.children(tier).map(|child| slots(child) / 2.0);
            let (read, sections) =
                read.fold((0.0, 0.0), |(bytes, count), more| (bytes + more, count + 1.0));
            (slots(tier), read * bytes_a_slot, sections)
        };
        Self {
            runs: (0..of.len()).map(|run| of.tiers(run)).collect(),
            children,
            tiers: numbering.numbers().map(tier).collect(),
            bytes_a_slot,
        }
    }

    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// The number of pairs of runs in which one run directly needs the other.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.children.iter().map(Vec::len).sum()
    }

    /// Simulates the distribution of the runs as the program does it. The first run that can be solved goes to the
    /// machine with the fewest runs. Each machine has at most one run more than it has cores. It begins the tiers of
    /// its runs in order, and each core solves one tier at a time. The cores of a machine share its connection to the
    /// disk.
    #[must_use]
    pub fn schedule(&self, on: &Cluster) -> ClusterPlan {
        let mut schedule = Schedule::new(self, on);
        schedule.run();
        let work: f64 = self.tiers.iter().map(|tier| tier.0 / on.slots_a_second).sum();
        let cores = f64::from(on.machines) * f64::from(on.cores);
        ClusterPlan {
            seconds: schedule.now,
            efficiency: work / (schedule.now * cores),
            critical_path: self.critical_path(on),
            read_bytes: self.tiers.iter().map(|tier| tier.1).sum(),
            written_bytes: self.tiers.iter().map(|tier| tier.0 * self.bytes_a_slot).sum(),
        }
    }

    /// The seconds of a tier on a core.
    fn of_tier(&self, tier: u32, on: &Cluster) -> f64 {
        let (slots, read, sections) = self.tiers[tier as usize];
        slots / on.slots_a_second
            + read / (on.bytes_a_second / f64::from(on.cores))
            + sections * on.latency
    }

    /// The seconds from the end of a run's last tier until others can read the run.
    fn of_writing(&self, run: usize, on: &Cluster) -> f64 {
        let slots: f64 = self.runs[run].clone().map(|tier| self.tiers[tier as usize].0).sum();
        slots * self.bytes_a_slot / on.bytes_a_second + ANSWERS_A_RUN * on.latency
    }

    fn critical_path(&self, on: &Cluster) -> f64 {
        let mut ends = vec![0.0_f64; self.runs.len()];
        for run in 0..self.runs.len() {
            let begins = self.children[run].iter().map(|&child| ends[child]).fold(0.0, f64::max);
            let tiers = self.runs[run].clone().map(|tier| self.of_tier(tier, on));
            let (all, longest) =
                tiers.fold((0.0, 0.0_f64), |(sum, most), it| (sum + it, most.max(it)));
            let solving = (all / f64::from(on.cores)).max(longest);
            ends[run] = begins + solving + self.of_writing(run, on);
        }
        ends.into_iter().fold(0.0, f64::max)
    }
}

/// The work while it is handed out.
struct Schedule<'s> {
    graph: &'s TaskGraph,
    on: &'s Cluster,
    now: f64,
    /// The events to come, by time in nanoseconds: the end of a tier, or of the writing of a run.
    ends: BinaryHeap<Reverse<(u64, usize, usize, bool)>>,
    tasks: Tasks,
    /// By run: how many of its tiers are not solved.
    left: Vec<u32>,
    machines: Vec<Machine>,
    /// The number of runs of a machine, and its number.
    by_runs: BTreeSet<(u32, usize)>,
}

#[derive(Clone, Default)]
struct Machine {
    /// How many of its cores are free.
    free: u32,
    runs: u32,
    /// The tiers that it has not begun, and the run of each.
    tiers: VecDeque<(Range<u32>, usize)>,
}

impl<'s> Schedule<'s> {
    fn new(graph: &'s TaskGraph, on: &'s Cluster) -> Self {
        let count = on.machines as usize;
        Self {
            graph,
            on,
            now: 0.0,
            ends: BinaryHeap::new(),
            tasks: Tasks::new(graph.children.iter().cloned()),
            left: graph.runs.iter().map(|tiers| tiers.end - tiers.start).collect(),
            machines: vec![Machine { free: on.cores, ..Machine::default() }; count],
            by_runs: (0..count).map(|machine| (0, machine)).collect(),
        }
    }

    fn run(&mut self) {
        self.hand_out();
        while let Some(Reverse((time, machine, run, is_written))) = self.ends.pop() {
            self.now = seconds(time);
            if is_written {
                self.set_runs(machine, self.machines[machine].runs - 1);
                self.tasks.done(run);
                self.hand_out();
            } else {
                self.machines[machine].free += 1;
                self.left[run] -= 1;
                if self.left[run] == 0 {
                    self.end_at(self.graph.of_writing(run, self.on), machine, run, true);
                }
                self.begin_tiers(machine);
            }
        }
    }

    fn hand_out(&mut self) {
        while let Some(&(runs, machine)) = self.by_runs.first()
            && runs <= self.on.cores
            && let Some(run) = self.tasks.next()
        {
            self.set_runs(machine, runs + 1);
            self.machines[machine].tiers.push_back((self.graph.runs[run].clone(), run));
            self.begin_tiers(machine);
        }
    }

    fn begin_tiers(&mut self, number: usize) {
        loop {
            let machine = &mut self.machines[number];
            if machine.free == 0 {
                return;
            }
            let Some((tiers, run)) = machine.tiers.front_mut() else { return };
            let Some(tier) = tiers.next() else {
                machine.tiers.pop_front();
                continue;
            };
            let run = *run;
            machine.free -= 1;
            self.end_at(self.graph.of_tier(tier, self.on), number, run, false);
        }
    }

    fn set_runs(&mut self, machine: usize, runs: u32) {
        self.by_runs.remove(&(self.machines[machine].runs, machine));
        self.machines[machine].runs = runs;
        self.by_runs.insert((runs, machine));
    }

    fn end_at(&mut self, after: f64, machine: usize, run: usize, is_written: bool) {
        self.ends.push(Reverse((nanoseconds(self.now + after), machine, run, is_written)));
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn float(number: u64) -> f64 {
    number as f64
}

fn seconds(nanoseconds: u64) -> f64 {
    float(nanoseconds) / 1e9
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, not negative"
)]
fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}
