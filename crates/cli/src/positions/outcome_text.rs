//! What a table says of a position, in words.

use perfect_play_core::{Board, Entry, Game, MoveValue, MoveValues, Outcome, Probe, Scheme, Value};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_games::Mnk;

use crate::{
    positions::{move_name, value_text::ValueText},
    terminal::paint,
    text::{
        numbers::grouped,
        wrap::{WIDTH, wrapped},
    },
};

/// Identifies a position: `code 83, ply 2, X to move`. Parts that the game does not have are left out.
pub(crate) fn code_and_ply(table: &AnyTable, position: AnyPosition) -> String {
    let game = table.game();
    let code = table.code(position).map(|code| format!("code {}", grouped(code)));
    let ply = game.ply(position).map(|ply| format!("ply {ply}"));
    let to_move = (!game.is_impartial()).then(|| format!("{} to move", game.to_move(position)));
    let all: Vec<_> = [code, ply, to_move].into_iter().flatten().collect();
    all.join(", ")
}

/// The worth of a move, and whether it is optimal: `5:W1*`.
pub(crate) fn move_worth(
    game: &AnyGame,
    position: AnyPosition,
    value: MoveValue,
    entry: Entry,
) -> String {
    let star = if entry.optimal_moves.contains(value.mv) { "*" } else { "" };
    let mv = move_name::name(game, position, value.mv);
    format!("{mv}:{}{star}", ValueText::from(value).painted_short())
}

/// The moves, best first, as lines for a terminal that begin with `left`. Moves of equal worth share a row.
///
/// ```text
/// win in 1 ply, optimal  5
/// loss in 2 plies        2 9
/// ```
pub(crate) fn moves_by_worth(
    game: &AnyGame,
    position: AnyPosition,
    entry: Entry,
    worths: &MoveValues,
    left: &str,
) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for value in worths.ranked() {
        let optimal = if entry.optimal_moves.contains(value.mv) { ", optimal" } else { "" };
        let worth = format!("{}{optimal}", ValueText::from(value).painted());
        let name = move_name::name(game, position, value.mv);
        match groups.last_mut() {
            Some((last, names)) if *last == worth => names.push(name),
            _ => groups.push((worth, vec![name])),
        }
    }
    let names = groups.iter().map(|(worth, _)| paint::width(worth));
    let room = left.len() + names.max().unwrap_or(0) + 2;
    let rows = groups.iter().flat_map(|(worth, names)| {
        let first = paint::to_left(&format!("{left}{worth}"), room);
        wrapped(&format!("{first}{}", names.join(" ")), WIDTH, room)
    });
    rows.collect()
}

/// `win in 3 plies, optimal moves 1 5`; `loss, the game is over`; `no entry`.
pub(crate) fn entry(game: &AnyGame, position: AnyPosition, entry: Option<Entry>) -> String {
    let Some(entry) = entry else {
        return "no entry".to_owned();
    };
    let worth = ValueText::from(entry);
    match (entry.is_terminal(), entry.score) {
        (true, Some(_)) => format!("{}, the game is over", worth.painted()),
        (true, None) if entry.remoteness == Some(0) => {
            format!("{}, the game is over", paint::outcome(entry.outcome, entry.outcome))
        }
        _ => {
            let names = move_name::names(game, position, entry.optimal_moves);
            let optimal = match names.len() {
                0 => "no optimal move".to_owned(),
                1 => format!("optimal move {}", names[0]),
                _ => format!("optimal moves {}", names.join(" ")),
            };
            format!("{}, {optimal}", worth.painted())
        }
    }
}

/// The result of the game under best play: `X wins in 3 plies`, `a draw in 4 plies`, `O wins by 5 points`.
pub(crate) fn result<G: Game>(game: &G, position: G::Position, entry: Entry) -> String {
    let measure = ValueText::from(entry).measure();
    let to_move = game.to_move(position);
    match entry.outcome {
        Outcome::Draw => format!("a draw{measure}"),
        Outcome::Win if game.is_impartial() => format!("the side to move wins{measure}"),
        Outcome::Loss if game.is_impartial() => format!("the side to move loses{measure}"),
        Outcome::Win => format!("{to_move} wins{measure}"),
        Outcome::Loss => format!("{} wins{measure}", to_move.opponent()),
    }
}

/// The result of a finished game of any kind: `X has won`, `O has won by 3 points`, `a draw`.
pub(crate) fn any_end(game: &AnyGame, position: AnyPosition) -> String {
    if let Some((game, board)) = game.board(position) {
        return end(&game, board);
    }
    let value = game.end(position);
    let score = value.filter(|_| game.scheme() == Scheme::Score).map(Value::score);
    let by = ValueText { outcome: Outcome::Draw, remoteness: None, score }.measure();
    match (game.winner(position), value.map(Value::outcome)) {
        (None, _) => "a draw".to_owned(),
        (_, Some(Outcome::Loss)) if game.is_impartial() => {
            "who would be to move has lost".to_owned()
        }
        (_, Some(_)) if game.is_impartial() => "who would be to move has won".to_owned(),
        (Some(winner), _) => format!("{winner} has won{by}"),
    }
}

/// The result of a finished game: `X has won`, `a draw`.
pub(crate) fn end(game: &Mnk, board: Board) -> String {
    match game.winner(board) {
        Some(winner) if game.is_misere() => {
            format!("{} has completed a line, so {winner} has won", winner.opponent())
        }
        Some(winner) => format!("{winner} has won"),
        None => "a draw".to_owned(),
    }
}
