//! Connections and their limits: their number, the time a request may take to arrive, the size of its head; and the
//! graceful shutdown.

use std::{
    io,
    net::{SocketAddr, TcpListener as Bound},
    sync::Arc,
    time::Duration,
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::{
    rt::TokioTimer,
    server::graceful::{GracefulShutdown, Watcher},
};
use socket2::SockRef;
use tokio::{
    net::{TcpListener, TcpStream},
    runtime,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};

use super::{
    patient::Patient,
    request::{Service, respond},
};
use crate::terminal::{exit::Trouble, interruption};

/// The most bytes of a request's head.
const MOST_HEAD: usize = 16 << 10;

/// The most bytes that the system keeps of what a client has not received; Linux keeps twice as many. Its own limit is
/// some megabytes for each connection.
const MOST_UNRECEIVED: usize = 64 << 10;

/// How long to wait after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until a signal arrives, and then until the received requests are answered. Returns the number of answered requests.
/// Other connections than the most simultaneous ones wait.
///
/// # Errors
///
/// If the system cannot wait for connections.
pub(super) fn serve(
    listener: Bound,
    service: Service,
    most_connections: usize,
    threads: usize,
) -> Result<u64, Trouble> {
    listener.set_nonblocking(true)?;
    let service = Arc::new(service);
    // One thread moves bytes. Tables may be on a disk, so other threads probe them: a third for lists, a third for searches, and
    // a third for the rest.
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(3 * threads)
        .build()?;
    let ended = runtime.block_on(async {
        // A listener belongs to the runtime in which it is created.
        accept(TcpListener::from_std(listener)?, &service, most_connections).await;
        Ok::<_, io::Error>(())
    });
    // Answers that are still being computed would reach their clients too late.
    runtime.shutdown_background();
    ended?;
    Ok(service.metrics.requests())
}

async fn accept(listener: TcpListener, service: &Arc<Service>, most_connections: usize) {
    let end = Arc::new(Notify::new());
    let ending = Arc::clone(&end);
    interruption::instead(move || ending.notify_one());
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(most_connections));
    let next = async || {
        let place = Arc::clone(&places).acquire_owned().await;
        (place, listener.accept().await)
    };
    loop {
        let (place, accepted) = tokio::select! {
            next = next() => next,
            () = end.notified() => break,
        };
        match (place, accepted) {
            (Ok(place), Ok(accepted)) => start(accepted, service, connections.watcher(), place),
            // For example too many open files: some connection will end and free one.
            _ => sleep(PAUSE).await,
        }
    }
    // These clients connected before the shutdown, and may have sent a request.
    while let Ok((Ok(place), Ok(accepted))) = timeout(Duration::ZERO, next()).await {
        start(accepted, service, connections.watcher(), place);
    }
    drop(listener);
    // The time limit applies three times: to the head of a request, to its body, and to the receiving of the answer.
    let _all_ended = timeout(3 * service.timeout, connections.shutdown()).await;
}

/// Serves a connection in a task of its own. The connection holds one of the limited permits.
fn start(
    (stream, client): (TcpStream, SocketAddr),
    service: &Arc<Service>,
    watcher: Watcher,
    place: OwnedSemaphorePermit,
) {
    let service = Arc::clone(service);
    tokio::spawn(async move {
        let _open = service.metrics.open();
        // An answer is written in large pieces, so buffering has no use.
        let _ = stream.set_nodelay(true);
        let _ = SockRef::from(&stream).set_send_buffer_size(MOST_UNRECEIVED);
        let limit = service.timeout;
        let respond = service_fn(|request| respond(&service, client, request));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limit)
            .max_buf_size(MOST_HEAD)
            .serve_connection(Patient::new(stream, limit), respond);
        // An error of a connection ends this connection only.
        let _ = watcher.watch(connection).await;
        drop(place);
    });
}
