//! The rules of every family, their names and symmetries.

mod brute_force;
mod drawings;
mod graph;
mod marks;
mod mills;
mod names;
mod pieces;
mod points;
mod random;
mod stones;
mod strange_input;
mod symmetries;
mod tiers;
mod using_up;
