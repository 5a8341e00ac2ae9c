//! The solver of line games, tier by tier.

mod low_moves;
mod memory;
mod minima;
mod run;
mod solver;

pub use memory::solve_tiers;
pub use run::TierStore;
pub use solver::{TierSolver, TierValues};
