//! Mū Tōrere: stones on a ring around a centre.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player,
};

use crate::{
    Family, ParseNameError,
    name::Name,
    one_gap::{self, Stones, gap, own},
    squares::fmt_number,
};

#[doc = include_str!("rules/mu_torere.md")]
///
/// The rules are from Marcia Ascher, *Mu Torere: An Analysis of a Maori Game* (Mathematics Magazine 60, 1987),
/// and from R. C. Bell, *Board and Table Games from Many Civilizations*, volume 2 (1969).
///
/// In the library, points are numbered from 0: the ring is 0 to 7, the centre is 8. A move is the point of the stone
/// that moves to the empty point. `4-9` is the move of the stone on 3 to the centre.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::MuTorere;
///
/// let start = MuTorere.start();
/// assert_eq!(MuTorere.notation(start).to_string(), "XXXXOOOO. X");
/// // 1 and 2 are not next to a stone of O.
/// assert_eq!(MuTorere.legal_moves(start).to_string(), "0 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MuTorere;

const POINTS: u8 = 9;
const RING: u16 = 0xFF;
const CENTRE: u16 = 1 << 8;

/// The points of the ring next to these points of the ring.
const fn beside(points: u16) -> u16 {
    (points << 1 | points >> 7 | points >> 1 | points << 7) & RING
}

impl Game for MuTorere {
    /// The points with a stone of X, the points with a stone of O, and the side to move.
    type Position = (u16, u16, Player);

    fn start(&self) -> Stones {
        (0b0000_1111, 0b1111_0000, Player::X)
    }

    fn to_move(&self, (.., side): Stones) -> Player {
        side
    }

    fn legal_moves(&self, stones: Stones) -> Moves {
        let (own, gap) = (own(stones), gap(stones, POINTS));
        let from = if gap & CENTRE != 0 { beside(!own & RING) } else { beside(gap) | CENTRE };
        Moves::from_low_bits((own & from).into())
    }

    fn play(&self, stones: Stones, mv: Move) -> Stones {
        one_gap::play(stones, mv, POINTS)
    }

    fn terminal(&self, _: Stones) -> Option<Outcome> {
        None
    }

    fn repeats(&self) -> bool {
        true
    }

    /// The identity and the reflection that keeps the start: it swaps 0 and 3, 1 and 2, 4 and 7, 5 and 6.
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, stones: Stones, symmetry: u8) -> Stones {
        let (x, o, side) = stones;
        let image_of = |point| self.image_of_move(stones, point, symmetry);
        let image = |points| one_gap::image(points, image_of);
        (image(x), image(o), side)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        if symmetry == 1 && mv < 8 { 3_u8.wrapping_sub(mv) % 8 } else { mv }
    }

    fn fmt_position(&self, stones: Stones, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_gap::write(f, stones, POINTS, "  0 1\n7     2\n   8\n6     3\n  5 4")
    }

    fn parse_position(&self, text: &str) -> Result<Stones, ParsePositionError> {
        one_gap::read(text, POINTS)
    }

    fn fmt_move(&self, stones: Stones, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_gap::write_move(f, stones, mv, POINTS)
    }

    fn drawing(&self) -> Drawing {
        Drawing::Points { places: &PLACES, links: &LINKS }
    }

    fn piece(&self, stones: Stones, point: u8) -> Option<Piece> {
        one_gap::piece(stones, point)
    }

    fn points_at(&self, stones: Stones, mv: Move) -> MoveCells {
        one_gap::points_at(stones, mv, POINTS)
    }

    fn fmt_cell(&self, point: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_number(point, f)
    }
}

/// The points of the ring, from the upper point at the top left onwards, and then the centre.
const PLACES: [[u8; 2]; POINTS as usize] =
    [[3, 0], [7, 0], [10, 3], [10, 7], [7, 10], [3, 10], [0, 7], [0, 3], [5, 5]];
/// The lines of the ring, and the lines to the centre.
const LINKS: [[u8; 2]; 16] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 0],
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [6, 8],
    [7, 8],
];

/// Prints the name.
impl fmt::Display for MuTorere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Family::MuTorere.name())
    }
}

impl FromStr for MuTorere {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        Name::read(name, &[Family::MuTorere]).map(|_| Self)
    }
}
