//! What tells apart two positions that count as equal.
//!
//! Every table looks positions up by equality: by `Eq`, `Hash` and `Ord` of their type, or by their codes. If equality
//! ignores something that the rules depend on, a table has one entry for positions with different values. The rules show
//! this: they give different answers for two positions that count as equal.

use std::fmt;

use perfect_play_core::{Move, Printable, Solvable};

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
    /// [`Tabular::plies_to_draw`](perfect_play_core::Tabular::plies_to_draw).
    PliesToDraw,
    /// The slot, or which image of the slot's first position it is. Codes, slots and symmetries do not agree.
    Slot,
}

/// How two positions differ that count as equal, or `None` if the rules treat them alike. The side to move may differ if
/// the game is impartial.
///
/// Call this if a position was reached that counts as one that is already known. A difference means that equality
/// ignores something that the rules depend on.
pub fn difference<G: Printable>(
    game: &G,
    known: G::Position,
    again: G::Position,
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

/// How a position differs from the one to which its code is decoded, or `None` if it does not. The two must be equal.
///
/// The code must also name the position's slot, and the symmetry that leads from the first position of the slot to this
/// one. Otherwise a slot could hold positions that have nothing to do with each other.
pub fn difference_from_decoded<G: Solvable>(
    game: &G,
    decoded: G::Position,
    position: G::Position,
    code: u64,
) -> Option<Difference> {
    if game.ply(decoded) != game.ply(position) {
        return Some(Difference::Ply);
    }
    if game.plies_to_draw(decoded) != game.plies_to_draw(position) {
        return Some(Difference::PliesToDraw);
    }
    if !is_in_its_slot(game, position, code) {
        return Some(Difference::Slot);
    }
    difference(game, decoded, position)
}

/// The first position that shares a slot with this one, which has this code, and is none of its images. `None` unless
/// this is the first position of its slot.
pub fn stranger_in_slot<G: Solvable>(
    game: &G,
    first: G::Position,
    code: u64,
) -> Option<G::Position> {
    let per_slot = game.codes_per_slot();
    if code.checked_rem(per_slot) != Some(0) {
        return None;
    }
    (1..per_slot).find_map(|symmetry| {
        let position = game.decode(code + symmetry).ok()?;
        // Positions that the rules tell apart may count as equal, but each has its own code.
        let is_image = u8::try_from(symmetry).is_ok_and(|symmetry| {
            let image = game.image(first, symmetry);
            image == position && game.encode(image) == code + u64::from(symmetry)
        });
        (!is_image).then_some(position)
    })
}

fn is_in_its_slot<G: Solvable>(game: &G, position: G::Position, code: u64) -> bool {
    let per_slot = game.codes_per_slot();
    let (Some(slot), Some(symmetry)) = (code.checked_div(per_slot), code.checked_rem(per_slot))
    else {
        return false;
    };
    let leads_here = |first| {
        u8::try_from(symmetry).is_ok_and(|symmetry| game.image(first, symmetry) == position)
    };
    slot < game.slots()
        && game.slot(position) == slot
        && (symmetry == 0 || game.decode(slot * per_slot).is_ok_and(leads_here))
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
            Self::PliesToDraw => "`plies_to_draw`",
            Self::Slot => "its place in a slot",
        })
    }
}
