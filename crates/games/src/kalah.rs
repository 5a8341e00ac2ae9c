//! The rules of Kalah.

use core::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Scheme,
    split_once,
};

use crate::{
    margin::{margin, outcome},
    named::named,
    squares::read_side,
};

#[doc = include_str!("rules/kalah.md")]
///
/// The rules are from the article *Kalah* of the English Wikipedia. In a common variant, the last seed is captured even
/// if the opposite pit is empty. This changes a few values: X wins `kalah:5,2` by 2, but in the variant it is a draw.
///
/// A position is the seeds of X's side and of O's side, each with six pits and the store, and the side to move.
/// A move is the number of the pit.
///
/// ```
/// use perfect_play_core::{Game, Player};
/// use perfect_play_games::Kalah;
///
/// let game: Kalah = "kalah:3,2".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "2,2,2:0/2,2,2:0 X");
/// // The last seed falls into the store, so X moves again.
/// let position = game.play(start, 2);
/// assert_eq!(game.notation(position).to_string(), "2,0,3:1/2,2,2:0 X");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    pits: u8,
    seeds: u8,
}

named!(Kalah(pits, seeds));

/// The pits of one side in the order of sowing, followed by the store.
type Side = [u8; 7];

const STORE: usize = 6;

impl Kalah {
    /// The game with this many pits for each player, and seeds in each pit. `None` if one of the numbers is 0,
    /// if there are more than six pits, or if there are more than 127 seeds on the board.
    #[must_use]
    pub const fn new(pits: u8, seeds: u8) -> Option<Self> {
        let all = 2 * pits as u32 * seeds as u32;
        if pits == 0 || pits > 6 || seeds == 0 || all > 127 {
            None
        } else {
            Some(Self { pits, seeds })
        }
    }

    /// The number of pits of each player.
    #[must_use]
    pub const fn pits(&self) -> u8 {
        self.pits
    }

    /// The number of seeds in each pit at the start.
    #[must_use]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The seeds in the pits of a side.
    fn pits_of(self, side: &Side) -> &[u8] {
        side.get(..self.pits.into()).unwrap_or_default()
    }

    /// Sows one of the player's pits, counted from 0. Returns whether the player moves again.
    fn sow(self, own: &mut Side, other: &mut Side, pit: u8) -> bool {
        let pits = self.pits;
        let Some(from) = own.get_mut(usize::from(pit)).filter(|_| pit < pits) else {
            return false;
        };
        // The holes in the order of sowing, with P pits on each side. The other store is not one of them:
        //
        //     0 … P − 1    own pits
        //     P            own store
        //     P + 1 … 2P   the other pits
        let (mut at, seeds) = (pit, core::mem::take(from));
        for _ in 0..seeds {
            at = if at >= 2 * pits { 0 } else { at + 1 };
            let hole = match at.checked_sub(pits) {
                None => own.get_mut(usize::from(at)),
                Some(0) => own.get_mut(STORE),
                Some(beyond) => other.get_mut(usize::from(beyond).wrapping_sub(1)),
            };
            if let Some(hole) = hole {
                *hole = hole.wrapping_add(1);
            }
        }
        // If the last hole is not an own pit, this wraps to a number that no pit has, and nothing is captured. A
        // last pit with one seed was empty, or was the pit that was sown.
        let opposite = usize::from(pits).wrapping_sub(1).wrapping_sub(at.into());
        if let (Some(last @ 1), Some(captured @ 1..)) =
            (own.get_mut(usize::from(at)), other.get_mut(opposite))
        {
            let taken = core::mem::take(last).wrapping_add(core::mem::take(captured));
            own[STORE] = own[STORE].wrapping_add(taken);
        }
        at == pits
    }

    fn fmt_side(self, side: Side, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pits = self.pits_of(&side).iter().enumerate();
        pits.try_for_each(|(i, seeds)| write!(f, "{}{seeds}", if i == 0 { "" } else { "," }))?;
        write!(f, ":{}", side[STORE])
    }

    fn parse_side(self, text: &str) -> Option<Side> {
        let (pits, store) = split_once(text, b':')?;
        let mut side = Side::default();
        side[STORE] = store.parse().ok()?;
        let mut rest = Some(pits);
        for pit in side.iter_mut().take(self.pits.into()) {
            let seeds;
            (seeds, rest) = match split_once(rest?, b',') {
                Some((seeds, rest)) => (seeds, Some(rest)),
                None => (rest?, None),
            };
            *pit = seeds.parse().ok()?;
        }
        if rest.is_some() { None } else { Some(side) }
    }
}

/// The side of the player to move, and the other side.
const fn sides((x, o, to_move): (Side, Side, Player)) -> (Side, Side) {
    match to_move {
        Player::X => (x, o),
        Player::O => (o, x),
    }
}

/// The sum of seeds.
fn sum(side: &[u8]) -> u8 {
    side.iter().fold(0, |sum, &seeds| sum.saturating_add(seeds))
}

impl Game for Kalah {
    /// X's side, O's side, and the side to move.
    type Position = (Side, Side, Player);

    fn start(&self) -> Self::Position {
        let mut side = Side::default();
        side.iter_mut().take(self.pits.into()).for_each(|pit| *pit = self.seeds);
        (side, side, Player::X)
    }

    fn to_move(&self, (_, _, to_move): Self::Position) -> Player {
        to_move
    }

    fn legal_moves(&self, position: Self::Position) -> Moves {
        if self.terminal(position).is_some() {
            return Moves::EMPTY;
        }
        let (own, _) = sides(position);
        let pits = (1..).zip(self.pits_of(&own)).filter(|(_, seeds)| **seeds > 0);
        pits.map(|(pit, _)| pit).collect()
    }

    fn play(&self, position: Self::Position, mv: Move) -> Self::Position {
        let to_move = position.2;
        let (mut own, mut other) = sides(position);
        let again = mv.checked_sub(1).is_some_and(|pit| self.sow(&mut own, &mut other, pit));
        let next = if again { to_move } else { to_move.opponent() };
        match to_move {
            Player::X => (own, other, next),
            Player::O => (other, own, next),
        }
    }

    fn terminal(&self, position: Self::Position) -> Option<Outcome> {
        let empty = |side| sum(self.pits_of(side)) == 0;
        (empty(&position.0) || empty(&position.1)).then(|| outcome(self.score(position)))
    }

    fn scheme(&self) -> Scheme {
        Scheme::Score
    }

    fn score(&self, position: Self::Position) -> i16 {
        let (own, other) = sides(position);
        margin([sum(&own), sum(&other)])
    }

    // There are no symmetries, because turning the board swaps the players.

    /// Writes X's pits in the order of sowing, X's store, O's pits and store, and the side to move:
    /// `2,0,3:1/2,2,2:0 X`. In the drawing X is at the bottom and sows to the right.
    fn fmt_position(&self, position: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, o, to_move) = position;
        if !f.alternate() {
            self.fmt_side(x, f)?;
            f.write_str("/")?;
            self.fmt_side(o, f)?;
            return write!(f, " {to_move}");
        }
        f.write_str("    ")?;
        self.pits_of(&o).iter().rev().try_for_each(|seeds| write!(f, "{seeds:>4}"))?;
        let width = 4 * usize::from(self.pits);
        write!(f, "\n{:>4}{:width$}{:>4}\n    ", o[STORE], "", x[STORE])?;
        self.pits_of(&x).iter().try_for_each(|seeds| write!(f, "{seeds:>4}"))?;
        write!(f, "\n{to_move} to move")
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let (board, to_move) = read_side(text)?;
        let sides = split_once(board, b'/');
        let sides = sides.and_then(|(x, o)| Some((self.parse_side(x)?, self.parse_side(o)?)));
        let wrong = "each side is its pits separated by commas, a colon and the store; X's side, a `/`, \
                     O's side";
        let (x, o) = sides.ok_or(ParsePositionError::Wrong(wrong))?;
        let count = |side: &Side| side.iter().copied().map(u16::from).sum::<u16>();
        if count(&x) + count(&o) != 2 * u16::from(self.pits) * u16::from(self.seeds) {
            return Err(ParsePositionError::Wrong(
                "the number of seeds must be the same as at the start",
            ));
        }
        Ok((x, o, to_move))
    }

    /// A move is chosen by its pit.
    fn drawing(&self) -> Drawing {
        Drawing::Pits { pits: self.pits }
    }

    fn piece(&self, (x, o, _): Self::Position, cell: u8) -> Option<Piece> {
        let holes = self.pits.wrapping_add(1);
        let (side, hole) = match cell.checked_sub(holes) {
            None => (x, cell),
            Some(hole) if hole < holes => (o, hole),
            Some(_) => return None,
        };
        let hole = if hole == self.pits { STORE } else { hole.into() };
        side.get(hole).copied().map(Piece::count)
    }

    fn points_at(&self, (.., to_move): Self::Position, mv: Move) -> MoveCells {
        MoveCells::from(match to_move {
            Player::X => mv.wrapping_sub(1),
            Player::O => mv.wrapping_add(self.pits),
        })
    }

    /// Writes the number of the pit, or `store`.
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holes = self.pits.wrapping_add(1);
        match cell.checked_sub(holes).unwrap_or(cell) {
            hole if hole == self.pits => f.write_str("store"),
            hole => write!(f, "{}", hole.wrapping_add(1)),
        }
    }
}
