//! The value of a position, in one byte.

use crate::Outcome;

/// The value of a position for the side to move: the outcome and, for a win or a loss, the remoteness. In a
/// game that is played for points ([`Scheme`](crate::Scheme)), the value is the score.
///
/// A value is one byte, ordered by the preference of the side to move. A late loss is better than an early one,
/// a draw is better than any loss, and an early win is best.
///
/// | byte | meaning |
/// |---|---|
/// | *d*, 0 to 126 | loss in *d* plies |
/// | 127 | draw |
/// | 254 − *d*, 128 to 254 | win in *d* plies |
/// | 255 | not a value: a slot without an entry |
///
/// In a game that is played for points, the byte minus 127 is the score, from −127 to 127.
///
/// The side to move wants the child that is worst for the opponent, which is the child with the smallest byte.
/// So the value of a position is a function of that minimum: [`Value::before`].
///
/// ```
/// use perfect_play_core::{Outcome, Value};
///
/// let [lost, won] = [Value::loss(2).unwrap(), Value::win(3).unwrap()];
/// assert_eq!(lost.before(), Some(won));
/// assert!(Value::loss(0) < Some(lost) && lost < Value::DRAW && Value::DRAW < won);
/// assert_eq!((lost.outcome(), lost.plies()), (Outcome::Loss, Some(2)));
/// // No value is more than 126 plies away.
/// assert_eq!(Value::win(127), None);
/// assert_eq!(Value::loss(126).unwrap().before(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

impl Value {
    /// The largest remoteness of a win or loss.
    pub const MAX_PLIES: u8 = 126;

    /// The byte of a slot without an entry. No value has this byte.
    pub const NONE: u8 = 255;

    /// A draw. The game defines how many plies it takes, if at all
    /// ([`Tabular::plies_to_draw`](crate::Tabular::plies_to_draw)).
    pub const DRAW: Self = Self(127);

    /// A loss in this many plies, or `None` for more than [`Value::MAX_PLIES`].
    #[must_use]
    pub const fn loss(plies: u8) -> Option<Self> {
        if plies <= Self::MAX_PLIES { Some(Self(plies)) } else { None }
    }

    /// A win in this many plies, or `None` for more than [`Value::MAX_PLIES`].
    #[must_use]
    pub const fn win(plies: u8) -> Option<Self> {
        if plies <= Self::MAX_PLIES { Some(Self(254 - plies)) } else { None }
    }

    /// The value of a position where the game is over with this outcome.
    #[must_use]
    pub const fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self(0),
            Outcome::Draw => Self::DRAW,
            Outcome::Win => Self(254),
        }
    }

    /// The value of a byte of a table, or `None` for [`Value::NONE`].
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            Self::NONE => None,
            byte => Some(Self(byte)),
        }
    }

    /// The byte that stores this value in a table.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The outcome for the side to move.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            0..127 => Outcome::Loss,
            127 => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// Plies to the end of the game, or `None` for a draw. For draws, see
    /// [`Tabular::plies_to_draw`](crate::Tabular::plies_to_draw).
    #[must_use]
    pub const fn plies(self) -> Option<u8> {
        match self.0 {
            plies @ 0..127 => Some(plies),
            127 => None,
            byte => Some(254 - byte),
        }
    }

    /// The value of a position that the side to move wins by this many points. A negative number is a loss.
    /// `None` for −128.
    #[must_use]
    pub const fn of_score(points: i8) -> Option<Self> {
        match points {
            i8::MIN => None,
            points => Some(Self(points.cast_unsigned().wrapping_add(127))),
        }
    }

    /// The points by which the side to move wins, in a game that is played for points.
    #[must_use]
    pub const fn score(self) -> i8 {
        self.0.wrapping_sub(127).cast_signed()
    }

    /// The value one ply earlier, for the other side. This is the value of a move for the player who makes it,
    /// computed from the position that the move leads to. `None` if the result is more than
    /// [`Value::MAX_PLIES`] away.
    #[must_use]
    pub const fn before(self) -> Option<Self> {
        match self.0 {
            plies @ 0..127 => Self::win(plies + 1),
            127 => Some(Self::DRAW),
            byte => Self::loss(255 - byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_but_the_last_is_a_value_and_comes_back() {
        for byte in 0..=254 {
            let value = Value::from_byte(byte).unwrap();
            assert_eq!(value.byte(), byte);
            let rebuilt = match (value.outcome(), value.plies()) {
                (Outcome::Loss, Some(plies)) => Value::loss(plies).unwrap(),
                (Outcome::Draw, None) => Value::DRAW,
                (Outcome::Win, Some(plies)) => Value::win(plies).unwrap(),
                impossible => panic!("{byte} reads as {impossible:?}"),
            };
            assert_eq!(rebuilt, value);
        }
        assert_eq!(Value::from_byte(Value::NONE), None);
    }

    #[test]
    fn one_ply_earlier_the_outcome_is_the_other_sides_and_the_order_turns_round() {
        let mut later = None;
        for value in (0..=254).map(Value) {
            let Some(before) = value.before() else {
                assert_eq!(value.plies(), Some(Value::MAX_PLIES));
                continue;
            };
            assert_eq!(before.outcome(), value.outcome().reverse());
            assert_eq!(before.plies(), value.plies().map(|plies| plies + 1));
            assert!(later.is_none_or(|later| before < later), "{value:?}");
            later = Some(before);
        }
    }

    #[test]
    fn no_value_is_further_away_than_the_most_plies() {
        for plies in 0..=u8::MAX {
            let values = [Value::loss(plies), Value::win(plies)];
            let expected = (plies <= Value::MAX_PLIES).then_some(plies);
            assert_eq!(values.map(|value| value.and_then(Value::plies)), [expected; 2]);
        }
    }
}
