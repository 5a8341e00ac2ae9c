//! King and rook against king.

use core::{fmt, num::NonZeroU8};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    named::named,
    squares::{read_cells, read_side, square, write_board, write_side},
};

#[doc = include_str!("rules/krk.md")]
///
/// The rules are those of chess (FIDE, *Laws of Chess*), without castling and without counting moves.
///
/// Positions are written with `K` and `R` for White's king and rook, and `k` for Black's king. The number of a king's
/// move is 0 to 8, the index of the target among the nine cells of the 3 by 3 square around the king. The number of a
/// rook's move is 9 + the cell that the rook moves to.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
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

named!(Krk(n));

/// The cell number of a captured rook.
const TAKEN: u8 = u8::MAX;
/// Moves 0 to 8 are the cells around a king. The rook's moves follow.
const ROOK: Move = 9;
/// The side of the square of cells around a king.
const AROUND: NonZeroU8 = NonZeroU8::MIN.saturating_add(2);

impl Krk {
    /// The game on a board of `n` by `n`. `None` unless `n` is from 3 to 15.
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

    /// The column and row of a cell.
    const fn place(self, cell: u8) -> [u8; 2] {
        [cell % self.n(), cell / self.n()]
    }

    /// Whether the two cells are next to each other or equal.
    fn touch(self, one: u8, other: u8) -> bool {
        let ([a, b], [c, d]) = (self.place(one), self.place(other));
        a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1
    }

    /// Whether the rook attacks a cell, considering only White's king as an obstacle.
    fn attacks(self, [king, rook, _]: [u8; 3], cell: u8) -> bool {
        if rook >= self.cells() || rook == cell {
            return false;
        }
        let ([kc, kr], [rc, rr], [c, r]) = (self.place(king), self.place(rook), self.place(cell));
        // Black's king does not stop the rook: otherwise it could step back along the line of the check.
        let between = |a: u8, b: u8, c: u8| a.min(c) < b && b < a.max(c);
        c == rc && !(kc == c && between(rr, kr, r)) || r == rr && !(kr == r && between(rc, kc, c))
    }

    /// The cell that a king moves to.
    const fn step(self, king: u8, mv: Move) -> Option<u8> {
        let [column, row] = self.place(king);
        // A step beyond the left or upper edge wraps to 255, which is not below `n`.
        let (column, row) = ((column + mv % 3).wrapping_sub(1), (row + mv / 3).wrapping_sub(1));
        if column < self.n() && row < self.n() { Some(row * self.n() + column) } else { None }
    }

    /// The cells where a move begins and ends.
    fn ends(self, [king, rook, black]: [u8; 3], side: Player, mv: Move) -> [u8; 2] {
        let own = if side == Player::X { king } else { black };
        match mv.checked_sub(ROOK) {
            None => [own, self.step(own, mv).unwrap_or(own)],
            Some(cell) => [rook, cell],
        }
    }

    /// Whether White's king may move to this cell.
    fn is_free_for_white(self, [_, rook, black]: [u8; 3], to: u8) -> bool {
        to != rook && !self.touch(to, black)
    }

    /// Whether Black's king may move to this cell.
    fn is_free_for_black(self, pieces: [u8; 3], to: u8) -> bool {
        // The rook does not attack its own cell, so it can be taken. If White's king protects it, `touch` forbids
        // this.
        !self.touch(to, pieces[0]) && !self.attacks(pieces, to)
    }

    /// Whether play may begin with this placement.
    fn is_start(self, pieces: [u8; 3], side: Player) -> bool {
        let [king, rook, black] = pieces;
        rook != king
            && rook != black
            && !self.touch(king, black)
            && (side == Player::O || !self.attacks(pieces, black))
    }
}

impl Game for Krk {
    /// The cells of White's king, of the rook, and of Black's king; and the side to move. A captured rook is on
    /// cell 255.
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

    fn passed(&self, (pieces, side): ([u8; 3], Player)) -> Option<([u8; 3], Player)> {
        Some((pieces, side.opponent()))
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
        // The rook moves on until it meets a king.
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

    /// A loss if it is mate, a draw if it is stalemate.
    fn blocked(&self, (pieces, side): ([u8; 3], Player)) -> Outcome {
        let mate = side == Player::O && self.attacks(pieces, pieces[2]);
        if mate { Outcome::Loss } else { Outcome::Draw }
    }

    fn repeats(&self) -> bool {
        true
    }

    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, (pieces, side): ([u8; 3], Player), symmetry: u8) -> ([u8; 3], Player) {
        (pieces.map(|cell| image_of_cell(self.n, cell, symmetry)), side)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        match mv.checked_sub(ROOK) {
            None => image_of_cell(AROUND, mv, symmetry),
            Some(cell) => ROOK + image_of_cell(self.n, cell, symmetry),
        }
    }

    fn fmt_position(
        &self,
        (pieces, side): ([u8; 3], Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [self.n(); 2], |cell| match self.piece((pieces, side), cell) {
            Some(piece) => piece.letter(),
            None => '.',
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
            _ if twice => Err(ParsePositionError::Wrong("a piece occurs twice")),
            [Some(king), rook, Some(black)] => Ok(([king, rook.unwrap_or(TAKEN), black], side)),
            _ => Err(ParsePositionError::Wrong("a king is missing: `K` or `k`")),
        }
    }

    fn fmt_move(
        &self,
        (pieces, side): ([u8; 3], Player),
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let square = |cell| square([self.n(); 2], cell);
        let piece = if mv < ROOK { 'K' } else { 'R' };
        let [from, to] = self.ends(pieces, side, mv);
        let takes = if side == Player::O && to == pieces[1] { 'x' } else { '-' };
        write!(f, "{piece}{}{takes}{}", square(from), square(to))
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.n(), rows: self.n(), falls: false }
    }

    fn piece(&self, ([king, rook, black], _): ([u8; 3], Player), cell: u8) -> Option<Piece> {
        match cell {
            TAKEN => None,
            _ if cell == king => Some(Piece::named(Some(Player::X), "king", 'K')),
            _ if cell == rook => Some(Piece::named(Some(Player::X), "rook", 'R')),
            _ if cell == black => Some(Piece::named(Some(Player::O), "king", 'k')),
            _ => None,
        }
    }

    fn points_at(&self, (pieces, side): ([u8; 3], Player), mv: Move) -> MoveCells {
        let [from, to] = self.ends(pieces, side, mv);
        MoveCells::between(from, to)
    }
}

/// The image of a cell under a symmetry of a square board with `n` columns. Bit 0 reflects the columns, bit 1
/// reflects the rows, bit 2 swaps columns and rows.
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
