//! A view of a table whose positions have the type of its game.

use perfect_play_core::{Game, MoveValues, Objective, Probe, Value};
use perfect_play_file::ReadError;

use crate::{AnyPosition, AnyTable};

/// A table of any game, seen as a table of a game whose type is known. [`AnyTable::as_of`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct View<'t, G> {
    table: &'t AnyTable,
    game: G,
}

impl AnyTable {
    /// A view of this table as a table of `game`. If the table is of another game, the view has no answers, or those of the
    /// other game.
    ///
    /// ```
    /// use perfect_play_core::{Board, Objective, Outcome, Probe};
    /// use perfect_play_engine::AnyTable;
    /// use perfect_play_games::Mnk;
    ///
    /// let table = AnyTable::solve("tictactoe".parse()?, Objective::Fastest, 1 << 30, &|_, _| ())?;
    /// let boards = table.as_of(Mnk::TICTACTOE);
    /// assert_eq!(boards.probe(Board::EMPTY)?.outcome, Outcome::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_of<G: Game + 'static>(&self, game: G) -> View<'_, G> {
        View { table: self, game }
    }
}

impl<'t, G> View<'t, G> {
    /// The table itself, whose positions are [`AnyPosition`]s.
    #[must_use]
    pub const fn table(&self) -> &'t AnyTable {
        self.table
    }
}

impl<G: Game + 'static> Probe for View<'_, G> {
    type Game = G;
    type Error = ReadError;

    fn game(&self) -> &G {
        &self.game
    }
    fn objective(&self) -> Objective {
        self.table.objective()
    }
    #[inline]
    fn value(&self, position: G::Position) -> Result<Value, ReadError> {
        self.table.value_at(position)
    }
    #[inline]
    fn value_with_moves(&self, position: G::Position) -> Result<(Value, MoveValues), ReadError> {
        self.table.value_with_moves_at(position)
    }
    fn positions(&self) -> impl Iterator<Item = G::Position> {
        self.table.positions().filter_map(|position| position.read())
    }
    fn entries(&self) -> impl Iterator<Item = (G::Position, Result<Value, ReadError>)> {
        self.table.entries().filter_map(|(position, value)| Some((position.read()?, value)))
    }
    fn reached(&self, position: G::Position) -> Option<(u64, u64)> {
        self.table.reached(AnyPosition::of(position))
    }
    fn codes(&self) -> u64 {
        self.table.codes()
    }
    fn code(&self, position: G::Position) -> Option<u64> {
        self.table.code(AnyPosition::of(position))
    }
    fn decode(&self, code: u64) -> Option<G::Position> {
        self.table.decode(code)?.read()
    }
    fn canonical(&self, position: G::Position) -> (u64, u8) {
        self.table.canonical(AnyPosition::of(position))
    }
    fn is_canonical(&self, position: G::Position) -> bool {
        self.table.is_canonical(AnyPosition::of(position))
    }
}
