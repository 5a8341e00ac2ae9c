//! The count of a table, divided into tasks for several processes.

use std::ops::Range;

use perfect_play_numbering::{Runs, Tiers};

use super::layers::Job;

/// A task: jobs of one layer.
#[derive(Debug)]
pub(super) enum Task {
    /// A run of tiers, by number.
    Run(usize),
    /// Top parts that hold a line.
    EndedTops(Vec<(u64, u64)>),
}

/// All tasks, by layer from the start on.
#[derive(Debug)]
pub(super) struct Tasks {
    runs: Runs,
    /// By run: its task.
    of_run: Vec<usize>,
    pub(super) all: Vec<Task>,
    /// By layer: its tasks.
    pub(super) layers: Vec<Range<usize>>,
    /// By task: the tasks that must be done before. All of them are of the layer before.
    pub(super) needs: Vec<Vec<usize>>,
}

impl Tasks {
    /// One task for each run of tiers. Top parts that hold a line make further tasks, each with as many as a run has
    /// tiers.
    pub(super) fn of(tiers: &Tiers, runs: Runs) -> Self {
        let tops_at_once = tiers.len().div_ceil(runs.len());
        let mut of_run = vec![0; runs.len()];
        let (mut tasks, mut layers) = (Vec::new(), Vec::new());
        for (layer, ended_tops) in (0..=tiers.layers()).zip(tiers.ended_tops()) {
            let first = tasks.len();
            if layer < tiers.layers() {
                let of_layer = tiers.layer(layer);
                let of_layer = runs.of_tier(of_layer.start)..=runs.of_tier(of_layer.end - 1);
                of_layer.clone().zip(first..).for_each(|(run, task)| of_run[run] = task);
                tasks.extend(of_layer.map(Task::Run));
            }
            let tops = ended_tops.chunks(tops_at_once);
            tasks.extend(tops.map(|tops| Task::EndedTops(tops.to_vec())));
            layers.push(first..tasks.len());
        }
        let mut needs = vec![Vec::new(); tasks.len()];
        for (run, &task) in of_run.iter().enumerate() {
            for child in runs.children(tiers, run) {
                needs[of_run[child]].push(task);
            }
        }
        for (of_layer, before) in layers.iter().skip(1).zip(&layers) {
            let runs = before.clone().filter(|&task| matches!(tasks[task], Task::Run(_)));
            for task in of_layer.clone() {
                // A top part with a line is no tier, so the numbering does not know its parents. They are tiers
                // of the layer before, and the task waits for all of them.
                if let Task::EndedTops(_) = tasks[task] {
                    needs[task].extend(runs.clone());
                }
            }
        }
        Self { runs, of_run, all: tasks, layers, needs }
    }

    /// The jobs of a task.
    pub(super) fn jobs(&self, task: usize) -> Vec<Job> {
        match &self.all[task] {
            &Task::Run(run) => self.runs.tiers(run).map(Job::Tier).collect(),
            Task::EndedTops(tops) => tops.iter().map(|&(x, o)| Job::EndedTop(x, o)).collect(),
        }
    }

    /// The number of slots of a task. Top parts that hold a line have none.
    pub(super) fn slots(&self, tiers: &Tiers, task: usize) -> u64 {
        match self.all[task] {
            Task::Run(run) => self.runs.slots(tiers, run),
            Task::EndedTops(_) => 0,
        }
    }

    /// The task of a tier.
    pub(super) fn of_tier(&self, tier: u32) -> usize {
        self.of_run[self.runs.of_tier(tier)]
    }
}
