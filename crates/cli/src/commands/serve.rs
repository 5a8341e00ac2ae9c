//! `perfect-play serve`: answers over HTTP.
//!
//! `answers.rs`, `uni.rs` and `reply.rs` answer a request and know nothing of HTTP. `connections.rs` has the connections
//! and their limits. No path of a request ever becomes the path of a file.

mod answers;
mod connections;
mod patient;
mod reply;
mod shelf;
mod uni;

use std::{
    ffi::OsString,
    io,
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    time::Duration,
};

use perfect_play_core::Shown;

use self::{connections::Limits, shelf::Shelf};
use crate::{
    terminal::{
        exit::{Finding, Trouble},
        interruption::tell,
    },
    text::numbers::grouped,
};

/// Answer over HTTP: what a table says of positions, for programs and for pages
#[derive(clap::Args)]
#[command(after_help = "\
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
  perfect-play serve big.perfect --listen 127.0.0.1:9000
  curl 'http://127.0.0.1:8080/tictactoe?position=X...O....'
  curl http://127.0.0.1:8080/tictactoe -d '[\"X........\", \".........\"]'")]
pub(crate) struct Args {
    /// Games' names (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or .perfect files [default: tictactoe and
    /// tictactoe+misere]
    tables: Vec<OsString>,
    /// The address to listen on; port 0 takes any free port. Other machines reach the service only if the address
    /// allows it, as 0.0.0.0:8080 does
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The most simultaneous connections; others wait
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
    /// Close a connection that sends no whole request, or receives nothing of its answer, for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    timeout: u32,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let address = address(&args.listen)?;
    // Bind before solving: the port may be in use.
    let listener = TcpListener::bind(address).map_err(|error| cannot_listen(address, &error))?;
    let shelf = Shelf::open(&args.tables)?;
    let address = listener.local_addr()?;
    if !address.ip().to_canonical().is_loopback() {
        tell(&format!(
            "warning: {address} can be reached from other machines, without a password and without encryption"
        ));
    }
    let limits = Limits {
        connections: args.connections as usize,
        timeout: Duration::from_secs(args.timeout.into()),
    };
    tell(&format!("listening on http://{address}/ with {}", shelf.names()));
    let served = connections::serve(listener, shelf, limits)?;
    tell(&format!("ended: {} requests answered", grouped(served)));
    Ok(Finding::Fine)
}

/// The first address that the text names.
fn address(text: &str) -> Result<SocketAddr, Trouble> {
    let found = text.to_socket_addrs().map(|mut all| all.next());
    match found {
        Ok(Some(address)) => Ok(address),
        Ok(None) => Err(bad_address(text, "it stands for no address")),
        Err(error) => Err(bad_address(text, &error.to_string())),
    }
}

fn bad_address(text: &str, why: &str) -> Trouble {
    let text = Shown(text);
    Trouble::new(format!(
        "`{text}` is no address to listen at: {why}; write an address and a port, as in 127.0.0.1:8080"
    ))
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Trouble {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "another program listens there: choose another port with --listen, or port 0 for any that is free"
        }
        io::ErrorKind::PermissionDenied => "choose a port from 1024 on with --listen",
        _ => "choose another address with --listen",
    };
    Trouble::new(format!("cannot listen at {address}: {error}; {advice}"))
}
