//! From a request to its response: its body, the memory and the work that the answer takes, and the headers.

use std::{
    convert::Infallible,
    error::Error,
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body, Incoming},
    header::{self, HeaderValue},
    http::request::Parts,
};
use perfect_play_engine::Call;
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

use super::{
    allowed::Allowed,
    body::{AnswerBody, Rest},
    list::{List, PIECE},
    log::Entry,
    memory::{Hold, Memory, held},
    metrics::Metrics,
    refusal::Refusal,
    reply::{Content, JSON, Reply},
    routes::{Asked, answer, may_search},
    shelf::Shelf,
};
use crate::terminal::interruption::tell;

/// The most bytes of a request's body.
const MOST_BODY: usize = 1 << 20;

/// An answer of at most so many bytes is not counted: its connection may take as much for a head. So a single position is
/// answered even if lists have taken all memory.
const UNCOUNTED: usize = 16 << 10;

/// The methods that are answered.
const METHODS: &str = "GET, HEAD, POST, OPTIONS";

/// When to ask again if there was no memory for an answer, in seconds.
const RETRY_AFTER: &str = "1";

/// What all requests share.
pub(super) struct Service {
    pub(super) shelf: Shelf,
    pub(super) allowed: Allowed,
    pub(super) memory: Memory,
    pub(super) metrics: Metrics,
    /// Whether metrics are served.
    pub(super) tells_metrics: bool,
    /// Whether there is a line in the log for each request.
    pub(super) has_log: bool,
    /// How long a head or a body may take to arrive, and how long a client may receive nothing of an answer.
    pub(super) timeout: Duration,
    /// At most one list of positions for each core is answered at a time. So threads are left for single positions.
    pub(super) lists: Arc<Semaphore>,
    /// At most one single position for each core is searched at a time. So threads are left for what needs no search.
    pub(super) searches: Arc<Semaphore>,
}

/// Answers a request.
pub(super) async fn respond(
    service: &Arc<Service>,
    client: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<AnswerBody>, Infallible> {
    let (head, body) = request.into_parts();
    let entry = service.has_log.then(|| Entry::new(client, &head));
    let is_head = head.method == Method::HEAD;
    let origin = service.allowed.origin(&head);
    let (reply, hold, is_whole) = match received(service, &head, body).await {
        Ok((body, hold)) => (ask(service, head, body).await, Some(hold), true),
        Err((refusal, is_whole)) => (refusal.into(), None, is_whole),
    };
    let Reply { status, content_type, content, .. } = reply;
    let (status, content_type, bytes, rest) = match filled(service, content, hold) {
        Ok((bytes, rest)) => (status, content_type, bytes, rest),
        Err(refusal) => (refusal.status, JSON, refusal.json(), None),
    };
    service.metrics.answered(status);
    let has_body = !bytes.is_empty();
    let body = AnswerBody::new((status, is_head), bytes, rest, entry);
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if has_body {
        set(header::CONTENT_TYPE, content_type);
    }
    match status {
        StatusCode::METHOD_NOT_ALLOWED => _ = set(header::ALLOW, METHODS),
        StatusCode::SERVICE_UNAVAILABLE => _ = set(header::RETRY_AFTER, RETRY_AFTER),
        _ => {}
    }
    if !is_whole {
        // The bytes after the request cannot be interpreted.
        set(header::CONNECTION, "close");
    }
    if !service.allowed.any_origin() {
        set(header::VARY, "Origin");
    }
    if let Some(origin) = origin {
        set(header::ACCESS_CONTROL_ALLOW_HEADERS, "*");
        set(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    Ok(response)
}

/// The request's body, and the memory for the answer to it: that of the body and of one piece. If the request has no body, its
/// answer takes memory when it is made.
///
/// # Errors
///
/// If the request is refused without its body, and whether the whole request has been read then.
async fn received(
    service: &Service,
    head: &Parts,
    body: Incoming,
) -> Result<(Bytes, Hold), (Refusal, bool)> {
    let size = body.size_hint();
    if size.lower() > MOST_BODY as u64 {
        return Err((too_large(), false));
    }
    // A body that does not state its size may have any.
    let most = size.upper().and_then(|most| most.try_into().ok()).unwrap_or(MOST_BODY);
    let needed = |body| if most == 0 { 0 } else { body + PIECE };
    let hold = service.allowed.check(head).and_then(|()| service.memory.take(needed(most)));
    let body = read(Limited::new(body, MOST_BODY), hold.is_ok());
    match timeout(service.timeout, body).await {
        Ok(Ok(body)) => {
            let hold = hold.and_then(|hold| service.memory.resized(hold, needed(body.len())));
            hold.map(|hold| (body, hold)).map_err(|refusal| (refusal, true))
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err((too_large(), false)),
        Ok(Err(error)) => Err((Refusal::bad(format!("the body cannot be read: {error}")), false)),
        Err(_) => {
            let error = "the body did not arrive in time";
            Err((Refusal::new(StatusCode::REQUEST_TIMEOUT, error), false))
        }
    }
}

/// Reads a body to its end. If it is not kept, the result is empty.
async fn read(
    mut body: Limited<Incoming>,
    is_kept: bool,
) -> Result<Bytes, Box<dyn Error + Send + Sync>> {
    if is_kept {
        return Ok(body.collect().await?.to_bytes());
    }
    while let Some(frame) = body.frame().await {
        frame?;
    }
    Ok(Bytes::new())
}

/// The content with the memory that it takes until it is received.
fn filled(
    service: &Arc<Service>,
    content: Content,
    hold: Option<Hold>,
) -> Result<(Bytes, Option<Rest>), Refusal> {
    let holding = |bytes| match hold {
        Some(hold) => service.memory.resized(hold, bytes),
        None => service.memory.take(bytes),
    };
    match content {
        Content::Shared(bytes) => Ok((bytes, None)),
        Content::Made(bytes) if bytes.len() <= UNCOUNTED => Ok((bytes.into(), None)),
        Content::Made(bytes) => {
            let hold = holding(bytes.len())?;
            Ok((held(bytes, &Arc::new(hold)), None))
        }
        Content::Begun(bytes, list) => {
            let hold = Arc::new(holding(list.size())?);
            let bytes = held(bytes, &hold);
            Ok((bytes, Some(rest(Arc::clone(service), list, hold))))
        }
    }
}

/// Answers a request on another thread.
async fn ask(service: &Arc<Service>, Parts { method, uri, .. }: Parts, body: Bytes) -> Reply {
    let turns = if method == Method::POST {
        Some(&service.lists)
    } else {
        Some(&service.searches).filter(|_| may_search(&service.shelf, &uri))
    };
    let asked = work(service, turns, move |service, call| {
        let metrics = Some(&service.metrics).filter(|_| service.tells_metrics);
        let (shelf, method, uri) = (&service.shelf, &method, &uri);
        let reply = answer(&Asked { shelf, metrics, method, uri, body: &body, call });
        let positions = reply.positions;
        (reply, positions)
    });
    asked.await.unwrap_or_else(Reply::from)
}

/// The pieces of an answer after those that are made.
fn rest(service: Arc<Service>, mut list: List, hold: Arc<Hold>) -> Rest {
    Rest(Box::pin(async move {
        let made = work(&service, Some(&service.lists), move |service, call| {
            let before = list.answered();
            let made = list.piece(&service.shelf, call);
            let positions = list.answered() - before;
            ((list, made), positions)
        });
        let made = made.await.and_then(|(list, made)| Ok((list, made?)));
        // The client has the status already. What it can see is that the answer has no end.
        let (list, made) = made.map_err(|Refusal { error, .. }| {
            tell(&format!("error: an answer was cut: {error}"));
            io::Error::other(error)
        })?;
        let bytes = held(made, &hold);
        let rest = (!list.is_done()).then(|| rest(service, list, hold));
        Ok((bytes, rest))
    }))
}

/// A client that waits. If it disconnects, this is dropped, and its searches end.
struct Client(Call);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Works on a thread that may wait for a disk. If work of this kind takes turns, it waits for one before. `job` also returns how
/// many positions it answered. If the client disconnects, this is dropped, and the job learns that the client is gone.
async fn work<T: Send + 'static>(
    service: &Arc<Service>,
    turns: Option<&Arc<Semaphore>>,
    job: impl FnOnce(&Service, &Call) -> (T, usize) + Send + 'static,
) -> Result<T, Refusal> {
    // The semaphore is never closed. The turn ends with the work, even if the client has disconnected.
    let turn = match turns {
        Some(turns) => Arc::clone(turns).acquire_owned().await.ok(),
        None => None,
    };
    let client = Client(Call::default());
    let call = client.0.clone();
    let service = Arc::clone(service);
    let worked = spawn_blocking(move || {
        let _turn = turn;
        let began = Instant::now();
        let (worked, positions) = call.during(|| job(&service, &call));
        service.metrics.worked(began.elapsed(), positions);
        worked
    });
    let error = "the answer could not be worked out";
    worked.await.map_err(|_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error))
}

fn too_large() -> Refusal {
    let error = "the body has more than 1 MiB: send fewer positions at a time";
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error)
}
