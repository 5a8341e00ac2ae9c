//! Four Field Kono with all commands of the program `perfect-play`.
//!
//! ```console
//! $ cargo run --release -p kono-commands -- plan
//! $ cargo run --release -p kono-commands -- solve -o kono.perfect
//! $ cargo run --release -p kono-commands -- play kono.perfect
//! ```

use std::process::ExitCode;

fn main() -> ExitCode {
    perfect_play_cli::run_game(kono_rules::Kono::new(4))
}
