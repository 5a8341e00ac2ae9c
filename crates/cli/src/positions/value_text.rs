//! The worth of a position or a move, as text.

use std::fmt;

use perfect_play_analysis::MoveAnswer;
use perfect_play_core::{Entry, MoveValue, Outcome};

use crate::{terminal::paint, text::numbers::plies};

/// The worth of a position or a move to one player. It prints as `win in 3 plies`, `draw` or `loss by 2 points`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueText {
    pub(crate) outcome: Outcome,
    pub(crate) remoteness: Option<u16>,
    pub(crate) score: Option<i16>,
}

impl From<Entry> for ValueText {
    fn from(Entry { outcome, remoteness, score, .. }: Entry) -> Self {
        Self { outcome, remoteness, score }
    }
}

impl From<MoveValue> for ValueText {
    fn from(MoveValue { outcome, remoteness, score, .. }: MoveValue) -> Self {
        Self { outcome, remoteness, score }
    }
}

impl From<&MoveAnswer> for ValueText {
    fn from(&MoveAnswer { outcome, remoteness, score, .. }: &MoveAnswer) -> Self {
        Self { outcome, remoteness, score }
    }
}

impl ValueText {
    /// The short form, for narrow output: `W3`, `D9`, `D`, `L2`, `+5`.
    pub(crate) fn short(self) -> String {
        let letter = match self.outcome {
            Outcome::Win => 'W',
            Outcome::Draw => 'D',
            Outcome::Loss => 'L',
        };
        match (self.score, self.remoteness) {
            (Some(0), _) => "0".to_owned(),
            (Some(points), _) => format!("{points:+}"),
            (None, Some(plies)) => format!("{letter}{plies}"),
            (None, None) => letter.to_string(),
        }
    }

    /// [`ValueText::short`], in the colour of its outcome.
    pub(crate) fn painted_short(self) -> String {
        paint::outcome(self.outcome, self.short())
    }

    /// The long form, in the colour of its outcome.
    pub(crate) fn painted(self) -> String {
        paint::outcome(self.outcome, self)
    }

    /// The remoteness or the score: ` in 3 plies`, ` by 5 points`. Empty for a draw without a remoteness.
    pub(crate) fn measure(self) -> String {
        match (self.score.map(i16::unsigned_abs), self.remoteness) {
            (Some(0), _) | (None, None) => String::new(),
            (Some(1), _) => " by 1 point".to_owned(),
            (Some(points), _) => format!(" by {points} points"),
            (None, Some(remoteness)) => format!(" in {}", plies(remoteness)),
        }
    }
}

impl fmt::Display for ValueText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.outcome, self.measure()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_something_is_worth_is_said_in_full_and_in_short() {
        let texts = |outcome, remoteness, score| {
            let worth = ValueText { outcome, remoteness, score };
            (worth.to_string(), worth.short())
        };
        for (worth, text, short) in [
            (texts(Outcome::Win, Some(1), None), "win in 1 ply", "W1"),
            (texts(Outcome::Draw, Some(9), None), "draw in 9 plies", "D9"),
            (texts(Outcome::Draw, None, None), "draw", "D"),
            (texts(Outcome::Loss, None, Some(-12)), "loss by 12 points", "-12"),
            (texts(Outcome::Win, None, Some(1)), "win by 1 point", "+1"),
            (texts(Outcome::Draw, None, Some(0)), "draw", "0"),
        ] {
            assert_eq!(worth, (text.to_owned(), short.to_owned()));
        }
    }
}
