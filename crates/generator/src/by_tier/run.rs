//! All tiers solved, on all cores, and kept in their order.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

#[cfg(feature = "rayon")]
use perfect_play_parallel::{ParallelIterator, parallel, threads};
use perfect_play_tiers::Sections;

use super::{TierSolver, TierValues};

/// Where solved tiers are put, and read again by the solver: of the boards where the side to move has no line, all
/// values as they were solved, also those of boards where who moved last has one.
pub trait TierStore: Sections<Error: Send> + Sync {
    /// A solved tier in the form in which it is kept.
    type Packed: Send;

    /// Brings a solved tier into the form in which it is kept. This is called on any thread, in no fixed order.
    ///
    /// # Errors
    ///
    /// Why it cannot be kept.
    fn pack(&self, tier: u32, values: &mut TierValues) -> Result<Self::Packed, Self::Error>;

    /// Keeps a tier. This is called tier after tier in ascending order, by one thread at a time.
    ///
    /// # Errors
    ///
    /// Why it cannot be kept.
    fn keep(&self, tier: u32, packed: Self::Packed) -> Result<(), Self::Error>;
}

impl TierSolver<'_> {
    /// Solves the tiers from `first` on, one after the other, and puts them into `store`, which has those
    /// before. With the feature `rayon` it does so on all cores. What `store` is handed is the same for any
    /// number of them.
    ///
    /// # Errors
    ///
    /// The first error of `store`. All tiers up to some number have been kept then, and none after it.
    pub fn run<S: TierStore>(&self, first: u32, store: &S) -> Result<(), S::Error> {
        #[cfg(feature = "rayon")]
        let workers = threads();
        #[cfg(not(feature = "rayon"))]
        let workers = 1;
        let run = Run {
            solver: self,
            store,
            window: 2 * u32::try_from(workers).unwrap_or(u32::MAX / 2),
            state: Mutex::new(State {
                next: first,
                kept: first,
                pending: BTreeMap::new(),
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
struct Run<'r, S: TierStore> {
    solver: &'r TierSolver<'r>,
    store: &'r S,
    /// How many tiers may be taken before the first of them is kept.
    window: u32,
    state: Mutex<State<S>>,
    changed: Condvar,
}

struct State<S: TierStore> {
    /// The tier to be solved next.
    next: u32,
    /// All tiers before this one are kept.
    kept: u32,
    /// Solved tiers that wait for one before them.
    pending: BTreeMap<u32, S::Packed>,
    /// Why the run has ended early.
    ended: Option<S::Error>,
    /// Whether a worker has panicked.
    abandoned: bool,
}

impl<S: TierStore> State<S> {
    fn is_over(&self) -> bool {
        self.ended.is_some() || self.abandoned
    }
}

/// Lets the other workers end when this one panics, which would hand in no more.
struct Ending<'e, 'r, S: TierStore>(&'e Run<'r, S>);

impl<S: TierStore> Drop for Ending<'_, '_, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().abandoned = true;
            self.0.changed.notify_all();
        }
    }
}

impl<S: TierStore> Run<'_, S> {
    /// Solves tiers until none is left, or the run has ended.
    fn work(&self) {
        let _ending = Ending(self);
        let mut values = TierValues::default();
        while let Some(tier) = self.take() {
            let solved = self.solver.solve(tier, self.store, &mut values);
            let packed = solved.and_then(|()| self.store.pack(tier, &mut values));
            self.hand_in(tier, packed);
        }
    }

    /// The next tier, once its child tiers are kept. A worker that has taken one goes on until it has handed
    /// it in, so no two wait for one another.
    fn take(&self) -> Option<u32> {
        let tiers = self.solver.tiers();
        let mut state = self.lock();
        let tier = loop {
            if state.is_over() || state.next as usize >= tiers.len() {
                return None;
            }
            if state.next - state.kept < self.window {
                break state.next;
            }
            state = self.wait(state);
        };
        state.next += 1;
        let needed = tiers.children(tier).max().map_or(0, |last| last + 1);
        while state.kept < needed {
            if state.is_over() {
                return None;
            }
            state = self.wait(state);
        }
        Some(tier)
    }

    /// Keeps what can be kept now.
    fn hand_in(&self, tier: u32, packed: Result<S::Packed, S::Error>) {
        let mut state = self.lock();
        match packed {
            Ok(packed) => {
                state.pending.insert(tier, packed);
                while state.ended.is_none() {
                    let kept = state.kept;
                    let Some(packed) = state.pending.remove(&kept) else { break };
                    state.ended = self.store.keep(kept, packed).err();
                    state.kept += u32::from(state.ended.is_none());
                }
            }
            Err(error) => {
                state.ended.get_or_insert(error);
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<S>>) -> MutexGuard<'g, State<S>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}
