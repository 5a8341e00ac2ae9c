//! The solver of line games that are too large for one table in memory: tier by tier.

mod layer;
mod lines;
mod moves;
mod runs;
mod solver;

pub use solver::{Sections, TierSolver, TierValues};
