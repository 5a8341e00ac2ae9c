//! Solves Nim by both rules and bakes the tables into the library.

use nim_rules::Nim;
use perfect_play_generator::{Bake, BakeError};

fn main() -> Result<(), BakeError> {
    for game in [Nim::NORMAL, Nim::MISERE] {
        Bake::new(game).solve()?.write()?;
    }
    Ok(())
}
