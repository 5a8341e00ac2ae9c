//! `perfect-play serve`: answers over HTTP. A program that is built without the feature `serve` only refuses the command.

#[cfg(feature = "serve")]
mod service;

use std::{ffi::OsString, net::Ipv6Addr};

use bytesize::ByteSize;
use perfect_play_engine::AnyGame;

use crate::{
    args::{number_arg, own_game},
    tables::memory,
    terminal::exit::{Finding, Trouble},
};

/// Answer over HTTP: what a table says of positions, for programs and for pages
#[derive(clap::Args)]
#[command(after_help = "\
With --page, a page to play and explore in is at /GAME/page, for a table of any
size. It asks this service for each position that it shows.

GET /GAME?position=BOARD answers with the fields of `probe --json`, the best
move first. GET /GAME/line?position=BOARD answers with the line of best play.
POST /GAME/grade grades moves: a list of {\"play\": [moves from the start]} and
{\"position\": BOARD, \"move\": MOVE}.
POST /GAME with a JSON list of at most 10,000 positions answers with a list. An
error is an object with the field `error`, and a status of 400 or more. GAME is
the game's name. In a URL, write `%2B` for `+` in BOARD. /openapi.json describes
all addresses.

The front end of GamesmanUni (https://nyc.cs.berkeley.edu/uni) finds its
interface at the same address: /, /GAME/, /GAME/regular/,
/GAME/regular/positions/?p=POSITION and /GAME/instructions/. It is a page of
another site, so allow it: --allow-origin https://nyc.cs.berkeley.edu.

A request may have 16 KiB of headers and 1 MiB of body. After SIGINT or SIGTERM,
the service answers the requests that have arrived, for at most three times
--timeout, and ends with exit code 0. A second signal ends it at once.

Examples:
  perfect-play serve tictactoe mnk:4,3,3
  perfect-play serve connect4 --page
  perfect-play serve big.perfect --listen 127.0.0.1:9000
  perfect-play serve tictactoe --allow-origin https://nyc.cs.berkeley.edu
  perfect-play serve tictactoe --allow-host games.example.org --metrics --log
  curl 'http://127.0.0.1:8080/tictactoe?position=X...O....'
  curl 'http://127.0.0.1:8080/tictactoe/line?position=X...O....'
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
    /// The most memory that all answers together may take while clients receive them. If no more is free, a client is
    /// told to ask again (status 503)
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = answer_memory, allow_hyphen_values = true)]
    answer_memory: ByteSize,
    /// Answer requests for this host, such as `games.example.org`; `*` allows any. It can be repeated. Without it, a
    /// service that listens on a loopback address answers only for localhost and loopback addresses, and any other
    /// for all hosts
    #[arg(long, value_name = "NAME", value_parser = host)]
    allow_host: Vec<String>,
    /// Let pages of this origin read the answers, such as `https://nyc.cs.berkeley.edu`; `*` allows any. It can be
    /// repeated. If the service listens on a loopback address, pages of localhost and of loopback addresses are
    /// allowed as well
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    allow_origin: Vec<String>,
    /// Serve counts of requests, memory and work at /metrics, for Prometheus
    #[arg(long)]
    metrics: bool,
    /// Write a line for each request to standard error: date, client, method, address, status, bytes, milliseconds
    #[arg(long)]
    log: bool,
}

/// The least memory: the longest body, and a piece of the answer to it.
const LEAST_ANSWER_MEMORY: ByteSize = ByteSize(2_000_000);

fn answer_memory(text: &str) -> Result<ByteSize, String> {
    let size = memory::size(text)?;
    if size < LEAST_ANSWER_MEMORY {
        return Err("an answer may need more: give at least 2MB".to_owned());
    }
    Ok(size)
}

/// A host's name, in lower case and without brackets.
fn host(text: &str) -> Result<String, String> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_host = !bare.is_empty() && bare.chars().all(is_name) || bare.parse::<Ipv6Addr>().is_ok();
    if text == "*" || is_host {
        return Ok(bare.to_ascii_lowercase());
    }
    Err("give the name or address of a host without scheme and port, as in `games.example.org`, or `*` for any".to_owned())
}

/// An origin, in lower case and without the port that its scheme implies, as browsers send it.
fn origin(text: &str) -> Result<String, String> {
    let lower = text.to_ascii_lowercase();
    if matches!(&*lower, "*" | "null") {
        return Ok(lower);
    }
    let is_host =
        |c: char| c.is_ascii_graphic() && !matches!(c, '/' | '?' | '#' | '@' | '*' | '\\');
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    match lower.split_once("://") {
        Some((scheme, host))
            if !scheme.is_empty()
                && scheme.chars().all(is_scheme)
                && !host.is_empty()
                && host.chars().all(is_host) =>
        {
            let implied = match scheme {
                "http" => ":80",
                "https" => ":443",
                _ => "",
            };
            Ok(format!("{scheme}://{}", host.strip_suffix(implied).unwrap_or(host)))
        }
        _ => Err("give scheme and host without a path, as in `https://games.example.org`, or `*` for any, or `null` for \
                  pages that are opened from a file"
            .to_owned()),
    }
}

#[cfg(feature = "serve")]
pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    service::run(&service::Settings {
        tables: &args.tables,
        has_pages: args.page,
        listen: &args.listen,
        connections: args.connections,
        timeout: args.timeout,
        answer_memory: args.answer_memory.as_u64(),
        hosts: &args.allow_host,
        origins: &args.allow_origin,
        metrics: args.metrics,
        log: args.log,
    })
}

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Args) -> Result<Finding, Trouble> {
    Err(Trouble::left_out("`serve`", "serve"))
}
