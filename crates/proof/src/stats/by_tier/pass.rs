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
        }
    }

    /// Does the jobs from a number on, and adds their counts. Calls `keep` now and then, but not in the end, with the counts and
    /// the number of the next job.
    pub(super) fn run(
        &self,
        counts: &mut Counts,
        mut next: usize,
        at_once: u64,
        progress: &mut dyn FnMut(u64, u64),
        keep: &mut dyn FnMut(&Counts, usize) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let work = |jobs: Range<usize>| self.jobs[jobs].iter().map(|&job| self.work_of(job)).sum();
        let (mut done, of): (u64, u64) = (work(0..next), work(0..self.jobs.len()));
        progress(done, of);
        while next < self.jobs.len() {
            let jobs = self.jobs_of(next, at_once);
            self.add(jobs.clone(), counts)?;
            next = jobs.end;
            done += work(jobs);
            if next < self.jobs.len() {
                keep(counts, next)?;
            }
            progress(done, of);
        }
        Ok(())
    }

    /// The jobs from a number on that are about so much work.
    pub(super) fn jobs_of(&self, first: usize, at_least: u64) -> Range<usize> {
        let mut work = 0;
        let is_enough = |&job: &Job| {
            work += self.work_of(job);
            work >= at_least
        };
        let place = self.jobs[first..].iter().position(is_enough);
        first..place.map_or(self.jobs.len(), |place| first + place + 1)
    }

    /// How much work a job is: as much as this many slots.
    fn work_of(&self, job: Job) -> u64 {
        match job {
            Job::Tier(number) => self.tiers.slots_in(number..number + 1),
            // All middle parts are visited, and few of their boards are counted.
            Job::EndedTop(..) => self.tiers.slots() / (2 * self.tiers.len() as u64) + 1,
        }
    }

    /// Does some jobs on all cores, and adds their counts.
    pub(super) fn add(&self, jobs: Range<usize>, counts: &mut Counts) -> Result<(), CountError> {
        // The buffers that no thread is using.
        let unused = Mutex::new(Vec::<Buffers>::new());
        let lock = || unused.lock().unwrap_or_else(PoisonError::into_inner);
        let results = parallel(&self.jobs[jobs]).with_max_len(1).map(|&job| {
            let taken = lock().pop();
            let mut buffers = taken.unwrap_or_default();
            let result = self.do_job(job, &mut buffers);
            lock().push(buffers);
            result
        });
        // If several jobs fail, the error is that of the first one.
        results.collect::<Vec<_>>().into_iter().collect::<Result<(), _>>()?;
        for (images, of_jobs) in lock().drain(..).flat_map(|buffers| buffers.counts) {
            counts.add(&of_jobs, images);
        }
        Ok(())
    }

    fn do_job(&self, job: Job, buffers: &mut Buffers) -> Result<(), CountError> {
        let (x, o) = match job {
            Job::Tier(number) => self.tiers.top_of(number),
            Job::EndedTop(x, o) => (x, o),
        };
        // A top part stands for its images, which have as many boards of each kind.
        let images = self.tiers.top_images(x, o) as u64;
        let counts = buffers.counts.remove(&images);
        let mut counts = counts.unwrap_or_else(|| Counts::new(self.cells));
        let result = match job {
            Job::Tier(number) => self.tier(number, buffers, &mut counts),
            Job::EndedTop(x, o) => {
                self.ended_top((x, o), buffers, &mut counts);
                Ok(())
            }
        };
        buffers.counts.insert(images, counts);
        result
    }

    /// The error for a reachable slot without a value.
    pub(super) fn contradiction(&self, tier: u32, mover: usize, slot: usize) -> CountError {
        let player = if mover == 1 { Player::X } else { Player::O };
        let board = self.tiers.board(tier, player, slot);
        CountError::Table(Contradiction::at(self.game, board.unwrap_or(Board::EMPTY)).into())
    }
}
