//! Tests of the passes over tables.

mod broken_rules;
mod long;
mod second_codes;
mod stats;
mod tiers_stats;
mod tiers_verify;
