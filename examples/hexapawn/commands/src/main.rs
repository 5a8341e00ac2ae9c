//! Hexapawn with all commands of the program `perfect-play`.
//!
//! ```console
//! $ cargo run --release -p hexapawn-commands -- play
//! $ cargo run --release -p hexapawn-commands -- export html -o hexapawn.html
//! ```

use std::process::ExitCode;

fn main() -> ExitCode {
    perfect_play_cli::run_game(hexapawn_rules::Hexapawn)
}
