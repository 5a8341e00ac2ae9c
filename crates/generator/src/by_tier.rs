//! The solver of line games, tier by tier.

mod memory;
mod run;
mod runs;
mod solver;

pub use memory::solve_tiers;
pub use run::TierStore;
pub use solver::{TierSolver, TierValues};
