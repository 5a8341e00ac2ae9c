//! What a position is worth, in one byte.

use crate::Outcome;

/// What a position is worth to the side to move: outcome and, for a win or a loss, remoteness.
///
/// It is one byte, ordered by the mover's preference: a late loss is better than an early one, a
/// draw is better than any loss, and an early win is the best there is.
///
/// | byte | meaning |
/// |---|---|
/// | *d*, 0 to 126 | loss in *d* plies |
/// | 127 | draw |
/// | 254 − *d*, 128 to 254 | win in *d* plies |
/// | 255 | not a value: a slot without an entry |
///
/// So the mover, who wants the child that is worst for the opponent, takes the child with the
/// smallest byte, and a position's value is one function of that minimum: [`Value::before`].
///
/// ```
/// use perfect_play_core::{Outcome, Value};
///
/// let lost = Value::loss(2);
/// assert_eq!(lost.before(), Value::win(3));
/// assert!(Value::loss(0) < lost && lost < Value::DRAW && Value::DRAW < Value::win(3));
/// assert_eq!((lost.outcome(), lost.plies()), (Outcome::Loss, Some(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

impl Value {
    /// The most plies a win or loss can be away.
    pub const MAX_PLIES: u8 = 126;

    /// The byte of a slot that holds no entry. No value has it.
    pub const NONE: u8 = 255;

    /// A draw. How many plies it takes is the game's to say ([`crate::Game::plies_to_draw`]).
    pub const DRAW: Self = Self(127);

    /// A loss in so many plies; more than [`Value::MAX_PLIES`] count as that many.
    #[must_use]
    pub const fn loss(plies: u8) -> Self {
        Self(capped(plies))
    }

    /// A win in so many plies; more than [`Value::MAX_PLIES`] count as that many.
    #[must_use]
    pub const fn win(plies: u8) -> Self {
        Self(254 - capped(plies))
    }

    /// The value of a position where the game is over with this outcome.
    #[must_use]
    pub const fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::loss(0),
            Outcome::Draw => Self::DRAW,
            Outcome::Win => Self::win(0),
        }
    }

    /// The value that a table's byte stands for; `None` for [`Value::NONE`].
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            Self::NONE => None,
            byte => Some(Self(byte)),
        }
    }

    /// The byte that stands for this value in a table.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// How the game ends for the side to move.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            0..127 => Outcome::Loss,
            127 => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// Plies to the end of the game; `None` for a draw, where the game knows
    /// ([`crate::Game::plies_to_draw`]).
    #[must_use]
    pub const fn plies(self) -> Option<u8> {
        match self.0 {
            plies @ 0..127 => Some(plies),
            127 => None,
            byte => Some(254 - byte),
        }
    }

    /// The same end of the game seen one ply earlier by the other side: what a move is worth to
    /// the player who makes it, from the value of the position it leads to.
    #[must_use]
    pub const fn before(self) -> Self {
        match self.0 {
            plies @ 0..127 => Self::win(plies + 1),
            127 => Self::DRAW,
            byte => Self::loss(255 - byte),
        }
    }
}

const fn capped(plies: u8) -> u8 {
    if plies < Value::MAX_PLIES { plies } else { Value::MAX_PLIES }
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
                (Outcome::Loss, Some(plies)) => Value::loss(plies),
                (Outcome::Draw, None) => Value::DRAW,
                (Outcome::Win, Some(plies)) => Value::win(plies),
                impossible => panic!("{byte} reads as {impossible:?}"),
            };
            assert_eq!(rebuilt, value);
        }
        assert_eq!(Value::from_byte(Value::NONE), None);
    }

    #[test]
    fn one_ply_earlier_the_outcome_is_the_other_sides_and_the_order_turns_round() {
        for byte in 0..=254 {
            let value = Value(byte);
            assert_eq!(value.before().outcome(), value.outcome().reverse());
            if let Some(plies) = value.plies().filter(|&plies| plies < Value::MAX_PLIES) {
                assert_eq!(value.before().plies(), Some(plies + 1));
            }
            if byte > 0 {
                assert!(value.before() <= Value(byte - 1).before());
            }
        }
    }
}
