//! What tells apart two positions that count as equal.
//!
//! Every table looks positions up by equality: by `Eq`, `Hash` and `Ord` of their type, or by their codes. If equality
//! ignores something that the rules depend on, a table has one entry for positions with different values. The rules show
//! this: they give different answers for two positions that count as equal.

use std::fmt;

use perfect_play_core::{Game, Move};

/// How two positions differ that count as equal.
///
/// ```
/// use perfect_play_numbering::Difference;
///
/// assert_eq!(Difference::Move(3).to_string(), "the position after move 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The side to move.
    ToMove,
    /// [`Game::ply`](perfect_play_core::Game::ply).
    Ply,
    /// Whether the game is over, or how it ends.
    End,
    /// Whether this move is legal.
    Legal(Move),
    /// The position after this move.
    Move(Move),
    /// The text, or what [`fmt::Debug`] prints. If it differs, the positions contain something that equality ignores. The
    /// rules may depend on it only some plies later.
    Text,
    /// The bytes of the keys.
    Key,
    /// [`Game::plies_to_draw`](perfect_play_core::Game::plies_to_draw).
    PliesToDraw,
}

/// How two positions differ that count as equal, or `None` if the rules treat them alike. The side to move may differ if
/// the game is impartial.
///
/// Call this if a position was reached that counts as one that is already known. A difference means that equality
/// ignores something that the rules depend on.
pub fn difference<G: Game>(game: &G, known: G::Position, again: G::Position) -> Option<Difference> {
    if !game.is_impartial() && game.to_move(known) != game.to_move(again) {
        return Some(Difference::ToMove);
    }
    if game.ply(known) != game.ply(again) {
        return Some(Difference::Ply);
    }
    if game.plies_to_draw(known) != game.plies_to_draw(again) {
        return Some(Difference::PliesToDraw);
    }
    let (moves, others) = (game.legal_moves(known), game.legal_moves(again));
    if let Some(mv) = moves.difference(others).first().or(others.difference(moves).first()) {
        return Some(Difference::Legal(mv));
    }
    if game.terminal(known) != game.terminal(again) || game.end(known) != game.end(again) {
        return Some(Difference::End);
    }
    let leads_elsewhere = |&mv: &Move| game.play(known, mv) != game.play(again, mv);
    if let Some(mv) = moves.iter().find(leads_elsewhere) {
        return Some(Difference::Move(mv));
    }
    let mut text = String::with_capacity(256);
    let print = |position, out: &mut dyn fmt::Write| {
        write!(out, "{}\n{position:?}", game.notation(position)).is_ok()
    };
    // What cannot be printed cannot be compared.
    let is_printed = print(known, &mut text);
    let mut expected = Expected(&text);
    let is_same = is_printed && print(again, &mut expected) && expected.0.is_empty();
    (!is_same).then_some(Difference::Text)
}

/// What is still to be printed. Anything else is an error.
struct Expected<'t>(&'t str);

impl fmt::Write for Expected<'_> {
    fn write_str(&mut self, printed: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(printed).ok_or(fmt::Error)?;
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToMove => "the side to move",
            Self::Ply => "`ply`",
            Self::End => "the end of the game",
            Self::Legal(mv) => return write!(f, "whether move {mv} is legal"),
            Self::Move(mv) => return write!(f, "the position after move {mv}"),
            Self::Text => "what is printed",
            Self::Key => "the bytes of the key",
            Self::PliesToDraw => "`plies_to_draw`",
        })
    }
}
