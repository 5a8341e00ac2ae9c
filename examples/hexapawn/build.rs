//! Solves Hexapawn and bakes the table into this program.

use perfect_play_generator::{Bake, BakeError};

fn main() -> Result<(), BakeError> {
    Bake::new(hexapawn_rules::Hexapawn).solve()?.write()
}
