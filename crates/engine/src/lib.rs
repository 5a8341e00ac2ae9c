#![doc = include_str!("../README.md")]

mod any_game;
mod any_rules;
mod any_table;
mod band_cache;
mod board_table;
#[cfg(any(test, debug_assertions, target_family = "wasm"))]
mod by_key;
mod cluster;
mod drawn_board;
mod folder_solve;
mod found_game;
#[cfg(not(target_family = "wasm"))]
mod free_memory;
mod method;
mod one_piece;
mod open_error;
mod open_rules_error;
mod plan;
mod solve_error;
mod tier_solve;

pub use any_game::{AnyGame, AnyPosition};
pub use any_rules::AnyRules;
pub use any_table::AnyTable;
pub use board_table::BoardTable;
pub use cluster::{Cluster, ClusterPlan, TaskGraph};
pub use drawn_board::DrawnBoard;
pub use folder_solve::{FolderEvent, FolderSolve, OnFolder};
pub use found_game::FoundGame;
#[cfg(not(target_family = "wasm"))]
pub use free_memory::{address_space, free_memory};
pub use method::Method;
pub use one_piece::{OnePieceError, one_piece_in};
pub use open_error::{OpenAnyError, OpenAnyErrorKind};
pub use open_rules_error::OpenRulesError;
pub use plan::{Measured, Plan};
pub use solve_error::SolveAnyError;
pub use tier_solve::{FileSolve, OnTier, Start, TierProgress, TierSolve, TierSolveError};
