#![no_std]
//! The rules of Hexapawn, by Martin Gardner (Scientific American, March 1962).
//!
//! Three pawns a side, on a board of three by three:
//!
//! ```text
//! 3 O O O
//! 2 . . .
//! 1 X X X
//!   a b c
//! ```
//!
//! X moves up and begins. A pawn moves one step forward to an empty cell, or captures an opposing
//! pawn one step diagonally forward. A player who reaches the far row wins. A player also wins if
//! the other side cannot move, because its pawns are blocked or it has none.

use core::fmt;

use perfect_play_core::{Drawing, Game, Key, Move, MoveCells, Moves, Outcome, Piece, Player};

/// Hexapawn on three by three cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hexapawn;

/// The contents of every cell, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The cells, row by row from the top left.
    pub cells: [Option<Player>; CELLS],
    /// The side to move.
    pub to_move: Player,
}

const CELLS: usize = 9;

/// The key of a position: a byte for each cell, which is 0 if the cell is empty, and the side to
/// move. Tables find positions by these bytes.
impl Key for Position {
    const BYTES: usize = <([u8; CELLS], Player)>::BYTES;

    fn write(self, bytes: &mut [u8]) {
        let cells = self.cells.map(|cell| match cell {
            None => 0_u8,
            Some(Player::X) => 1,
            Some(Player::O) => 2,
        });
        (cells, self.to_move).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (found, to_move): ([u8; CELLS], Player) = Key::read(bytes)?;
        let mut cells = [None; CELLS];
        for (cell, byte) in cells.iter_mut().zip(found) {
            *cell = match byte {
                0 => None,
                1 => Some(Player::X),
                2 => Some(Player::O),
                _ => return None,
            };
        }
        Some(Self { cells, to_move })
    }
}

/// The ways in which a pawn can move, as seen on the drawn board: it captures to the left, moves
/// straight on, or captures to the right.
const WAYS: u8 = 3;

/// The number of move numbers: three for each cell.
const MOVES: u8 = 9 * WAYS;

/// The cells that a move of this player leads from and to; `None` if the second is off the board.
///
/// A move's number is three times its pawn's cell, plus 0, 1 or 2 for the way.
#[must_use]
pub const fn cells_of_move(mover: Player, mv: Move) -> Option<(u8, u8)> {
    let (from, way) = (mv / WAYS, mv % WAYS);
    let (column, row) = (from % 3 + way, from / 3);
    let row = match mover {
        Player::X => row.wrapping_sub(1),
        Player::O => row + 1,
    };
    // A column is one too large here, so that it cannot be less than 0.
    if row < 3 && 1 <= column && column <= 3 { Some((from, 3 * row + column - 1)) } else { None }
}

impl Position {
    /// The pawn on a cell. `None` if the cell is empty, or not on the board.
    #[must_use]
    pub fn at(&self, cell: u8) -> Option<Player> {
        self.cells.get(usize::from(cell)).copied().flatten()
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some((from, to)) = cells_of_move(self.to_move, mv) else { return false };
        let straight_on = from % 3 == to % 3;
        let needed = if straight_on { None } else { Some(self.to_move.opponent()) };
        self.at(from) == Some(self.to_move) && self.at(to) == needed
    }

    /// Whether the player has a pawn on the far row.
    #[must_use]
    pub fn is_through(&self, player: Player) -> bool {
        let far_row = match player {
            Player::X => 0..3,
            Player::O => 6..9,
        };
        far_row.into_iter().any(|cell| self.at(cell) == Some(player))
    }
}

/// Prints `hexapawn`.
impl fmt::Display for Hexapawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexapawn")
    }
}

impl Game for Hexapawn {
    type Position = Position;

    fn start(&self) -> Position {
        let (x, o) = (Some(Player::X), Some(Player::O));
        Position { cells: [o, o, o, None, None, None, x, x, x], to_move: Player::X }
    }

    fn to_move(&self, position: Position) -> Player {
        position.to_move
    }

    fn legal_moves(&self, position: Position) -> Moves {
        if position.is_through(position.to_move.opponent()) {
            return Moves::EMPTY;
        }
        (0..MOVES).filter(|&mv| position.is_legal(mv)).collect()
    }

    fn play(&self, mut position: Position, mv: Move) -> Position {
        let mover = position.to_move;
        if let Some((from, to)) = cells_of_move(mover, mv) {
            for (cell, holds) in (0..).zip(&mut position.cells) {
                if cell == from {
                    *holds = None;
                } else if cell == to {
                    *holds = Some(mover);
                }
            }
        }
        position.to_move = mover.opponent();
        position
    }

    /// A side that cannot move has lost: the other side has reached the far row, or has blocked or
    /// captured all pawns.
    fn terminal(&self, position: Position) -> Option<Outcome> {
        self.legal_moves(position).is_empty().then_some(Outcome::Loss)
    }

    /// The identity, and the reflection of left and right.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, position: Position, symmetry: u8) -> Position {
        if symmetry == 0 {
            return position;
        }
        let [a3, b3, c3, a2, b2, c2, a1, b1, c1] = position.cells;
        Position { cells: [c3, b3, a3, c2, b2, a2, c1, b1, a1], ..position }
    }

    /// A reflected pawn moves in the reflected way.
    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let (cell, way) = (mv / WAYS, mv % WAYS);
        let (column, row) = (cell % 3, cell / 3);
        WAYS * (3 * row + 2 - column) + WAYS - 1 - way
    }

    fn rules(&self) -> &'static str {
        "X begins and moves up. A pawn moves one step forward to an empty cell, or captures an \
         opposing pawn one step diagonally forward.\n\n\
         A player who reaches the far row wins, and so does a player whose opponent cannot move."
    }

    /// Writes one line like `OO./.XO/X.X, X to move`. The alternate form is a drawing with the
    /// names of rows and columns.
    fn fmt_position(&self, position: Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in (0..3).zip(position.cells.chunks(3)) {
            match (f.alternate(), row) {
                (true, _) => write!(f, "{} ", 3 - row)?,
                (false, 0) => {}
                (false, _) => f.write_str("/")?,
            }
            for (column, cell) in (0..3).zip(cells) {
                if f.alternate() && column > 0 {
                    f.write_str(" ")?;
                }
                match cell {
                    None => f.write_str(".")?,
                    Some(player) => write!(f, "{player}")?,
                }
            }
            if f.alternate() {
                writeln!(f)?;
            }
        }
        f.write_str(if f.alternate() { "  a b c\n" } else { ", " })?;
        write!(f, "{} to move", position.to_move)
    }

    /// Writes a move as chess players do: `a1-a2`, or `a1xb2` if it captures.
    fn fmt_move(&self, position: Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, to)) = cells_of_move(position.to_move, mv) else {
            return write!(f, "{mv}");
        };
        let sign = if position.at(to).is_some() { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.cell_text(from), self.cell_text(to))
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: 3, rows: 3, falls: false }
    }

    fn piece(&self, position: Position, cell: u8) -> Option<Piece> {
        position.at(cell).map(Piece::mark)
    }

    /// A move is chosen by its pawn and the cell that it moves to.
    fn points_at(&self, position: Position, mv: Move) -> MoveCells {
        let cells = cells_of_move(position.to_move, mv);
        cells.map_or(MoveCells::NONE, |(from, to)| MoveCells::between(from, to))
    }
}
