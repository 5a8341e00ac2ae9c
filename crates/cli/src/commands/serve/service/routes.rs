//! Parses a request, and answers it in JSON. This file knows nothing of HTTP.

use std::{borrow::Cow, collections::BTreeMap};

use hyper::{Method, StatusCode, Uri};
use percent_encoding::percent_decode_str;
use perfect_play_analysis::{Answer, MoveAnswer};
use perfect_play_core::{Game, Probe, Shown};
use serde::Serialize;

use super::{
    reply::{Refusal, Reply, fault, position},
    shelf::{Served, Shelf},
    uni,
};
use crate::tables::table::Table;

/// The most positions of one request.
const MOST_POSITIONS: usize = 10_000;

/// The answer to one of several positions, or the error.
#[derive(Serialize)]
#[serde(untagged)]
enum Each {
    Answer(Box<Answer>),
    Error { position: String, error: String },
}

/// The answer for the page: with the pieces on the board, their letters, and the cells of each move.
#[derive(Serialize)]
struct ForPage {
    #[serde(flatten)]
    answer: Answer,
    letters: BTreeMap<String, char>,
}

/// Answers a request. This may read the disk. Work on a list of positions stops when the client has disconnected.
pub(super) fn answer(
    shelf: &Shelf,
    (method, uri): (&Method, &Uri),
    body: &[u8],
    is_gone: &dyn Fn() -> bool,
) -> Reply {
    let reply = match *method {
        Method::GET | Method::HEAD => get(shelf, uri),
        Method::POST => post(shelf, uri, body, is_gone),
        Method::OPTIONS => Ok(Reply::empty(StatusCode::NO_CONTENT)),
        _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "use GET, HEAD, POST or OPTIONS")),
    };
    reply.unwrap_or_else(Reply::from)
}

fn get(shelf: &Shelf, uri: &Uri) -> Result<Reply, Refusal> {
    let path = segments(uri)?;
    let path: Vec<_> = path.iter().map(|segment| &**segment).collect();
    let [game, rest @ ..] = &path[..] else {
        return Ok(Reply::json(&uni::games(shelf)));
    };
    let Served { table, page } = served(shelf, game)?;
    match (rest, page) {
        (["page"], Some(html)) => match parameter(uri, "position") {
            Some(position) => for_page(table, &position).map(|answer| Reply::json(&answer)),
            None => Ok(Reply::page(html)),
        },
        (["page"], None) => {
            Err(Refusal::not_found("pages are served with `perfect-play serve --page`"))
        }
        ([], _) => match (parameter(uri, "position"), parameters(uri).next()) {
            (Some(position), _) => best_first(table, &position).map(|answer| Reply::json(&answer)),
            (None, None) => Ok(Reply::json(&uni::game(&table.table.game().to_string(), table))),
            (None, Some((unknown, _))) => {
                let (unknown, game) = (Shown(unknown), Shown(game));
                let error =
                    format!("there is no parameter `{unknown}`: ask for /{game}?position=…");
                Err(Refusal::new(StatusCode::BAD_REQUEST, error))
            }
        },
        (["instructions"] | [uni::VARIANT, "instructions"], _) => {
            Ok(Reply::json(&uni::instructions(&table.table.game().to_string(), table)))
        }
        ([uni::VARIANT], _) => Ok(Reply::json(&uni::variant(table))),
        ([uni::VARIANT, "positions"], _) => match parameter(uri, "p") {
            Some(position) => uni::position(table, &position).map(|answer| Reply::json(&answer)),
            None => Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "name a position, as in `?p=1_---------`",
            )),
        },
        _ => Err(Refusal::not_found(format!(
            "there is nothing at this address: ask for /{}?position=…, or /{}/{}/",
            Shown(game),
            Shown(game),
            uni::VARIANT
        ))),
    }
}

fn post(
    shelf: &Shelf,
    uri: &Uri,
    body: &[u8],
    is_gone: &dyn Fn() -> bool,
) -> Result<Reply, Refusal> {
    let bad = |error| Refusal::new(StatusCode::BAD_REQUEST, error);
    let path = segments(uri)?;
    let [game] = &path[..] else {
        return Err(Refusal::not_found("POST a list of positions to /GAME"));
    };
    let Served { table, .. } = served(shelf, game)?;
    let positions: Vec<String> = serde_json::from_slice(body).map_err(|error| {
        let game = table.table.game();
        let example = serde_json::json!([game.notation(game.start()).to_string()]);
        bad(format!("the body is no JSON list of positions, such as {example}: {error}"))
    })?;
    if positions.len() > MOST_POSITIONS {
        let error =
            format!("{} positions are too many: send at most 10,000 at a time", positions.len());
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error));
    }
    let each = positions.into_iter().map(|position| match best_first(table, &position) {
        _ if is_gone() => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the client is gone")),
        Ok(answer) => Ok(Each::Answer(answer.into())),
        // A table that cannot be read is not the fault of the position.
        Err(refusal) if refusal.status.is_server_error() => Err(refusal),
        Err(Refusal { error, .. }) => Ok(Each::Error { position, error }),
    });
    Ok(Reply::json(&each.collect::<Result<Vec<_>, _>>()?))
}

/// The parts of the path that are not empty.
fn segments(uri: &Uri) -> Result<Vec<Cow<'_, str>>, Refusal> {
    let parts = uri.path().split('/').filter(|part| !part.is_empty());
    let decoded = parts.map(|part| percent_decode_str(part).decode_utf8());
    let decoded: Result<_, _> = decoded.collect();
    decoded.map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "the path is no UTF-8"))
}

/// The value of this name in the query.
fn parameter(uri: &Uri, name: &str) -> Option<String> {
    let found = parameters(uri).find(|(key, _)| key == name);
    found.map(|(_, value)| value.into_owned())
}

/// The names and values in the query.
fn parameters(uri: &Uri) -> form_urlencoded::Parse<'_> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
}

fn served<'s>(shelf: &'s Shelf, game: &str) -> Result<&'s Served, Refusal> {
    shelf.table(game).ok_or_else(|| {
        Refusal::not_found(format!(
            "no table of `{}` is served: there are {}",
            Shown(game),
            shelf.names()
        ))
    })
}

/// The answer with its moves in order of preference: the fastest win first, the slowest loss before faster ones.
fn best_first(table: &Table, text: &str) -> Result<Answer, Refusal> {
    let position = position(table, text)?;
    let (mut answer, worths) = table.answer(position).map_err(|trouble| fault(&trouble))?;
    answer.moves = MoveAnswer::of(table.table.game(), position, worths.ranked());
    Ok(answer)
}

fn for_page(table: &Table, text: &str) -> Result<ForPage, Refusal> {
    let (game, position) = (table.table.game(), position(table, text)?);
    let (answer, _) = table.answer(position).map_err(|trouble| fault(&trouble))?;
    let pieces = (0..game.drawing().cells()).filter_map(|cell| game.piece(position, cell));
    let letters = pieces.map(|piece| (piece.to_string(), piece.letter())).collect();
    Ok(ForPage { answer: answer.drawn(game, position), letters })
}
