//! What the build script of a crate whose two dependencies differ in version hands over.

mod my_game {
    perfect_play::__baked_table! {
        3, "0.9.0",
        game: "my-game", objective: fastest, form: magic, entries: 1, bytes: 1,
        include_bytes!("my_game.slots")
    }
}

fn main() {}
