//! What a table's values count, and how a value is seen one ply earlier.

use core::fmt;

use crate::Value;

/// What the values of a table count besides the outcome.
///
/// The two differ in what a position is worth before a move, given what it is worth after it:
/// [`Scheme::before`]. All else is the same: a position's value is the largest of what its moves are worth.
///
/// ```
/// use perfect_play_core::{Next, Scheme, Value};
///
/// // The opponent has lost in 2 plies after the move; or wins by 5 points.
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
    /// Points: by how many the side to move wins, under best play.
    Score,
}

/// Who is to move after a move.
///
/// ```
/// use perfect_play_core::{Game, Next};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let child = game.play(game.start(), 4);
/// assert_eq!(game.next(game.start(), child), Next::Opponent);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// The other player.
    Opponent,
    /// The player who has just moved, again.
    Same,
}

impl Scheme {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Remoteness, Self::Score];

    /// What a move is worth to the player who makes it, from the value of the position it leads to. `None` if
    /// that is more than [`Value::MAX_PLIES`] away.
    #[inline]
    #[must_use]
    pub const fn before(self, child: Value, next: Next) -> Option<Value> {
        match (self, next) {
            (Self::Remoteness, Next::Opponent) => child.before(),
            (Self::Remoteness, Next::Same) => child.later(),
            (Self::Score, Next::Opponent) => Some(child.negated()),
            (Self::Score, Next::Same) => Some(child),
        }
    }

    /// The name: what it prints as.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ply_earlier_the_order_is_kept_or_turned_round() {
        for scheme in Scheme::ALL {
            for next in [Next::Opponent, Next::Same] {
                let mut last = None;
                for byte in 0..Value::NONE {
                    let child = Value::from_byte(byte).unwrap();
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
