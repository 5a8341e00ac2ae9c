//! A pass over all boards, job by job. No job needs another one.

use std::{
    error::Error,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Game, Player};
use perfect_play_numbering::{BitLayout, Sections, Tiers};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use super::{buffers::Buffers, counts::Counts, fixed::Fixing, low_moves::LowMoves};
use crate::{Contradiction, CountError};

/// A part of the work.
#[derive(Clone, Copy)]
pub(super) enum Job {
    Tier(u32),
    /// A top part that holds a line: the cells with X, and the cells with O.
    EndedTop(u64, u64),
}

/// What all jobs need.
pub(super) struct Pass<'p, G, S> {
    game: &'p G,
    pub(super) tiers: &'p Tiers,
    /// The values; `None` if only positions are counted.
    pub(super) sections: Option<&'p S>,
    pub(super) cells: u8,
    pub(super) layout: &'p BitLayout,
    /// By player to move (O, X).
    pub(super) low: [LowMoves; 2],
    pub(super) fixing: Fixing<'p>,
    /// The tiers in their order, which is that of a file, and then the others.
    pub(super) jobs: Vec<Job>,
    /// The buffers that no thread is using.
    unused: Mutex<Vec<Buffers>>,
}

impl<'p, G, S> Pass<'p, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    pub(super) fn new(game: &'p G, tiers: &'p Tiers, sections: Option<&'p S>) -> Self {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        let layout = tiers.static_values().layout();
        let ended_tops = tiers.ended_tops().map(|(x, o)| Job::EndedTop(x, o));
        Self {
            game,
            tiers,
            sections,
            cells: tiers.lines().shape().cells(),
            layout,
            low: [0, 1].map(|mover| LowMoves::to(tiers, mover)),
            fixing: Fixing::new(tiers, layout),
            jobs: tiers.numbers().map(Job::Tier).chain(ended_tops).collect(),
            unused: Mutex::default(),
        }
    }

    /// Does the jobs from a number on, and adds their counts. Calls `keep` with the counts and the number of the next job after
    /// about `at_once` slots: while the last jobs of these are done, some cores are idle.
    pub(super) fn run(
        &self,
        counts: &mut Counts,
        mut next: usize,
        at_once: u64,
        progress: &mut dyn FnMut(u64, u64),
        keep: &mut dyn FnMut(&Counts, usize) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let of = self.tiers.slots();
        let slots =
            |jobs: Range<usize>| self.jobs[jobs].iter().map(|&job| self.slots(job)).sum::<u64>();
        let mut done = slots(0..next);
        progress(done, of);
        while next < self.jobs.len() {
            let jobs = self.jobs_of(next, at_once);
            self.add(jobs.clone(), counts)?;
            next = jobs.end;
            done += slots(jobs);
            keep(counts, next)?;
            progress(done, of);
        }
        Ok(())
    }

    /// The jobs from a number on that have about this many slots.
    pub(super) fn jobs_of(&self, first: usize, at_least: u64) -> Range<usize> {
        let mut slots = 0;
        let is_enough = |&job: &Job| {
            slots += self.slots(job).max(1);
            slots >= at_least
        };
        let before_last = self.jobs[first..].iter().position(is_enough);
        first..before_last.map_or(self.jobs.len(), |before| first + before + 1)
    }

    /// The number of slots of a job.
    fn slots(&self, job: Job) -> u64 {
        match job {
            Job::Tier(number) => self.tiers.slots_in(number..number + 1),
            Job::EndedTop(..) => 0,
        }
    }

    /// Does some jobs on all cores, and adds their counts.
    pub(super) fn add(&self, jobs: Range<usize>, counts: &mut Counts) -> Result<(), CountError> {
        let results = parallel(&self.jobs[jobs]).with_max_len(1).map(|&job| self.work(job));
        for result in results.collect::<Vec<_>>() {
            let ((x, o), of_job) = result?;
            // A top part stands for its images, which have as many boards of each kind.
            counts.add(&of_job, self.tiers.top_images(x, o) as u64);
        }
        Ok(())
    }

    /// The top part of a job, and the counts of its boards.
    fn work(&self, job: Job) -> Result<((u64, u64), Counts), CountError> {
        let unused = || self.unused.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = unused().pop();
        let mut taken = taken.unwrap_or_default();
        let result = match job {
            Job::Tier(number) => self.tier(number, &mut taken),
            Job::EndedTop(x, o) => Ok(((x, o), self.ended_top((x, o), &mut taken))),
        };
        unused().push(taken);
        result
    }

    /// The error for a reachable slot without a value.
    pub(super) fn contradiction(&self, tier: u32, mover: usize, slot: usize) -> CountError {
        let player = if mover == 1 { Player::X } else { Player::O };
        let board = self.tiers.board(tier, player, slot);
        CountError::Table(Contradiction::at(self.game, board.unwrap_or(Board::EMPTY)).into())
    }
}
