//! Dodgem: cars that leave the board on the far side.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Cells, Game, Move, Moves, Outcome, ParsePositionError, Player, Printable, Symmetric,
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{mark, read_marks, read_side, square, write_board, write_side},
};

/// Dodgem: on a board of N by N each player has N − 1 cars, X in the left column but for its lowest cell, O in the
/// bottom row but for its leftmost. X's cars drive right, up or down, O's up, left or right, one cell a turn to an empty
/// one; X moves first. A car leaves the board only forwards: X's to the right of it, O's above it.
///
/// Who has taken the last car off wins. A player who cannot move wins, too: nobody may block the other; with
/// `+blocked-loses` that player loses. Play that never ends is a draw.
///
/// The game is Colin Vout's (1972); Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays* (1982), describe
/// it. The rules are those of the article *Dodgem* of the English Wikipedia.
///
/// Moves: 64 × direction + the cell of the car, where the direction is 0 forwards, 1 to the car's left, 2 to its right;
/// written `a3-b3`, and `c3-off` off the board.
///
/// ```
/// use perfect_play_core::{Game, Printable};
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
    /// The game on a board of `n` by `n`, where `n` is 2 to 5; otherwise `None`.
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        if matches!(n, 2..=5) { Some(Self { n, blocked_loses: false }) } else { None }
    }

    /// The same game in which who cannot move loses.
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

    /// Where a step in each direction of the board leads: up, down, left, right.
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

    /// Where cars come to by a direction. Those that leave the board are lost.
    fn step(self, side: Player, cells: u32, direction: u8) -> u32 {
        match (side, direction) {
            (Player::X, 0) | (Player::O, 2) => self.right_of(cells),
            (Player::X, 1) | (Player::O, 0) => self.up(cells),
            (Player::X, 2) => self.down(cells),
            (Player::O, 1) => self.left_of(cells),
            _ => cells,
        }
    }
}

impl Game for Dodgem {
    /// The cells of X's cars, those of O's, and the side to move.
    type Position = (u32, u32, Player);

    fn start(&self) -> (u32, u32, Player) {
        (self.left() & !self.bottom(), self.bottom() & !self.left(), Player::X)
    }

    fn to_move(&self, (.., side): (u32, u32, Player)) -> Player {
        side
    }

    fn legal_moves(&self, (x, o, side): (u32, u32, Player)) -> Moves {
        let free = self.all() & !(x | o);
        if x == 0 || o == 0 {
            return Moves::EMPTY;
        }
        // A car can make a step if it stands where the step back from a free cell leads.
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
}

/// There is none: the one that keeps the cars where they are exchanges the players.
impl Symmetric for Dodgem {}

impl Printable for Dodgem {
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
        let from = mv % 64;
        write!(f, "{}-", square([self.n; 2], from))?;
        let to = self.step(side, 1_u32.checked_shl(from.into()).unwrap_or(0), mv / 64);
        match Cells::of(to.into()).first() {
            Some(to) => write!(f, "{}", square([self.n; 2], to)),
            None => f.write_str("off"),
        }
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
