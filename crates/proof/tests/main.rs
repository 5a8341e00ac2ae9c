//! Tests of the passes over tables.

mod tiers_stats;
mod tiers_verify;
