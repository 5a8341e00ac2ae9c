//! Tests of the numbering: slots of boards, tiers, bands, the promises of games, and keys.

mod bands;
mod bijection;
mod keys;
mod promises;
mod reach;
mod shapes;
mod static_values;
mod tiers;
