//! Solves the built-in games and bakes their tables into `OUT_DIR`, where `crates/runtime` takes
//! them from.

use std::{env, error::Error};

use perfect_play_games::Mnk;
use perfect_play_generator::{
    Bake,
    core::{Form, Layout},
    registry,
};

fn main() -> Result<(), Box<dyn Error>> {
    let has_feature = |name: &str| env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    let games = [("TICTACTOE", Mnk::TICTACTOE), ("TICTACTOE_MISERE", Mnk::TICTACTOE_MISERE)];
    for (constant, game) in games {
        Bake::new(game).tested().solve()?.write()?;
        if has_feature("COMPACT") {
            let module = format!("{}_compact", constant.to_lowercase());
            let form = Form::Compact(Layout::Words);
            Bake::new(game).tested().module(&module).form(form).solve()?.write()?;
        }
    }
    if has_feature("MNK_4_4_4") {
        Bake::new(Mnk::new(4, 4, 4)?).solve_tiers()?.write()?;
    }
    Ok(registry(&games)?)
}
