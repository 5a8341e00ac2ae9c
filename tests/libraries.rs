//! The tests of the libraries, which stand beside them. As a program of its own, each would compile the solvers once more:
//! `cargo test -p perfect-play-proof --test proof` does.

#[path = "../crates/analysis/tests/main.rs"]
mod analysis;
#[path = "../crates/core/tests/main.rs"]
mod core;
#[path = "../crates/engine/tests/main.rs"]
mod engine;
#[path = "../crates/export/tests/main.rs"]
mod export;
#[path = "../crates/file/tests/main.rs"]
mod file;
#[path = "../crates/games/tests/main.rs"]
mod games;
#[path = "../crates/generator/tests/main.rs"]
mod generator;
#[path = "../crates/numbering/tests/main.rs"]
mod numbering;
#[path = "../crates/proof/tests/main.rs"]
mod proof;
#[path = "../crates/search/tests/main.rs"]
mod search;
