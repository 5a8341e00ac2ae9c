//! Tests of every solver, and of the check of the rules.

mod contradictions;
mod cost_of_checking;
mod tier_table;
mod tiers;
mod too_far;
mod twisted_symmetries;
