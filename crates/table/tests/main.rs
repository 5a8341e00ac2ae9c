//! Tests of files and of the passes over tables. `tiers` is a program of its own. So is `temporary`, which removes
//! the temporary files of its whole process.

mod broken_rules;
mod extremes;
mod long;
mod memory;
mod second_codes;
mod stats;
mod tier_folder;
mod tiers_stats;
mod tiers_verify;
