//! How many positions a game has whose positions are found by playing, and what they take. `plan` prints it, and what
//! probably does not fit into the memory is refused by the same numbers.

use perfect_play_engine::{AnyGame, Estimate};
use serde::Serialize;

use crate::{
    terminal::progress,
    text::numbers::{grouped, or_more, two_digits},
};

/// A number of positions, or what they take. `most` is `None` if it is not known.
#[derive(Serialize)]
pub(crate) struct Range<T> {
    pub(crate) least: T,
    pub(crate) estimate: T,
    pub(crate) most: Option<T>,
}

impl<T: Copy + PartialEq> Range<T> {
    /// `3 to 78`, `3` or `at least 3`.
    pub(crate) fn text(&self, text: impl Fn(T) -> String) -> String {
        match self.most {
            None => format!("at least {}", text(self.least)),
            Some(most) if most == self.least => text(most),
            Some(most) => format!("{} to {}", text(self.least), text(most)),
        }
    }
}

impl Range<f64> {
    /// What the positions take, if each takes so much.
    pub(crate) fn of(estimate: &Estimate, a_position: f64) -> Self {
        Self {
            least: estimate.least() * a_position,
            estimate: estimate.positions() * a_position,
            most: estimate.most().map(|most| most * a_position),
        }
    }

    pub(crate) fn whole(self) -> Range<u64> {
        let Self { least, estimate, most } = self;
        Range { least: whole(least), estimate: whole(estimate), most: most.map(whole) }
    }
}

/// Runs an estimate, and shows its progress.
pub(crate) fn shown<T>(game: &AnyGame, run: impl FnOnce(&mut dyn FnMut(&Estimate)) -> T) -> T {
    progress::counting(format!("estimating {game}"), 0, |bar| {
        run(&mut |estimate| {
            let plies = estimate.plies.len();
            bar.name(format!("estimating {game}, ply {plies}"));
            bar.reach(plies as u64);
        })
    })
}

/// Numbers of positions of which this many were counted: an estimate, no more exactly than it is known.
pub(crate) fn rounded(counted: u64) -> impl Fn(u64) -> String {
    move |number| {
        let shown = if number > counted { two_digits(number).max(counted) } else { counted };
        or_more(number, grouped(shown))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, not negative; one that is too large is the largest number"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number.round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}
