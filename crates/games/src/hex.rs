//! The rules of Hex.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    grid::{Grid, bit},
    named::named,
    squares::{mark, piece, read_marks, write_letters, write_marks},
};

#[doc = include_str!("rules/hex.md")]
///
/// The rules are from Browne, *Hex Strategy: Making the Right Connections*, A K Peters, 2000.
///
/// A position is X's stones and O's stones, as bitboards. The number of stones determines the side to move. A move is
/// the number of the square, from 0, row by row from the top left.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
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
    /// The game on a board with this many rows and columns. `None` if the number is 0 or more than 5.
    #[must_use]
    pub const fn new(side: u8) -> Option<Self> {
        match Grid::new(side, side) {
            Some(grid) => Some(Self { grid }),
            None => None,
        }
    }

    /// The number of rows, and of columns.
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.grid.rows()
    }

    /// The neighbours of these squares: up to six for each.
    #[inline]
    fn around(&self, squares: u32) -> u32 {
        // All directions except up and left, and down and right.
        self.grid.step(squares, 0)
            | self.grid.step(squares, 1)
            | self.grid.step(squares, 2)
            | self.grid.step(squares, 3)
            | self.grid.step(squares, 4)
            | self.grid.step(squares, 6)
    }

    /// Whether these stones connect the first side to the second.
    #[inline]
    fn join(&self, stones: u32, [first, second]: [u32; 2]) -> bool {
        let mut reached = stones & first;
        loop {
            let more = reached | self.around(reached) & stones;
            if more & second != 0 {
                return true;
            }
            if more == reached {
                return false;
            }
            reached = more;
        }
    }

    /// The stones of a player, and the sides that the player must connect.
    #[inline]
    const fn stones_and_sides(&self, (x, o): (u32, u32), player: Player) -> (u32, [u32; 2]) {
        match player {
            Player::X => (x, [self.grid.top(), self.grid.bottom()]),
            Player::O => (o, [self.grid.left(), self.grid.right()]),
        }
    }

    /// Whether this player has won.
    #[inline]
    fn has_won(&self, position: (u32, u32), player: Player) -> bool {
        let (stones, sides) = self.stones_and_sides(position, player);
        self.join(stones, sides)
    }

    /// The stones of a player that are connected to both sides.
    fn joined(&self, position: (u32, u32), player: Player) -> u32 {
        let (stones, sides) = self.stones_and_sides(position, player);
        let [one, other] = sides.map(|side| {
            let mut reached = stones & side;
            loop {
                match reached | self.around(reached) & stones {
                    more if more == reached => return reached,
                    more => reached = more,
                }
            }
        });
        one & other
    }
}

impl Game for Hex {
    /// X's stones and O's stones.
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

    fn ply(&self, (x, o): (u32, u32)) -> Option<u16> {
        u16::try_from((x | o).count_ones()).ok()
    }

    fn max_plies(&self) -> u16 {
        self.grid.count().into()
    }

    /// Only the player who has just moved can have won.
    #[inline]
    fn terminal(&self, position: (u32, u32)) -> Option<Outcome> {
        self.has_won(position, self.to_move(position).opponent()).then_some(Outcome::Loss)
    }

    /// The identity and the half turn. All other symmetries of the board swap the players' sides.
    fn symmetries(&self) -> u8 {
        2
    }

    #[inline]
    fn image(&self, (x, o): (u32, u32), symmetry: u8) -> (u32, u32) {
        if symmetry == 1 { (self.grid.image(x, 3), self.grid.image(o, 3)) } else { (x, o) }
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if symmetry == 1 { self.grid.image_of_square(mv, 3) } else { mv }
    }

    /// In the drawing, each row is half a square further right than the row above it.
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

    fn drawing(&self) -> Drawing {
        Drawing::Hexagons { columns: self.side(), rows: self.side() }
    }

    fn piece(&self, (x, o): (u32, u32), square: u8) -> Option<Piece> {
        piece([x, o], square)
    }

    fn points_at(&self, _: (u32, u32), mv: Move) -> MoveCells {
        MoveCells::to(mv)
    }

    /// The stones that connect the two sides, with all stones connected to them.
    fn line(&self, position: (u32, u32)) -> Moves {
        let joined = |player| self.has_won(position, player).then(|| self.joined(position, player));
        let squares = joined(Player::X).or_else(|| joined(Player::O)).unwrap_or(0);
        Moves::from_low_bits(squares.into())
    }
}
