//! The rules of Nim.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, split_once,
};

use crate::{
    Family, ParseNameError,
    family::MAX_NUMBERS,
    name::{Name, fmt_name},
    squares::place,
};

#[doc = include_str!("rules/nim.md")]
///
/// The name and the theory are by Charles L. Bouton (1901). The rules are those of normal play in the article *Nim* of
/// the English Wikipedia.
///
/// The game is impartial, so a position does not contain the side to move. A position is the number of stones in each
/// pile. The move that takes *n* stones from a pile has this number: *n* − 1 plus the number of stones that the piles
/// before it have at the start. So there are as many different moves as there are stones at the start.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Nim;
///
/// let game: Nim = "nim:3,4,5".parse()?;
/// let start = game.start();
/// assert_eq!(game.notation(start).to_string(), "3,4,5");
/// let position = game.play(start, game.parse_move(start, "2-from-1").unwrap());
/// assert_eq!(game.notation(position).to_string(), "1,4,5");
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    /// The piles at the start, followed by zeros.
    piles: [u8; MAX_NUMBERS],
}

impl Nim {
    /// The game with these piles. `None` if there is no pile, an empty pile, more than eight piles, or more
    /// than 256 stones.
    #[must_use]
    pub fn new(piles: &[u8]) -> Option<Self> {
        let stones: u16 = piles.iter().copied().map(u16::from).sum();
        if piles.is_empty() || piles.len() > MAX_NUMBERS || piles.contains(&0) || stones > 256 {
            return None;
        }
        let mut game = Self { piles: [0; MAX_NUMBERS] };
        game.piles.iter_mut().zip(piles).for_each(|(pile, &stones)| *pile = stones);
        Some(game)
    }

    /// The stones of each pile at the start.
    pub fn piles(&self) -> impl Iterator<Item = u8> {
        self.piles.into_iter().take_while(|&stones| stones > 0)
    }

    /// Each pile, counted from 0, with the number of its first move.
    fn first_moves(&self) -> impl Iterator<Item = (usize, u16)> {
        let mut next = 0;
        self.piles().enumerate().map(move |(pile, stones)| {
            let first = next;
            next += u16::from(stones);
            (pile, first)
        })
    }

    /// The pile, counted from 0, and the number of stones that a move takes.
    fn taken(self, mv: Move) -> (usize, u8) {
        let mv = u16::from(mv);
        let (pile, first) =
            self.first_moves().take_while(|&(_, first)| first <= mv).last().unwrap_or_default();
        (pile, u8::try_from(mv - first).unwrap_or_default().saturating_add(1))
    }

    /// The stone and its pile, both from 0, that a cell of the drawing shows.
    fn stone_and_pile(self, cell: u8) -> Option<(u8, u8)> {
        match self.drawing() {
            Drawing::Squares { columns, .. } => Some(place(columns, cell)),
            _ => None,
        }
    }

    /// The swaps of equal piles that make up a symmetry, in order. Each pile is swapped with an equal pile before it,
    /// or not at all, so every order of equal piles has exactly one list of swaps. There are at most 255 symmetries. If
    /// there are more orders of equal piles, the last piles are never swapped.
    fn exchanges(&self, symmetry: u8) -> impl Iterator<Item = (usize, usize)> {
        let (mut all, mut rest) = (1_u8, symmetry);
        let piles = self.piles;
        let equal = move |pile: usize| {
            let stones = piles.get(pile).copied();
            (0..pile).filter(move |&before| piles.get(before).copied() == stones)
        };
        (0..self.piles().count()).map_while(move |pile| {
            let choices = u8::try_from(equal(pile).count()).ok()?.checked_add(1)?;
            all = all.checked_mul(choices)?;
            let choice = rest.checked_rem(choices)?;
            rest = rest.checked_div(choices)?;
            let other = choice.checked_sub(1).and_then(|choice| equal(pile).nth(choice.into()));
            Some((pile, other.unwrap_or(pile)))
        })
    }
}

impl Game for Nim {
    /// The stones of each pile.
    type Position = [u8; MAX_NUMBERS];

    fn start(&self) -> Self::Position {
        self.piles
    }

    /// Unused, because the game is impartial.
    fn to_move(&self, _: Self::Position) -> Player {
        Player::X
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn legal_moves(&self, piles: Self::Position) -> Moves {
        let moves = self.first_moves().zip(piles).flat_map(|((_, first), stones)| {
            (first..first.wrapping_add(stones.into())).filter_map(|mv| Move::try_from(mv).ok())
        });
        moves.collect()
    }

    fn play(&self, mut piles: Self::Position, mv: Move) -> Self::Position {
        let (pile, taken) = self.taken(mv);
        if let Some(stones) = piles.get_mut(pile) {
            *stones = stones.saturating_sub(taken);
        }
        piles
    }

    /// Always `None`. If no stone is left, the side to move cannot move and loses.
    fn terminal(&self, _: Self::Position) -> Option<Outcome> {
        None
    }

    fn symmetries(&self) -> u8 {
        let equal_before =
            |pile, stones: u8| self.piles().take(pile).filter(|&other| other == stones).count();
        let choices = self.piles().enumerate().map(|(pile, stones)| 1 + equal_before(pile, stones));
        let mut all = 1_u8;
        for choices in choices {
            match u8::try_from(choices).ok().and_then(|choices| all.checked_mul(choices)) {
                Some(more) => all = more,
                None => break,
            }
        }
        all
    }

    fn image(&self, mut piles: Self::Position, symmetry: u8) -> Self::Position {
        for (pile, other) in self.exchanges(symmetry) {
            if let (Some(&one), Some(&two)) = (piles.get(pile), piles.get(other)) {
                piles.get_mut(pile).into_iter().for_each(|stones| *stones = two);
                piles.get_mut(other).into_iter().for_each(|stones| *stones = one);
            }
        }
        piles
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let (pile, taken) = self.taken(mv);
        let image = self.exchanges(symmetry).fold(pile, |at, (one, other)| match at {
            _ if at == one => other,
            _ if at == other => one,
            _ => at,
        });
        let first = self.first_moves().nth(image).map_or(0, |(_, first)| first);
        (first + u16::from(taken)).checked_sub(1).and_then(|mv| mv.try_into().ok()).unwrap_or(mv)
    }

    /// Writes the number of stones in each pile: `3,4,5`. In the drawing each pile is a line of stones.
    fn fmt_position(&self, piles: Self::Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pile, stones) in piles.into_iter().take(self.piles().count()).enumerate() {
            if f.alternate() {
                let end = if pile == 0 { "" } else { "\n" };
                write!(f, "{end}pile {}: ", pile.wrapping_add(1))?;
                (0..stones).try_for_each(|_| f.write_str("*"))?;
            } else {
                write!(f, "{}{stones}", if pile == 0 { "" } else { "," })?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, ParsePositionError> {
        let wrong =
            ParsePositionError::Wrong("the stones of the piles are numbers separated by commas");
        let mut rest = Some(text);
        let mut piles = [0; MAX_NUMBERS];
        for (pile, most) in piles.iter_mut().zip(self.piles()) {
            let left = rest.ok_or(wrong)?;
            let stones;
            (stones, rest) = match split_once(left, b',') {
                Some((stones, rest)) => (stones, Some(rest)),
                None => (left, None),
            };
            *pile = stones.parse().map_err(|_| wrong)?;
            if *pile > most {
                return Err(ParsePositionError::Wrong("a pile has more stones than at the start"));
            }
        }
        if rest.is_some() { Err(wrong) } else { Ok(piles) }
    }

    /// Writes the number of stones and the pile, counted from 1: `2-from-1`.
    fn fmt_move(&self, _: Self::Position, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pile, taken) = self.taken(mv);
        write!(f, "{taken}-from-{}", pile.wrapping_add(1))
    }

    // Each pile is a row of stones. A move points at the first stone that it takes. The stones after it are taken, too.
    /// Squares: a row for each pile, and as many columns as the largest pile has stones. A list if this is more than
    /// 255 squares.
    fn drawing(&self) -> Drawing {
        let columns = self.piles().max().unwrap_or(1);
        match u8::try_from(self.piles().count()) {
            Ok(rows) if columns.checked_mul(rows).is_some() => {
                Drawing::Squares { columns, rows, falls: false }
            }
            _ => Drawing::List,
        }
    }

    fn piece(&self, piles: Self::Position, cell: u8) -> Option<Piece> {
        let (stone, pile) = self.stone_and_pile(cell)?;
        let stones = piles.get(usize::from(pile)).copied()?;
        (stone < stones).then_some(Piece::named(None, "stone", '*'))
    }

    fn points_at(&self, piles: Self::Position, mv: Move) -> MoveCells {
        let (pile, taken) = self.taken(mv);
        let (Drawing::Squares { columns, .. }, Some(stones)) = (self.drawing(), piles.get(pile))
        else {
            return MoveCells::NONE;
        };
        let row = u8::try_from(pile).unwrap_or_default().wrapping_mul(columns);
        MoveCells::from(row.wrapping_add(stones.wrapping_sub(taken)))
    }

    /// The stone and its pile, both counted from 1: `3-in-1`.
    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stone, pile) = self.stone_and_pile(cell).unwrap_or((cell, 0));
        write!(f, "{}-in-{}", stone.wrapping_add(1), pile.wrapping_add(1))
    }
}

/// Prints the name that parses as this game.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piles = self.piles.get(..self.piles().count()).unwrap_or_default();
        fmt_name(f, Family::Nim, piles, &[])
    }
}

/// Parses the name that the game prints.
impl FromStr for Nim {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Nim])?;
        Self::new(name.all_numbers()).ok_or_else(|| name.beyond_limits())
    }
}
