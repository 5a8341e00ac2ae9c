//! Stones on points and lines with one empty point: Mū Tōrere and Pong Hau K'i.

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    Family, ParseNameError,
    name::Name,
    squares::{self, fmt_number, read_marks, read_side, write_side},
};

/// Stones that move to the one empty point. Whoever cannot move loses. [`Family::rules`] has the board and the moves of each
/// game.
///
/// The rules of Mū Tōrere are from Marcia Ascher, *Mu Torere: An Analysis of a Maori Game* (Mathematics Magazine 60, 1987),
/// and from R. C. Bell, *Board and Table Games from Many Civilizations*, volume 2 (1969). Those of Pong Hau K'i are from
/// Philip Straffin, *Position Graphs for Pong Hau K'i and Mu Torere* (Mathematics Magazine 68, 1995); here the side without a
/// line is the left one.
///
/// In the library, points are numbered from 0. In Mū Tōrere the ring is 0 to 7, and the centre is 8. A move is the point of
/// the stone that moves to the empty point. `4-9` is the move of the stone on 3 to the centre.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::OneGap;
///
/// let game = OneGap::MU_TORERE;
/// assert_eq!(game.notation(game.start()).to_string(), "XXXXOOOO. X");
/// // 1 and 2 are not next to a stone of O.
/// assert_eq!(game.legal_moves(game.start()).to_string(), "0 3");
///
/// let game = OneGap::PONG_HAU_KI;
/// assert_eq!(game.notation(game.start()).to_string(), "OX.OX X");
/// let drawn = format!("{:#}", game.notation(game.start()));
/// assert_eq!(drawn.lines().next(), Some("O---X"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneGap {
    is_ring: bool,
}

/// The points with a stone of X, the points with a stone of O, and the side to move.
type Stones = (u16, u16, Player);

/// A board.
struct Points {
    start: Stones,
    /// Where each point is drawn.
    places: &'static [[u8; 2]],
    links: &'static [[u8; 2]],
    /// Where the reflection that keeps the start moves each point.
    mirror: &'static [Move],
    /// A drawing in which digits stand for the points.
    drawn: &'static str,
}

/// The points of the ring, from the upper point at the top left onwards, and then the centre.
const MU_TORERE: Points = Points {
    start: (0b0000_1111, 0b1111_0000, Player::X),
    places: &[[3, 0], [7, 0], [10, 3], [10, 7], [7, 10], [3, 10], [0, 7], [0, 3], [5, 5]],
    #[rustfmt::skip]
    links: &[
        [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0],
        [0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [6, 8], [7, 8],
    ],
    mirror: &[3, 2, 1, 0, 7, 6, 5, 4, 8],
    drawn: "  0 1\n7     2\n   8\n6     3\n  5 4",
};
const PONG_HAU_KI: Points = Points {
    start: (0b10010, 0b01001, Player::X),
    places: &[[0, 0], [6, 0], [3, 3], [0, 6], [6, 6]],
    links: &[[0, 1], [0, 2], [1, 2], [1, 4], [2, 3], [2, 4], [3, 4]],
    mirror: &[3, 4, 2, 0, 1],
    drawn: "0---1\n \\ /|\n  2 |\n / \\|\n3---4",
};

const RING: u16 = 0xFF;
const CENTRE: u16 = 1 << 8;

impl OneGap {
    /// Mū Tōrere.
    pub const MU_TORERE: Self = Self { is_ring: true };
    /// Pong Hau K'i.
    pub const PONG_HAU_KI: Self = Self { is_ring: false };

    const fn family(self) -> Family {
        if self.is_ring { Family::MuTorere } else { Family::PongHauKi }
    }

    const fn board(self) -> &'static Points {
        if self.is_ring { &MU_TORERE } else { &PONG_HAU_KI }
    }

    /// The number of points.
    const fn points(self) -> u8 {
        if self.is_ring { 9 } else { 5 }
    }

    /// The empty points. In every reachable position there is one.
    const fn gap(self, (x, o, _): Stones) -> u16 {
        !(x | o) & ((1 << self.points()) - 1)
    }

    /// The points next to these points.
    fn beside(self, points: u16) -> u16 {
        let links = self.board().links.iter().map(|&[one, other]| [1 << one, 1 << other]);
        links.fold(0, |beside, [one, other]: [u16; 2]| {
            let there = if points & one != 0 { other } else { 0 };
            beside | there | if points & other != 0 { one } else { 0 }
        })
    }
}

/// The stones of the side to move.
const fn own((x, o, side): Stones) -> u16 {
    match side {
        Player::X => x,
        Player::O => o,
    }
}

impl Game for OneGap {
    /// The points with a stone of X, the points with a stone of O, and the side to move.
    type Position = Stones;

    fn start(&self) -> Stones {
        self.board().start
    }

    fn to_move(&self, (.., side): Stones) -> Player {
        side
    }

    fn passed(&self, (x, o, side): Stones) -> Option<Stones> {
        Some((x, o, side.opponent()))
    }

    fn legal_moves(&self, stones: Stones) -> Moves {
        let (own, gap) = (own(stones), self.gap(stones));
        let mut from = self.beside(gap);
        if self.is_ring && gap & CENTRE != 0 {
            // Only a stone beside one of the opponent's moves to the centre.
            from &= self.beside(!own & RING);
        }
        Moves::from_low_bits((own & from).into())
    }

    fn play(&self, stones: Stones, mv: Move) -> Stones {
        let from = if mv < self.points() { 1 << mv } else { 0 };
        let turned = from | self.gap(stones);
        match stones {
            (x, o, Player::X) => (x ^ turned, o & !turned, Player::O),
            (x, o, Player::O) => (x & !turned, o ^ turned, Player::X),
        }
    }

    fn terminal(&self, _: Stones) -> Option<Outcome> {
        None
    }

    fn repeats(&self) -> bool {
        true
    }

    /// The identity and the reflection that keeps the start. In Pong Hau K'i it swaps top and bottom.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, stones: Stones, symmetry: u8) -> Stones {
        let (x, o, side) = stones;
        let image_of = |point| self.image_of_move(stones, point, symmetry);
        let image = |points: u16| {
            let held = (0..16).filter(|&point| points >> point & 1 != 0);
            held.fold(0, |image, point| image | 1_u16.wrapping_shl(image_of(point).into()))
        };
        (image(x), image(o), side)
    }

    fn image_of_move(&self, _: Stones, mv: Move, symmetry: u8) -> Move {
        let mirrored = self.board().mirror.get(usize::from(mv)).filter(|_| symmetry == 1);
        mirrored.copied().unwrap_or(mv)
    }

    /// Writes the points one after the other. The alternate form is a drawing.
    fn fmt_position(&self, (x, o, side): Stones, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |point: u8| match [x, o].map(|stones| stones.wrapping_shr(point.into()) & 1) {
            [0, 0] => '.',
            [0, _] => 'O',
            _ => 'X',
        };
        if f.alternate() {
            self.board().drawn.chars().try_for_each(|c| match c {
                '0'..='9' => f.write_char(at(c as u8 - b'0')),
                c => f.write_char(c),
            })?;
        } else {
            (0..self.points()).try_for_each(|point| f.write_char(at(point)))?;
        }
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<Stones, ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [x, o] = read_marks(board, self.points())?;
        if x.count_ones() + o.count_ones() + 1 != u32::from(self.points()) {
            return Err(ParsePositionError::Wrong("exactly one point must be empty"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 points")]
        Ok((x as u16, o as u16, side))
    }

    /// Writes the point that the stone leaves and the point that it enters, numbered from 1.
    fn fmt_move(&self, stones: Stones, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(mv, f)?;
        write!(f, "-{}", self.gap(stones).trailing_zeros().saturating_add(1))
    }

    fn drawing(&self) -> Drawing {
        let Points { places, links, .. } = self.board();
        Drawing::Points { places, links }
    }

    fn piece(&self, (x, o, _): Stones, point: u8) -> Option<Piece> {
        squares::piece([x.into(), o.into()], point)
    }

    fn points_at(&self, stones: Stones, mv: Move) -> MoveCells {
        match u8::try_from(self.gap(stones).trailing_zeros()) {
            Ok(to) if to < self.points() => MoveCells::between(mv, to),
            _ => MoveCells::NONE,
        }
    }

    fn fmt_cell(&self, point: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(point, f)
    }
}

/// Prints the name.
impl fmt::Display for OneGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family().name())
    }
}

impl FromStr for OneGap {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::MuTorere, Family::PongHauKi])?;
        Ok(Self { is_ring: name.family() == Family::MuTorere })
    }
}
