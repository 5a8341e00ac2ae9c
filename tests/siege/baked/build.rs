use perfect_play_generator::{
    Bake, BakeError,
    core::{
        Form,
        Layout::{self, Bytes},
    },
};
use rules::{Data, OBJECTIVE};

fn main() -> Result<(), BakeError> {
    let coded = || Bake::new(Data { coded: true }).objective(OBJECTIVE);
    let layout = Layout::of(&Data { coded: true });
    coded().module("own").solve()?.write()?;
    coded().module("direct").form(Form::Direct(layout)).solve()?.write()?;
    coded().module("direct_bytes").form(Form::Direct(Bytes)).solve()?.write()?;
    coded().module("compact").form(Form::Compact(layout)).solve()?.write()?;
    coded().module("compact_bytes").form(Form::Compact(Bytes)).solve()?.write()?;
    Bake::new(Data { coded: false }).objective(OBJECTIVE).module("keys").solve()?.write()
}
