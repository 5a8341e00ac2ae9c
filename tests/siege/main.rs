//! The siege: random attacks on the library, each until its time is up, the same for the same seed.
//!
//! `SIEGE_SEED=7 SIEGE_SECONDS=600 cargo test --test siege graphs` is one of them for ten minutes. A defeat prints the
//! command that repeats its case. What the program is attacked with is in `crates/cli/tests/siege`.
//!
//! No attack shares code with solvers and proofs. It uses the traits that every game implements, and attacks
//! everything else.

mod baking;
mod boards;
#[path = "../mutation/counts.rs"]
mod counts;
mod exports;
#[path = "../mutation/file.rs"]
mod file;
mod forged;
#[path = "../mutation/forger.rs"]
mod forger;
mod graphs;
#[path = "../mutation/honest.rs"]
mod honest;
#[path = "../mutation/judge.rs"]
mod judge;
mod large;
mod lies;
mod once;
#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../mutation/places.rs"]
mod places;
#[path = "../bake/project.rs"]
mod project;
mod random;
#[path = "../mutation/stones.rs"]
mod stones;
#[path = "../mutation/truth.rs"]
mod truth;
mod worth;

/// A game as data. It can tell lies.
type Data = perfect_play_test_kit::Lying<perfect_play_test_kit::Listed>;
