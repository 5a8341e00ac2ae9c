//! What the values of a table measure, and how the value of a move follows from the position after it.

use core::fmt;

use crate::{Player, Value};

/// What the values of a table measure besides the outcome: plies or points.
///
/// The two schemes differ only in [`Scheme::before`], which computes the value of a move from the value of the
/// position it leads to. In both, the value of a position is the largest value of its moves.
///
/// ```
/// use perfect_play_core::{Next, Scheme, Value};
///
/// // The opponent loses in 2 plies after the move, or wins by 5 points.
/// let lost = Value::loss(2).unwrap();
/// assert_eq!(Scheme::Remoteness.before(lost, Next::Opponent), Value::win(3));
/// let ahead = Value::of_score(5).unwrap();
/// assert_eq!(Scheme::Score.before(ahead, Next::Opponent), Value::of_score(-5));
/// // The same player moves again.
/// assert_eq!(Scheme::Remoteness.before(lost, Next::Same), Value::loss(3));
/// assert_eq!(Scheme::Score.before(ahead, Next::Same), Value::of_score(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Scheme {
    /// Plies to the end of the game.
    #[default]
    Remoteness,
    /// Points: the margin by which the side to move wins under best play.
    Score,
}

/// The player who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// The other player.
    Opponent,
    /// The player who has just moved, again.
    Same,
}

impl Next {
    /// The side to move after a move of `mover`.
    #[inline]
    #[must_use]
    pub const fn player(self, mover: Player) -> Player {
        match self {
            Self::Opponent => mover.opponent(),
            Self::Same => mover,
        }
    }
}

impl Scheme {
    /// Both schemes, the default first.
    pub const ALL: [Self; 2] = [Self::Remoteness, Self::Score];

    /// The value of a move for the player who makes it, computed from the value of the position it leads to.
    /// `None` if the result is more than [`Value::MAX_PLIES`] away.
    #[inline]
    #[must_use]
    pub const fn before(self, child: Value, next: Next) -> Option<Value> {
        self.value(preference(child, next))
    }

    /// The value of a position, computed from the values of the positions its moves lead to: the value of the
    /// best move. `None` if there are no moves, or if the result is more than [`Value::MAX_PLIES`] away.
    ///
    /// ```
    /// use perfect_play_core::{Next, Scheme, Value};
    ///
    /// let [lost, won] = [Value::loss(4).unwrap(), Value::win(1).unwrap()];
    /// // The first move loses, the second keeps the turn and wins in 2 plies, the third wins in 5.
    /// let moves = [(won, Next::Opponent), (won, Next::Same), (lost, Next::Opponent)];
    /// assert_eq!(Scheme::Remoteness.before_all(moves), Value::win(2));
    /// ```
    #[inline]
    #[must_use]
    pub fn before_all(self, children: impl IntoIterator<Item = (Value, Next)>) -> Option<Value> {
        let mut best = Best::NONE;
        for (child, next) in children {
            best.add(child, next);
        }
        best.value(self)
    }

    /// The value of a position whose best move has this preference.
    #[inline]
    const fn value(self, preference: u16) -> Option<Value> {
        match (self, preference) {
            // There is no move.
            (_, 0) => None,
            (Self::Score, _) => Value::from_number(preference.wrapping_sub(1)),
            (Self::Remoteness, 1..DRAW) => Value::loss(preference),
            (Self::Remoteness, DRAW) => Some(Value::DRAW),
            (Self::Remoteness, _) => Value::win(preference.wrapping_neg()),
        }
    }

    /// The byte that stores a value in a table, or [`Value::NONE`] if the value does not fit in a byte: more than
    /// [`Value::MAX_BYTE_PLIES`] plies, or more than 127 points.
    ///
    /// ```
    /// use perfect_play_core::{Scheme, Value};
    ///
    /// let ahead = Value::of_score(5).unwrap();
    /// assert_eq!((Scheme::Score.byte(ahead), Scheme::Score.from_byte(132)), (132, Some(ahead)));
    /// assert_eq!(Scheme::Score.byte(Value::of_score(-128).unwrap()), Value::NONE);
    /// ```
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is checked")]
    pub const fn byte(self, value: Value) -> u8 {
        match (self, value.score()) {
            (Self::Remoteness, _) => value.byte(),
            (Self::Score, points @ -127..=127) => (points + 127) as u8,
            (Self::Score, _) => Value::NONE,
        }
    }

    /// The value of a byte of a table, or `None` for [`Value::NONE`].
    #[inline]
    #[must_use]
    pub const fn from_byte(self, byte: u8) -> Option<Value> {
        match (self, byte) {
            (Self::Remoteness, _) => Value::from_byte(byte),
            (Self::Score, Value::NONE) => None,
            (Self::Score, _) => Value::of_score(byte as i16 - 127),
        }
    }

    /// The name, which is also what the scheme prints.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Remoteness => "remoteness",
            Self::Score => "score",
        }
    }
}

/// Prints [`Scheme::name`].
impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The best move so far. Moves are added one after the other.
///
/// ```
/// use perfect_play_core::{Best, Next, Scheme, Value};
///
/// let mut best = Best::NONE;
/// assert_eq!(best.value(Scheme::Score), None);
/// best.add(Value::of_score(3).unwrap(), Next::Opponent);
/// best.add(Value::of_score(-1).unwrap(), Next::Opponent);
/// assert_eq!(best.value(Scheme::Score), Value::of_score(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Best(u16);

impl Best {
    /// The state before any move is added.
    pub const NONE: Self = Self(0);

    /// Adds a move: the value of the position it leads to, and the side to move there.
    #[inline]
    pub const fn add(&mut self, child: Value, next: Next) {
        let worth = preference(child, next);
        if worth > self.0 {
            self.0 = worth;
        }
    }

    /// The value of the position. `None` if no move was added, or if the value is more than
    /// [`Value::MAX_PLIES`] away.
    #[inline]
    #[must_use]
    pub const fn value(self, scheme: Scheme) -> Option<Value> {
        scheme.value(self.0)
    }
}

/// The preference of the player who makes a move, as a number. It is computed from the value of the position that the
/// move leads to. It is *n* for a loss in *n* plies, [`DRAW`] for a draw, and 65536 − *n* for a win in *n* plies. In a
/// game for points it is [`DRAW`] plus the score.
#[inline]
pub(crate) const fn preference(child: Value, next: Next) -> u16 {
    // No value has the number 65535.
    match next {
        Next::Opponent => u16::MAX.wrapping_sub(child.number()),
        Next::Same => child.number().wrapping_add(1),
    }
}

/// The preference of a move to a draw.
pub(crate) const DRAW: u16 = 0x8000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ply_earlier_the_order_is_kept_or_turned_round() {
        for scheme in Scheme::ALL {
            for next in [Next::Opponent, Next::Same] {
                let mut last = None;
                for child in (0..=u16::MAX).filter_map(Value::from_number) {
                    let Some(before) = scheme.before(child, next) else {
                        assert_eq!(
                            (scheme, child.plies()),
                            (Scheme::Remoteness, Some(Value::MAX_PLIES))
                        );
                        continue;
                    };
                    let same = before.outcome() == child.outcome();
                    assert_eq!(same, next == Next::Same || child == Value::DRAW);
                    let grows = last.is_none_or(|last| last < before);
                    let falls = last.is_none_or(|last| last > before);
                    assert!(if next == Next::Same { grows } else { falls }, "{scheme} {child:?}");
                    last = Some(before);
                }
            }
        }
    }
}
