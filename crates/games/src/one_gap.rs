//! Boards of points and lines with one empty point: common code of Mū Tōrere and Pong Hau K'i.
//!
//! A move is the point of the stone that moves to the empty point.

use core::fmt::{self, Write};

use perfect_play_core::{Move, MoveCells, ParsePositionError, Piece, Player};

use crate::squares::{self, fmt_number, read_marks, read_side, write_side};

/// The points with a stone of X, the points with a stone of O, and the side to move.
pub(crate) type Stones = (u16, u16, Player);

/// The stones of the side to move.
pub(crate) const fn own((x, o, side): Stones) -> u16 {
    match side {
        Player::X => x,
        Player::O => o,
    }
}

/// The empty points. In every reachable position there is one.
pub(crate) const fn gap((x, o, _): Stones, points: u8) -> u16 {
    !(x | o) & ((1 << points) - 1)
}

/// Moves the stone of the side to move from a point to the empty point.
pub(crate) const fn play(stones: Stones, mv: Move, points: u8) -> Stones {
    let from = if mv < points { 1 << mv } else { 0 };
    let turned = from | gap(stones, points);
    match stones {
        (x, o, Player::X) => (x ^ turned, o & !turned, Player::O),
        (x, o, Player::O) => (x & !turned, o ^ turned, Player::X),
    }
}

/// The images of points under a map.
pub(crate) fn image(points: u16, of_point: impl Fn(u8) -> u8) -> u16 {
    let held = (0..16).filter(|&point| points >> point & 1 != 0);
    held.fold(0, |image, point| image | 1_u16.wrapping_shl(of_point(point).into()))
}

/// Writes the points one after the other. The alternate form is a drawing in which digits stand for the points.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    (x, o, side): Stones,
    points: u8,
    drawing: &str,
) -> fmt::Result {
    let at = |point: u8| match (x.wrapping_shr(point.into()) & 1, o.wrapping_shr(point.into()) & 1)
    {
        (0, 0) => '.',
        (0, _) => 'O',
        _ => 'X',
    };
    if f.alternate() {
        drawing.chars().try_for_each(|c| match c {
            '0'..='9' => f.write_char(at(c as u8 - b'0')),
            c => f.write_char(c),
        })?;
    } else {
        (0..points).try_for_each(|point| f.write_char(at(point)))?;
    }
    write_side(f, side)
}

/// Reads the one-line form that [`write`] writes.
pub(crate) fn read(text: &str, points: u8) -> Result<Stones, ParsePositionError> {
    let (board, side) = read_side(text)?;
    let [x, o] = read_marks(board, points)?;
    if x.count_ones() + o.count_ones() + 1 != u32::from(points) {
        return Err(ParsePositionError::Wrong("exactly one point must be empty"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 points")]
    Ok((x as u16, o as u16, side))
}

/// Writes a move as the point it leaves and the point it enters, numbered from 1: `4-9`.
pub(crate) fn write_move(
    f: &mut fmt::Formatter<'_>,
    stones: Stones,
    mv: Move,
    points: u8,
) -> fmt::Result {
    fmt_number(mv, f)?;
    write!(f, "-{}", gap(stones, points).trailing_zeros().saturating_add(1))
}

/// The piece on a point.
pub(crate) fn piece((x, o, _): Stones, point: u8) -> Option<Piece> {
    squares::piece([x.into(), o.into()], point)
}

/// The points where a move begins and ends.
pub(crate) fn points_at(stones: Stones, mv: Move, points: u8) -> MoveCells {
    match u8::try_from(gap(stones, points).trailing_zeros()) {
        Ok(to) if to < points => MoveCells::between(mv, to),
        _ => MoveCells::NONE,
    }
}
