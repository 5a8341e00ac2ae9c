//! Connections and their limits: their number, the time a request may take to arrive, its size; and the graceful
//! shutdown.

use std::{
    convert::Infallible,
    io,
    net::TcpListener as Bound,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body, Incoming},
    header::{self, HeaderValue},
    http::request::Parts,
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    rt::TokioTimer,
    server::graceful::{GracefulShutdown, Watcher},
};
use tokio::{
    net::{TcpListener, TcpStream},
    runtime,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::{sleep, timeout},
};

use super::{
    patient::Patient,
    reply::{Refusal, Reply},
    routes::answer,
    shelf::Shelf,
};
use crate::terminal::{exit::Trouble, interruption};

/// The most bytes of a request's head.
const MOST_HEAD: usize = 16 << 10;

/// The most bytes of a request's body.
const MOST_BODY: usize = 1 << 20;

/// How long to wait after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// The limits from the command line.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most simultaneous connections.
    pub(super) connections: usize,
    /// How long a connection may take to send a request, and to receive a part of an answer.
    pub(super) timeout: Duration,
}

/// The state that all connections share.
struct Service {
    shelf: Shelf,
    limits: Limits,
    answered: AtomicU64,
    /// At most one list of positions for each core is answered at a time. So one thread is left for single positions.
    lists: Semaphore,
}

/// Serves the tables until a signal arrives, and then until the received requests are answered. Returns the number of
/// answered requests.
///
/// # Errors
///
/// If the system cannot wait for connections.
pub(super) fn serve(listener: Bound, shelf: Shelf, limits: Limits) -> Result<u64, Trouble> {
    listener.set_nonblocking(true)?;
    // One thread moves bytes. Tables may be on a disk, so other threads probe them.
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let lists = Semaphore::new(threads);
    let service = Arc::new(Service { shelf, limits, answered: AtomicU64::new(0), lists });
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(2 * threads)
        .build()?;
    let ended = runtime.block_on(async {
        // A listener belongs to the runtime in which it is created.
        accept(TcpListener::from_std(listener)?, &service).await;
        Ok::<_, io::Error>(())
    });
    // Answers that are still being computed would reach their clients too late.
    runtime.shutdown_background();
    ended?;
    Ok(service.answered.load(Relaxed))
}

async fn accept(listener: TcpListener, service: &Arc<Service>) {
    let limits = service.limits;
    let end = Arc::new(Notify::new());
    let ending = Arc::clone(&end);
    interruption::instead(move || ending.notify_one());
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
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
            (Ok(place), Ok((stream, _))) => start(stream, service, connections.watcher(), place),
            // For example too many open files: some connection will end and free one.
            _ => sleep(PAUSE).await,
        }
    }
    // These clients connected before the shutdown, and may have sent a request.
    while let Ok((Ok(place), Ok((stream, _)))) = timeout(Duration::ZERO, next()).await {
        start(stream, service, connections.watcher(), place);
    }
    drop(listener);
    // The time limit applies three times: to the head of a request, to its body, and to the receiving of the answer.
    let _all_ended = timeout(3 * limits.timeout, connections.shutdown()).await;
}

/// Serves a connection in a task of its own. The connection holds one of the limited permits.
fn start(stream: TcpStream, service: &Arc<Service>, watcher: Watcher, place: OwnedSemaphorePermit) {
    let service = Arc::clone(service);
    tokio::spawn(async move {
        // An answer is written at once, so buffering has no use.
        let _ = stream.set_nodelay(true);
        let limit = service.limits.timeout;
        let respond = service_fn(|request| respond(&service, request));
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

async fn respond(
    service: &Arc<Service>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let size = body.size_hint().lower();
    let collected = timeout(service.limits.timeout, Limited::new(body, MOST_BODY).collect());
    let (reply, is_whole) = if size > MOST_BODY as u64 {
        // The body is too large and is not read.
        (too_large(), false)
    } else {
        match collected.await {
            Ok(Ok(body)) => (ask(service, head, body.to_bytes()).await, true),
            Ok(Err(error)) if error.is::<LengthLimitError>() => (too_large(), false),
            Ok(Err(error)) => {
                let error = format!("the body cannot be read: {error}");
                (Refusal::new(StatusCode::BAD_REQUEST, error).into(), false)
            }
            Err(_) => {
                let error = "the body did not arrive in time";
                (Refusal::new(StatusCode::REQUEST_TIMEOUT, error).into(), false)
            }
        }
    };
    service.answered.fetch_add(1, Relaxed);
    Ok(response(reply, is_whole))
}

/// Probes a table on a thread that may wait for a disk. If the client disconnects, this is dropped, and the work ends.
async fn ask(service: &Arc<Service>, head: Parts, body: Bytes) -> Reply {
    let is_list = head.method == Method::POST;
    // The semaphore is never closed.
    let _turn = if is_list { service.lists.acquire().await.ok() } else { None };
    // This is dropped when the client disconnects, and then `client_left` has no owner.
    let client = Arc::new(());
    let client_left = Arc::downgrade(&client);
    let service = Arc::clone(service);
    let asked = spawn_blocking(move || {
        let is_gone = || client_left.strong_count() == 0;
        answer(&service.shelf, (&head.method, &head.uri), &body, &is_gone)
    });
    asked.await.unwrap_or_else(|_| {
        let error = "the answer could not be worked out";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error).into()
    })
}

fn too_large() -> Reply {
    let error = "the body has more than 1 MiB: send fewer positions at a time";
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error).into()
}

/// The response. Any page may read it. If the request is incomplete, the connection is closed: the bytes after it
/// cannot be interpreted.
fn response(Reply { status, body, content_type }: Reply, is_whole: bool) -> Response<Full<Bytes>> {
    let has_body = !body.is_empty();
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    let mut set =
        |name, value| response.headers_mut().insert(name, HeaderValue::from_static(value));
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set(header::ACCESS_CONTROL_ALLOW_HEADERS, "*");
    set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST, OPTIONS");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if has_body {
        set(header::CONTENT_TYPE, content_type);
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        set(header::ALLOW, "GET, HEAD, POST, OPTIONS");
    }
    if !is_whole {
        set(header::CONNECTION, "close");
    }
    response
}
