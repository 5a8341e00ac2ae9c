//! The addresses of the service, and what each answers. This file knows nothing of connections.

use std::borrow::Cow;

use bytes::Bytes;
use hyper::{Method, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use perfect_play_core::{Probe, Shown};
use perfect_play_engine::Call;

use super::{
    grading::graded,
    list::List,
    lookup::{best_first, for_page, line},
    metrics::Metrics,
    refusal::Refusal,
    reply::{Content, JSON, Reply},
    shelf::{Served, Shelf},
    uni,
};

/// The description of the addresses that are not `GamesmanUni`'s.
const OPENAPI: &str = include_str!("openapi.json");

/// The part of an address that is the name of a game.
const GAME: &str = "{game}";

/// A request, and what answers it.
pub(super) struct Asked<'a> {
    pub(super) shelf: &'a Shelf,
    /// If they are served.
    pub(super) metrics: Option<&'a Metrics>,
    pub(super) method: &'a Method,
    pub(super) uri: &'a Uri,
    pub(super) body: &'a [u8],
    /// It is stopped when the client has disconnected. Then long work ends.
    pub(super) call: &'a Call,
}

/// An address.
struct Route {
    method: Method,
    path: &'static str,
    /// Answers a request. `game` is the first part of the address.
    answer: fn(asked: &Asked<'_>, game: &str) -> Result<Reply, Refusal>,
}

impl Route {
    const fn get(
        path: &'static str,
        answer: fn(&Asked<'_>, &str) -> Result<Reply, Refusal>,
    ) -> Self {
        Self { method: Method::GET, path, answer }
    }

    const fn post(
        path: &'static str,
        answer: fn(&Asked<'_>, &str) -> Result<Reply, Refusal>,
    ) -> Self {
        Self { method: Method::POST, path, answer }
    }

    /// Whether the parts of a path are those of this address.
    fn is_at(&self, path: &[Cow<'_, str>]) -> bool {
        let parts: Vec<_> = parts(self.path).collect();
        let is_part = |(part, found): (&&str, &Cow<'_, str>)| *part == GAME || part == found;
        parts.len() == path.len() && parts.iter().zip(path).all(is_part)
    }
}

/// The addresses that `openapi.json` describes. A request is answered by the first that fits.
static ROUTES: [Route; 8] = [
    Route::get("/", |asked, _| Ok(Reply::json(&uni::games(asked.shelf)))),
    Route::get("/openapi.json", |_, _| {
        Ok(Reply::shared(JSON, Bytes::from_static(OPENAPI.as_bytes())))
    }),
    Route::get("/metrics", |asked, _| match asked.metrics {
        Some(metrics) => {
            let content_type = "text/plain; version=0.0.4; charset=utf-8";
            Ok(Reply::shared(content_type, metrics.text().into()))
        }
        None => Err(Refusal::not_found("metrics are served with `perfect-play serve --metrics`")),
    }),
    Route::get("/{game}", one_position),
    Route::post("/{game}", |asked, game| {
        let mut list = List::read(&asked.shelf.table(game)?.table, asked.body)?;
        let piece = list.piece(asked.shelf, asked.call)?;
        let positions = list.answered();
        let content =
            if list.is_done() { Content::Made(piece) } else { Content::Begun(piece, list) };
        Ok(Reply::new(content).about(positions))
    }),
    Route::post("/{game}/grade", |asked, game| {
        let (graded, moves) = graded(&asked.shelf.table(game)?.table, asked.body, asked.call)?;
        Ok(Reply::json(&graded).about(moves))
    }),
    Route::get("/{game}/line", |asked, game| {
        let line = line(&asked.shelf.table(game)?.table, &asked.position()?)?;
        Ok(Reply::json(&line).about(1))
    }),
    Route::get("/{game}/page", |asked, game| {
        let Served { table, page } = asked.shelf.table(game)?;
        let page = page.as_ref().ok_or_else(|| {
            Refusal::not_found("pages are served with `perfect-play serve --page`")
        })?;
        match asked.parameter("position") {
            Some(position) => Ok(Reply::json(&for_page(table, &position)?).about(1)),
            None => Ok(Reply::shared("text/html; charset=utf-8", page.clone())),
        }
    }),
];

/// The addresses that only `GamesmanUni` defines.
static UNI_ROUTES: [Route; 4] = [
    Route::get("/{game}/regular", |asked, game| {
        Ok(Reply::json(&uni::variant(&asked.shelf.table(game)?.table)))
    }),
    Route::get("/{game}/regular/positions", |asked, game| {
        let table = &asked.shelf.table(game)?.table;
        let position = asked.parameter("p");
        let position =
            position.ok_or_else(|| Refusal::bad("name a position, as in `?p=1_---------`"))?;
        Ok(Reply::json(&uni::position(table, &position)?).about(1))
    }),
    Route::get("/{game}/instructions", instructions),
    Route::get("/{game}/regular/instructions", instructions),
];

/// Answers a request. This may read the disk.
pub(super) fn answer(asked: &Asked<'_>) -> Reply {
    let reply = match *asked.method {
        Method::HEAD => routed(asked, &Method::GET),
        Method::GET | Method::POST => routed(asked, asked.method),
        Method::OPTIONS => Ok(Reply {
            status: StatusCode::NO_CONTENT,
            ..Reply::new(Content::Shared(Bytes::new()))
        }),
        _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "use GET, HEAD, POST or OPTIONS")),
    };
    reply.unwrap_or_else(Reply::from)
}

/// Whether a search may be needed to answer at this address: it asks about a position, and the table is cut.
pub(super) fn may_search(shelf: &Shelf, uri: &Uri) -> bool {
    let game = parts(uri.path()).next().map(|game| percent_decode_str(game).decode_utf8_lossy());
    uri.query().is_some() && game.is_some_and(|game| shelf.is_cut(&game))
}

/// Whether a game of this name would have the address of something else.
pub(super) fn is_taken(game: &str) -> bool {
    ROUTES.iter().any(|route| parts(route.path).eq([game]))
}

fn routed(asked: &Asked<'_>, method: &Method) -> Result<Reply, Refusal> {
    let decoded = parts(asked.uri.path()).map(|part| percent_decode_str(part).decode_utf8());
    let path: Result<Vec<_>, _> = decoded.collect();
    let path = path.map_err(|_| Refusal::bad("the path is no UTF-8"))?;
    let game = path.first().map_or("", |game| &**game);
    let mut here = ROUTES.iter().chain(&UNI_ROUTES).filter(|route| route.is_at(&path));
    match here.find(|route| route.method == *method) {
        Some(route) => (route.answer)(asked, game),
        None if *method == Method::POST => {
            Err(Refusal::not_found("POST a list of positions to /GAME, or moves to /GAME/grade"))
        }
        None => {
            // The name is wrong, or what follows it.
            asked.shelf.table(game)?;
            let game = Shown(game);
            Err(Refusal::not_found(format!(
                "there is nothing at this address: ask for /{game}?position=…, /{game}/line?position=…, or \
                 /openapi.json, which describes all addresses"
            )))
        }
    }
}

/// The parts of a path that are not empty.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

fn one_position(asked: &Asked<'_>, game: &str) -> Result<Reply, Refusal> {
    let table = &asked.shelf.table(game)?.table;
    match (asked.parameter("position"), asked.parameters().next()) {
        (Some(position), _) => Ok(Reply::json(&best_first(table, &position)?).about(1)),
        (None, None) => Ok(Reply::json(&uni::game(&table.table.game().to_string(), table))),
        (None, Some((unknown, _))) => {
            let (unknown, game) = (Shown(unknown), Shown(game));
            let error = format!("there is no parameter `{unknown}`: ask for /{game}?position=…");
            Err(Refusal::bad(error))
        }
    }
}

fn instructions(asked: &Asked<'_>, game: &str) -> Result<Reply, Refusal> {
    let table = &asked.shelf.table(game)?.table;
    Ok(Reply::json(&uni::instructions(&table.table.game().to_string(), table)))
}

impl Asked<'_> {
    /// The position that the query must name.
    fn position(&self) -> Result<String, Refusal> {
        let position = self.parameter("position");
        position.ok_or_else(|| Refusal::bad("name a position, as in `?position=…`"))
    }

    /// The value of this name in the query.
    fn parameter(&self, name: &str) -> Option<String> {
        let found = self.parameters().find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned())
    }

    /// The names and values in the query.
    fn parameters(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.uri.query().unwrap_or_default().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_address_is_described() {
        let described: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let mut of_file = BTreeSet::new();
        for (path, methods) in described["paths"].as_object().unwrap() {
            let methods = methods.as_object().unwrap().keys();
            let methods = methods.filter(|key| ["get", "post"].contains(&&***key));
            of_file.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
        }
        let routes = ROUTES.iter().map(|route| (route.method.to_string(), route.path.to_owned()));
        assert_eq!(of_file, routes.collect());
        assert!(is_taken("metrics") && is_taken("openapi.json") && !is_taken("line"));
    }
}
