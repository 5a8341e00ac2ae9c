//! Pieces on cells.

use core::fmt;

use crate::Player;

/// A piece on a cell of a board. It prints a form for programs: `x`, `o`, `x-king` or `3`. The alternate form (`{:#}`) is
/// short, for people: `X`, `O`, `K`, `3`.
///
/// ```
/// use perfect_play_core::{Piece, Player};
///
/// let king = Piece::named(Some(Player::X), "king", 'K');
/// assert_eq!((king.to_string(), format!("{king:#}")), ("x-king".into(), "K".into()));
/// assert_eq!(Piece::mark(Player::O).to_string(), "o");
/// assert_eq!(Piece::count(3).to_string(), "3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Piece(Figure);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    Mark(Player),
    Count(u8),
    Named(Option<Player>, &'static str, char),
}

impl Piece {
    /// A mark or stone of this player. Use it if each player has only one kind of piece.
    #[must_use]
    pub const fn mark(owner: Player) -> Self {
        Self(Figure::Mark(owner))
    }

    /// A number of seeds, which belong to neither player.
    #[must_use]
    pub const fn count(seeds: u8) -> Self {
        Self(Figure::Count(seeds))
    }

    /// Another piece, with its name and its letter. The owner is `None` if it belongs to neither player.
    ///
    /// The page has pictures of pieces with these names: `king`, `rook`, `stone`, `chocolate`, `poison`, `domino`, `hole`,
    /// `edge` and `box`. It draws any other piece as its letter.
    #[must_use]
    pub const fn named(owner: Option<Player>, name: &'static str, letter: char) -> Self {
        Self(Figure::Named(owner, name, letter))
    }

    /// The owner, or `None` if the piece belongs to neither player.
    #[must_use]
    pub const fn owner(self) -> Option<Player> {
        match self.0 {
            Figure::Mark(owner) | Figure::Named(Some(owner), ..) => Some(owner),
            Figure::Count(_) | Figure::Named(None, ..) => None,
        }
    }

    /// A single character for the piece. It is `+` for more than nine seeds.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.0 {
            Figure::Mark(Player::X) => 'X',
            Figure::Mark(Player::O) => 'O',
            Figure::Count(seeds @ 0..=9) => (b'0' + seeds) as char,
            Figure::Count(_) => '+',
            Figure::Named(.., letter) => letter,
        }
    }

    /// The same piece with the other owner. A piece without an owner is unchanged.
    #[must_use]
    pub const fn of_opponent(self) -> Self {
        match self.0 {
            Figure::Mark(owner) => Self::mark(owner.opponent()),
            Figure::Named(Some(owner), name, letter) => {
                Self::named(Some(owner.opponent()), name, letter)
            }
            Figure::Count(_) | Figure::Named(None, ..) => self,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Figure::Count(seeds) => write!(f, "{seeds}"),
            _ if f.alternate() => write!(f, "{}", self.letter()),
            Figure::Mark(owner) => f.write_str(small(owner)),
            Figure::Named(Some(owner), name, _) => write!(f, "{}-{name}", small(owner)),
            Figure::Named(None, name, _) => f.write_str(name),
        }
    }
}

/// Prints the form for programs.
impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

const fn small(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}
