//! What was baked, and how large it is.

use core::fmt;

use perfect_play_core::{Form, Objective, Quoted};

/// What was baked, and how large it is.
///
/// ```
/// # #[cfg(feature = "direct")] {
/// use perfect_play::{Objective, tictactoe::FACTS};
///
/// assert_eq!((FACTS.game, FACTS.objective), ("tictactoe", Objective::Fastest));
/// assert_eq!((FACTS.entries, FACTS.bytes), (5_478, 39_366));
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The game's name.
    pub game: &'static str,
    /// Which moves the table calls optimal.
    pub objective: Objective,
    /// The form in which the table holds its entries.
    pub form: Form,
    /// How many codes the game has.
    pub codes: u64,
    /// How many entries the table holds: the reachable positions if it is direct, the canonical ones among them if it
    /// is compact, and the slots if it is tiered.
    pub entries: u64,
    /// The size of the table in the program, in bytes.
    pub bytes: u64,
    /// The version of perfect-play-generator that baked it.
    pub generator: &'static str,
}

impl Facts {
    /// Used by `include_table!`; not public API.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        generator: &'static str,
        game: &'static str,
        objective: Objective,
        form: Form,
        [codes, entries, bytes]: [u64; 3],
    ) -> Self {
        Self { game, objective, form, codes, entries, bytes, generator }
    }
}

/// Prints what a derived implementation would print, except that texts are [`Quoted`].
impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, objective, form, codes, entries, bytes, generator } = self;
        f.debug_struct("Facts")
            .field("game", &Quoted(game))
            .field("objective", objective)
            .field("form", form)
            .field("codes", codes)
            .field("entries", entries)
            .field("bytes", bytes)
            .field("generator", &Quoted(generator))
            .finish()
    }
}

/// Prints what was baked, in one line: `hexapawn (fastest): 135 entries, direct bytes, 39366 bytes`.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, objective, form, entries, bytes, .. } = self;
        write!(f, "{game} ({objective}): {entries} entries, {form}, {bytes} bytes")
    }
}
