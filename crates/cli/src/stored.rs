//! The tables that the program can ask, in whatever form they are.

use std::borrow::Cow;

use perfect_play_core::{Board, DirectTable, Entry, Game, Layout, Mnk, Objective, Probe, Value};
use perfect_play_generator::index::LevelTable;
use perfect_play_table::{BlockTable, ReadError};

use crate::exit::Trouble;

/// A table in memory or in a file.
pub(crate) enum Stored {
    /// By code: baked, solved on the spot, or read from a file as a whole.
    ByCode(DirectTable<Mnk, Cow<'static, [u8]>>),
    /// By index, solved on the spot.
    ByIndex(LevelTable<Mnk>),
    /// By index, in a file.
    InFile(BlockTable<Mnk>),
}

impl Stored {
    /// The table by code, whatever form it has: a byte for every board, at least.
    pub(crate) fn by_code(&self) -> Result<DirectTable<Mnk, Cow<'_, [u8]>>, Trouble> {
        let (game, objective) = (*self.game(), self.objective());
        if let Self::ByCode(table) = self {
            let slots = Cow::Borrowed(table.slots());
            return Ok(DirectTable::new(game, objective, table.layout(), slots)?);
        }
        let mut slots = vec![Value::NONE; usize::try_from(game.codes())?];
        for board in self.positions() {
            slots[usize::try_from(board.code())?] = self.value(board)?.byte();
        }
        Ok(DirectTable::new(game, objective, Layout::Bytes, slots.into())?)
    }
}

impl Probe for Stored {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        match self {
            Self::ByCode(table) => table.game(),
            Self::ByIndex(table) => table.game(),
            Self::InFile(table) => table.game(),
        }
    }

    fn objective(&self) -> Objective {
        match self {
            Self::ByCode(table) => table.objective(),
            Self::ByIndex(table) => table.objective(),
            Self::InFile(table) => table.objective(),
        }
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        match self {
            Self::ByCode(table) => Ok(table.value(board)?),
            Self::ByIndex(table) => Ok(table.value(board)?),
            Self::InFile(table) => table.value(board),
        }
    }

    fn probe(&self, board: Board) -> Result<Entry, ReadError> {
        match self {
            Self::ByCode(table) => Ok(table.probe(board)?),
            Self::ByIndex(table) => Ok(table.probe(board)?),
            Self::InFile(table) => table.probe(board),
        }
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let positions: Box<dyn Iterator<Item = Board> + '_> = match self {
            Self::ByCode(table) => Box::new(table.positions()),
            Self::ByIndex(table) => Box::new(table.positions()),
            Self::InFile(table) => Box::new(table.positions()),
        };
        positions
    }
}
