//! How many positions of which kind a table of tiers holds, among those that play reaches.
//!
//! A table of tiers has a value for each board without a line, reachable or not. Which boards play reaches is
//! worked out in a pass from the start to the full board, layer by layer. A strip of a block is reached from
//! whole strips of other blocks, as far as those are *live*: reached, and without a line. So a line that lies
//! in the high part needs no value and no slot: the strips that lead there say which boards are reached.

mod bits;
mod counts;
mod fixed;
mod gather;
mod kept;
mod layout;
mod lines;
mod low;
mod reach;
mod start;

use std::{
    error::Error,
    ops::Range,
    path::Path,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Game, Kind, Objective, Player};
use perfect_play_index::{HeldSections, Sections, Tiers};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel, threads};

use crate::{Contradiction, Stats, TableError, WriteError, stats::Tally};
use {
    counts::Counts,
    fixed::Fixing,
    kept::{Kept, Packed},
    layout::Layout,
    lines::LineBits,
    low::LowMoves,
    reach::Buffers,
};

/// Why the positions of a table of tiers could not be counted.
///
/// ```
/// use std::path::Path;
///
/// use perfect_play_core::Mnk;
/// use perfect_play_index::Tiers;
/// use perfect_play_table::tiers::{CountError, reachable};
///
/// let (game, folder) = (Mnk::TICTACTOE, Path::new("no/such/folder"));
/// let error = reachable(&game, &Tiers::of(&game)?, Some(folder), &mut |_, _| ()).unwrap_err();
/// assert!(matches!(error, CountError::Scratch(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum CountError {
    /// The table contradicts itself, or cannot be read.
    Table(#[from] TableError),
    /// The scratch folder cannot be used.
    Scratch(#[from] WriteError),
}

/// Counts the positions that play reaches: the same numbers as [`crate::stats`] gives. `progress` is told now
/// and then how many slots are done, and of how many.
///
/// What the pass knows of the last two layers of tiers is compressed. It is held in memory, or in a new folder
/// within `scratch`, which is removed at the end.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Tiers;
/// use perfect_play_table::tiers;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let numbering = Tiers::of(&game)?;
/// let solved = perfect_play_generator::solve_tiers(&game, &numbering, &|_| ())?;
/// let progress = &mut |_done, _of| ();
/// let stats = tiers::stats(&game, Objective::Fastest, &numbering, &solved, None, progress)?;
/// assert_eq!((stats.positions, stats.canonical), (41_750, 20_890));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table contradicts itself or cannot be read, or the scratch folder cannot be used.
///
/// # Panics
///
/// If the numbering is that of another game.
pub fn stats<G, S>(
    game: &G,
    objective: Objective,
    tiers: &Tiers,
    sections: &S,
    scratch: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Stats, CountError>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    let layout = Layout::new(tiers);
    let pass = Pass::new(game, tiers, &layout, Some(sections));
    let counts = pass.run(scratch, progress)?;
    let mut tally = Tally::new(game);
    let symmetries = tiers.game_symmetries() as u64;
    counts.tally(&mut tally, tiers.lines().worth_completed(), symmetries);
    Ok(tally.with_start(game, objective, start::entry(game, objective, tiers, sections)?))
}

/// How many positions play reaches, by ply. This needs no values. The arguments are those of [`stats`].
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::Tiers;
/// use perfect_play_table::tiers;
///
/// let game = Mnk::TICTACTOE;
/// let by_ply = tiers::reachable(&game, &Tiers::of(&game)?, None, &mut |_done, _of| ())?;
/// assert_eq!(by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the scratch folder cannot be used.
///
/// # Panics
///
/// If the numbering is that of another game.
pub fn reachable<G: Game<Position = Board> + Sync>(
    game: &G,
    tiers: &Tiers,
    scratch: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u64>, CountError> {
    let layout = Layout::new(tiers);
    let pass = Pass::new(game, tiers, &layout, None::<&HeldSections>);
    Ok(pass.run(scratch, progress)?.by_ply().collect())
}

/// A pass over all tiers, from the start on.
struct Pass<'p, G, S> {
    game: &'p G,
    tiers: &'p Tiers,
    /// The values; `None` if only positions are counted.
    sections: Option<&'p S>,
    kind: Kind,
    cells: u8,
    layout: &'p Layout,
    /// By symmetry that the numbering uses, then by bit of all strips: the bit of the image.
    images: Vec<Vec<u16>>,
    lines: LineBits,
    /// By player to move (O, X).
    low: [LowMoves; 2],
    fixing: Fixing<'p>,
}

/// A part of the work on a layer.
#[derive(Clone, Copy)]
enum Job {
    Tier(u32),
    /// A top part that holds a line: the cells with X, and those with O.
    EndedTop(u64, u64),
}

impl<'p, G, S> Pass<'p, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    fn new(game: &'p G, tiers: &'p Tiers, layout: &'p Layout, sections: Option<&'p S>) -> Self {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        let kind = game.kind();
        Self {
            game,
            tiers,
            sections,
            kind,
            cells: tiers.lines().shape().cells(),
            layout,
            images: (0..tiers.symmetries()).map(|number| layout.images(tiers, number)).collect(),
            lines: LineBits::new(tiers, layout),
            low: [0, 1].map(|mover| LowMoves::new(&kind, tiers, mover)),
            fixing: Fixing::new(tiers, layout),
        }
    }

    /// Goes through all layers.
    fn run(
        &self,
        scratch: Option<&Path>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Counts, CountError> {
        let slots = |tier: u32| {
            let tier = self.tiers.tier(tier as usize);
            (tier.len(0) + tier.len(1)) as u64
        };
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
                let results: Vec<_> = results.collect::<Result<_, CountError>>()?;
                for (&job, (of_job, packed)) in jobs.iter().zip(results) {
                    let (x, o) = match job {
                        Job::Tier(tier) => {
                            done += slots(tier);
                            self.tiers.tier(tier as usize).top()
                        }
                        Job::EndedTop(x, o) => (x, o),
                    };
                    counts.add(&of_job, self.tiers.top_images(x, o) as u64);
                    if let (Job::Tier(tier), Some(packed)) = (job, packed) {
                        kept.keep(layer, tier, packed)?;
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
    ) -> Result<(Counts, Option<Packed>), CountError> {
        let unused = || buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = unused().pop();
        let mut taken = taken.unwrap_or_else(Buffers::new);
        let result = match job {
            Job::Tier(tier) => {
                self.tier(tier, kept, &mut taken).map(|(counts, packed)| (counts, Some(packed)))
            }
            Job::EndedTop(x, o) => {
                self.ended_top((x, o), kept, &mut taken).map(|counts| (counts, None))
            }
        };
        unused().push(taken);
        result
    }

    /// A slot that play reaches has no value.
    fn contradiction(
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

/// A section is longer or shorter than its numbering says.
#[derive(Debug, thiserror::Error)]
#[error("a section of tier {tier} has {found} bytes, and {slots} slots")]
struct WrongLength {
    tier: u32,
    found: usize,
    slots: usize,
}
