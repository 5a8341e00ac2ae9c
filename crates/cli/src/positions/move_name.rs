//! The names of moves, for people: cells and columns are numbered from 1. Programs (JSON, codes, the library) number
//! cells from 0.

use perfect_play_core::{Game, Move, Moves, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

/// The number of a move on a board of marks. Columns are numbered from 1 everywhere.
pub(crate) fn number(game: &Mnk, mv: Move) -> u8 {
    if game.has_gravity() { mv } else { mv.saturating_add(1) }
}

/// The name of a move: its number on a board of marks; in any other game, the game's own notation.
pub(crate) fn name(game: &AnyGame, at: AnyPosition, mv: Move) -> String {
    match game.mnk() {
        Some(game) => number(&game, mv).to_string(),
        None => Shown(game.move_text(at, mv)).to_string(),
    }
}

/// The names of moves.
pub(crate) fn names(game: &AnyGame, at: AnyPosition, moves: Moves) -> Vec<String> {
    moves.iter().map(|mv| name(game, at, mv)).collect()
}

/// The legal move that a person means by this text: its [`name`] in upper or lower case, or as the game reads it.
pub(crate) fn read(game: &AnyGame, at: AnyPosition, text: &str) -> Option<Move> {
    let mut moves = game.legal_moves(at).iter();
    match game.mnk() {
        Some(_) => moves.find(|&mv| name(game, at, mv) == text),
        None => game.parse_move(at, text).or_else(|| {
            moves.find(|&mv| game.move_text(at, mv).to_string().eq_ignore_ascii_case(text))
        }),
    }
}

/// The position after the moves from the start in a text, with spaces or commas between. If the text begins with no move of
/// the start, this is `None`. If a later word is no move, the error has its number and the position before it.
pub(crate) fn after_moves(
    game: &AnyGame,
    text: &str,
) -> Option<Result<AnyPosition, (usize, AnyPosition)>> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let mut after = None;
    for (number, word) in (1..).zip(words) {
        let position = after.unwrap_or(game.start());
        match read(game, position, word) {
            Some(mv) => after = Some(game.play(position, mv)),
            None if number == 1 => return None,
            None => return Some(Err((number, position))),
        }
    }
    after.map(Ok)
}

/// The names of moves that begin a play, as an example of [`after_moves`].
pub(crate) fn example(game: &AnyGame) -> String {
    let (mut position, mut names) = (game.start(), Vec::new());
    while names.len() < 2
        && let Some(mv) = game.legal_moves(position).iter().next()
    {
        names.push(name(game, position, mv));
        position = game.play(position, mv);
    }
    names.join(" ")
}

/// The numbers of moves on a board of marks, as a list in words.
pub(crate) fn list(game: &Mnk, moves: Moves, and: &str) -> String {
    let numbers: Vec<_> = moves.iter().map(|mv| number(game, mv).to_string()).collect();
    enumeration(&numbers, and)
}

/// The names of moves of any game, as a list in words.
pub(crate) fn list_any(game: &AnyGame, at: AnyPosition, moves: Moves, and: &str) -> String {
    enumeration(&names(game, at, moves), and)
}

/// A list in words: `3`, `3 and 5`, `3, 5 and 7`. Another word can replace "and".
pub(crate) fn enumeration(parts: &[String], and: &str) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
