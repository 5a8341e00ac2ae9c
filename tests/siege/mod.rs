//! The siege: random attacks on the library, each until its time is up, the same for the same seed.
//!
//! `SIEGE_SEED=7 SIEGE_SECONDS=600 cargo test --test whole siege::graphs` is one of them for ten minutes. A defeat prints the
//! command that repeats its case. What the program is attacked with is in `crates/cli/tests/program/siege`.
//!
//! No attack shares code with solvers and proofs. It uses the traits that every game implements, and attacks
//! everything else.

mod baking;
mod boards;
mod exports;
mod forged;
mod graphs;
mod large;
mod lies;
mod once;
mod random;
mod tiers;
mod worth;

use super::{
    bake::project,
    mutation::{counts, file, forger, honest, judge, places, truth},
    oracle,
};

/// A game as data. It can tell lies.
type Data = perfect_play_test_kit::Lying<perfect_play_test_kit::Listed>;
