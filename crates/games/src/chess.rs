//! Endings of chess: few men.

mod attacks;
mod tiers;

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use perfect_play_core::{
    Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
    Tiering,
};

use self::attacks::{Kind, SQUARES, bit, image_of_square};
use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{read_cells, read_side, square, write_board, write_side},
};

#[doc = include_str!("rules/chess.md")]
///
/// The rules are those of chess (FIDE, *Laws of Chess*), without castling and without counting moves or repetitions. A
/// position in which nobody can mate is a draw at once (article 5.2.2).
///
/// Positions are written with the letters of the men, capital ones for White. The number of a move is 64 × the man + the
/// square that it enters. The man is 0 for the king, and 1 or 2 for the first and the second of the other men in the order
/// of the name. Of two bishops, the first is the one on light squares. If a pawn becomes a rook, a bishop or a knight, the
/// number is 128 + the column, plus 8 for a bishop and 16 for a knight.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Chess;
///
/// let game: Chess = "chess:KQK".parse().unwrap();
/// let mate = "k........Q........K............................................. O";
/// let mate = game.parse_position(mate).unwrap();
/// assert!(game.legal_moves(mate).is_empty());
/// assert_eq!(game.blocked(mate), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chess {
    ending: Ending,
}

/// The men besides the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ending {
    Kqk,
    Krk,
    Kbbk,
    Kbnk,
    Kqkr,
    Kpk,
}

/// The number of the square of a man that was taken.
const TAKEN: u8 = u8::MAX;

/// What a pawn becomes on the last row. The number in this list plus [`PROMOTED`] stands in the place of a second man.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
const PROMOTED: u8 = SQUARES;

impl Ending {
    /// In the order of [`Family::CHESS_ENDINGS`].
    const ALL: [Self; 6] = [Self::Kqk, Self::Krk, Self::Kbbk, Self::Kbnk, Self::Kqkr, Self::Kpk];

    const fn men(self) -> [Option<(Player, Kind)>; 2] {
        const fn white(kind: Kind) -> (Player, Kind) {
            (Player::X, kind)
        }
        match self {
            Self::Kqk => [Some(white(Kind::Queen)), None],
            Self::Krk => [Some(white(Kind::Rook)), None],
            Self::Kbbk => [Some(white(Kind::Bishop)); 2],
            Self::Kbnk => [Some(white(Kind::Bishop)), Some(white(Kind::Knight))],
            Self::Kqkr => [Some(white(Kind::Queen)), Some((Player::O, Kind::Rook))],
            Self::Kpk => [Some(white(Kind::Pawn)), None],
        }
    }

    /// The squares of the men in the position in which a play starts.
    const fn start(self) -> [u8; 4] {
        // The bishop on light squares begins on f1. The others are on d1, the pawn on d2; a second man on c1, g1 or d8.
        let [first, second] = match self {
            Self::Kqk | Self::Krk => [59, TAKEN],
            Self::Kbbk => [61, 58],
            Self::Kbnk => [61, 62],
            Self::Kqkr => [59, 3],
            Self::Kpk => [51, TAKEN],
        };
        [60, 4, first, second]
    }
}

/// The squares of White's king, of Black's king, and of the other men in the order of the name; and the side to move. A man
/// that was taken is on square 255, and so is the second man of an ending that has only one. If a pawn was promoted, the second
/// number says to what.
type Position = ([u8; 4], Player);

impl Chess {
    /// The ending with this number in [`Family::CHESS_ENDINGS`].
    fn numbered(number: u8) -> Option<Self> {
        Ending::ALL.get(usize::from(number)).map(|&ending| Self { ending })
    }

    /// The men on the board: their places in a position, owners, kinds and squares.
    #[inline]
    fn men(self, squares: [u8; 4]) -> impl Iterator<Item = (usize, Player, Kind, u8)> + Clone {
        squares.into_iter().enumerate().filter_map(move |(place, square)| {
            let (owner, kind) = self.man_at(place, squares)?;
            (square < SQUARES).then_some((place, owner, kind, square))
        })
    }

    /// The man with this place in a position.
    #[inline]
    fn man_at(self, place: usize, squares: [u8; 4]) -> Option<(Player, Kind)> {
        match place {
            0 => Some((Player::X, Kind::King)),
            1 => Some((Player::O, Kind::King)),
            2 => {
                let (owner, kind) = self.ending.men()[0]?;
                Some((owner, promotion(squares).unwrap_or(kind)))
            }
            _ => self.ending.men()[1],
        }
    }

    /// Whether a move of the man with this place promotes a pawn.
    #[inline]
    fn promotes(self, place: usize, squares: [u8; 4], to: u8) -> bool {
        to < 8 && self.man_at(place, squares).is_some_and(|(_, kind)| kind == Kind::Pawn)
    }

    /// Whether the king of this side is in check.
    #[inline]
    fn is_in_check(self, squares: [u8; 4], side: Player) -> bool {
        let [white, black, ..] = squares;
        let king = if side == Player::X { white } else { black };
        let taken = occupied(squares);
        let mut others = self.men(squares).filter(|&(_, owner, ..)| owner != side);
        others.any(|(_, _, kind, square)| kind.attacks(square, taken) & bit(king) != 0)
    }

    /// Whether the men can stand so: on different squares, no king next to the other, the king of the side that is not to
    /// move not in check, two bishops on squares of both colours, and a pawn neither on the first row nor on the last.
    #[inline]
    fn is_legal(self, (squares, side): Position) -> bool {
        let [white, black, first, second] = squares;
        let men = [Some(white), Some(black), Some(first), self.ending.men()[1].map(|_| second)];
        let on_board = men.into_iter().flatten().filter(|&square| square != TAKEN);
        let mut taken = 0_u64;
        let are_apart = on_board.clone().all(|square| {
            let is_free = square < SQUARES && taken & bit(square) == 0;
            taken |= bit(square);
            is_free
        });
        let are_right = match self.ending {
            Ending::Kbbk => {
                (first == TAKEN || is_light(first)) && (second == TAKEN || !is_light(second))
            }
            Ending::Kqk | Ending::Krk => second == TAKEN,
            Ending::Kbnk | Ending::Kqkr => true,
            Ending::Kpk if second == TAKEN => first == TAKEN || (8..56).contains(&first),
            Ending::Kpk => first != TAKEN && promotion(squares).is_some(),
        };
        are_apart
            && are_right
            && white != TAKEN
            && black != TAKEN
            && !self.is_in_check(squares, side.opponent())
    }

    /// Whether the men that are left can mate.
    const fn can_mate(self, [_, _, first, second]: [u8; 4]) -> bool {
        match self.ending {
            Ending::Kqk | Ending::Krk => first != TAKEN,
            Ending::Kbbk | Ending::Kbnk => first != TAKEN && second != TAKEN,
            Ending::Kqkr => first != TAKEN || second != TAKEN,
            Ending::Kpk => first != TAKEN && second != PROMOTED + 2 && second != PROMOTED + 3,
        }
    }

    /// The place in a position of the man that a move moves, the square that it enters, and to what a pawn is promoted there, as
    /// a number in [`PROMOTIONS`].
    #[inline]
    fn man(self, side: Player, mv: Move) -> (usize, u8, u8) {
        match usize::from(mv / 64) {
            0 => (usize::from(side == Player::O), mv % 64, 0),
            2 if self.ending == Ending::Kpk => (2, mv % 8, 1 + mv % 64 / 8),
            man => (man + 1, mv % 64, 0),
        }
    }
}

impl Game for Chess {
    type Position = Position;

    fn start(&self) -> Position {
        (self.ending.start(), Player::X)
    }

    fn other_starts(&self, each: &mut dyn FnMut(Position)) {
        let has_second = self.ending.men()[1].is_some();
        let seconds = (0..SQUARES).chain([TAKEN]).filter(|&second| (second != TAKEN) == has_second);
        for white in 0..SQUARES {
            for black in
                (0..SQUARES).filter(|&black| Kind::King.attacks(white, 0) & bit(black) == 0)
            {
                for first in 0..SQUARES {
                    for second in seconds.clone() {
                        for side in [Player::X, Player::O] {
                            let start = ([white, black, first, second], side);
                            if start != self.start() && self.is_legal(start) {
                                each(start);
                            }
                        }
                    }
                }
            }
        }
    }

    fn to_move(&self, (_, side): Position) -> Player {
        side
    }

    fn passed(&self, (squares, side): Position) -> Option<Position> {
        let passed = (squares, side.opponent());
        self.is_legal(passed).then_some(passed)
    }

    #[inline]
    fn legal_moves(&self, (squares, side): Position) -> Moves {
        if !self.can_mate(squares) {
            return Moves::EMPTY;
        }
        let taken = occupied(squares);
        let own = self.men(squares).filter(|&(_, owner, ..)| owner == side);
        let own_squares = own.clone().fold(0, |own, (.., square)| own | bit(square));
        let mut bits = [0; 4];
        for (place, _, kind, square) in own {
            // The places of the kings are 0 and 1.
            let man = place.saturating_sub(1);
            for to in Cells::of(kind.moves(square, taken) & !own_squares) {
                let mv = 64 * u8::try_from(man).unwrap_or(0) + to;
                let (after, _) = self.play((squares, side), mv);
                if let (false, Some(word)) = (self.is_in_check(after, side), bits.get_mut(man)) {
                    *word |= bit(to);
                    if kind == Kind::Pawn && to < 8 {
                        bits[2] |= 0x01_01_01 << to;
                    }
                }
            }
        }
        Moves::from_bits(bits)
    }

    #[inline]
    fn play(&self, (mut squares, side): Position, mv: Move) -> Position {
        let (place, to, promotion) = self.man(side, mv);
        if self.promotes(place, squares, to) {
            squares[3] = PROMOTED + promotion;
        }
        for square in squares.iter_mut().skip(2).filter(|square| **square == to) {
            *square = TAKEN;
        }
        if let Some(square) = squares.get_mut(place) {
            *square = to;
        }
        if squares[2] == TAKEN && squares[3] >= SQUARES {
            squares[3] = TAKEN;
        }
        (squares, side.opponent())
    }

    #[inline]
    fn terminal(&self, (squares, _): Position) -> Option<Outcome> {
        (!self.can_mate(squares)).then_some(Outcome::Draw)
    }

    /// A loss if it is mate, a draw if it is stalemate.
    fn blocked(&self, (squares, side): Position) -> Outcome {
        if self.is_in_check(squares, side) { Outcome::Loss } else { Outcome::Draw }
    }

    fn repeats(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        191
    }

    fn is_position(&self, position: Position) -> bool {
        self.is_legal(position)
    }

    fn tiering(&self) -> Option<&dyn Tiering<Position>> {
        Some(self)
    }

    /// A pawn moves in one direction.
    fn symmetries(&self) -> u8 {
        if self.ending == Ending::Kpk { 2 } else { 8 }
    }

    #[inline]
    fn image(&self, (squares, side): Position, symmetry: u8) -> Position {
        let [white, black, first, second] = squares.map(|square| image_of_square(square, symmetry));
        let others = if self.swaps_bishops(symmetry) { [second, first] } else { [first, second] };
        ([white, black, others[0], others[1]], side)
    }

    fn image_of_move(&self, _: Position, mv: Move, symmetry: u8) -> Move {
        let man = match mv / 64 {
            man @ (1 | 2) if self.swaps_bishops(symmetry) => 3 - man,
            man => man,
        };
        64 * man + image_of_square(mv % 64, symmetry)
    }

    fn fmt_position(&self, position: Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, [8; 2], |cell| self.piece(position, cell).map_or('.', Piece::letter))?;
        write_side(f, position.1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParsePositionError> {
        let (board, side) = read_side(text)?;
        let letters = ['.', 'K', 'k', 'Q', 'q', 'R', 'r', 'B', 'b', 'N', 'n', 'P'];
        let (mut squares, mut is_wrong) = ([TAKEN; 4], false);
        read_cells(board, SQUARES, &letters, |cell, mark| {
            let letter = letters.get(mark).copied().filter(|&letter| letter != '.');
            let Some(letter) = letter else { return };
            // Of two bishops, the one on a light square is the first.
            let is_second = self.ending == Ending::Kbbk && !is_light(cell);
            let promoted = (PROMOTED..).zip(PROMOTIONS).find(|(_, kind)| kind.letter() == letter);
            if let Some((promoted, _)) = promoted.filter(|_| self.ending == Ending::Kpk) {
                squares[3] = promoted;
            }
            let of_letter = |&place: &usize| self.letter(place, squares) == Some(letter);
            let place = (0..4).filter(of_letter).nth(usize::from(is_second && letter == 'B'));
            match place.and_then(|place| squares.get_mut(place)) {
                Some(square) if *square == TAKEN => *square = cell,
                _ => is_wrong = true,
            }
        })?;
        if is_wrong {
            return Err(ParsePositionError::Wrong(
                "a man does not belong to this ending, or occurs twice",
            ));
        }
        let wrong = "a king is missing, or is next to the other, or could be taken";
        if self.is_legal((squares, side)) {
            Ok((squares, side))
        } else {
            Err(ParsePositionError::Wrong(wrong))
        }
    }

    fn fmt_move(
        &self,
        (squares, side): Position,
        mv: Move,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let (place, to, promotion) = self.man(side, mv);
        let letter = self.letter(place, squares).unwrap_or('?').to_ascii_uppercase();
        let takes = if squares.contains(&to) { 'x' } else { '-' };
        let from = squares.get(place).copied().unwrap_or(TAKEN);
        write!(f, "{letter}{}{takes}{}", square([8; 2], from), square([8; 2], to))?;
        match PROMOTIONS.get(usize::from(promotion)) {
            Some(kind) if self.promotes(place, squares, to) => f.write_char(kind.letter()),
            _ => Ok(()),
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: 8, rows: 8, falls: false }
    }

    fn piece(&self, (squares, _): Position, cell: u8) -> Option<Piece> {
        let (place, owner, kind, _) = self.men(squares).find(|&(.., square)| square == cell)?;
        Some(Piece::named(Some(owner), kind.name(), self.letter(place, squares)?))
    }

    fn points_at(&self, (squares, side): Position, mv: Move) -> MoveCells {
        let (place, to, _) = self.man(side, mv);
        MoveCells { from: squares.get(place).copied(), to: Some(to), then: None }
    }
}

impl Chess {
    /// The letter of the man with this place in a position.
    fn letter(self, place: usize, squares: [u8; 4]) -> Option<char> {
        let (owner, kind) = self.man_at(place, squares)?;
        let letter = kind.letter();
        Some(if owner == Player::X { letter } else { letter.to_ascii_lowercase() })
    }

    /// Whether a symmetry exchanges two bishops, because it exchanges light and dark squares.
    const fn swaps_bishops(self, symmetry: u8) -> bool {
        // A reflection of the columns or of the rows does, and both together do not.
        matches!(self.ending, Ending::Kbbk) && symmetry < 8 && matches!(symmetry & 3, 1 | 2)
    }
}

/// What a pawn was promoted to.
#[inline]
fn promotion([.., promoted]: [u8; 4]) -> Option<Kind> {
    PROMOTIONS.get(usize::from(promoted.checked_sub(PROMOTED)?)).copied()
}

/// The squares of all men.
#[inline]
fn occupied(squares: [u8; 4]) -> u64 {
    squares.into_iter().fold(0, |taken, square| taken | bit(square))
}

/// Whether the square is light, as a8 is, which is square 0.
const fn is_light(square: u8) -> bool {
    (square / 8 + square) & 1 == 0
}

/// Prints the name.
impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = (0..).zip(Ending::ALL).find(|&(_, ending)| ending == self.ending);
        fmt_name(f, Family::Chess, &[number.map_or(0, |(number, _)| number)], &[])
    }
}

impl FromStr for Chess {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Chess])?;
        let [number] = name.numbers();
        Self::numbered(number).ok_or_else(|| name.beyond_limits())
    }
}
