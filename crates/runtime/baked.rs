//! Baked tables of any game.

#[cfg(feature = "games")]
mod constant;

use core::fmt;

use perfect_play_core::{
    Entry, Game, MoveValues, NotAPosition, Objective, Probe, ProbeError, Value,
};

use crate::{
    Facts,
    slots::{OnlyValues, Slots},
};

/// A baked table: the solution of a game, compiled into the program. [`include_table!`] makes one from the output of
/// a build script.
///
/// `S` is the form in which the table holds its entries: [`Words`](crate::Words), [`Bytes`](crate::Bytes),
/// [`CompactWords`](crate::CompactWords), [`CompactBytes`](crate::CompactBytes) or [`CompactKeys`](crate::CompactKeys).
/// All forms give the same answers.
///
/// [`include_table!`]: crate::include_table
///
/// ```
/// # #[cfg(feature = "direct")] {
/// use perfect_play::{Form, Game, Probe, TICTACTOE};
///
/// let start = TICTACTOE.game().start();
/// assert_eq!(Probe::probe(&TICTACTOE, start)?.remoteness, Some(9));
/// assert_eq!(TICTACTOE.facts().bytes, 39_366);
/// assert_eq!(TICTACTOE.facts().form.to_string(), "direct words");
/// # }
/// # Ok::<(), perfect_play::ProbeError>(())
/// ```
pub struct Baked<G, S> {
    game: G,
    facts: Facts,
    slots: S,
}

impl<G, S> Baked<G, S> {
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(game: G, facts: Facts, slots: S) -> Self {
        Self { game, facts, slots }
    }

    /// The game that the table solves.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// What was baked, and how large it is.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl<G: Game, S: Slots<G>> Baked<G, S> {
    /// Checks that the table was baked from the rules of this game, and that the position is one of the game's
    /// positions. A program can name another game in [`include_table!`](crate::include_table!) than its build script
    /// does. The names are compared only in builds with debug assertions, because comparing them takes longer than an
    /// answer.
    #[inline]
    fn check(&self, position: G::Position) -> Result<(), ProbeError> {
        let game = &self.game;
        let same_name = !cfg!(debug_assertions) || game.is_called(self.facts.game);
        if self.facts.codes != game.codes() || !same_name {
            return Err(NotAPosition::OtherGame.into());
        }
        if game.is_position(position) { Ok(()) } else { Err(game.why_no_entry(position)) }
    }

    /// The value of a position that has been checked.
    #[inline]
    fn checked_value(&self, position: G::Position) -> Result<Value, ProbeError> {
        let value = self.slots.value(&self.game, position);
        value.ok_or_else(|| self.game.why_no_entry(position))
    }
}

impl<G: Game, S: Slots<G>> Probe for Baked<G, S> {
    type Game = G;
    type Error = ProbeError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.facts.objective
    }

    #[inline]
    fn value(&self, position: G::Position) -> Result<Value, ProbeError> {
        self.check(position)?;
        self.checked_value(position)
    }

    #[inline]
    fn probe(&self, position: G::Position) -> Result<Entry, ProbeError> {
        self.check(position)?;
        match self.slots.entry(&self.game, position) {
            Ok(Some(entry)) => Ok(entry),
            Ok(None) => Err(self.game.why_no_entry(position)),
            Err(OnlyValues) => {
                let value = self.checked_value(position)?;
                let worths = MoveValues::new(&self.game, position, |child| self.value(child))?;
                let optimal = worths.optimal(self.facts.objective);
                Ok(Entry::new(&self.game, position, value, optimal))
            }
        }
    }
}

/// Prints what was baked, without the entries.
impl<G, S> fmt::Debug for Baked<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { game, objective, form, .. } = self.facts;
        write!(f, "Baked({game}, {objective}, {form})")
    }
}
