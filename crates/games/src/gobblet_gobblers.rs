//! Gobblet Gobblers: three in a row, with pieces that cover smaller ones.

mod placements;
mod tiers;

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use perfect_play_core::{
    Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
    Tiering,
};

use self::placements::{BOARD, CELLS, OF_EACH, image_of_cells};
use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{LINES_OF_NINE, read_seen, square},
};

#[doc = include_str!("rules/gobblet_gobblers.md")]
///
/// A position is seen from the side to move: its pieces are capital letters, those of the other side small ones. So a
/// position does not contain the side to move, and there are half as many positions. A text may end with a space and `O`;
/// then the owners are swapped when it is read.
///
/// The game is Thierry Denoual's (Blue Orange Games). The rules are from the publisher's description: whoever lifts a piece
/// from a line of the opponent may save the game by covering another piece of the line, and may not put the piece back. What
/// it leaves open is as in Brian Liou's solution (*Gobblet Gobblers*, 2025): a lift that cannot be saved is no move, and a
/// player without a move loses. He found that the first player wins in 13 plies, and 531,557,711 positions up to symmetry,
/// counted with the side to move and with those where the game is over.
///
/// The move that places a piece is 9 × its size (0 to 2) + the cell. The move of a piece is 27 + 9 × `from` + `to`.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::GobbletGobblers;
///
/// let game = GobbletGobblers;
/// // The large piece on a3 covers a small one of the opponent, which has b3 and c3.
/// let position = game.parse_position("Ls,m,s/.,.,./.,.,.").unwrap();
/// assert_eq!(game.parse_move(position, "a3-a2"), None);
/// let saved = game.play(position, game.parse_move(position, "a3-b3").unwrap());
/// assert_eq!(game.notation(saved).to_string(), "S,lM,S/.,.,./.,.,.");
/// assert_eq!(game.terminal(saved), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GobbletGobblers;

/// The pieces of a side: nine bits for each size, from the small ones up.
type Pieces = u32;

const SIZES: u8 = 3;
const ALL: u32 = (1 << (CELLS * SIZES)) - 1;
/// The moves that place pieces come first.
const PLACED: Move = CELLS * SIZES;
const LETTERS: [char; SIZES as usize] = ['S', 'M', 'L'];
const NAMES: [&str; SIZES as usize] = ["small", "medium", "large"];

/// The cells with a piece of this size.
#[inline]
const fn of_size(pieces: Pieces, size: u8) -> u32 {
    (pieces >> (CELLS * (size % SIZES))) & BOARD
}

/// The cells where pieces of this side are seen.
#[inline]
const fn seen(pieces: Pieces, of_both: Pieces) -> u32 {
    let (medium, large) = (of_size(of_both, 1), of_size(of_both, 2));
    of_size(pieces, 2) | of_size(pieces, 1) & !large | of_size(pieces, 0) & !large & !medium
}

/// The first line among these cells, or 0.
#[inline]
fn line(cells: u32) -> u32 {
    LINES_OF_NINE.into_iter().find(|line| cells & line == *line).unwrap_or(0)
}

/// The cells that a piece of this size may enter.
#[inline]
const fn open(of_both: Pieces, size: u8) -> u32 {
    let large = of_size(of_both, 2);
    let large_or_medium = large | of_size(of_both, 1);
    BOARD
        & !match size {
            0 => large_or_medium | of_size(of_both, 0),
            1 => large_or_medium,
            _ => large,
        }
}

/// The size of the piece that is seen on a cell, of these pieces.
#[inline]
fn size_on(pieces: Pieces, cell: u8) -> Option<u8> {
    (0..SIZES).rev().find(|&size| of_size(pieces, size).wrapping_shr(cell.into()) & 1 != 0)
}

/// The piece of this size on this cell.
#[inline]
const fn piece_of(size: u8, cell: u8) -> Pieces {
    1_u32.wrapping_shl((CELLS * size + cell) as u32)
}

impl GobbletGobblers {
    /// Whether the pieces are those that players have, on cells of their own if they are of one size.
    fn fits([own, other]: [Pieces; 2]) -> bool {
        let has = |pieces| (0..SIZES).all(|size| of_size(pieces, size).count_ones() <= OF_EACH);
        (own | other) & !ALL == 0 && own & other == 0 && has(own) && has(other)
    }
}

impl Game for GobbletGobblers {
    /// The pieces of the side to move, and the pieces of the other side.
    type Position = [Pieces; 2];

    fn start(&self) -> [Pieces; 2] {
        [0; 2]
    }

    fn to_move(&self, _: [Pieces; 2]) -> Player {
        Player::X
    }

    #[inline]
    fn legal_moves(&self, [own, other]: [Pieces; 2]) -> Moves {
        let both = own | other;
        let seen_own = seen(own, both);
        if line(seen_own) != 0 || line(seen(other, both)) != 0 {
            return Moves::EMPTY;
        }
        let mut moves = 0_u128;
        for size in 0..SIZES {
            // A piece that is placed shows none of the opponent's.
            if of_size(own, size).count_ones() < OF_EACH {
                moves |= u128::from(open(both, size)) << (CELLS * size);
            }
        }
        for from in Cells::of(seen_own.into()) {
            let Some(size) = size_on(own, from) else { continue };
            let lifted = own & !piece_of(size, from);
            let shown = seen(other, lifted | other);
            let mut to = open(both, size) & !(1 << from);
            // Every line that shows must be broken.
            for line in LINES_OF_NINE.into_iter().filter(|line| shown & line == *line) {
                to &= line;
            }
            moves |= u128::from(to) << (PLACED + CELLS * from);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the lower half and the upper")]
        Moves::from_bits([moves as u64, (moves >> 64) as u64, 0, 0])
    }

    #[inline]
    fn play(&self, [own, other]: [Pieces; 2], mv: Move) -> [Pieces; 2] {
        let Some(step) = mv.checked_sub(PLACED) else { return [other, own | 1 << mv] };
        let (from, to) = (step / CELLS, step % CELLS);
        match size_on(own, from) {
            Some(size) => [other, own & !piece_of(size, from) | piece_of(size, to)],
            None => [other, own],
        }
    }

    #[inline]
    fn terminal(&self, [own, other]: [Pieces; 2]) -> Option<Outcome> {
        if line(seen(own, own | other)) != 0 {
            Some(Outcome::Win)
        } else {
            (line(seen(other, own | other)) != 0).then_some(Outcome::Loss)
        }
    }

    fn repeats(&self) -> bool {
        true
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        PLACED + CELLS * CELLS - 1
    }

    fn tiering(&self) -> Option<&dyn Tiering<[Pieces; 2]>> {
        Some(self)
    }

    fn symmetries(&self) -> u8 {
        8
    }

    #[inline]
    fn image(&self, position: [Pieces; 2], symmetry: u8) -> [Pieces; 2] {
        position.map(|pieces| {
            (0..SIZES).fold(0, |images, size| {
                images | image_of_cells(of_size(pieces, size), symmetry) << (CELLS * size)
            })
        })
    }

    fn image_of_move(&self, _: [Pieces; 2], mv: Move, symmetry: u8) -> Move {
        let image = |cell: u8| {
            let image = image_of_cells(1_u32.wrapping_shl(cell.into()), symmetry);
            Cells::of(image.into()).first().unwrap_or(cell)
        };
        match mv.checked_sub(PLACED) {
            None => mv / CELLS * CELLS + image(mv % CELLS),
            Some(step) if step < CELLS * CELLS => {
                PLACED + CELLS * image(step / CELLS) + image(step % CELLS)
            }
            Some(_) => mv,
        }
    }

    /// Each cell with its pieces, the one that is seen first. There are commas between cells and slashes between rows.
    fn fmt_position(&self, [own, other]: [Pieces; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..CELLS {
            match cell {
                0 => {}
                3 | 6 => f.write_char(if f.alternate() { '\n' } else { '/' })?,
                _ => f.write_char(if f.alternate() { ' ' } else { ',' })?,
            }
            let mut written = 0;
            for (size, letter) in [(2, LETTERS[2]), (1, LETTERS[1]), (0, LETTERS[0])] {
                let holds = |pieces| of_size(pieces, size) >> cell & 1 != 0;
                if holds(own) || holds(other) {
                    f.write_char(if holds(own) { letter } else { letter.to_ascii_lowercase() })?;
                    written += 1;
                }
            }
            if written == 0 {
                f.write_char('.')?;
                written += 1;
            }
            if f.alternate() && !matches!(cell, 2 | 5 | 8) {
                (written..usize::from(SIZES)).try_for_each(|_| f.write_char(' '))?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<[Pieces; 2], ParsePositionError> {
        let position = read_seen(text, read_pieces)?;
        let wrong = ParsePositionError::Wrong("each player has two pieces of each size");
        if Self::fits(position) { Ok(position) } else { Err(wrong) }
    }

    fn fmt_move(&self, _: [Pieces; 2], mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |cell| square([3, 3], cell);
        match mv.checked_sub(PLACED) {
            None => {
                let letter = LETTERS.get(usize::from(mv / CELLS)).copied().unwrap_or('?');
                write!(f, "{letter}{}", cell(mv % CELLS))
            }
            Some(step) => write!(f, "{}-{}", cell(step / CELLS), cell(step % CELLS)),
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: 3, rows: 3, falls: false }
    }

    /// The piece that is seen.
    fn piece(&self, [own, other]: [Pieces; 2], cell: u8) -> Option<Piece> {
        if cell >= CELLS {
            return None;
        }
        let size = usize::from(size_on(own | other, cell)?);
        let is_own = seen(own, own | other) >> cell & 1 != 0;
        let owner = if is_own { Player::X } else { Player::O };
        Some(Piece::named(Some(owner), NAMES.get(size)?, *LETTERS.get(size)?))
    }

    fn points_at(&self, _: [Pieces; 2], mv: Move) -> MoveCells {
        match mv.checked_sub(PLACED) {
            None => MoveCells::to(mv % CELLS),
            Some(step) if step < CELLS * CELLS => MoveCells::between(step / CELLS, step % CELLS),
            Some(_) => MoveCells::NONE,
        }
    }

    fn line(&self, [own, other]: [Pieces; 2]) -> Moves {
        let lines = [own, other].map(|pieces| line(seen(pieces, own | other)));
        let line = lines.into_iter().find(|&line| line != 0).unwrap_or(0);
        Moves::from_low_bits(line.into())
    }

    fn is_seen_by_mover(&self) -> bool {
        true
    }
}

/// Reads the pieces of X, which are capital letters, and those of O.
fn read_pieces(board: &str) -> Result<[Pieces; 2], ParsePositionError> {
    let wrong = ParsePositionError::Wrong;
    let cells = wrong("it has three rows of three cells, such as `Ls,m,s/.,.,./.,.,.`");
    let (mut x, mut o, mut cell, mut below, mut is_empty) = (0, 0, 0, SIZES, true);
    for letter in board.chars() {
        match letter {
            ',' | '/' => {
                let is_end_of_row = cell % 3 == 2;
                if is_empty || cell == CELLS - 1 || is_end_of_row != (letter == '/') {
                    return Err(cells);
                }
                (cell, below, is_empty) = (cell + 1, SIZES, true);
            }
            // Nothing else is on this cell.
            '.' if is_empty => (below, is_empty) = (0, false),
            _ => {
                let is_it = |(_, of): &(_, char)| of.eq_ignore_ascii_case(&letter);
                let found = (0..SIZES).zip(LETTERS).find(is_it);
                let (size, _) = found.ok_or(wrong("a cell has an unknown piece"))?;
                if size >= below {
                    return Err(wrong("a piece covers only smaller ones"));
                }
                (below, is_empty) = (size, false);
                let pieces = if letter.is_ascii_uppercase() { &mut x } else { &mut o };
                *pieces |= piece_of(size, cell);
            }
        }
    }
    if is_empty || cell != CELLS - 1 {
        return Err(cells);
    }
    Ok([x, o])
}

/// Prints the name.
impl fmt::Display for GobbletGobblers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_name(f, Family::GobbletGobblers, &[], &[])
    }
}

impl FromStr for GobbletGobblers {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        Name::read(name, &[Family::GobbletGobblers]).map(|_| Self)
    }
}
