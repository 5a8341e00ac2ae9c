use perfect_play_generator::{
    Bake, BakeError,
    core::{
        Form,
        Layout::{Bytes, Words},
    },
};
use rules::Piles;

fn main() -> Result<(), BakeError> {
    Bake::new(Piles).module("direct_words").form(Form::Direct(Words)).solve()?.write()?;
    Bake::new(Piles).module("direct_bytes").form(Form::Direct(Bytes)).solve()?.write()?;
    Bake::new(Piles).module("compact_words").form(Form::Compact(Words)).solve()?.write()?;
    Bake::new(Piles).module("compact_bytes").form(Form::Compact(Bytes)).solve()?.write()
}
