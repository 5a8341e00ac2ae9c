//! Boards of points and lines with one empty point: what Mū Tōrere and Pong Hau K'i share.
//!
//! A move is the point whose stone goes to the empty one.

use core::fmt::{self, Write};

use perfect_play_core::{Move, ParsePositionError, Player};

use crate::squares::{read_marks, read_side, write_side};

/// The points with a stone of X, those with one of O, and the side to move.
pub(crate) type Stones = (u16, u16, Player);

/// The stones of the side to move.
pub(crate) const fn own((x, o, side): Stones) -> u16 {
    match side {
        Player::X => x,
        Player::O => o,
    }
}

/// The empty points of so many: one, in every position that play reaches.
pub(crate) const fn gap((x, o, _): Stones, points: u8) -> u16 {
    !(x | o) & ((1 << points) - 1)
}

/// The stone of the side to move goes from a point to the empty one.
pub(crate) const fn play(stones: Stones, mv: Move, points: u8) -> Stones {
    let from = if mv < points { 1 << mv } else { 0 };
    let turned = from | gap(stones, points);
    match stones {
        (x, o, Player::X) => (x ^ turned, o & !turned, Player::O),
        (x, o, Player::O) => (x & !turned, o ^ turned, Player::X),
    }
}

/// The points where a map takes these.
pub(crate) fn image(points: u16, of_point: impl Fn(u8) -> u8) -> u16 {
    let held = (0..16).filter(|&point| points >> point & 1 != 0);
    held.fold(0, |image, point| image | 1_u16.wrapping_shl(of_point(point).into()))
}

/// Writes the points one after the other; or drawn, where the drawing has digits for them.
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

/// Reads what [`write`] writes on one line.
pub(crate) fn read(text: &str, points: u8) -> Result<Stones, ParsePositionError> {
    let (board, side) = read_side(text)?;
    let [x, o] = read_marks(board, points)?;
    if x.count_ones() + o.count_ones() + 1 != u32::from(points) {
        return Err(ParsePositionError::Wrong("one point is empty"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 points")]
    Ok((x as u16, o as u16, side))
}

/// Writes a move with the point that it leads to: `3-8`.
pub(crate) fn write_move(
    f: &mut fmt::Formatter<'_>,
    stones: Stones,
    mv: Move,
    points: u8,
) -> fmt::Result {
    write!(f, "{mv}-{}", gap(stones, points).trailing_zeros())
}
