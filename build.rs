//! Solves the built-in games and bakes their tables into `OUT_DIR`, where `crates/runtime` takes
//! them from.

use std::error::Error;

use perfect_play_generator::{
    Bake,
    core::{Mnk, Objective},
    solve,
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
    Ok(bake.registry(&games)?)
}
