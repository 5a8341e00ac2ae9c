//! The tables that the program can ask, in whatever form they are.

use std::{borrow::Cow, convert::Infallible};

use perfect_play_core::{Board, DirectTable, Entry, Game, Layout, Mnk, Objective, Probe, Value};
use perfect_play_generator::index::{Index, LevelTable, Levels};
use perfect_play_table::{
    BlockTable, Diff, DiffError, ReadError, Record, Stats, TableError, Verification, VerifyError,
    diff, levels, records, stats, verify,
};

use crate::exit::Trouble;

/// A table in memory or in a file.
#[expect(clippy::large_enum_variant, reason = "there are one or two of them at a time")]
pub(crate) enum Stored {
    /// By code: baked, solved on the spot, or read from a file as a whole.
    ByCode(DirectTable<Mnk, Cow<'static, [u8]>>),
    /// By index, level by level.
    ByIndex(Box<Indexed>),
}

/// A table by index.
pub(crate) enum Indexed {
    /// Solved on the spot.
    Solved(LevelTable<Mnk>),
    /// In a file.
    InFile(BlockTable<Mnk>),
}

/// Tells a task how much of it is done, and of how much.
type Report<'r> = &'r mut dyn FnMut(u64, u64);

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

    /// [`verify`], as suits the table.
    pub(crate) fn verify(&self, report: Report<'_>) -> Result<Verification<Board>, VerifyError> {
        match self {
            Self::ByCode(table) => verify(table, report),
            Self::ByIndex(table) => Ok(levels::verify(&**table, report)?),
        }
    }

    /// [`stats`], as suits the table.
    pub(crate) fn stats(&self, report: Report<'_>) -> Result<Stats, TableError> {
        match self {
            Self::ByCode(table) => stats(table, report),
            Self::ByIndex(table) => levels::stats(&**table, report),
        }
    }

    /// [`diff`], as suits both tables.
    pub(crate) fn diff(
        &self,
        other: &Self,
        limit: usize,
        report: Report<'_>,
    ) -> Result<Diff<Board>, DiffError> {
        match (self, other) {
            (Self::ByIndex(first), Self::ByIndex(second)) => {
                levels::diff(&**first, &**second, limit, report)
            }
            _ => diff(self, other, limit, report),
        }
    }

    /// [`records`], as suits the table.
    pub(crate) fn records<'a>(
        &'a self,
        report: Report<'a>,
    ) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
        match self {
            Self::ByCode(table) => Box::new(records(table, report)),
            Self::ByIndex(table) => levels::records(&**table, report),
        }
    }
}

impl Probe for Stored {
    type Game = Mnk;
    type Error = ReadError;

    fn game(&self) -> &Mnk {
        match self {
            Self::ByCode(table) => table.game(),
            Self::ByIndex(table) => table.game(),
        }
    }

    fn objective(&self) -> Objective {
        match self {
            Self::ByCode(table) => table.objective(),
            Self::ByIndex(table) => table.objective(),
        }
    }

    fn value(&self, board: Board) -> Result<Value, ReadError> {
        match self {
            Self::ByCode(table) => Ok(table.value(board)?),
            Self::ByIndex(table) => table.value(board),
        }
    }

    fn probe(&self, board: Board) -> Result<Entry, ReadError> {
        match self {
            Self::ByCode(table) => Ok(table.probe(board)?),
            Self::ByIndex(table) => table.probe(board),
        }
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let positions: Box<dyn Iterator<Item = Board> + '_> = match self {
            Self::ByCode(table) => Box::new(table.positions()),
            Self::ByIndex(table) => Box::new(table.positions()),
        };
        positions
    }
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
}
