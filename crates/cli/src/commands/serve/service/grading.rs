//! Moves that a client sends, held against the table.

use hyper::StatusCode;
use perfect_play_analysis::{
    Agent, Grade, GradeError, Graded, JudgedMove, Reply as Played, Turn, grade,
};
use perfect_play_core::Probe;
use perfect_play_engine::{AnyGame, AnyPosition, Call, OfCall};
use serde::Serialize;

use super::{lookup::position, refusal::Refusal};
use crate::{
    args::reply_arg::{Given, GivenReplies},
    tables::table::Table,
};

/// The most moves of one request.
const MOST_MOVES: usize = 10_000;

/// The grade of all moves, and each of them.
#[derive(Serialize)]
pub(super) struct GradedMoves {
    #[serde(flatten)]
    grade: Grade,
    /// `null` for what is no single legal move.
    moves: Vec<Option<JudgedMove>>,
}

/// The moves of a client, as long as it is there.
struct OfClient<'c> {
    moves: GivenReplies,
    call: &'c Call,
}

impl Agent<AnyGame> for OfClient<'_> {
    type Error = Refusal;

    fn replies(&mut self, game: &AnyGame, at: &[AnyPosition]) -> Result<Vec<Played>, Refusal> {
        if self.call.is_stopped() {
            return Err(Refusal::gone());
        }
        self.moves.replies(game, at).map_err(|never| match never {})
    }
}

/// Grades the moves of a body: a list of objects, or one. The work stops when the client has disconnected.
pub(super) fn graded(
    table: &Table,
    body: &[u8],
    call: &Call,
) -> Result<(GradedMoves, usize), Refusal> {
    let any = &OfCall { table: &table.table, call: call.clone() };
    let game = any.game();
    let is_list = body.trim_ascii_start().starts_with(b"[");
    let list = if is_list {
        serde_json::from_slice::<Vec<Given>>(body)
    } else {
        serde_json::from_slice(body).map(|one| vec![one])
    };
    let list =
        list.map_err(|error| Refusal::bad(format!("the body is no list of moves: {error}")))?;
    let mut moves = Vec::new();
    for (number, given) in (1..).zip(list) {
        let replies =
            given.replies(game, |text| position(table, text).map_err(|refusal| refusal.error));
        moves.extend(replies.map_err(|error| Refusal::bad(format!("entry {number}: {error}")))?);
        if moves.len() > MOST_MOVES {
            return Err(Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "these are too many moves: send at most 10,000 at a time",
            ));
        }
    }
    let fault = |error| Refusal::fault(&table.trouble(error));
    let judged = moves.iter().map(|(at, reply)| match reply {
        _ if call.is_stopped() => Err(Refusal::gone()),
        Played::Moves(moves) => match moves[..] {
            [(mv, _)] => JudgedMove::of(any, Turn::first(game, *at), mv).map_err(fault),
            _ => Ok(None),
        },
        Played::Failed(_) => Ok(None),
    });
    let judged = judged.collect::<Result<_, _>>()?;
    let (positions, replies): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
    let mut agent = OfClient { moves: GivenReplies::new(replies), call };
    let grade = grade(any, &mut agent, &positions, Graded::Given, &mut |_| ());
    let grade = grade.map_err(|error| match error {
        GradeError::Table(error) => fault(error),
        GradeError::Agent(gone) => gone,
        GradeError::TooLarge => Refusal::bad("these are too many moves"),
    })?;
    Ok((GradedMoves { grade, moves: judged }, positions.len()))
}
