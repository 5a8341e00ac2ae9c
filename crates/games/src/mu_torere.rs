//! Mū Tōrere: stones on a ring around a centre.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Game, Move, Moves, Outcome, ParsePositionError, Player, Printable, Symmetric,
};

use crate::{
    Family, ParseNameError,
    name::Name,
    one_gap::{self, Stones, gap, own},
};

/// Mū Tōrere, a game of the Māori: eight points are on a ring, 0 to 7, and each is joined to the centre, 8. X has four
/// stones on 0 to 3, O on 4 to 7, and X moves first. A stone goes along a line to the empty point; to the centre only
/// from beside a stone of the other side. Who cannot move loses. Play that never ends is a draw.
///
/// The rules are those of Marcia Ascher, *Mu Torere: An Analysis of a Maori Game* (Mathematics Magazine 60, 1987), and
/// of R. C. Bell, *Board and Table Games from Many Civilizations*, volume 2 (1969).
///
/// Moves: the point whose stone goes to the empty one, written `3-8`.
///
/// ```
/// use perfect_play_core::{Game, Printable};
/// use perfect_play_games::MuTorere;
///
/// let start = MuTorere.start();
/// assert_eq!(MuTorere.notation(start).to_string(), "XXXXOOOO. X");
/// // 1 and 2 are not beside a stone of O.
/// assert_eq!(MuTorere.legal_moves(start).to_string(), "0 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MuTorere;

const POINTS: u8 = 9;
const RING: u16 = 0xFF;
const CENTRE: u16 = 1 << 8;

/// The points of the ring beside these of the ring.
const fn beside(points: u16) -> u16 {
    (points << 1 | points >> 7 | points >> 1 | points << 7) & RING
}

impl Game for MuTorere {
    /// The points with a stone of X, those with one of O, and the side to move.
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
}

/// The mirror image that keeps the start: 0 and 3, 1 and 2, 4 and 7, 5 and 6 change places.
impl Symmetric for MuTorere {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, (x, o, side): Stones, symmetry: u8) -> Stones {
        let image = |points| one_gap::image(points, |point| self.image_of_move(point, symmetry));
        (image(x), image(o), side)
    }

    fn image_of_move(&self, mv: Move, symmetry: u8) -> Move {
        if symmetry == 1 && mv < 8 { 3_u8.wrapping_sub(mv) % 8 } else { mv }
    }
}

impl Printable for MuTorere {
    fn fmt_position(&self, stones: Stones, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_gap::write(f, stones, POINTS, "  0 1\n7     2\n   8\n6     3\n  5 4")
    }

    fn parse_position(&self, text: &str) -> Result<Stones, ParsePositionError> {
        one_gap::read(text, POINTS)
    }

    fn fmt_move(&self, stones: Stones, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        one_gap::write_move(f, stones, mv, POINTS)
    }
}

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
