//! Tests of the passes over tables.

mod stats;
mod tiers_stats;
mod tiers_verify;
