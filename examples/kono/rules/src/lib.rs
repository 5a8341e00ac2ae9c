//! The rules of Four Field Kono, a Korean game (Stewart Culin, *Korean Games*, 1895).
//!
//! Each player has half of the points of a board of four by four:
//!
//! ```text
//! O O O O
//! O O O O
//! X X X X
//! X X X X
//! ```
//!
//! X begins. A man moves along a row or column to the next point, if it is empty. Or he jumps over a man
//! of his own side who stands next to him, and takes the opponent who stands behind that one. A player with
//! a single man, or without a move, loses. Endless play is a draw.

mod tiers;

use std::fmt;

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Tiering,
};

use self::tiers::Tiers;

/// Four Field Kono, on a board with four rows.
#[derive(Clone, Debug)]
pub struct Kono {
    columns: u8,
    tiers: Tiers,
}

/// The men of the side to move, and of the other side: bit `i` is the point in row `i / columns`, from the top, and in column
/// `i % columns`.
pub type Men = [u16; 2];

const ROWS: u8 = 4;

/// The steps to the left, to the right, up and down.
const DIRECTIONS: [[i8; 2]; 4] = [[-1, 0], [1, 0], [0, -1], [0, 1]];

impl Kono {
    /// The game with this many columns. The usual board has four.
    ///
    /// # Panics
    ///
    /// If there are fewer than two columns, or more than four.
    #[must_use]
    pub fn new(columns: u8) -> Self {
        assert!((2..=4).contains(&columns), "a board has two to four columns");
        Self { columns, tiers: Tiers::of(ROWS * columns) }
    }

    /// The next point in a direction.
    fn step(&self, point: u8, direction: u8) -> Option<u8> {
        let [right, down] = *DIRECTIONS.get(usize::from(direction))?;
        let column = (point % self.columns).checked_add_signed(right)?;
        let row = (point / self.columns).checked_add_signed(down)?;
        (column < self.columns && row < ROWS).then_some(row * self.columns + column)
    }

    fn is_jump(mv: Move) -> bool {
        mv % 2 == 1
    }

    /// Where a move leads: 8 × `from` + 2 × direction, and 1 more if the man jumps.
    fn target(&self, mv: Move) -> Option<u8> {
        let direction = mv / 2 % 4;
        let next = self.step(mv / 8, direction)?;
        if Self::is_jump(mv) { self.step(next, direction) } else { Some(next) }
    }
}

/// The name. Tables carry it.
impl fmt::Display for Kono {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kono:{}", self.columns)
    }
}

impl Game for Kono {
    type Position = Men;

    fn start(&self) -> Men {
        let half = (1 << (2 * self.columns)) - 1;
        [half << (2 * self.columns), half]
    }

    /// A position is seen from the side to move, so both sides share a table.
    fn to_move(&self, _: Men) -> Player {
        Player::X
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_seen_by_mover(&self) -> bool {
        true
    }

    fn legal_moves(&self, [own, other]: Men) -> Moves {
        if own.count_ones() < 2 {
            return Moves::EMPTY;
        }
        let has = |men: u16, point: u8| men >> point & 1 == 1;
        let is_legal = |mv: &Move| {
            let next = self.step(mv / 8, mv / 2 % 4);
            let Some((next, target)) = next.zip(self.target(*mv)) else { return false };
            if Self::is_jump(*mv) {
                has(own, next) && has(other, target)
            } else {
                !has(own | other, target)
            }
        };
        let points = (0..ROWS * self.columns).filter(|&point| has(own, point));
        points.flat_map(|from| 8 * from..8 * from + 8).filter(is_legal).collect()
    }

    fn play(&self, [own, other]: Men, mv: Move) -> Men {
        let Some(target) = self.target(mv) else { return [own, other] };
        [other & !(1 << target), own & !(1 << (mv / 8)) | 1 << target]
    }

    fn terminal(&self, [own, _]: Men) -> Option<Outcome> {
        (own.count_ones() < 2).then_some(Outcome::Loss)
    }

    fn repeats(&self) -> bool {
        true
    }

    fn tiering(&self) -> Option<&dyn Tiering<Men>> {
        Some(self)
    }

    fn fmt_position(&self, men: Men, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in 0..ROWS * self.columns {
            if f.alternate() && point > 0 && point % self.columns == 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}", self.piece(men, point).map_or('.', Piece::letter))?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Men, ParsePositionError> {
        let points = text.chars().count();
        if points != usize::from(ROWS * self.columns) {
            return Err(ParsePositionError::Wrong("the board needs a letter for each point"));
        }
        let of = |letter| {
            let has = |(_, found): &(u8, char)| *found == letter;
            (0..).zip(text.chars()).filter(has).fold(0, |men, (point, _)| men | 1_u16 << point)
        };
        Ok(['X', 'O'].map(of))
    }

    fn fmt_move(&self, _: Men, mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [mv / 8, self.target(mv).unwrap_or_default()];
        let taken = if Self::is_jump(mv) { "x" } else { "-" };
        write!(f, "{}{taken}{}", self.cell_text(from), self.cell_text(to))
    }

    fn rules(&self) -> &'static str {
        "A man moves along a row or column to the next empty point, or jumps over a man of his own side and takes the \
         opponent behind that one. A player with a single man, or without a move, loses."
    }

    fn drawing(&self) -> Drawing {
        Drawing::Squares { columns: self.columns, rows: ROWS, falls: false }
    }

    fn piece(&self, men: Men, point: u8) -> Option<Piece> {
        let side = men.iter().position(|side| side >> point & 1 == 1)?;
        Some(Piece::mark(if side == 0 { Player::X } else { Player::O }))
    }

    fn points_at(&self, _: Men, mv: Move) -> MoveCells {
        MoveCells::between(mv / 8, self.target(mv).unwrap_or_default())
    }
}
