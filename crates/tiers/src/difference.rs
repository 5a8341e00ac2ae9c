//! What tells apart two positions that count as equal.
//!
//! Every table looks positions up by equality: by `Eq`, `Hash` and `Ord` of their type, or by their codes. If equality
//! ignores something that the rules depend on, a table has one entry for positions with different values. The rules show
//! this: they give different answers for two positions that count as equal.

use std::fmt::{self, Write as _};

use perfect_play_core::{Move, Printable};

/// How two positions differ that count as equal.
///
/// ```
/// use perfect_play_tiers::Difference;
///
/// assert_eq!(Difference::Move(3).to_string(), "the position after move 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The side to move.
    ToMove,
    /// [`Game::plies_played`](perfect_play_core::Game::plies_played).
    PliesPlayed,
    /// [`Tabular::ply`](perfect_play_core::Tabular::ply).
    Ply,
    /// Whether the game is over, or how it ends.
    End,
    /// The legal moves.
    Moves,
    /// The position after this move.
    Move(Move),
    /// The text, or what [`fmt::Debug`] prints. If it differs, the positions contain something that equality ignores. The
    /// rules may depend on it only some plies later.
    Text,
    /// The bytes of the keys.
    Key,
}

/// How two positions differ that count as equal, or `None` if the rules treat them alike. The side to move may differ if
/// the game is impartial. Texts are compared if `compares_texts`, which takes longer than all the rest.
///
/// Call this if a position was reached that counts as one that is already known. A difference means that equality
/// ignores something that the rules depend on.
pub fn difference<G: Printable>(
    game: &G,
    known: G::Position,
    again: G::Position,
    compares_texts: bool,
) -> Option<Difference> {
    if !game.is_impartial() && game.to_move(known) != game.to_move(again) {
        return Some(Difference::ToMove);
    }
    if game.plies_played(known) != game.plies_played(again) {
        return Some(Difference::PliesPlayed);
    }
    let moves = game.legal_moves(known);
    if moves != game.legal_moves(again) {
        return Some(Difference::Moves);
    }
    if game.terminal(known) != game.terminal(again) || game.end(known) != game.end(again) {
        return Some(Difference::End);
    }
    let leads_elsewhere = |&mv: &Move| game.play(known, mv) != game.play(again, mv);
    if let Some(mv) = moves.iter().find(leads_elsewhere) {
        return Some(Difference::Move(mv));
    }
    let text = |position| {
        let mut text = String::new();
        (write!(text, "{}\n{position:?}", game.notation(position)), text)
    };
    (compares_texts && text(known) != text(again)).then_some(Difference::Text)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToMove => "the side to move",
            Self::PliesPlayed => "`plies_played`",
            Self::Ply => "`ply`",
            Self::End => "the end of the game",
            Self::Moves => "the legal moves",
            Self::Move(mv) => return write!(f, "the position after move {mv}"),
            Self::Text => "what is printed",
            Self::Key => "the bytes of the key",
        })
    }
}
