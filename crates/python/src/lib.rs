//! The native part of the Python package `perfect_play`: everything that must be fast, or that needs the solver. What a
//! user sees is written in Python, in `python/perfect_play`; nothing there is public that is not named there.
//!
//! Whatever takes long runs without the interpreter's lock, on the threads of `pool`, and is ended by Ctrl-C
//! (`interruptible`). What goes wrong is an exception of `perfect_play.errors` (`errors`).

mod batch;
mod errors;
mod interruptible;
mod listing;
mod memory;
mod pool;
mod position;
mod table;

/// The module, as Python imports it.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        listing::Listing,
        memory::free,
        position::NativePosition,
        table::{NativeTable, name_of, open, read, solve, solve_graph},
    };

    /// Where there is no entry, for values of arrays.
    #[pymodule_export]
    const NO_ENTRY: i8 = crate::batch::NO_ENTRY;
}
