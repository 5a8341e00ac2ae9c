//! Fox and Hounds: a fox has to pass a row of hounds.

use core::{fmt, num::NonZeroU8};

use perfect_play_core::{
    Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    named::named,
    squares::{place, read_cells, read_side, square, write_board, write_side},
};

#[doc = include_str!("rules/fox_and_hounds.md")]
///
/// The rules are from Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays* (1982, volume 2,
/// "Fox and Geese"), and from the article *Fox games* of the English Wikipedia.
///
/// The number of a move is 4 × the number of the dark square from which the piece moves + direction. The
/// direction is 0 up and left, 1 up and right, 2 down and left, 3 down and right. Dark squares are counted from
/// 0, row by row from the top.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::FoxAndHounds;
///
/// let game: FoxAndHounds = "fox-and-hounds:4".parse().unwrap();
/// assert_eq!(game.notation(game.start()).to_string(), ".O.O..........X. X");
/// assert!(game.parse_move(game.start(), "c1-d2").is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoxAndHounds {
    /// The number of dark squares in a row. Not zero, so that the optimiser sees no division by zero.
    half: NonZeroU8,
}

named!(FoxAndHounds(n));

impl FoxAndHounds {
    /// The game on a board of `n` by `n`. `None` unless `n` is 4, 6, 8 or 10.
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n / 2) {
            Some(half) if matches!(n, 4 | 6 | 8 | 10) => Some(Self { half }),
            _ => None,
        }
    }

    /// The number of dark squares in a row.
    const fn half(self) -> u8 {
        self.half.get()
    }

    /// The number of columns, and of rows.
    const fn n(self) -> u8 {
        2 * self.half()
    }

    /// The column and row of a dark square.
    const fn place(self, square: u8) -> [u8; 2] {
        let row = square / self.half();
        [square % self.half() * 2 + (row + 1) % 2, row]
    }

    /// The number of a dark square among all cells of the board.
    const fn cell(self, square: u8) -> u8 {
        let [column, row] = self.place(square);
        row * self.n() + column
    }

    /// The dark square in this column and row, or `None` if there is no such square.
    const fn dark(self, [column, row]: [u8; 2]) -> Option<u8> {
        if column < self.n() && row < self.n() && (column + row) % 2 == 1 {
            Some(row * self.half() + column / 2)
        } else {
            None
        }
    }

    /// The square a move leads to.
    const fn target(self, mv: Move) -> Option<u8> {
        let [column, row] = self.place(mv / 4);
        let column = if mv & 1 == 0 { column.wrapping_sub(1) } else { column + 1 };
        let row = if mv & 2 == 0 { row.wrapping_sub(1) } else { row + 1 };
        if column < self.n() && row < self.n() { self.dark([column, row]) } else { None }
    }

    fn at(self, bottom: u8) -> (u64, u8, Player) {
        let half = self.half();
        ((1 << half) - 1, (self.n() - 1) * half + bottom, Player::X)
    }
}

impl Game for FoxAndHounds {
    /// The dark squares of the hounds, the dark square of the fox, and the side to move.
    type Position = (u64, u8, Player);

    fn start(&self) -> (u64, u8, Player) {
        self.at(self.half() / 2)
    }

    fn other_starts(&self, each: &mut dyn FnMut((u64, u8, Player))) {
        (0..self.half())
            .filter(|bottom| *bottom != self.half() / 2)
            .for_each(|bottom| each(self.at(bottom)));
    }

    fn to_move(&self, (.., side): (u64, u8, Player)) -> Player {
        side
    }

    fn passed(&self, (hounds, fox, side): (u64, u8, Player)) -> Option<(u64, u8, Player)> {
        Some((hounds, fox, side.opponent()))
    }

    fn legal_moves(&self, position: (u64, u8, Player)) -> Moves {
        let (hounds, fox, side) = position;
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let taken = hounds | 1_u64.wrapping_shl(fox.into());
        let free = |&mv: &Move| self.target(mv).is_some_and(|to| taken >> to & 1 == 0);
        match side {
            Player::X => {
                (0..4).map(|direction| fox.wrapping_mul(4) + direction).filter(free).collect()
            }
            Player::O => Cells::of(hounds)
                .flat_map(|hound| [2, 3].map(|direction| hound.wrapping_mul(4) + direction))
                .filter(free)
                .collect(),
        }
    }

    fn play(&self, (hounds, fox, side): (u64, u8, Player), mv: Move) -> (u64, u8, Player) {
        let to = self.target(mv).unwrap_or(mv / 4);
        match side {
            Player::X => (hounds, to, Player::O),
            Player::O => (hounds & !(1 << (mv / 4)) | 1 << to, fox, Player::X),
        }
    }

    fn terminal(&self, (_, fox, side): (u64, u8, Player)) -> Option<Outcome> {
        let arrived = fox < self.half();
        arrived.then_some(if side == Player::O { Outcome::Loss } else { Outcome::Win })
    }

    // There are no symmetries, because the reflection of a dark square is a light one.

    fn fmt_position(
        &self,
        (hounds, fox, side): (u64, u8, Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [self.n(); 2], |cell| match self.piece((hounds, fox, side), cell) {
            Some(piece) => piece.letter(),
            None => '.',
        })?;
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<(u64, u8, Player), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let (mut hounds, mut fox, mut wrong) = (0_u64, None, false);
        read_cells(board, self.n() * self.n(), &['.', 'O', 'X'], |cell, mark| {
            match (mark, self.dark(place(self.n(), cell).into())) {
                (0, _) => {}
                (1, Some(square)) => hounds |= 1 << square,
                (2, Some(square)) => wrong |= fox.replace(square).is_some(),
                _ => wrong = true,
            }
        })?;
        if wrong {
            return Err(ParsePositionError::Wrong("one `X` and the `O` are on dark squares"));
        }
        match fox {
            Some(fox) if hounds.count_ones() == u32::from(self.half()) => Ok((hounds, fox, side)),
            _ => {
                Err(ParsePositionError::Wrong("there is one `X`, and half as many `O` as columns"))
            }
        }
    }

    fn fmt_move(&self, _: (u64, u8, Player), mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |dark| square([self.n(); 2], self.cell(dark));
        write!(f, "{}-{}", square(mv / 4), square(self.target(mv).unwrap_or(mv / 4)))
    }

    /// Light squares are always empty.
    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.n(), rows: self.n(), falls: false }
    }

    fn piece(&self, (hounds, fox, _): (u64, u8, Player), cell: u8) -> Option<Piece> {
        let square = self.dark(place(self.n(), cell).into())?;
        if square == fox {
            Some(Piece::mark(Player::X))
        } else {
            (hounds >> square & 1 != 0).then_some(Piece::mark(Player::O))
        }
    }

    fn points_at(&self, _: (u64, u8, Player), mv: Move) -> MoveCells {
        let to = self.target(mv).map(|to| self.cell(to));
        MoveCells { from: Some(self.cell(mv / 4)), to, then: None }
    }
}
