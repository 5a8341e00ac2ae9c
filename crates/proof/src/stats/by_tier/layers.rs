//! A pass over all tiers, layer by layer.

use std::{
    error::Error,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Game};
use perfect_play_numbering::Sections;
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel, threads};

use super::{
    CountError,
    counts::Counts,
    layer_store::LayerStore,
    packed::Packed,
    pass::Pass,
    reach::{Buffers, Done},
    reached::Reached,
};

/// A part of the work on a layer.
#[derive(Clone, Copy)]
pub(super) enum Job {
    Tier(u32),
    /// A top part that holds a line: the cells with X, and the cells with O.
    EndedTop(u64, u64),
}

/// The buffers that no thread is using.
pub(super) type Unused = Mutex<Vec<Buffers>>;

/// How many jobs are done at once, at most. Their results are held until all of them are done.
pub(super) fn jobs_at_once() -> usize {
    16 * threads()
}

impl<G, S> Pass<'_, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    /// Goes through all layers.
    pub(super) fn run(&self, progress: &mut dyn FnMut(u64, u64)) -> Result<Counts, CountError> {
        let (mut done, of) = (0, self.tiers.slots());
        let mut kept = LayerStore::default();
        let mut counts = Counts::new(self.cells);
        let buffers = Unused::default();
        progress(done, of);
        for (layer, ended_tops) in (0..=self.tiers.layers()).zip(self.tiers.ended_tops()) {
            kept.begin(layer);
            let tiers = if layer < self.tiers.layers() { self.tiers.layer(layer) } else { 0..0 };
            let ended_tops = ended_tops.into_iter().map(|(x, o)| Job::EndedTop(x, o));
            let jobs: Vec<Job> = tiers.map(Job::Tier).chain(ended_tops).collect();
            for jobs in jobs.chunks(jobs_at_once()) {
                for (tier, slots, packed) in self.do_jobs(jobs, &kept, &buffers, &mut counts)? {
                    kept.keep(layer, tier, packed);
                    done += slots;
                }
                progress(done, of);
            }
        }
        Ok(counts)
    }

    /// Does some jobs of one layer on all cores, and adds their counts. Returns the tiers among them: their numbers,
    /// their slots, and which slots are reachable.
    pub(super) fn do_jobs(
        &self,
        jobs: &[Job],
        reached: &impl Reached,
        buffers: &Unused,
        counts: &mut Counts,
    ) -> Result<Vec<(u32, u64, [Packed; 2])>, CountError> {
        let results = parallel(jobs).with_max_len(1);
        let results = results.map(|&job| self.work(job, reached, buffers));
        let mut tiers = Vec::new();
        for result in results.collect::<Vec<_>>() {
            let Done { top: (x, o), counts: of_job, tier } = result?;
            // A top part stands for its images, which have as many boards of each kind.
            counts.add(&of_job, self.tiers.top_images(x, o) as u64);
            tiers.extend(tier);
        }
        Ok(tiers)
    }

    fn work(&self, job: Job, reached: &impl Reached, buffers: &Unused) -> Result<Done, CountError> {
        let unused = || buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = unused().pop();
        let mut taken = taken.unwrap_or_else(Buffers::new);
        let result = match job {
            Job::Tier(number) => self.tier(number, reached, &mut taken),
            Job::EndedTop(x, o) => self.ended_top((x, o), reached, &mut taken),
        };
        unused().push(taken);
        result
    }
}
