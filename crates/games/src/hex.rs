//! The rules of Hex.

use core::fmt;

use perfect_play_core::{
    Game, Move, Moves, Outcome, ParsePositionError, Player, Printable, Symmetric,
};

use crate::{
    grid::{Grid, bit},
    named::named,
    squares::{mark, read_marks, write_letters, write_marks},
};

/// Hex on N columns and N rows, N up to 5, without the swap rule: `hex:N`.
///
/// Each row lies half a square further right than the one above it, so that a square has up to six neighbours: besides
/// those in its row and column the ones above to the right, and below to the left. The players put stones on
/// free squares in turn, X first. X wins by joining the top and the bottom row, O by joining the first and the last
/// column. One of the two always happens.
///
/// The rules are those of Browne, *Hex Strategy: Making the Right Connections*, A K Peters, 2000.
///
/// A position is X's stones and O's stones, as bitboards: their numbers tell who is to move. A move is the number of the
/// square, from 0 row by row from the top left.
///
/// ```
/// use perfect_play_core::{Game, Outcome, Printable};
/// use perfect_play_games::Hex;
///
/// let game: Hex = "hex:3".parse()?;
/// let position = game.parse_position("..XOX.XO.").unwrap();
/// assert_eq!(game.terminal(position), Some(Outcome::Loss)); // for O, who is to move
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hex {
    grid: Grid,
}

named!(Hex(side));

impl Hex {
    /// The game on a board of so many rows and columns. `None` if that is 0 or more than 5.
    #[must_use]
    pub const fn new(side: u8) -> Option<Self> {
        match Grid::new(side, side) {
            Some(grid) => Some(Self { grid }),
            None => None,
        }
    }

    /// How many rows, and columns, the board has.
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.grid.rows()
    }

    /// Whether these stones join what they reach from the first side to the second.
    #[inline]
    fn join(&self, stones: u32, [first, second]: [u32; 2]) -> bool {
        let grid = &self.grid;
        let mut reached = stones & first;
        loop {
            // Up and right, then left; down and left, then right: the six neighbours.
            let around = grid.step(reached, 0)
                | grid.step(reached, 1)
                | grid.step(reached, 2)
                | grid.step(reached, 3)
                | grid.step(reached, 4)
                | grid.step(reached, 6);
            let more = reached | around & stones;
            if more & second != 0 {
                return true;
            }
            if more == reached {
                return false;
            }
            reached = more;
        }
    }

    /// Whether this player has won.
    #[inline]
    fn has_won(&self, (x, o): (u32, u32), player: Player) -> bool {
        match player {
            Player::X => self.join(x, [self.grid.top(), self.grid.bottom()]),
            Player::O => self.join(o, [self.grid.left(), self.grid.right()]),
        }
    }
}

impl Game for Hex {
    /// X's stones and O's.
    type Position = (u32, u32);

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }

    #[inline]
    fn to_move(&self, (x, o): (u32, u32)) -> Player {
        if x.count_ones() > o.count_ones() { Player::O } else { Player::X }
    }

    #[inline]
    fn legal_moves(&self, position: (u32, u32)) -> Moves {
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let (x, o) = position;
        Moves::from_low_bits((self.grid.all() & !(x | o)).into())
    }

    #[inline]
    fn play(&self, (x, o): (u32, u32), mv: Move) -> (u32, u32) {
        match self.to_move((x, o)) {
            Player::X => (x | bit(mv), o),
            Player::O => (x, o | bit(mv)),
        }
    }

    fn plies_played(&self, (x, o): (u32, u32)) -> Option<u8> {
        u8::try_from((x | o).count_ones()).ok()
    }

    /// Only who has moved can have won.
    #[inline]
    fn terminal(&self, position: (u32, u32)) -> Option<Outcome> {
        self.has_won(position, self.to_move(position).opponent()).then_some(Outcome::Loss)
    }
}

impl Symmetric for Hex {
    /// The board turned by half a turn. All else exchanges the players' sides.
    fn symmetries(&self) -> u8 {
        2
    }

    #[inline]
    fn image(&self, (x, o): (u32, u32), symmetry: u8) -> (u32, u32) {
        if symmetry == 1 { (self.grid.image(x, 3), self.grid.image(o, 3)) } else { (x, o) }
    }

    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        if symmetry == 1 { self.grid.image_of_square(mv, 3) } else { mv }
    }
}

impl Printable for Hex {
    /// The drawing has each row half a square further right than the one above it.
    fn fmt_position(&self, (x, o): (u32, u32), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side();
        if !f.alternate() {
            return write_marks(f, [side; 2], [x, o]);
        }
        for row in 0..side {
            write!(f, "{:>1$}", side - row, usize::from(row) + 2)?;
            let mut squares = (row * side..).take(side.into());
            squares.try_for_each(|square| write!(f, " {}", mark([x, o], square)))?;
            f.write_str("\n")?;
        }
        write_letters(f, side, usize::from(side) + 2)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, u32), ParsePositionError> {
        let [x, o] = read_marks(text, self.grid.count())?;
        if !matches!(x.count_ones().checked_sub(o.count_ones()), Some(0 | 1)) {
            return Err(ParsePositionError::Wrong("X has as many stones as O, or one more"));
        }
        if self.has_won((x, o), self.to_move((x, o))) {
            return Err(ParsePositionError::Wrong("a player has moved after the end"));
        }
        Ok((x, o))
    }

    fn fmt_move(&self, _: (u32, u32), mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt_square(mv, f)
    }
}
