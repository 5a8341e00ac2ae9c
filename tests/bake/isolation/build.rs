use perfect_play_generator::{
    Bake, BakeError,
    core::{Form, Layout::Bytes},
};

fn main() -> Result<(), BakeError> {
    Bake::new(rules::Isolation).form(Form::Compact(Bytes)).solve()?.write()
}
