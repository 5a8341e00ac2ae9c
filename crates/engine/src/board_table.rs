//! A view of a table whose positions are boards.

use perfect_play_core::{Board, Entry, MoveValues, Objective, Probe, Value};
use perfect_play_file::ReadError;
use perfect_play_games::Mnk;

use crate::{AnyPosition, AnyTable};

/// A table of an m,n,k-game, whose positions are boards. [`AnyTable::boards`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct BoardTable<'t> {
    table: &'t AnyTable,
    game: Mnk,
}

impl AnyTable {
    /// A view of this table as a table of `game` whose positions are boards. If the table is of another game, the
    /// view has no answers.
    ///
    /// ```
    /// use perfect_play_core::{Board, Objective, Outcome, Probe};
    /// use perfect_play_engine::AnyTable;
    /// use perfect_play_games::Mnk;
    ///
    /// let table = AnyTable::solve("tictactoe".parse()?, Objective::Fastest, 1 << 30, &|_, _| ())?;
    /// let boards = table.boards(Mnk::TICTACTOE);
    /// assert_eq!(boards.probe(Board::EMPTY)?.outcome, Outcome::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn boards(&self, game: Mnk) -> BoardTable<'_> {
        BoardTable { table: self, game }
    }
}

impl<'t> BoardTable<'t> {
    /// The table itself, whose positions are [`AnyPosition`](crate::AnyPosition)s.
    #[must_use]
    pub const fn table(&self) -> &'t AnyTable {
        self.table
    }
}

impl Probe for BoardTable<'_> {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        &self.game
    }
    fn objective(&self) -> Objective {
        self.table.objective()
    }
    fn value(&self, board: Board) -> Result<Value, ReadError> {
        self.table.value(AnyPosition::Board(board))
    }
    fn probe(&self, board: Board) -> Result<Entry, ReadError> {
        self.table.probe(AnyPosition::Board(board))
    }
    fn move_values(&self, board: Board) -> Result<MoveValues, ReadError> {
        self.table.move_values(AnyPosition::Board(board))
    }
    fn positions(&self) -> impl Iterator<Item = Board> {
        self.table.positions().filter_map(AnyPosition::board)
    }
}
