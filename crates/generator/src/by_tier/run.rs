//! Solves tiers on all cores, and stores them in order.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use perfect_play_numbering::{Sections, Tier};
#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel, threads};

use super::{TierSolver, TierValues};

/// How long a worker waits before it checks again whether a tier of another process exists.
const ASK_AGAIN: Duration = Duration::from_millis(100);

/// Stores solved tiers. The solver reads them again with the methods of [`Sections`]. For boards that hold a line, a
/// store must do more than [`Sections`] requires. If only the player who moved last has a line, the byte that the store
/// returns must be the value of the ended game. If the side to move has a line, the byte may be anything.
pub trait TierStore: Sections<Error: Send> + Sync {
    /// A solved tier in the form in which it is stored. Until [`TierStore::pack`] has been called for every band, it
    /// holds only the first bands.
    type Packed: Send;

    /// Begins to pack a tier. This is called on any thread, in no fixed order.
    fn begin(&self, tier: &Tier<'_>) -> Self::Packed;

    /// Adds the next band to a packed tier: the values with O to move, and with X to move. The store may
    /// change `values`, because the solver does not need them any more.
    ///
    /// # Errors
    ///
    /// The reason why the band cannot be stored.
    fn pack(
        &self,
        packed: &mut Self::Packed,
        tier: &Tier<'_>,
        band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), Self::Error>;

    /// Stores a tier that has all its bands. This is called by one thread at a time, in the order of the tiers
    /// given to [`TierSolver::run`].
    ///
    /// # Errors
    ///
    /// The reason why the tier cannot be stored.
    fn keep(&self, tier: u32, packed: Self::Packed) -> Result<(), Self::Error>;

    /// Whether the sections of a child tier can be read. If another process solves the child tier, that process may
    /// not have finished. [`TierSolver::run`] waits for its own tiers, and then calls this method until it returns
    /// `true`. Defaults to `true`.
    ///
    /// # Errors
    ///
    /// The reason why this cannot be found out.
    fn is_there(&self, tier: u32) -> Result<bool, Self::Error> {
        let _ = tier;
        Ok(true)
    }
}

impl TierSolver<'_> {
    /// Solves a tier, and packs it for `store`.
    ///
    /// # Errors
    ///
    /// The errors of `store`.
    pub fn solve_for<S: TierStore>(
        &self,
        store: &S,
        tier: u32,
        values: &mut TierValues,
    ) -> Result<S::Packed, S::Error> {
        let tier = self.tiers().tier(tier as usize);
        let mut packed = store.begin(&tier);
        let pack = |band, values: &mut _| store.pack(&mut packed, &tier, band, values);
        self.solve(&tier, store, values, pack)?;
        Ok(packed)
    }

    /// Solves these tiers, and stores them in order in `store`. With the feature `rayon` it uses all cores. The
    /// number of cores changes neither the values of a tier nor the order in which tiers are stored.
    ///
    /// A child tier must come before its parents, or be in `store`, or be added there by another process
    /// ([`TierStore::is_there`]). When a thread is free, it takes the next tier from the iterator. The iterator
    /// may block.
    ///
    /// # Errors
    ///
    /// The first error of `store`. After an error, the tiers that were stored are the first tiers of `tiers`, without a
    /// gap.
    pub fn run<S: TierStore>(
        &self,
        tiers: impl IntoIterator<Item = u32, IntoIter: Send>,
        store: &S,
    ) -> Result<(), S::Error> {
        #[cfg(feature = "rayon")]
        let workers = threads();
        #[cfg(not(feature = "rayon"))]
        let workers = 1_usize;
        let run = Run {
            solver: self,
            store,
            tiers: Mutex::new(tiers.into_iter()),
            window: 2 * workers as u64,
            state: Mutex::new(State {
                next: 0,
                kept: 0,
                taken: BTreeMap::new(),
                is_keeping: false,
                ended: None,
                abandoned: false,
            }),
            changed: Condvar::new(),
        };
        #[cfg(feature = "rayon")]
        parallel(0..workers).for_each(|_| run.work());
        #[cfg(not(feature = "rayon"))]
        run.work();
        let State { ended, .. } = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        ended.map_or(Ok(()), Err)
    }
}

/// The state that the workers of a run share.
struct Run<'r, S: TierStore, T> {
    solver: &'r TierSolver<'r>,
    store: &'r S,
    /// The tiers that no worker has taken yet.
    tiers: Mutex<T>,
    /// The largest number of tiers that may be taken before the first of them is stored.
    window: u64,
    state: Mutex<State<S>>,
    changed: Condvar,
}

struct State<S: TierStore> {
    /// The number of tiers taken.
    next: u64,
    /// The number of tiers stored.
    kept: u64,
    /// The tiers that were taken and not stored, by their places in the order. If a tier is solved, this
    /// includes the packed tier.
    taken: BTreeMap<u64, (u32, Option<S::Packed>)>,
    /// Whether a worker is storing a tier.
    is_keeping: bool,
    /// The error that ended the run early.
    ended: Option<S::Error>,
    /// Whether a worker has panicked.
    abandoned: bool,
}

impl<S: TierStore> State<S> {
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.abandoned
    }

    /// Whether none of these tiers is being solved.
    fn has_kept(&self, tiers: &[u32]) -> bool {
        self.taken.values().all(|(tier, _)| !tiers.contains(tier))
    }
}

/// Ends the other workers if this one panics, because it would not hand in its tier.
struct Ending<'e, 'r, S: TierStore, T>(&'e Run<'r, S, T>);

impl<S: TierStore, T> Drop for Ending<'_, '_, S, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.state).abandoned = true;
            self.0.changed.notify_all();
        }
    }
}

impl<S: TierStore, T: Iterator<Item = u32>> Run<'_, S, T> {
    /// Solves tiers until there are no more, or the run has ended.
    fn work(&self) {
        let _ending = Ending(self);
        let mut values = TierValues::default();
        while let Some((place, tier)) = self.take() {
            let solved = self.wait_for_children(tier).and_then(|is_over| {
                if is_over {
                    return Ok(None);
                }
                self.solver.solve_for(self.store, tier, &mut values).map(Some)
            });
            match solved {
                Ok(None) => return,
                Ok(Some(packed)) => self.hand_in(place, Ok(packed)),
                Err(error) => self.hand_in(place, Err(error)),
            }
        }
    }

    /// Takes the next tier, and its place in the order.
    fn take(&self) -> Option<(u64, u32)> {
        // Taking a tier may block. The state is not locked meanwhile, so that other workers can hand in.
        // The tiers stay locked until the tier is in `taken`. Otherwise a worker could take a parent before its
        // child is in `taken`, and would take the child for stored.
        let mut tiers = lock(&self.tiers);
        let mut state = lock(&self.state);
        while !state.is_over() && state.next - state.kept >= self.window {
            state = self.wait(state);
        }
        if state.is_over() {
            return None;
        }
        drop(state);
        let tier = tiers.next()?;
        let mut state = lock(&self.state);
        let place = state.next;
        state.next += 1;
        state.taken.insert(place, (tier, None));
        Some((place, tier))
    }

    /// Waits until the child tiers of a tier can be read. A worker that has taken a tier continues until it has
    /// handed it in, so workers never wait for one another in a cycle. Returns whether the run is over.
    ///
    /// # Errors
    ///
    /// The errors of [`TierStore::is_there`].
    fn wait_for_children(&self, tier: u32) -> Result<bool, S::Error> {
        let mut children: Vec<_> = self.solver.tiers().children(tier).collect();
        children.sort_unstable();
        children.dedup();
        let mut state = lock(&self.state);
        while !state.is_over() && !state.has_kept(&children) {
            state = self.wait(state);
        }
        drop(state);
        for child in children {
            while !self.store.is_there(child)? {
                let state = lock(&self.state);
                if state.is_over() {
                    return Ok(true);
                }
                drop(self.changed.wait_timeout(state, ASK_AGAIN));
            }
        }
        Ok(lock(&self.state).is_over())
    }

    /// Hands in a tier, and stores the tiers that can be stored now.
    fn hand_in(&self, place: u64, packed: Result<S::Packed, S::Error>) {
        let mut state = lock(&self.state);
        match packed {
            Ok(packed) => {
                if let Some((_, solved)) = state.taken.get_mut(&place) {
                    *solved = Some(packed);
                }
            }
            Err(error) => {
                state.ended.get_or_insert(error);
            }
        }
        // Only one worker stores. If another worker hands in the next tier meanwhile, it leaves the tier in
        // `taken`, and the worker that stores finds it there in the next round. So no worker waits for the store.
        while !state.is_keeping && !state.is_over() {
            let kept = state.kept;
            let Some((tier, Some(packed))) =
                state.taken.get_mut(&kept).map(|(tier, solved)| (*tier, solved.take()))
            else {
                break;
            };
            // The other workers continue meanwhile.
            state.is_keeping = true;
            drop(state);
            let kept = self.store.keep(tier, packed);
            state = lock(&self.state);
            state.is_keeping = false;
            match kept {
                Ok(()) => {
                    let place = state.kept;
                    state.taken.remove(&place);
                    state.kept += 1;
                }
                Err(error) => {
                    state.ended.get_or_insert(error);
                }
            }
            self.changed.notify_all();
        }
        drop(state);
        self.changed.notify_all();
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<S>>) -> MutexGuard<'g, State<S>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
