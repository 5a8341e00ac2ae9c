//! Tests of every solver, and of the check of the rules.

mod bake;
mod cost_of_checking;
mod tier_table;
mod tiers;
mod units;
