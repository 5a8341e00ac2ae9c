//! Which of the solvers a game is solved by.

use perfect_play_core::{Game, Layout, Mnk};
use perfect_play_generator::{MAX_CODES, index::Index};

/// How a game is solved, and so how the positions of its table are numbered.
///
/// ```
/// use perfect_play_engine::Method;
///
/// assert_eq!(Method::of(&"tictactoe".parse()?), Method::Sweep);
/// assert_eq!(Method::of(&"connect:6,5,4".parse()?), Method::Levels);
/// # Ok::<(), perfect_play_core::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Code by code. For games whose entries fit words, which answer in one load, and for games
    /// without an index.
    Sweep,
    /// Level by level, in the order of the index of large games.
    Levels,
}

impl Method {
    /// The method for a game.
    #[must_use]
    pub fn of(game: &Mnk) -> Self {
        let sweep = Layout::of(game) == Layout::Words
            || game.codes() <= MAX_CODES && Index::of(game).is_err();
        if sweep { Self::Sweep } else { Self::Levels }
    }

    /// How many slots are gone through to solve a game level by level: where marks fall, play is
    /// followed from the start first.
    #[must_use]
    pub fn work(index: &Index) -> u64 {
        if index.falling() { 2 * index.slots() } else { index.slots() }
    }
}
