//! Dodgem: cars that leave the board on the far side.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{mark, piece, read_marks, read_side, square, write_board, write_side},
};

#[doc = include_str!("rules/dodgem.md")]
///
/// The game was invented by Colin Vout (1972). Berlekamp, Conway and Guy, *Winning Ways for your Mathematical
/// Plays* (1982), describe it. The rules are from the article *Dodgem* of the English Wikipedia.
///
/// The number of a move is 64 × direction + the cell of the car. The direction is 0 forwards, 1 to the car's
/// left, 2 to its right.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Dodgem;
///
/// let game: Dodgem = "dodgem:3".parse().unwrap();
/// assert_eq!(game.notation(game.start()).to_string(), "X..X...OO X");
/// let position = game.parse_position("..X.....O X").unwrap();
/// let after = game.play(position, game.parse_move(position, "c3-off").unwrap());
/// assert_eq!(game.winner(after), Some(perfect_play_core::Player::X));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dodgem {
    n: u8,
    blocked_loses: bool,
}

impl Dodgem {
    /// The game on a board of `n` by `n`. `None` unless `n` is from 2 to 5.
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        if matches!(n, 2..=5) { Some(Self { n, blocked_loses: false }) } else { None }
    }

    /// The same game, in which a player who cannot move loses.
    #[must_use]
    pub const fn blocked_loses(self) -> Self {
        Self { blocked_loses: true, ..self }
    }

    const fn all(self) -> u32 {
        (1 << (self.n * self.n)) - 1
    }

    /// The left column.
    fn left(self) -> u32 {
        (0..self.n).fold(0, |cells, row| cells | 1 << (row * self.n))
    }

    /// The top row.
    const fn top(self) -> u32 {
        (1 << self.n) - 1
    }

    const fn bottom(self) -> u32 {
        self.top() << (self.n * (self.n - 1))
    }

    /// One step up, down, left or right.
    fn up(self, cells: u32) -> u32 {
        cells >> self.n
    }
    fn down(self, cells: u32) -> u32 {
        cells << self.n & self.all()
    }
    fn left_of(self, cells: u32) -> u32 {
        (cells & !self.left()) >> 1
    }
    fn right_of(self, cells: u32) -> u32 {
        cells << 1 & self.all() & !self.left()
    }

    /// The cells of cars after a step. Cars that leave the board disappear.
    fn step(self, side: Player, cells: u32, direction: u8) -> u32 {
        match (side, direction) {
            (Player::X, 0) | (Player::O, 2) => self.right_of(cells),
            (Player::X, 1) | (Player::O, 0) => self.up(cells),
            (Player::X, 2) => self.down(cells),
            (Player::O, 1) => self.left_of(cells),
            _ => cells,
        }
    }

    /// The cell that a move leads to, or `None` if the car leaves the board.
    fn target(self, side: Player, mv: Move) -> Option<u8> {
        let from = 1_u32.checked_shl((mv % 64).into()).unwrap_or(0);
        Cells::of(self.step(side, from, mv / 64).into()).first()
    }
}

impl Game for Dodgem {
    /// The cells of X's cars, the cells of O's cars, and the side to move.
    type Position = (u32, u32, Player);

    fn start(&self) -> (u32, u32, Player) {
        (self.left() & !self.bottom(), self.bottom() & !self.left(), Player::X)
    }

    fn to_move(&self, (.., side): (u32, u32, Player)) -> Player {
        side
    }

    fn passed(&self, (x, o, side): (u32, u32, Player)) -> Option<(u32, u32, Player)> {
        Some((x, o, side.opponent()))
    }

    fn legal_moves(&self, (x, o, side): (u32, u32, Player)) -> Moves {
        let free = self.all() & !(x | o);
        if x == 0 || o == 0 {
            return Moves::EMPTY;
        }
        // A car can make a step if the step back from a free cell leads to the car.
        let [forwards, left, right] = match side {
            Player::X => [
                x & (self.left_of(free) | self.left() << (self.n - 1)),
                x & self.down(free),
                x & self.up(free),
            ],
            Player::O => [
                o & (self.down(free) | self.top()),
                o & self.right_of(free),
                o & self.left_of(free),
            ],
        };
        Moves::from_bits([forwards.into(), left.into(), right.into(), 0])
    }

    fn play(&self, (x, o, side): (u32, u32, Player), mv: Move) -> (u32, u32, Player) {
        let from = 1_u32.checked_shl((mv % 64).into()).unwrap_or(0) & self.all();
        let to = self.step(side, from, mv / 64);
        match side {
            Player::X => (x & !from | to, o & !to, Player::O),
            Player::O => (x & !to, o & !from | to, Player::X),
        }
    }

    fn terminal(&self, (x, o, side): (u32, u32, Player)) -> Option<Outcome> {
        let (own, other) = if side == Player::X { (x, o) } else { (o, x) };
        if other == 0 { Some(Outcome::Loss) } else { (own == 0).then_some(Outcome::Win) }
    }

    fn blocked(&self, _: (u32, u32, Player)) -> Outcome {
        if self.blocked_loses { Outcome::Loss } else { Outcome::Win }
    }

    fn repeats(&self) -> bool {
        true
    }

    // There are no symmetries. The only symmetry of the board that maps the start to itself swaps the players.

    fn fmt_position(
        &self,
        (x, o, side): (u32, u32, Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [self.n; 2], |cell| mark([x, o], cell))?;
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<(u32, u32, Player), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [x, o] = read_marks(board, self.n * self.n)?;
        Ok((x, o, side))
    }

    fn fmt_move(
        &self,
        (.., side): (u32, u32, Player),
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write!(f, "{}-", square([self.n; 2], mv % 64))?;
        match self.target(side, mv) {
            Some(to) => write!(f, "{}", square([self.n; 2], to)),
            None => f.write_str("off"),
        }
    }

    /// A move off the board is chosen by the car alone.
    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.n, rows: self.n, falls: false }
    }

    fn piece(&self, (x, o, _): (u32, u32, Player), cell: u8) -> Option<Piece> {
        piece([x, o], cell)
    }

    fn points_at(&self, (.., side): (u32, u32, Player), mv: Move) -> MoveCells {
        MoveCells { from: Some(mv % 64), to: self.target(side, mv), then: None }
    }
}

/// Prints the name.
impl fmt::Display for Dodgem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_name(f, Family::Dodgem, &[self.n], &[self.blocked_loses])
    }
}

impl FromStr for Dodgem {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Dodgem])?;
        let ([n], [blocked_loses]) = (name.numbers(), name.options());
        let game = Self::new(n).ok_or_else(|| name.beyond_limits())?;
        Ok(if blocked_loses { game.blocked_loses() } else { game })
    }
}
