//! The program `perfect-play`: solves small board games completely and answers from the tables.
//!
//! This library is internal to the program, which calls [`run`] and does nothing else. It exists so that the unit tests
//! do not compile the program a second time, and it makes no promise to other crates.

mod allocator;
mod args;
mod commands;
mod drawing;
mod positions;
mod tables;
mod terminal;
mod text;

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser};
use perfect_play_core::Shown;

use crate::{
    commands::Command,
    tables::cache::settings,
    terminal::{exit, interruption, output, paint},
};

const EXAMPLES: &str = "\
Examples:
  perfect-play play                            a game against the machine
  perfect-play probe tictactoe X2OX5XOO9       the perfect answer to a position
  perfect-play probe connect:4,4,4 2233        a position as the columns played
  perfect-play serve tictactoe                 answer over HTTP
  perfect-play trace tictactoe X2OX5XOO9       how plain minimax finds it
  perfect-play arena novice blind              what a level of play is worth
  perfect-play plan connect4                   what solving a game would take
  perfect-play solve mnk:4,4,4 -o m.perfect    solve a game into a file
  perfect-play verify m.perfect                prove the file from the rules alone
  perfect-play diff tictactoe other.perfect    where two tables differ
  perfect-play cache                           solved tables that are kept

GAME is a game's name (see `perfect-play games`), FILE a .perfect file, and
TABLE either of them. A game that takes noticeable time to solve is solved once,
and its table is kept: see `perfect-play cache --help`. Cells are numbered from
1, row by row from the top left. JSON and other files for programs number them
from 0.
Exit codes: 0 fine, 1 different or not proven, 2 trouble.";

/// Solves small board games completely and answers from the tables.
#[derive(Parser)]
#[command(
    name = "perfect-play",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
    styles = paint::HELP
)]
struct Cli {
    /// Colour the text for people; `auto` does so on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
    /// Solve games anew, and do not read or write the cache
    #[arg(long, global = true)]
    no_cache: bool,
}

/// Parses the command line. If it asks for help or is wrong, prints that, and returns the exit code.
fn parse() -> Result<Cli, ExitCode> {
    paint::choose(paint::asked(env::args_os()).unwrap_or_default());
    parse_from(env::args_os()).map_err(|error| {
        // The message quotes the arguments, so it is made from their printable form.
        let shown = env::args_os().map(|arg| Shown(arg.display()).to_string().into());
        let answer = parse_from(shown).err().unwrap_or(error);
        match output::print(|_| answer.print().and_then(|()| io::stdout().flush())) {
            Err(trouble) if !answer.use_stderr() => exit::code(Err(trouble)),
            _ => ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2)),
        }
    })
}

/// As clap's own `try_parse_from`, with headings in the notes below the help.
fn parse_from(args: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = paint::with_headings(Cli::command());
    let matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Runs the program with the arguments of this process. Returns the exit code: 0 fine, 1 different or not proven, 2
/// trouble.
#[must_use]
pub fn run() -> ExitCode {
    allocator::restart_if_limited();
    interruption::watch();
    let Cli { color, command, no_cache } = match parse() {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    paint::choose(color);
    if no_cache {
        settings::turn_off();
    }
    exit::code(command.run(Cli::command))
}
