//! Solves the game on the cylinder and bakes the table into the library, small.

use perfect_play_generator::{
    Bake, BakeError,
    core::{Form, Layout},
};

fn main() -> Result<(), BakeError> {
    // One byte for each canonical position, and its code. A slot for every code would be faster,
    // and take 3^12 bytes.
    let small = Form::Compact(Layout::Bytes);
    Bake::new(cylinder_rules::Cylinder).form(small).solve()?.write()
}
