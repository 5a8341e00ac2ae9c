//! The program `perfect-play`. All of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    perfect_play_cli::run()
}
