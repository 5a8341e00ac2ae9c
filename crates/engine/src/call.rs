//! Calls that can be stopped while a cut table searches for them.

use std::{
    cell::RefCell,
    iter,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use perfect_play_core::{Game, MoveValues, Objective, Probe, Value};

use crate::Watcher;

thread_local! {
    /// The call to which the work on this thread belongs.
    static NOW: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// Somebody's question, whose work is done by several threads. Who asked may leave: then its searches end.
///
/// A search asks its watcher on the thread that searches. So work is done [during](Call::during) its call.
///
/// ```
/// use std::sync::Arc;
///
/// use perfect_play_core::{Game, Objective, Probe};
/// use perfect_play_engine::{AnyGame, AnyTable, Call, Calls};
///
/// let game: AnyGame = "connect:7,6,4".parse()?;
/// let mut table = AnyTable::searched(game.clone(), Objective::Fastest)?;
/// table.watched_by(Arc::new(Calls));
/// let call = Call::default();
/// call.stop();
/// let position = game.parse_position("4")?;
/// assert!(call.during(|| table.value(position)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Call(Arc<AtomicBool>);

impl Call {
    /// The call that this thread works for, or a new one.
    #[must_use]
    pub fn now() -> Self {
        NOW.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Ends the searches of this call.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the call was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Does a part of the call's work on this thread.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Restores what was there before, also if the work is unwound.
        struct Before(Option<Call>);
        impl Drop for Before {
            fn drop(&mut self) {
                let before = self.0.take();
                NOW.with_borrow_mut(|now| *now = before);
            }
        }
        let _before = Before(NOW.with_borrow_mut(|now| now.replace(self.clone())));
        work()
    }
}

/// Watches the searches of this call alone.
impl Watcher for Call {
    fn goes_on(&self, _positions: u64) -> bool {
        !self.is_stopped()
    }
}

/// Watches the searches of a table that many calls ask, each for its own.
pub struct Calls;

impl Watcher for Calls {
    fn goes_on(&self, _positions: u64) -> bool {
        NOW.with_borrow(|now| now.as_ref().is_none_or(|call| !call.is_stopped()))
    }

    fn of_call(&self) -> Option<Arc<dyn Watcher>> {
        Some(Arc::new(Call::now()))
    }
}

/// A table whose searches belong to a call, on any thread.
pub struct OfCall<'t, T> {
    /// The table.
    pub table: &'t T,
    /// The call.
    pub call: Call,
}

impl<T: Probe> Probe for OfCall<'_, T> {
    type Game = T::Game;
    type Error = T::Error;

    fn game(&self) -> &T::Game {
        self.table.game()
    }
    fn objective(&self) -> Objective {
        self.table.objective()
    }
    fn value(&self, position: <T::Game as Game>::Position) -> Result<Value, T::Error> {
        self.call.during(|| self.table.value(position))
    }
    fn value_with_moves(
        &self,
        position: <T::Game as Game>::Position,
    ) -> Result<(Value, MoveValues), T::Error> {
        self.call.during(|| self.table.value_with_moves(position))
    }
    fn positions(&self) -> impl Iterator<Item = <T::Game as Game>::Position> {
        self.table.positions()
    }
    fn entries(
        &self,
    ) -> impl Iterator<Item = (<T::Game as Game>::Position, Result<Value, T::Error>)> {
        let mut entries = self.table.entries();
        iter::from_fn(move || self.call.during(|| entries.next()))
    }
    fn reached(&self, position: <T::Game as Game>::Position) -> Option<(u64, u64)> {
        self.table.reached(position)
    }
    fn codes(&self) -> u64 {
        self.table.codes()
    }
    fn code(&self, position: <T::Game as Game>::Position) -> Option<u64> {
        self.table.code(position)
    }
    fn decode(&self, code: u64) -> Option<<T::Game as Game>::Position> {
        self.table.decode(code)
    }
    fn canonical(&self, position: <T::Game as Game>::Position) -> (u64, u8) {
        self.table.canonical(position)
    }
    fn is_canonical(&self, position: <T::Game as Game>::Position) -> bool {
        self.table.is_canonical(position)
    }
}
