//! The functions that `js/instance.js` calls.
//!
//! The input of a call is bytes. [`input`] makes room for them, and the call takes them. The output, an answer or an
//! error message, is at [`output`] until the next call. A call returns [`DONE`], or a status that says why there is
//! no answer. A call that creates a table returns the table's number.
#![expect(unsafe_code, reason = "exported names are not mangled, and imports have no types")]

use std::{cell::RefCell, mem, panic};

#[cfg(feature = "package")]
use crate::solving;
use crate::{failure::Failure, open_table::OpenTable};

/// The output is the answer.
pub const DONE: i32 = 0;
/// The output is an error message.
pub const ERROR: i32 = -1;
/// The call needs more bytes of the file. The output lists the ranges as JSON: pairs of numbers, the beginning and the
/// end of each range.
pub const MISSING: i32 = -2;
/// The call needs more random numbers.
pub const MORE_RANDOM: i32 = -3;

#[link(wasm_import_module = "perfect_play")]
unsafe extern "C" {
    /// Reports how much of a long call is done, and the total.
    #[cfg(feature = "package")]
    safe fn progress(done: f64, of: f64);
    /// The output is the message of a panic. The instance must not be used again.
    safe fn panicked();
}

#[derive(Default)]
struct State {
    tables: Vec<Place>,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// What has the number of a table.
enum Place {
    /// Nothing.
    Free,
    /// A table that no call uses.
    Held(Box<OpenTable>),
    /// A table that a call uses: its reports of progress may call anything.
    Used,
    /// A table that was closed while a call uses it.
    Closed,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Makes room for this many bytes of input. Returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input = vec![0; bytes];
        state.input.as_mut_ptr()
    })
}

/// The address of the output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// The number of bytes in the output of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn output_bytes() -> usize {
    STATE.with_borrow(|state| state.output.len())
}

/// Must be called first, once.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        STATE.with(|state| {
            if let Ok(mut state) = state.try_borrow_mut() {
                state.output = message.into_bytes();
            }
        });
        panicked();
    }));
}

/// Creates a file that is not open yet, and returns its number. `length` is its length in bytes, or negative if this
/// is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn file(length: f64) -> i32 {
    add(OpenTable::in_pieces(exact(length)))
}

/// Takes the input as a piece of the file that begins at `offset`.
#[unsafe(no_mangle)]
pub extern "C" fn provide(table: i32, offset: f64) {
    let bytes = take_input();
    if let Some(offset) = exact(offset) {
        with(table, |table| table.provide(offset, bytes));
    }
}

/// Opens the file.
#[unsafe(no_mangle)]
pub extern "C" fn open(table: i32) -> i32 {
    answer(table, |table, _| table.open())
}

/// Solves the game that the input names. Returns the table's number.
#[cfg(feature = "package")]
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> i32 {
    match solving::solve(&take_input(), &report) {
        Ok(table) => add(OpenTable::solved(table)),
        Err(failure) => end(Err(failure)),
    }
}

/// The description of the table.
#[unsafe(no_mangle)]
pub extern "C" fn about(table: i32) -> i32 {
    answer(table, |table, _| table.about())
}

/// The entry of the position in the input.
#[unsafe(no_mangle)]
pub extern "C" fn probe(table: i32) -> i32 {
    answer(table, |table, input| table.probe(&input))
}

/// How best play continues from the position in the input.
#[unsafe(no_mangle)]
pub extern "C" fn best_line(table: i32) -> i32 {
    answer(table, |table, input| table.best_line(&input))
}

/// The move that a level chooses.
#[unsafe(no_mangle)]
pub extern "C" fn choose(table: i32) -> i32 {
    answer(table, |table, input| table.choose(&input))
}

/// Proves the table from the rules.
#[cfg(feature = "package")]
#[unsafe(no_mangle)]
pub extern "C" fn verify(table: i32) -> i32 {
    answer(table, |table, _| table.verify(&mut report))
}

/// The table's file.
#[cfg(feature = "package")]
#[unsafe(no_mangle)]
pub extern "C" fn bytes(table: i32) -> i32 {
    answer(table, |table, _| table.bytes())
}

/// Forgets a table.
#[unsafe(no_mangle)]
pub extern "C" fn close(table: i32) {
    let closed = STATE.with_borrow_mut(|state| {
        let place = state.place(table)?;
        let left = match place {
            Place::Used | Place::Closed => Place::Closed,
            Place::Held(_) | Place::Free => Place::Free,
        };
        Some(mem::replace(place, left))
    });
    drop(closed);
}

impl State {
    fn place(&mut self, number: i32) -> Option<&mut Place> {
        self.tables.get_mut(usize::try_from(number).ok()?)
    }

    /// Takes a table for a call.
    fn take(&mut self, number: i32) -> Option<Box<OpenTable>> {
        let place = self.place(number)?;
        match mem::replace(place, Place::Used) {
            Place::Held(table) => Some(table),
            other => {
                *place = other;
                None
            }
        }
    }
}

/// Stores a table, and returns its number.
fn add(table: OpenTable) -> i32 {
    STATE.with_borrow_mut(|state| {
        let free = state.tables.iter().position(|place| matches!(place, Place::Free));
        let number = free.unwrap_or_else(|| {
            state.tables.push(Place::Free);
            state.tables.len() - 1
        });
        state.tables[number] = Place::Held(Box::new(table));
        i32::try_from(number).unwrap_or(i32::MAX)
    })
}

/// Runs a task with a table. The table is taken out of the state meanwhile, so that a panic can use the state for its
/// message.
fn with<T>(number: i32, task: impl FnOnce(&mut OpenTable) -> T) -> Option<T> {
    let mut table = STATE.with_borrow_mut(|state| state.take(number))?;
    let done = task(&mut table);
    let closed = STATE.with_borrow_mut(|state| {
        let place = state.place(number)?;
        if let Place::Used = place {
            *place = Place::Held(table);
            return None;
        }
        *place = Place::Free;
        Some(table)
    });
    drop(closed);
    Some(done)
}

/// Runs a call of a table with the input.
fn answer(
    table: i32,
    ask: impl FnOnce(&mut OpenTable, Vec<u8>) -> Result<Vec<u8>, Failure>,
) -> i32 {
    let input = take_input();
    let closed = || Err(Failure::new("the table is closed"));
    end(with(table, |table| ask(table, input)).unwrap_or_else(closed))
}

/// Puts the answer where JavaScript reads it.
fn end(answer: Result<Vec<u8>, Failure>) -> i32 {
    let (status, output) = match answer {
        Ok(answer) => (DONE, answer),
        Err(Failure::Error(message)) => (ERROR, message.into_bytes()),
        Err(Failure::MoreRandom) => (MORE_RANDOM, Vec::new()),
        Err(Failure::Missing(ranges)) => {
            let pairs: Vec<_> = ranges.iter().map(|range| [range.start, range.end]).collect();
            (MISSING, serde_json::to_vec(&pairs).unwrap_or_default())
        }
    };
    STATE.with_borrow_mut(|state| state.output = output);
    status
}

fn take_input() -> Vec<u8> {
    STATE.with_borrow_mut(|state| mem::take(&mut state.input))
}

/// A number of JavaScript, which must not be negative or have a fraction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is exact")]
fn exact(number: f64) -> Option<u64> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    (0.0..=LARGEST).contains(&number).then_some(number as u64)
}

#[cfg(feature = "package")]
#[expect(clippy::cast_precision_loss, reason = "it is shown to people")]
fn report(done: u64, of: u64) {
    progress(done as f64, of as f64);
}
