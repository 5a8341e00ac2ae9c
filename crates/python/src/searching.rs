//! The searches of cut tables, which Ctrl-C ends.
//!
//! A search asks its watcher on the thread that searches, a thread of the pool: all that may search is done as
//! [`interruptible`](crate::interruptible) work. The search ends with the [`Call`] that it belongs to. Then the exception is
//! raised, and nothing is answered.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use perfect_play_core::{Game, MoveValues, Objective, Probe, Value};
use perfect_play_engine::Watcher;

thread_local! {
    /// The call to which the work on this thread belongs.
    static NOW: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// A call from Python whose work is done by several threads.
#[derive(Clone, Default)]
pub(crate) struct Call(Arc<AtomicBool>);

impl Call {
    /// The call to which the work on this thread belongs.
    pub(crate) fn now() -> Self {
        NOW.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Ends the searches of this call.
    pub(crate) fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Does a part of the call's work on this thread.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
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

/// Watches the searches of a table that many calls ask.
pub(crate) struct Calls;

impl Watcher for Calls {
    fn goes_on(&self, _positions: u64) -> bool {
        NOW.with_borrow(|now| now.as_ref().is_none_or(|call| !call.is_stopped()))
    }

    fn of_call(&self) -> Option<Arc<dyn Watcher>> {
        Some(Arc::new(Call::now()))
    }
}

/// A table whose searches belong to a call, on any thread.
pub(crate) struct OfCall<'t, T> {
    pub(crate) table: &'t T,
    pub(crate) call: Call,
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
}
