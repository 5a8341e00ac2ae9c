#![doc = include_str!("../README.md")]

mod any_game;
mod any_rules;
mod any_table;
mod board_table;
mod found_game;
mod open_error;
mod open_rules_error;
mod plan;
mod solve_error;
mod tier_solve;

pub use any_game::{AnyGame, AnyPosition};
pub use any_rules::AnyRules;
pub use any_table::AnyTable;
pub use board_table::BoardTable;
pub use found_game::FoundGame;
pub use open_error::{OpenAnyError, OpenAnyErrorKind};
pub use open_rules_error::OpenRulesError;
pub use plan::{Measured, Plan};
pub use solve_error::SolveAnyError;
pub use tier_solve::{
    FileSolve, OnTier, Start, TierProgress, TierSolve, TierSolveError, is_solved_by_code,
};
