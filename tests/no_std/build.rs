//! Bakes a game of placement and a user's own in each of the four forms that take any game.

use perfect_play_games::Mnk;
use perfect_play_generator::{
    Bake, BakeError,
    core::{
        Form,
        Layout::{Bytes, Words},
    },
};
use rules::Stones;

fn main() -> Result<(), BakeError> {
    for (form, name) in [
        (Form::Direct(Words), "direct_words"),
        (Form::Direct(Bytes), "direct_bytes"),
        (Form::Compact(Words), "compact_words"),
        (Form::Compact(Bytes), "compact_bytes"),
    ] {
        Bake::new(Mnk::TICTACTOE).module(&format!("mnk_{name}")).form(form).solve()?.write()?;
        Bake::new(Stones).module(&format!("stones_{name}")).form(form).solve()?.write()?;
    }
    Ok(())
}
