//! Solves the built-in games and bakes their tables into `OUT_DIR`, where `crates/runtime` takes
//! them from.

use std::{env, error::Error};

use perfect_play_generator::{
    Bake,
    core::{Mnk, Objective},
    index::Index,
    solve, solve_levels,
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let games = [("TICTACTOE", Mnk::TICTACTOE), ("TICTACTOE_MISERE", Mnk::TICTACTOE_MISERE)];
    let bake = Bake::new()?;
    for (constant, game) in games {
        let solution = solve(game, Objective::Fastest)?;
        bake.direct(constant, &solution)?;
        bake.compact(constant, &solution)?;
    }
    if env::var_os("CARGO_FEATURE_MNK_4_4_4").is_some() {
        let game = Mnk::new(4, 4, 4)?;
        let table = solve_levels(game, Objective::Fastest, Index::of(&game)?, &|_| ())?;
        bake.indexed("MNK_4_4_4", &table)?;
    }
    Ok(bake.registry(&games)?)
}
