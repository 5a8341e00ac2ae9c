//! The native part of the Python package `perfect_play`: everything that must be fast or needs the solver. The public
//! interface is written in Python, in `python/perfect_play`. Items of this module are not public by themselves.
//!
//! Long work runs without the interpreter's lock, on the threads of `pool`, and Ctrl-C ends it (`interruptible`, `searching`).
//! Errors are exceptions of `perfect_play.errors` (`errors`).

mod analysis;
mod batch;
mod errors;
mod grading;
mod interruptible;
mod listing;
mod pool;
mod position;
mod proving;
mod remote_object;
mod solving;
mod table;

/// The module, as Python imports it.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        listing::Listing,
        position::{NativePosition, PositionList},
        solving::{free, name_of, plan, solve, solve_graph},
        table::{NativeTable, book, open, open_remote, read},
    };

    /// The number in arrays of values that stands for no entry.
    #[pymodule_export]
    const NO_ENTRY: i8 = crate::batch::NO_ENTRY;
}
