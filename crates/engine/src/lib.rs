#![doc = include_str!("../README.md")]

mod any_game;
mod any_numbering;
mod any_table;
mod band_cache;
mod cluster;
mod cut_file;
mod cut_table;
mod cut_values;
mod drawn_board;
mod erased;
mod estimate;
mod file_solve;
mod folder_solve;
#[cfg(not(target_family = "wasm"))]
mod free_memory;
mod method;
mod nearest;
mod one_piece;
mod open_error;
mod open_rules_error;
mod plan;
mod position;
mod rank_plan;
mod rank_solve;
mod ranked;
mod solve_error;
mod tier_copy;
mod tier_solve;
mod typed_name;
mod view;

pub use any_game::AnyGame;
pub use any_table::{AnyTable, CutPlan};
pub use cluster::{Cluster, ClusterPlan, TaskGraph};
pub use cut_file::{CutFile, CutFileError};
pub use cut_table::Watcher;
pub use cut_values::{CutError, CutLog};
pub use drawn_board::DrawnBoard;
pub use estimate::{Estimate, Found, PlyEstimate};
pub use file_solve::FileSolve;
pub use folder_solve::{FolderEvent, FolderSolve, OnFolder};
#[cfg(not(target_family = "wasm"))]
pub use free_memory::{address_space, free_memory};
pub use method::Method;
pub use nearest::nearest;
pub use one_piece::{OnePieceError, one_piece_in};
pub use open_error::{OpenAnyError, OpenAnyErrorKind};
pub use open_rules_error::OpenRulesError;
pub use plan::{Measured, Plan};
pub use position::{AnyPosition, Bytes};
pub use rank_plan::RankPlan;
pub use rank_solve::{RankSolve, RankSolveError};
pub use solve_error::SolveAnyError;
pub use tier_solve::{OnTier, Start, TierProgress, TierSolve, TierSolveError};
pub use typed_name::TypedName;
pub use view::View;
