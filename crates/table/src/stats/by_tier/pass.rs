//! A pass over all tiers, layer by layer.

use std::{
    error::Error,
    ops::Range,
    path::Path,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Kind, Player, Solvable};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel, threads};
use perfect_play_tiers::{BitLayout, Sections, Tiers};

use super::{
    CountError,
    counts::Counts,
    fixed::Fixing,
    kept::{Kept, Packed},
    low::LowMoves,
    reach::Buffers,
};
use crate::Contradiction;

/// A pass over all tiers, from the start on.
pub(super) struct Pass<'p, G, S> {
    game: &'p G,
    pub(super) tiers: &'p Tiers,
    /// The values; `None` if only positions are counted.
    pub(super) sections: Option<&'p S>,
    pub(super) kind: Kind,
    pub(super) cells: u8,
    pub(super) layout: &'p BitLayout,
    /// By symmetry that the numbering uses, then by bit of all strips: the bit of the image.
    pub(super) images: Vec<Vec<u16>>,
    /// By player to move (O, X).
    pub(super) low: [LowMoves; 2],
    pub(super) fixing: Fixing<'p>,
}

/// A part of the work on a layer.
#[derive(Clone, Copy)]
enum Job {
    Tier(u32),
    /// A top part that holds a line: the cells with X, and those with O.
    EndedTop(u64, u64),
}

/// What comes of a job.
pub(super) struct Done {
    /// The marks of the top part.
    pub(super) top: (u64, u64),
    pub(super) counts: Counts,
    /// For a tier: its number, its slots, and what is kept of it.
    pub(super) tier: Option<(u32, u64, Packed)>,
}

impl<'p, G, S> Pass<'p, G, S>
where
    G: Solvable<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    pub(super) fn new(game: &'p G, tiers: &'p Tiers, sections: Option<&'p S>) -> Self {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        let (kind, layout) = (game.kind(), tiers.glance().layout());
        Self {
            game,
            tiers,
            sections,
            kind,
            cells: tiers.lines().shape().cells(),
            layout,
            images: (0..tiers.symmetries()).map(|number| layout.images(tiers, number)).collect(),
            low: [0, 1].map(|mover| LowMoves::new(&kind, tiers, mover)),
            fixing: Fixing::new(tiers, layout),
        }
    }

    /// Goes through all layers.
    pub(super) fn run(
        &self,
        scratch: Option<&Path>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Counts, CountError> {
        let (mut done, of) = (0, self.tiers.slots());
        let mut ended_tops = vec![Vec::new(); usize::from(self.cells) + 1];
        for (x, o) in self.tiers.ended_tops() {
            ended_tops[(x | o).count_ones() as usize].push(Job::EndedTop(x, o));
        }
        let mut kept = Kept::new(scratch)?;
        let mut counts = Counts::new(self.cells);
        let buffers = Mutex::new(Vec::new());
        progress(done, of);
        for (layer, ended_tops) in (0..=self.tiers.layers()).zip(ended_tops) {
            kept.begin(layer)?;
            let tiers = if layer < self.tiers.layers() { self.tiers.layer(layer) } else { 0..0 };
            let jobs: Vec<Job> = tiers.map(Job::Tier).chain(ended_tops).collect();
            // Few at once, because what comes of them is held until all of them are done.
            for jobs in jobs.chunks(16 * threads()) {
                let results = parallel(jobs).with_max_len(1);
                let results = results.map(|&job| self.work(job, &kept, &buffers));
                for result in results.collect::<Vec<_>>() {
                    let Done { top: (x, o), counts: of_job, tier } = result?;
                    counts.add(&of_job, self.tiers.top_images(x, o) as u64);
                    if let Some((tier, slots, packed)) = tier {
                        kept.keep(layer, tier, packed)?;
                        done += slots;
                    }
                }
                progress(done, of);
            }
        }
        Ok(counts)
    }

    fn work(
        &self,
        job: Job,
        kept: &Kept,
        buffers: &Mutex<Vec<Buffers>>,
    ) -> Result<Done, CountError> {
        let unused = || buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = unused().pop();
        let mut taken = taken.unwrap_or_else(Buffers::new);
        let result = match job {
            Job::Tier(number) => self.tier(number, kept, &mut taken),
            Job::EndedTop(x, o) => self.ended_top((x, o), kept, &mut taken),
        };
        unused().push(taken);
        result
    }

    /// A slot that play reaches has no value.
    pub(super) fn contradiction(
        &self,
        tier: u32,
        mover: usize,
        slots: Range<usize>,
        values: &[u8],
        live: &[u8],
    ) -> CountError {
        let player = if mover == 1 { Player::X } else { Player::O };
        let mut slots = slots.zip(values.iter().zip(live));
        let missing = slots.find(|(_, (value, live))| *value & *live == u8::MAX);
        let board = missing.and_then(|(slot, _)| self.tiers.board(tier, player, slot));
        CountError::Table(Contradiction::at(self.game, board.unwrap_or(Board::EMPTY)).into())
    }
}
