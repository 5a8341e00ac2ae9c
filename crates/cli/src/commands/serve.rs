//! `perfect-play serve`: answers over HTTP. A program that is built without the feature `serve` only refuses the command.

#[cfg(feature = "serve")]
mod service;

use std::ffi::OsString;

use perfect_play_engine::AnyGame;

use crate::{
    args::{number_arg, own_game},
    terminal::exit::{Finding, Trouble},
};

/// Answer over HTTP: what a table says of positions, for programs and for pages
#[derive(clap::Args)]
#[command(after_help = "\
With --page, a page to play and explore in is at /GAME/page, for a table of any
size. It asks this service for each position that it shows.

GET /GAME?position=BOARD answers with the fields of `probe --json`, the best
move first. POST /GAME with a JSON list of at most 10,000 positions answers with
a list. An error is an object with the field `error`, and a status of 400 or
more. GAME is the game's name. In a URL, write `%2B` for `+` in BOARD.

The front end of GamesmanUni (https://nyc.cs.berkeley.edu/uni) finds its
interface at the same address: /, /GAME/, /GAME/regular/,
/GAME/regular/positions/?p=POSITION and /GAME/instructions/.

A request may have 16 KiB of headers and 1 MiB of body. After SIGINT or SIGTERM,
the service answers the requests that have arrived, for at most three times
--timeout, and ends with exit code 0. A second signal ends it at once.

Examples:
  perfect-play serve tictactoe mnk:4,3,3
  perfect-play serve connect4 --page
  perfect-play serve big.perfect --listen 127.0.0.1:9000
  curl 'http://127.0.0.1:8080/tictactoe?position=X...O....'
  curl http://127.0.0.1:8080/tictactoe -d '[\"X........\", \".........\"]'")]
pub(crate) struct Args {
    #[arg(help = format!(
        "Games' names (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or .perfect files [default: {}]",
        own_game::own_game().map_or("tictactoe and tictactoe+misere".to_owned(), AnyGame::to_string)
    ))]
    tables: Vec<OsString>,
    /// Also serve a page to play and explore in, at /GAME/page
    #[arg(long)]
    page: bool,
    /// The address to listen on; port 0 takes any free port. Other machines reach the service only if the address
    /// allows it, as 0.0.0.0:8080 does
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The most simultaneous connections; others wait
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number_arg::within(1..=100_000_u32, 1000), allow_negative_numbers = true)]
    connections: u32,
    /// Close a connection that sends no whole request, or receives nothing of its answer, for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = number_arg::within(1..=3600_u32, 10), allow_negative_numbers = true)]
    timeout: u32,
}

#[cfg(feature = "serve")]
pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    service::run((&args.tables, args.page), &args.listen, args.connections, args.timeout)
}

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Args) -> Result<Finding, Trouble> {
    Err(Trouble::left_out("`serve`", "serve"))
}
