//! King and rook against king.

use core::{fmt, num::NonZeroU8, str::FromStr};

use perfect_play_core::{
    Game, Move, Moves, Outcome, ParsePositionError, Player, Printable, Symmetric,
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{read_cells, read_side, square, write_board, write_side},
};

/// King and rook against king, on a chessboard of N by N. X has White's king and rook, O Black's king. Black wins
/// nothing: it is mated, or draws by stalemate or by taking the rook. Play that never ends is a draw.
///
/// A play may begin with any legal placement, either side to move: one in which the kings are not next to each other,
/// and with White to move Black's king is not in check. [`Game::start`] has White's king in the bottom row, where e1 is
/// on the usual board, the rook in the corner right of it, and Black's king at the top, opposite White's.
///
/// The rules are those of chess (FIDE, *Laws of Chess*), without castling and without counting moves.
///
/// Positions are written with `K` and `R` for White's king and rook, `k` for Black's king. Moves: for a king 0 to 8, the
/// place in the square of nine cells around it; for the rook 9 + the cell that it goes to. Written `Ke1-e2`, `Rh1-h8`,
/// and where Black takes the rook `Ke8xd8`.
///
/// ```
/// use perfect_play_core::{Game, Outcome, Printable};
/// use perfect_play_games::Krk;
///
/// let game: Krk = "krk:4".parse().unwrap();
/// assert_eq!(game.notation(game.start()).to_string(), "..k...........KR X");
/// let mate = game.parse_position("R..k.......K.... O").unwrap();
/// assert!(game.legal_moves(mate).is_empty());
/// assert_eq!(game.blocked(mate), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Krk {
    // Not zero, so that the optimiser sees no division by zero.
    n: NonZeroU8,
}

/// The place of the rook once it is taken.
const TAKEN: u8 = u8::MAX;
/// The cells around a king are 0 to 8, the rook's moves follow.
const ROOK: Move = 9;
/// The sides of the square of the cells around a king.
const AROUND: NonZeroU8 = NonZeroU8::MIN.saturating_add(2);

impl Krk {
    /// The game on a board of `n` by `n`, where `n` is 3 to 15; otherwise `None`.
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n) {
            Some(size) if matches!(n, 3..=15) => Some(Self { n: size }),
            _ => None,
        }
    }

    const fn n(self) -> u8 {
        self.n.get()
    }

    const fn cells(self) -> u8 {
        self.n() * self.n()
    }

    /// Column and row.
    const fn place(self, cell: u8) -> [u8; 2] {
        [cell % self.n(), cell / self.n()]
    }

    /// Whether the two cells are next to each other, or the same.
    fn touch(self, one: u8, other: u8) -> bool {
        let ([a, b], [c, d]) = (self.place(one), self.place(other));
        a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1
    }

    /// Whether the rook attacks a cell, if nothing but White's king is in between.
    fn attacks(self, [king, rook, _]: [u8; 3], cell: u8) -> bool {
        if rook >= self.cells() || rook == cell {
            return false;
        }
        let ([kc, kr], [rc, rr], [c, r]) = (self.place(king), self.place(rook), self.place(cell));
        let between = |a: u8, b: u8, c: u8| a.min(c) < b && b < a.max(c);
        c == rc && !(kc == c && between(rr, kr, r)) || r == rr && !(kr == r && between(rc, kc, c))
    }

    /// The cell to which a king on a cell goes by a move.
    const fn step(self, king: u8, mv: Move) -> Option<u8> {
        let [column, row] = self.place(king);
        let (column, row) = ((column + mv % 3).wrapping_sub(1), (row + mv / 3).wrapping_sub(1));
        if column < self.n() && row < self.n() { Some(row * self.n() + column) } else { None }
    }

    /// Whether White's king, on another cell than now, may stand there.
    fn is_free_for_white(self, [_, rook, black]: [u8; 3], to: u8) -> bool {
        to != rook && !self.touch(to, black)
    }

    /// Whether Black's king may go to a cell.
    fn is_free_for_black(self, pieces: [u8; 3], to: u8) -> bool {
        !self.touch(to, pieces[0]) && !self.attacks(pieces, to)
    }

    /// Whether a play may begin so.
    fn is_start(self, pieces: [u8; 3], side: Player) -> bool {
        let [king, rook, black] = pieces;
        rook != king
            && rook != black
            && !self.touch(king, black)
            && (side == Player::O || !self.attacks(pieces, black))
    }
}

impl Game for Krk {
    /// The cells of White's king, of the rook, and of Black's king; and the side to move. A rook that is taken is on cell
    /// 255.
    type Position = ([u8; 3], Player);

    fn start(&self) -> ([u8; 3], Player) {
        let n = self.n();
        ([n * (n - 1) + n / 2, n * n - 1, n / 2], Player::X)
    }

    fn other_starts(&self, each: &mut dyn FnMut(([u8; 3], Player))) {
        let cells = 0..self.cells();
        for king in cells.clone() {
            for rook in cells.clone() {
                for black in cells.clone() {
                    for side in [Player::X, Player::O] {
                        let start = ([king, rook, black], side);
                        if start != self.start() && self.is_start(start.0, side) {
                            each(start);
                        }
                    }
                }
            }
        }
    }

    fn to_move(&self, (_, side): ([u8; 3], Player)) -> Player {
        side
    }

    fn legal_moves(&self, (pieces, side): ([u8; 3], Player)) -> Moves {
        let [king, rook, black] = pieces;
        if rook == TAKEN {
            return Moves::EMPTY;
        }
        let steps = |king: u8, free: &dyn Fn(u8) -> bool| -> Moves {
            let steps = (0..ROOK).filter(|mv| *mv != 4);
            steps.filter(|mv| self.step(king, *mv).is_some_and(free)).collect()
        };
        if side == Player::O {
            return steps(black, &|to| self.is_free_for_black(pieces, to));
        }
        let mut moves = steps(king, &|to| self.is_free_for_white(pieces, to));
        // The rook goes on until it comes to a king.
        let [column, row] = self.place(rook);
        for (right, down) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let mut place = [column, row];
            loop {
                place = [place[0].wrapping_add_signed(right), place[1].wrapping_add_signed(down)];
                let cell = place[1].wrapping_mul(self.n()).wrapping_add(place[0]);
                if place[0] >= self.n() || place[1] >= self.n() || cell == king || cell == black {
                    break;
                }
                moves = moves.with(ROOK + cell);
            }
        }
        moves
    }

    fn play(&self, (pieces, side): ([u8; 3], Player), mv: Move) -> ([u8; 3], Player) {
        let [king, rook, black] = pieces;
        match (side, mv.checked_sub(ROOK)) {
            (Player::X, None) => ([self.step(king, mv).unwrap_or(king), rook, black], Player::O),
            (Player::X, Some(cell)) => ([king, cell, black], Player::O),
            (Player::O, _) => {
                let to = self.step(black, mv).unwrap_or(black);
                ([king, if to == rook { TAKEN } else { rook }, to], Player::X)
            }
        }
    }

    fn terminal(&self, ([_, rook, _], _): ([u8; 3], Player)) -> Option<Outcome> {
        (rook == TAKEN).then_some(Outcome::Draw)
    }

    /// Mate, or stalemate.
    fn blocked(&self, (pieces, side): ([u8; 3], Player)) -> Outcome {
        let mate = side == Player::O && self.attacks(pieces, pieces[2]);
        if mate { Outcome::Loss } else { Outcome::Draw }
    }

    fn repeats(&self) -> bool {
        true
    }
}

/// Where a symmetry of a square with so many columns takes a cell: bit 0 mirrors the columns, bit 1 the rows, bit 2
/// exchanges both.
const fn image_of_cell(n: NonZeroU8, cell: u8, symmetry: u8) -> u8 {
    let n = n.get();
    if cell >= n * n {
        return cell;
    }
    let (mut column, mut row) = (cell % n, cell / n);
    if symmetry & 1 != 0 {
        column = n - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = n - 1 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * n + column
}

impl Symmetric for Krk {
    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, (pieces, side): ([u8; 3], Player), symmetry: u8) -> ([u8; 3], Player) {
        (pieces.map(|cell| image_of_cell(self.n, cell, symmetry)), side)
    }

    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        match mv.checked_sub(ROOK) {
            None => image_of_cell(AROUND, mv, symmetry),
            Some(cell) => ROOK + image_of_cell(self.n, cell, symmetry),
        }
    }
}

impl Printable for Krk {
    fn fmt_position(
        &self,
        ([king, rook, black], side): ([u8; 3], Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [self.n(); 2], |cell| match cell {
            _ if cell == king => 'K',
            _ if cell == rook => 'R',
            _ if cell == black => 'k',
            _ => '.',
        })?;
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<([u8; 3], Player), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let (mut pieces, mut twice) = ([None; 3], false);
        read_cells(board, self.cells(), &['K', 'R', 'k', '.'], |cell, mark| {
            if let Some(piece) = pieces.get_mut(mark) {
                twice |= piece.replace(cell).is_some();
            }
        })?;
        match pieces {
            _ if twice => Err(ParsePositionError::Wrong("a piece stands there twice")),
            [Some(king), rook, Some(black)] => Ok(([king, rook.unwrap_or(TAKEN), black], side)),
            _ => Err(ParsePositionError::Wrong("a king is missing: `K` or `k`")),
        }
    }

    fn fmt_move(
        &self,
        ([king, rook, black], side): ([u8; 3], Player),
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let square = |cell| square([self.n(); 2], cell);
        let own = if side == Player::X { king } else { black };
        let (piece, from, to) = match mv.checked_sub(ROOK) {
            None => ('K', own, self.step(own, mv).unwrap_or(own)),
            Some(cell) => ('R', rook, cell),
        };
        let takes = if side == Player::O && to == rook { 'x' } else { '-' };
        write!(f, "{piece}{}{takes}{}", square(from), square(to))
    }
}

/// Prints the name.
impl fmt::Display for Krk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_name(f, Family::Krk, &[self.n()], &[])
    }
}

impl FromStr for Krk {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Krk])?;
        let [n] = name.numbers();
        Self::new(n).ok_or_else(|| name.beyond_limits())
    }
}
