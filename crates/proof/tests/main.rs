//! Tests of the passes over tables.

mod images;
mod own_rules;
mod tiers_stats;
mod tiers_verify;
