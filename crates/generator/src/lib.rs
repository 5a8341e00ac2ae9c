#![doc = include_str!("../README.md")]

// Re-exported, so that a build script needs only this crate.
pub use perfect_play_core as core;
pub use perfect_play_numbering as numbering;

mod bake;
mod by_graph;
mod by_ply;
mod by_tier;
mod by_unit;
mod check_codes;
mod check_rules;
mod check_symmetries;
mod doubt;
mod fault;
mod graph;
mod in_parallel;
mod inconsistency;
mod minimax;
mod room;
mod score;
mod solution;
mod solve;
mod solve_error;
mod step;
mod step_back;
mod sweep;
mod trace;
mod walk;

#[cfg(any(doc, doctest))]
#[doc = include_str!("../guide.md")]
pub mod guide {}

pub use bake::{
    Bake, BakeError, MAX_BAKED_BYTES, MAX_BAKED_CODES, MAX_BAKED_KEYS, Solved, registry,
};
pub use by_tier::{TierSolver, TierStore, TierValues, solve_tiers};
pub use by_unit::{RankMemory, Reached, TierFault, UnitSolver};
pub use check_rules::{MAX_CHECKED_KEYS, check_rules};
pub use doubt::doubt;
pub use inconsistency::{Inconsistency, InconsistencyKind, SymmetryFault};
pub use minimax::{Minimax, minimax};
pub use score::{ScoreRule, UnknownScoreRule};
pub use solution::{MAX_CODES, Solution};
pub use solve::{Solver, bytes_a_position, check_objective, solve};
pub use solve_error::SolveError;
pub use trace::{
    Algorithm, Bound, Call, CallCount, CallsToDepth, MAX_TRACED, MAX_WALKED, TreeTooLarge, Window,
    calls_to_depth, count_calls, trace,
};
