//! The program `perfect-play`: solves small board games completely and answers from the tables.
//!
//! The program calls [`run`] and does nothing else. [`run_game`] is for a program with a game of your own: it has all
//! commands of `perfect-play`, and your game is the one that they are about if none is named.

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
use perfect_play_core::{Game, Shown};
use perfect_play_engine::AnyGame;

use crate::{
    args::{left_out, own_game, unexpected},
    commands::Command,
    tables::cache::settings,
    terminal::{exit, interruption, output, paint, program, progress},
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

/// The command line. A program with a game of its own is described by that game.
fn command_line() -> clap::Command {
    let Some(game) = own_game::own_game() else { return Cli::command() };
    let name = program::name();
    program::in_help(Cli::command())
        .name(name)
        .about(format!("{game}: solved completely, and answered from its table"))
        .after_help(format!(
            "Examples:
  {name} play
  {name} moves
  {name} serve --page
  {name} export html -o {name}.html
  {name} solve -o {name}.perfect
  {name} verify {name}.perfect

GAME and TABLE may be left out: they are {game} then. Built-in games (see
`{name} games`) and .perfect files can be named there.
Exit codes: 0 fine, 1 different or not proven, 2 trouble."
        ))
}

/// Parses the command line. If it asks for help or is wrong, prints that, and returns the exit code.
fn parse() -> Result<Cli, ExitCode> {
    paint::choose(paint::asked(env::args_os()).unwrap_or_default());
    let args = match own_game::own_game() {
        Some(_) => left_out::with_game(Cli::command(), env::args_os().collect()),
        None => env::args_os().collect(),
    };
    parse_from(&args).map_err(|error| {
        // The message quotes the arguments, so it is made from their printable form.
        let shown: Vec<_> =
            args.iter().map(|arg| Shown(arg.display()).to_string().into()).collect();
        let answer = parse_from(&shown).err().unwrap_or(error);
        match output::print(|_| answer.print().and_then(|()| io::stdout().flush())) {
            Err(trouble) if !answer.use_stderr() => exit::code(Err(trouble)),
            _ => ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2)),
        }
    })
}

/// As clap's own `try_parse_from`, with headings in the notes below the help.
fn parse_from(args: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = paint::with_headings(command_line());
    let matches = unexpected::check_options(&command, args)
        .and_then(|()| command.try_get_matches_from_mut(args))
        .map_err(|error| unexpected::with_tip(error, &command, args))?;
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
    exit::code(progress::check_seconds().and_then(|()| command.run(command_line)))
}

/// Runs a program with a game of your own: all commands of `perfect-play` play, draw, solve, prove and export it. The
/// game is known by the name that it prints, and that name may be left out on the command line. Returns the exit code,
/// as [`run`].
///
/// Test the rules for contradictions (`check_rules` of perfect-play-generator). Solving them checks a sample.
///
/// ```ignore
/// fn main() -> std::process::ExitCode {
///     perfect_play_cli::run_game(chomp_rules::Chomp)
/// }
/// ```
#[must_use]
pub fn run_game(game: impl Game + Clone + Send + Sync + 'static) -> ExitCode {
    program::call_by_file();
    own_game::set(AnyGame::untested(game));
    run()
}
