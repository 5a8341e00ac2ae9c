//! The place of a value in a table.

/// The place of a position's value: a section of the table, and the rank in the section.
///
/// ```
/// use perfect_play_core::{CodeNumbering, Numbering, Place, Slot};
/// use perfect_play_games::Mnk;
///
/// // A table by code has one section, and a position's rank is its code.
/// let game = Mnk::TICTACTOE;
/// let place = CodeNumbering.place(&game, game.parse("X........")?);
/// assert_eq!(place, Some(Place::Slot(Slot { section: 0, rank: 1 })));
/// # Ok::<(), perfect_play_core::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The number of the section.
    pub section: u32,
    /// The rank in the section.
    pub rank: usize,
}
