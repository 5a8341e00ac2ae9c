//! A table by index, wherever its values are.

use std::{borrow::Cow, convert::Infallible};

use perfect_play_core::{Board, Mnk, Objective, Probe, Value};
use perfect_play_generator::index::{Index, LevelTable, Levels};
use perfect_play_table::{BlockTable, ReadError};

/// A table by index.
pub(crate) enum Indexed {
    /// Solved on the spot.
    Solved(LevelTable<Mnk>),
    /// In a file.
    InFile(BlockTable<Mnk>),
}

impl Probe for Indexed {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        match self {
            Self::Solved(table) => table.game(),
            Self::InFile(table) => table.game(),
        }
    }

    fn objective(&self) -> Objective {
        match self {
            Self::Solved(table) => table.objective(),
            Self::InFile(table) => table.objective(),
        }
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        match self {
            Self::Solved(table) => Ok(table.value(board)?),
            Self::InFile(table) => table.value(board),
        }
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let positions: Box<dyn Iterator<Item = Board> + '_> = match self {
            Self::Solved(table) => Box::new(table.positions()),
            Self::InFile(table) => Box::new(table.positions()),
        };
        positions
    }
}

impl Levels for Indexed {
    type Error = ReadError;

    fn index(&self) -> &Index {
        match self {
            Self::Solved(table) => table.index(),
            Self::InFile(table) => table.index(),
        }
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, ReadError> {
        match self {
            Self::Solved(table) => table.level(level).map_err(|never: Infallible| match never {}),
            Self::InFile(table) => table.level(level),
        }
    }

    fn stated_counts(&self, level: usize) -> Option<&[u64]> {
        match self {
            Self::Solved(table) => table.stated_counts(level),
            Self::InFile(table) => table.stated_counts(level),
        }
    }
}
