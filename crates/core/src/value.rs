//! The value of a position.

use crate::Outcome;

/// The value of a position for the side to move: the outcome and, for a win or a loss, the remoteness. In a
/// game that is played for points ([`Scheme`](crate::Scheme)), the value is the score.
///
/// Values are ordered by the preference of the side to move. A late loss is better than an early one, a draw is better
/// than any loss, and an early win is best.
///
/// A value has 16 bits. A table stores one byte for each slot, which holds every value of at most
/// [`Value::MAX_BYTE_PLIES`] plies or points:
///
/// | byte | meaning |
/// |---|---|
/// | *d*, 0 to 126 | loss in *d* plies |
/// | 127 | draw |
/// | 254 − *d*, 128 to 254 | win in *d* plies |
/// | 255 | not a value: a slot without an entry |
///
/// In a game that is played for points, the byte minus 127 is the score, from −127 to 127. A value does not know the game,
/// so use [`Scheme::byte`](crate::Scheme::byte) and [`Scheme::from_byte`](crate::Scheme::from_byte) for any game.
///
/// The side to move wants the child that is worst for the opponent, which is the child with the smallest value.
/// So the value of a position is a function of that minimum: [`Value::before`].
///
/// ```
/// use perfect_play_core::{Outcome, Value};
///
/// let [lost, won] = [Value::loss(2).unwrap(), Value::win(3).unwrap()];
/// assert_eq!(lost.before(), Some(won));
/// assert!(Value::loss(0) < Some(lost) && lost < Value::DRAW && Value::DRAW < won);
/// assert_eq!((lost.outcome(), lost.plies()), (Outcome::Loss, Some(2)));
/// // A byte holds a remoteness of up to 126 plies.
/// assert_eq!([Value::win(126), Value::win(127)].map(|win| win.unwrap().byte()), [128, Value::NONE]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u16);

/// The number of a draw. Losses have smaller numbers, and wins larger ones.
const DRAW: u16 = 0x7fff;

/// The number of a win in 0 plies.
const WON: u16 = 2 * DRAW;

/// The bytes of a draw, and of a win in 0 plies.
const DRAW_BYTE: u8 = 127;
const WON_BYTE: u8 = 254;

impl Value {
    /// The largest remoteness of a win or loss, and the largest number of points.
    pub const MAX_PLIES: u16 = DRAW - 1;

    /// The largest remoteness of a win or loss that fits in a byte.
    pub const MAX_BYTE_PLIES: u16 = 126;

    /// The byte of a slot without an entry. No value has this byte.
    pub const NONE: u8 = 255;

    /// A draw. The game defines how many plies it takes, if at all
    /// ([`Game::plies_to_draw`](crate::Game::plies_to_draw)).
    pub const DRAW: Self = Self(DRAW);

    /// A loss in this many plies, or `None` for more than [`Value::MAX_PLIES`].
    #[must_use]
    pub const fn loss(plies: u16) -> Option<Self> {
        if plies <= Self::MAX_PLIES { Some(Self(plies)) } else { None }
    }

    /// A win in this many plies, or `None` for more than [`Value::MAX_PLIES`].
    #[must_use]
    pub const fn win(plies: u16) -> Option<Self> {
        if plies <= Self::MAX_PLIES { Some(Self(WON - plies)) } else { None }
    }

    /// The value of a position where the game is over with this outcome.
    #[must_use]
    pub const fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self(0),
            Outcome::Draw => Self::DRAW,
            Outcome::Win => Self(WON),
        }
    }

    /// The value of a byte of a table that counts plies, or `None` for [`Value::NONE`].
    #[inline]
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            Self::NONE => None,
            loss @ 0..DRAW_BYTE => Some(Self(loss as u16)),
            DRAW_BYTE => Some(Self::DRAW),
            win => Some(Self(WON - (WON_BYTE - win) as u16)),
        }
    }

    /// The byte that stores this value in a table that counts plies, or [`Value::NONE`] if the value does not fit in a byte.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "both are checked to fit")]
    pub const fn byte(self) -> u8 {
        match self.0 {
            loss @ 0..=Self::MAX_BYTE_PLIES => loss as u8,
            DRAW => DRAW_BYTE,
            win if win >= WON - Self::MAX_BYTE_PLIES => WON_BYTE - (WON - win) as u8,
            _ => Self::NONE,
        }
    }

    /// The outcome for the side to move.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            0..DRAW => Outcome::Loss,
            DRAW => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// Plies to the end of the game, or `None` for a draw. For draws, see
    /// [`Game::plies_to_draw`](crate::Game::plies_to_draw).
    #[inline]
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            plies @ 0..DRAW => Some(plies),
            DRAW => None,
            win => Some(WON - win),
        }
    }

    /// The value of a position that the side to move wins by this many points. A negative number is a loss.
    /// `None` for [`i16::MIN`].
    #[must_use]
    pub const fn of_score(points: i16) -> Option<Self> {
        match points {
            i16::MIN => None,
            points => Some(Self(points.cast_unsigned().wrapping_add(DRAW))),
        }
    }

    /// The points by which the side to move wins, in a game that is played for points.
    #[must_use]
    pub const fn score(self) -> i16 {
        self.0.wrapping_sub(DRAW).cast_signed()
    }

    /// The value one ply earlier, for the other side. This is the value of a move for the player who makes it,
    /// computed from the position that the move leads to. `None` if the result is more than
    /// [`Value::MAX_PLIES`] away.
    #[must_use]
    pub const fn before(self) -> Option<Self> {
        match self.0 {
            plies @ 0..DRAW => Self::win(plies + 1),
            DRAW => Some(Self::DRAW),
            win => Self::loss(WON - win + 1),
        }
    }

    /// The value as a number, from 0 to 65534. Larger numbers are better for the side to move.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The value with this number, or `None` for 65535.
    #[must_use]
    pub const fn from_number(number: u16) -> Option<Self> {
        if number <= WON { Some(Self(number)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values.
    fn all() -> impl Iterator<Item = Value> {
        (0..=u16::MAX).filter_map(Value::from_number)
    }

    #[test]
    fn every_value_is_rebuilt_from_its_outcome_and_plies() {
        assert_eq!(all().count(), usize::from(u16::MAX));
        for value in all() {
            let rebuilt = match (value.outcome(), value.plies()) {
                (Outcome::Loss, Some(plies)) => Value::loss(plies).unwrap(),
                (Outcome::Draw, None) => Value::DRAW,
                (Outcome::Win, Some(plies)) => Value::win(plies).unwrap(),
                impossible => panic!("{value:?} reads as {impossible:?}"),
            };
            assert_eq!(rebuilt, value);
            assert_eq!(Value::of_score(value.score()), Some(value));
        }
        assert_eq!(Value::of_score(i16::MIN), None);
    }

    #[test]
    fn every_byte_but_the_last_is_a_value_and_comes_back_in_order() {
        let values = (0..=254).map(|byte| Value::from_byte(byte).unwrap());
        assert!(values.clone().map(Value::byte).eq(0..=254));
        assert!(values.is_sorted());
        assert_eq!(Value::from_byte(Value::NONE), None);
        let fits = |value: &Value| value.plies().is_none_or(|plies| plies <= Value::MAX_BYTE_PLIES);
        assert!(all().all(|value| fits(&value) == (value.byte() != Value::NONE)));
        assert!(all().filter(fits).all(|value| Value::from_byte(value.byte()) == Some(value)));
    }

    #[test]
    fn one_ply_earlier_the_outcome_is_the_other_sides_and_the_order_turns_round() {
        let mut later = None;
        for value in all() {
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
        for plies in 0..=u16::MAX {
            let values = [Value::loss(plies), Value::win(plies)];
            let expected = (plies <= Value::MAX_PLIES).then_some(plies);
            assert_eq!(values.map(|value| value.and_then(Value::plies)), [expected; 2]);
        }
    }
}
