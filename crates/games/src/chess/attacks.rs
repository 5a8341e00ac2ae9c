//! The squares that men attack.

/// The number of squares. They are numbered row by row from a8.
pub(super) const SQUARES: u8 = 64;

/// The kind of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    /// Only White has one.
    Pawn,
}

/// The set of one square. Empty if there is no such square.
#[inline]
pub(super) const fn bit(square: u8) -> u64 {
    if square < SQUARES { 1 << square } else { 0 }
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Knight => "knight",
            Self::Pawn => "pawn",
        }
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Pawn => 'P',
        }
    }

    /// The squares that a man on this square attacks, if these squares have men.
    #[inline]
    pub(super) fn attacks(self, square: u8, taken: u64) -> u64 {
        let lines = |[one, other]: [usize; 2]| {
            ahead(one, square, taken)
                | ahead(other, square, taken)
                | back(one + 4, square, taken)
                | back(other + 4, square, taken)
        };
        let of = |table: &[u64; 64]| table.get(usize::from(square)).copied().unwrap_or(0);
        match self {
            Self::King => of(&KING),
            Self::Knight => of(&KNIGHT),
            Self::Pawn => of(&PAWN),
            Self::Rook => lines([0, 1]),
            Self::Bishop => lines([2, 3]),
            Self::Queen => lines([0, 1]) | lines([2, 3]),
        }
    }

    /// The squares to which a man on this square moves, also those with men of his own side. A pawn never takes a man, because
    /// only the king stands against him.
    #[inline]
    pub(super) fn moves(self, square: u8, taken: u64) -> u64 {
        if self != Self::Pawn {
            return self.attacks(square, taken);
        }
        let one = bit(square.wrapping_sub(8)) & !taken;
        let two = if one != 0 && square / 8 == 6 { bit(square - 16) & !taken } else { 0 };
        one | two
    }

    /// The empty squares from which a man of this kind comes to this square.
    #[inline]
    pub(super) fn moves_back(self, square: u8, taken: u64) -> u64 {
        if self != Self::Pawn {
            return self.attacks(square, taken) & !taken;
        }
        // No pawn stands on the first row.
        let one = if square / 8 < 6 { bit(square + 8) & !taken } else { 0 };
        let two = if one != 0 && square / 8 == 4 { bit(square + 16) & !taken } else { 0 };
        one | two
    }
}

/// The squares in a direction of ascending numbers, to the first man.
#[inline]
fn ahead(direction: usize, square: u8, taken: u64) -> u64 {
    let squares = ray(direction, square);
    let men = squares & taken;
    if men == 0 { squares } else { squares & !ray(direction, first(men.trailing_zeros())) }
}

/// The squares in a direction of descending numbers, to the first man.
#[inline]
fn back(direction: usize, square: u8, taken: u64) -> u64 {
    let squares = ray(direction, square);
    let men = squares & taken;
    if men == 0 {
        squares
    } else {
        squares & !ray(direction, first(men.checked_ilog2().unwrap_or(0)))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a square is below 64")]
const fn first(square: u32) -> u8 {
    square as u8
}

#[inline]
fn ray(direction: usize, square: u8) -> u64 {
    let rays = RAYS.get(direction).and_then(|rays| rays.get(usize::from(square)));
    rays.copied().unwrap_or(0)
}

/// The squares that are one or more steps away, up to `most`.
const fn steps<const N: usize>(square: u8, steps: [[i8; 2]; N], most: u8) -> u64 {
    let (mut squares, mut i) = (0, 0);
    while i < N {
        let [right, down] = steps[i];
        let (mut column, mut row, mut left) = (square % 8, square / 8, most);
        while left > 0 {
            column = column.wrapping_add_signed(right);
            row = row.wrapping_add_signed(down);
            if column >= 8 || row >= 8 {
                break;
            }
            squares |= bit(row * 8 + column);
            left -= 1;
        }
        i += 1;
    }
    squares
}

/// A table of [`steps`].
const fn table<const N: usize>(of: [[i8; 2]; N], most: u8) -> [u64; 64] {
    let (mut table, mut square) = ([0; 64], 0);
    while square < SQUARES {
        table[square as usize] = steps(square, of, most);
        square += 1;
    }
    table
}

static KING: [u64; 64] =
    table([[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]], 1);
static KNIGHT: [u64; 64] =
    table([[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]], 1);
static PAWN: [u64; 64] = table([[-1, -1], [1, -1]], 1);
/// First the directions of ascending numbers, and then each with the opposite sign: along rows and columns, then diagonally.
static RAYS: [[u64; 64]; 8] = [
    table([[1, 0]], 7),
    table([[0, 1]], 7),
    table([[1, 1]], 7),
    table([[-1, 1]], 7),
    table([[-1, 0]], 7),
    table([[0, -1]], 7),
    table([[-1, -1]], 7),
    table([[1, -1]], 7),
];

/// The image of a square under a symmetry of the board. Bit 0 reflects the columns, bit 1 reflects the rows, bit 2 swaps
/// columns and rows. Other numbers of squares stay as they are.
#[inline]
pub(super) const fn image_of_square(square: u8, symmetry: u8) -> u8 {
    if square >= SQUARES || symmetry >= 8 {
        return square;
    }
    // The lower three bits are the column, the upper three the row.
    let square = square ^ (if symmetry & 1 != 0 { 7 } else { 0 });
    let square = square ^ (if symmetry & 2 != 0 { 56 } else { 0 });
    if symmetry & 4 != 0 { square % 8 * 8 + square / 8 } else { square }
}
