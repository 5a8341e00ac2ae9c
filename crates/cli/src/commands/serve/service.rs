//! The service, from the address to its end.
//!
//! `routes.rs` has the addresses, and with `lookup.rs`, `list.rs` and `uni.rs` it answers a request and knows nothing of
//! connections. `request.rs` has the way from a request to its response, and `connections.rs` the connections and their
//! limits. No path of a request ever becomes the path of a file.

mod allowed;
mod body;
mod connections;
mod grading;
mod list;
mod log;
mod lookup;
mod memory;
mod metrics;
mod patient;
mod refusal;
mod reply;
mod request;
mod routes;
mod shelf;
mod uni;

use std::{
    ffi::OsString,
    io,
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    num::NonZeroUsize,
    sync::Arc,
    thread,
    time::Duration,
};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use perfect_play_core::Shown;
use tokio::sync::Semaphore;

use self::{allowed::Allowed, memory::Memory, metrics::Metrics, request::Service, shelf::Shelf};
use crate::{
    terminal::{
        exit::{Finding, Trouble},
        interruption::tell,
    },
    text::numbers::grouped,
};

/// The characters that stand in no path.
const IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'/')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`');

/// What is served, to whom, and within which limits, as the command line says.
pub(super) struct Settings<'a> {
    pub(super) tables: &'a [OsString],
    pub(super) has_pages: bool,
    pub(super) listen: &'a str,
    pub(super) connections: u32,
    pub(super) timeout: u32,
    pub(super) answer_memory: u64,
    pub(super) hosts: &'a [String],
    pub(super) origins: &'a [String],
    pub(super) metrics: bool,
    pub(super) log: bool,
}

/// Serves these tables until a signal arrives.
pub(super) fn run(settings: &Settings<'_>) -> Result<Finding, Trouble> {
    let address = address(settings.listen)?;
    // Bind before solving: the port may be in use.
    let listener = TcpListener::bind(address).map_err(|error| cannot_listen(address, &error))?;
    let shelf = Shelf::open(settings.tables, settings.has_pages)?;
    if let Some((name, _)) = shelf.served().find(|(name, _)| routes::is_taken(name)) {
        return Err(Trouble::new(format!(
            "the game `{0}` cannot be served: the service has something else at the address /{0}; give the game another name",
            Shown(name)
        )));
    }
    let address = listener.local_addr()?;
    let is_loopback = address.ip().to_canonical().is_loopback();
    if !is_loopback {
        tell(&format!(
            "warning: {address} can be reached from other machines, without a password and without encryption"
        ));
    }
    tell(&format!("listening on http://{address}/ with {}", shelf.names()));
    for name in shelf.served().filter(|(_, served)| served.page.is_some()).map(|(name, _)| name) {
        tell(&format!("page: http://{address}/{}/page", utf8_percent_encode(name, IN_PATH)));
    }
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let memory = Memory::new(settings.answer_memory);
    let service = Service {
        shelf,
        allowed: Allowed::new(settings.hosts, settings.origins, is_loopback),
        metrics: Metrics::new(memory.clone()),
        memory,
        tells_metrics: settings.metrics,
        has_log: settings.log,
        timeout: Duration::from_secs(settings.timeout.into()),
        lists: Arc::new(Semaphore::new(threads)),
        searches: Arc::new(Semaphore::new(threads)),
    };
    let most_connections = settings.connections as usize;
    let served = connections::serve(listener, service, most_connections, threads)?;
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
