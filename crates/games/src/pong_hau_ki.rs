//! Pong Hau K'i: two stones each on five points.

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

#[doc = include_str!("rules/pong_hau_ki.md")]
///
/// The rules are from Philip Straffin, *Position Graphs for Pong Hau K'i and Mu Torere* (Mathematics Magazine
/// 68, 1995). Here the side without a line is the left one.
///
/// In the library, points are numbered from 0. A move is the point of the stone that moves to the empty point. `2-3` is
/// the move of the stone on 1 to the centre.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::PongHauKi;
///
/// let start = PongHauKi.start();
/// assert_eq!(PongHauKi.notation(start).to_string(), "OX.OX X");
/// let drawn = format!("{:#}", PongHauKi.notation(start));
/// assert_eq!(drawn.lines().next(), Some("O---X"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PongHauKi;

const POINTS: u8 = 5;
/// The points connected to each point.
const JOINED: [u16; POINTS as usize] = [0b00110, 0b10101, 0b11011, 0b10100, 0b01110];

impl Game for PongHauKi {
    /// The points with a stone of X, the points with a stone of O, and the side to move.
    type Position = (u16, u16, Player);

    fn start(&self) -> Stones {
        (0b10010, 0b01001, Player::X)
    }

    fn to_move(&self, (.., side): Stones) -> Player {
        side
    }

    fn legal_moves(&self, stones: Stones) -> Moves {
        let gap = gap(stones, POINTS).trailing_zeros() as usize;
        let from = JOINED.get(gap).copied().unwrap_or(0);
        Moves::from_low_bits((own(stones) & from).into())
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

    /// The identity and the reflection that swaps top and bottom.
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
        match (symmetry, mv) {
            (1, 0 | 1) => mv + 3,
            (1, 3 | 4) => mv - 3,
            _ => mv,
        }
    }

    fn fmt_position(&self, stones: Stones, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_gap::write(f, stones, POINTS, "0---1\n \\ /|\n  2 |\n / \\|\n3---4")
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

const PLACES: [[u8; 2]; POINTS as usize] = [[0, 0], [6, 0], [3, 3], [0, 6], [6, 6]];
const LINKS: [[u8; 2]; 7] = [[0, 1], [0, 2], [1, 2], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Prints the name.
impl fmt::Display for PongHauKi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Family::PongHauKi.name())
    }
}

impl FromStr for PongHauKi {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        Name::read(name, &[Family::PongHauKi]).map(|_| Self)
    }
}
