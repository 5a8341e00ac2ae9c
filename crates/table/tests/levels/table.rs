//! A table of levels to tamper with.

use std::{borrow::Cow, fmt, sync::Arc};

use perfect_play_core::{Board, Game, Mnk, Objective, Probe, ProbeError, ProbeFailure, Value};
use perfect_play_index::{Index, Levels};

/// What is in the slots that the rules rule out, unless a test says otherwise.
const GARBAGE: u8 = 77;

/// A table of levels, solved by plain minimax with a memory.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Mnk,
    pub(crate) objective: Objective,
    pub(crate) index: Arc<Index>,
    pub(crate) levels: Vec<Vec<u8>>,
    /// A level that cannot be read.
    pub(crate) unreadable: Option<usize>,
}

impl Table {
    pub(crate) fn solved(name: &str) -> Self {
        let game: Mnk = name.parse().unwrap();
        let index = Index::of(&game).unwrap();
        let slots = |level| index.level_slots(level).count();
        let levels = (0..index.levels()).map(|level| vec![Value::NONE; slots(level)]).collect();
        let objective = Objective::Fastest;
        let mut table = Self { game, objective, index: Arc::new(index), levels, unreadable: None };
        table.solve(game.start());
        // A board that shares its slot with none of its images has not been met if they have.
        for board in table.boards() {
            let images = (0..game.symmetries()).map(|symmetry| game.image(board, symmetry));
            let value = images.map(|image| *table.byte(image)).min().unwrap();
            *table.byte(board) = value;
        }
        table.with_ruled_out(GARBAGE)
    }

    fn solve(&mut self, board: Board) -> u8 {
        if *self.byte(board) == Value::NONE {
            let game = self.game;
            let children = game.legal_moves(board).iter().map(|mv| game.play(board, mv));
            let worst = children.map(|child| self.solve(child)).min();
            *self.byte(board) = match game.terminal(board) {
                Some(outcome) => Value::terminal(outcome),
                None => Value::from_byte(worst.unwrap()).unwrap().before().unwrap(),
            }
            .byte();
        }
        *self.byte(board)
    }

    /// The byte in a board's slot.
    pub(crate) fn byte(&mut self, board: Board) -> &mut u8 {
        let (level, place) = self.index.level_of(self.index.slot(board).unwrap()).unwrap();
        &mut self.levels[level][usize::try_from(place).unwrap()]
    }

    /// With this byte wherever the rules rule a board out.
    pub(crate) fn with_ruled_out(mut self, byte: u8) -> Self {
        for board in self.boards() {
            if self.game.check(board).is_err() {
                *self.byte(board) = byte;
            }
        }
        self
    }

    /// With another byte in the slot of a board.
    pub(crate) fn with(&self, board: &str, byte: u8) -> Self {
        let mut table = self.clone();
        *table.byte(self.board(board)) = byte;
        table
    }

    pub(crate) fn board(&self, board: &str) -> Board {
        self.game.parse(board).unwrap()
    }

    /// The board that stands for all that share a slot.
    pub(crate) fn of_slot(&self, board: &str) -> Board {
        self.index.board(self.index.slot(self.board(board)).unwrap()).unwrap()
    }

    /// One board for each slot.
    pub(crate) fn boards(&self) -> Vec<Board> {
        (0..self.index.slots()).map(|slot| self.index.board(slot).unwrap()).collect()
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    NoEntry(ProbeError),
    Unreadable,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry(reason) => reason.fmt(f),
            Self::Unreadable => f.write_str("a level is gone"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<ProbeError> for Failure {
    fn from(reason: ProbeError) -> Self {
        Self::NoEntry(reason)
    }
}

impl ProbeFailure for Failure {
    fn no_entry(&self) -> Option<ProbeError> {
        match *self {
            Self::NoEntry(reason) => Some(reason),
            Self::Unreadable => None,
        }
    }
}

impl Levels for Table {
    type Error = Failure;

    fn index(&self) -> &Index {
        &self.index
    }

    fn level(&self, level: usize) -> Result<Cow<'_, [u8]>, Failure> {
        if self.unreadable == Some(level) {
            return Err(Failure::Unreadable);
        }
        Ok(self.levels[level].as_slice().into())
    }
}

impl Probe for Table {
    type Game = Mnk;
    type Error = Failure;

    fn game(&self) -> &Mnk {
        &self.game
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&self, board: Board) -> Result<Value, Failure> {
        self.game.check(board)?;
        let (level, place) = self.index.level_of(self.index.slot(board).unwrap()).unwrap();
        let byte = self.level(level)?[usize::try_from(place).unwrap()];
        Value::from_byte(byte).ok_or_else(|| self.game.why_no_entry(board).into())
    }

    fn positions(&self) -> impl Iterator<Item = Board> {
        let no_entry = |error: Failure| error.no_entry().is_some();
        let positions = self.index.positions(&self.game);
        positions.filter(move |&board| !self.value(board).is_err_and(no_entry))
    }
}
