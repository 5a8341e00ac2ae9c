#![doc = include_str!("../README.md")]

mod any_table;
mod open_error;
mod plan;
mod solve_error;
mod tier_solve;

pub use any_table::AnyTable;
pub use open_error::{OpenAnyError, OpenAnyErrorKind};
pub use plan::{Measured, Plan};
pub use solve_error::SolveAnyError;
pub use tier_solve::{
    FileSolve, OnTier, Start, TierProgress, TierSolve, TierSolveError, is_solved_by_code,
};
