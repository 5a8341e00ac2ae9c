//! The larger table that this crate bakes itself.

use perfect_play_games::Mnk;

crate::include_table!(
    /// The 4,4,4-game, solved.
    ///
    /// Looking up the value of a position takes some tens of nanoseconds. Finding the optimal moves takes that long
    /// for each legal move.
    ///
    /// ```
    /// use perfect_play::{MNK_4_4_4, Outcome, mnk_4_4_4};
    ///
    /// let board = MNK_4_4_4.game().parse("XXX./OO../..../O...")?; // X to move
    /// let entry = mnk_4_4_4::probe(board)?;
    /// assert_eq!((entry.outcome, entry.best_move()), (Outcome::Win, Some(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    pub mod mnk_4_4_4, Mnk = match Mnk::new(4, 4, 4) {
        Ok(game) => game,
        Err(_) => panic!("a board of 16 cells has lines of 4"),
    }
);

pub use mnk_4_4_4::TABLE as MNK_4_4_4;
