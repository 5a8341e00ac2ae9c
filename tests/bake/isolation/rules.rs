//! Isolation on three by three cells. In turn each player steps to a neighbouring cell, and then removes
//! any cell that is free. Who cannot step loses. There are 72 moves: 8 directions by 9 cells.

use core::fmt;

use perfect_play_core::{Game, Key, Move, Moves, NotAPosition, Outcome, Player};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Isolation;

/// What is where, and who steps next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cell where X stands.
    pub x: u8,
    /// The cell where O stands.
    pub o: u8,
    /// Which cells have been removed.
    pub removed: [bool; CELLS as usize],
}

const COLUMNS: u8 = 3;
const ROWS: u8 = 3;
const CELLS: u8 = COLUMNS * ROWS;

/// The places of both players, as a number below this one.
const PLACES: u64 = (CELLS * CELLS) as u64;

/// Each direction as columns to the right and rows down.
const DIRECTIONS: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Each direction's mirror image.
const MIRRORED_DIRECTIONS: [u8; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// The cell that a step leads to, if it is on the board.
fn step(from: u8, direction: u8) -> Option<u8> {
    let (right, down) = DIRECTIONS[direction as usize];
    let column = (from % COLUMNS).checked_add_signed(right).filter(|&column| column < COLUMNS)?;
    let row = (from / COLUMNS).checked_add_signed(down).filter(|&row| row < ROWS)?;
    Some(row * COLUMNS + column)
}

/// The cell on the other side of the middle column.
fn mirrored(cell: u8) -> u8 {
    cell / COLUMNS * COLUMNS + (COLUMNS - 1 - cell % COLUMNS)
}

impl Key for Position {
    const BYTES: usize = <(u8, u8, [bool; CELLS as usize])>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        (self.x, self.o, self.removed).write(bytes);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (x, o, removed) = Key::read(bytes)?;
        Some(Self { x, o, removed })
    }
}

impl Position {
    /// The number of cells that have been removed: one with each move.
    fn plies(self) -> u16 {
        self.removed.iter().map(|&removed| u16::from(removed)).sum()
    }

    fn mover_and_other(self) -> (u8, u8) {
        match Isolation.to_move(self) {
            Player::X => (self.x, self.o),
            Player::O => (self.o, self.x),
        }
    }

    /// Where the move leads its player, if it is legal.
    fn target(self, mv: Move) -> Option<u8> {
        let (mover, other) = self.mover_and_other();
        let hole = mv % CELLS;
        let target = step(mover, mv / CELLS)?;
        let steps = target != other && !self.removed[target as usize];
        let removes = hole != target && hole != other && !self.removed[hole as usize];
        (steps && removes).then_some(target)
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("isolation")
    }
}

impl Game for Isolation {
    type Position = Position;

    fn start(&self) -> Position {
        Position { x: 7, o: 1, removed: [false; CELLS as usize] }
    }

    fn to_move(&self, position: Position) -> Player {
        if position.plies().is_multiple_of(2) { Player::X } else { Player::O }
    }

    /// Nine times the direction, and the cell that is removed.
    fn legal_moves(&self, position: Position) -> Moves {
        (0..=self.max_move()).filter(|&mv| position.target(mv).is_some()).collect()
    }

    fn play(&self, position: Position, mv: Move) -> Position {
        let Some(target) = position.target(mv) else { return position };
        let mut removed = position.removed;
        removed[(mv % CELLS) as usize] = true;
        match self.to_move(position) {
            Player::X => Position { x: target, removed, ..position },
            Player::O => Position { o: target, removed, ..position },
        }
    }

    fn terminal(&self, position: Position) -> Option<Outcome> {
        self.legal_moves(position).is_empty().then_some(Outcome::Loss)
    }

    fn codes(&self) -> u64 {
        PLACES << CELLS
    }

    fn encode(&self, position: Position) -> u64 {
        let removed = position.removed.iter().rev();
        let removed = removed.fold(0, |code, &removed| 2 * code + u64::from(removed));
        PLACES * removed + u64::from(CELLS * position.x + position.o)
    }

    fn decode(&self, code: u64) -> Result<Position, NotAPosition> {
        if code >= self.codes() {
            return Err(NotAPosition::CodeTooLarge { code, codes: self.codes() });
        }
        let mut removed = [false; CELLS as usize];
        for (cell, removed) in removed.iter_mut().enumerate() {
            *removed = ((code / PLACES) >> cell) & 1 == 1;
        }
        let places = (code % PLACES) as u8;
        let (x, o) = (places / CELLS, places % CELLS);
        if x == o || removed[x as usize] || removed[o as usize] {
            return Err(NotAPosition::Rules("each player stands on a cell of their own"));
        }
        Ok(Position { x, o, removed })
    }

    /// Each move removes a cell.
    fn codes_rise(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        8 * CELLS - 1
    }

    fn max_plies(&self) -> u16 {
        u16::from(CELLS) - 2
    }

    fn ply(&self, position: Position) -> Option<u16> {
        Some(position.plies())
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, position: Position, symmetry: u8) -> Position {
        if symmetry == 0 {
            return position;
        }
        let mut removed = position.removed;
        for cell in 0..CELLS {
            removed[mirrored(cell) as usize] = position.removed[cell as usize];
        }
        Position { x: mirrored(position.x), o: mirrored(position.o), removed }
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let direction = mv / CELLS;
        CELLS * MIRRORED_DIRECTIONS[direction as usize % 8] + mirrored(mv % CELLS)
    }
}
