//! All tiers solved, on all cores, and kept in their order.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel, threads};
use perfect_play_tiers::{Sections, Tier};

use super::{TierSolver, TierValues};

/// How long a worker waits before it asks again whether a tier of another process is there.
const ASK_AGAIN: Duration = Duration::from_millis(100);

/// Where solved tiers are put, and read again by the solver: of the boards where the side to move has no line, all
/// values as they were solved, also those of boards where who moved last has one.
pub trait TierStore: Sections<Error: Send> + Sync {
    /// A solved tier in the form in which it is kept, or its first bands.
    type Packed: Send;

    /// Begins to bring a tier into the form in which it is kept. This is called on any thread, in no fixed order.
    fn begin(&self, tier: &Tier<'_>) -> Self::Packed;

    /// Adds the next band, of which the solver needs the values no longer: those with O to move, and with X to move.
    ///
    /// # Errors
    ///
    /// Why it cannot be kept.
    fn pack(
        &self,
        packed: &mut Self::Packed,
        tier: &Tier<'_>,
        band: usize,
        values: &mut [Vec<u8>; 2],
    ) -> Result<(), Self::Error>;

    /// Keeps a tier that has all its bands. This is called in the order in which [`TierSolver::run`] was given the
    /// tiers, by one thread at a time.
    ///
    /// # Errors
    ///
    /// Why it cannot be kept.
    fn keep(&self, tier: u32, packed: Self::Packed) -> Result<(), Self::Error>;

    /// Whether the sections of a tier can be read that this run was not given: another process may not have solved
    /// it yet. The solver asks again until they can. Defaults to `true`.
    ///
    /// # Errors
    ///
    /// Why nobody knows.
    fn is_there(&self, tier: u32) -> Result<bool, Self::Error> {
        let _ = tier;
        Ok(true)
    }
}

impl TierSolver<'_> {
    /// Solves a tier, and brings it into the form in which `store` keeps it.
    ///
    /// # Errors
    ///
    /// Those of `store`.
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

    /// Solves these tiers, and puts them into `store`, in their order. With the feature `rayon` it does so on all
    /// cores. What `store` is handed is the same for any number of them.
    ///
    /// A child tier must come before its parents, or be in `store`, or come there by another process
    /// ([`TierStore::is_there`]). `tiers` is asked for the next tier as soon as a thread is free; it may block.
    ///
    /// # Errors
    ///
    /// The first error of `store`. All tiers up to some one have been kept then, and none after it.
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

/// What the workers of a run share.
struct Run<'r, S: TierStore, T> {
    solver: &'r TierSolver<'r>,
    store: &'r S,
    /// The tiers that nobody has taken yet.
    tiers: Mutex<T>,
    /// How many tiers may be taken before the first of them is kept.
    window: u64,
    state: Mutex<State<S>>,
    changed: Condvar,
}

struct State<S: TierStore> {
    /// How many tiers have been taken.
    next: u64,
    /// How many of them have been kept.
    kept: u64,
    /// By its place in the order: each tier that has been taken and not been kept, and the solved tier if it is
    /// solved.
    taken: BTreeMap<u64, (u32, Option<S::Packed>)>,
    /// Whether a worker is keeping a tier.
    is_keeping: bool,
    /// Why the run has ended early.
    ended: Option<S::Error>,
    /// Whether a worker has panicked.
    abandoned: bool,
}

impl<S: TierStore> State<S> {
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.abandoned
    }

    /// Whether none of these tiers is under way.
    fn has_kept(&self, tiers: &[u32]) -> bool {
        self.taken.values().all(|(tier, _)| !tiers.contains(tier))
    }
}

/// Lets the other workers end when this one panics, which would hand in no more.
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
    /// Solves tiers until none is left, or the run has ended.
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

    /// The next tier, and its place in the order.
    fn take(&self) -> Option<(u64, u32)> {
        // It may block, so the state is not locked meanwhile: others hand in.
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

    /// Waits until the child tiers of a tier can be read. A worker that has taken a tier goes on until it has
    /// handed it in, so no two wait for one another. Says whether the run is over.
    ///
    /// # Errors
    ///
    /// Those of [`TierStore::is_there`].
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

    /// Keeps what can be kept now.
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
        while !state.is_keeping && !state.is_over() {
            let kept = state.kept;
            let Some((tier, Some(packed))) =
                state.taken.get_mut(&kept).map(|(tier, solved)| (*tier, solved.take()))
            else {
                break;
            };
            // Others go on meanwhile.
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
