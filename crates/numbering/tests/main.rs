//! Tests of the numbering: slots of boards, tiers, bands, limits, and keys.

mod bands;
mod bijection;
mod keys;
mod limits;
mod move_orders;
mod plies;
mod reach;
mod shapes;
mod static_values;
mod tiers;
