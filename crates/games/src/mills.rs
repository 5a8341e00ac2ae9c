//! Men who close mills and capture: Nine Men's Morris and its kin.

#![expect(
    clippy::cast_possible_truncation,
    reason = "points, numbers of men and bytes of tables fit their types"
)]

mod board;
mod choices;
mod orbits;
mod slots;
mod tiers;

use core::{
    array,
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    str::FromStr,
};

use perfect_play_core::{
    Drawing, Game, Move, MoveCells, MoveList, Moves, Outcome, ParsePositionError, Piece, Player,
    Slot, Tiering, Value, split_once,
};

use self::{
    board::{ALL, Board, bits, image},
    choices::MAX_MEN,
    orbits::Orbits,
    tiers::{FEWEST, Tiers},
};
use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{piece, read_seen, square, write_board},
};

#[doc = include_str!("rules/mills.md")]
///
/// The rules of Nine Men's Morris are from Ralph Gasser, *Solving Nine Men's Morris* (Games of No Chance, 1996); those of its kin
/// from Naoyuki Takeda and Kunihito Hoki, *Analysis of the Number of Piece Configurations in N Men's Morris* (2020), which has
/// the same boards, numbers of men and flying. Lasker's game and the full board in Morabaraba are as in Gábor Gévay and Gábor
/// Danner, *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris* (2016,
/// arXiv:1408.0032).
///
/// A position is seen from the side to move, as in [`Quixo`](crate::Quixo). Each side is a number: bits 0 to 7 are the points of
/// the outer ring, clockwise from the top left corner, bits 8 to 15 the middle ring, bits 16 to 23 the inner ring, and bit 24 is
/// the centre. A board with two rings has the outer and the inner one. The number of men still to be placed begins at bit 28.
///
/// A move and its capture are one ply. The number of a move is its place in the [list](MoveList) of the legal moves.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Mills;
///
/// let game: Mills = "morris:nine".parse().unwrap();
/// assert_eq!(game.notation(game.start()).to_string(), ".../.../.../....../.../.../... 9:9");
/// // X closes a mill and takes a man.
/// let position = game.parse_position("X.X/.../.../O...../.../.O./O.. 7:6").unwrap();
/// let mv = game.parse_move(position, "d7xd2").unwrap();
/// assert_eq!(game.notation(game.play(position, mv)).to_string(), "OOO/.../.../X...../.../.../X.. 6:6");
/// let lost = game.parse_position("XX./.../.../....../.../..O/.OO").unwrap();
/// assert_eq!(game.terminal(lost), Some(Outcome::Loss));
/// ```
#[derive(Clone, Copy)]
pub struct Mills {
    rules: &'static Rules,
    /// The number of men of each player.
    men: u8,
    flying: bool,
    tiers: Tiers,
}

/// The games whose names are words.
struct Rules {
    board: &'static Board,
    orbits: &'static Orbits,
    /// The usual number of men.
    men: u8,
    /// Whether a player with three men may move them anywhere.
    flying: bool,
    /// Whether men may be moved while others are still to be placed.
    mixes: bool,
}

/// The rules by the index of their word in [`Family::words`].
static RULES: [Rules; 6] = [
    Rules { board: &board::THREE, orbits: &orbits::THREE, men: 3, flying: false, mixes: false },
    Rules { board: &board::SIX, orbits: &orbits::SIX, men: 6, flying: false, mixes: false },
    Rules { board: &board::SEVEN, orbits: &orbits::SEVEN, men: 7, flying: true, mixes: false },
    Rules { board: &board::NINE, orbits: &orbits::NINE, men: 9, flying: true, mixes: false },
    Rules { board: &board::NINE, orbits: &orbits::NINE, men: 10, flying: true, mixes: true },
    Rules { board: &board::MORABARABA, orbits: &orbits::NINE, men: 12, flying: true, mixes: false },
];

/// The lowest bit of the number of men to be placed.
const HAND: u32 = 28;
/// One man to be placed.
const MAN: u32 = 1 << HAND;

/// A move.
#[derive(Clone, Copy)]
struct Step {
    /// The point that the man leaves. `None` if he is placed.
    from: Option<u8>,
    to: u8,
    /// The point of the captured man.
    taken: Option<u8>,
}

impl Step {
    /// A number that no other move of the position has.
    fn number(self) -> u16 {
        let number = |point: Option<u8>| point.map_or(0, |point| u16::from(point) + 1);
        number(self.from) << 10 | u16::from(self.to) << 5 | number(self.taken)
    }

    fn image(self, symmetry: u8) -> Self {
        let image = |point: u8| image(1 << point, symmetry).trailing_zeros() as u8;
        Self { from: self.from.map(image), to: image(self.to), taken: self.taken.map(image) }
    }
}

impl Mills {
    /// The game with this number of men. `None` if there are fewer than three, or more than the board has points for.
    fn new(rules: &'static Rules, men: u8) -> Option<Self> {
        let most = rules.board.points.count_ones() / 2;
        if men < FEWEST || u32::from(men) > most || usize::from(men) > MAX_MEN {
            return None;
        }
        Some(Self { rules, men, flying: rules.flying, tiers: Tiers::new(men, rules.mixes) })
    }

    /// Calls `each` with every move, in the order of their numbers, until it breaks.
    #[inline]
    fn each_step(
        &self,
        [own, other]: [u32; 2],
        mut each: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.terminal([own, other]).is_some() {
            return ControlFlow::Continue(());
        }
        let board = self.rules.board;
        let free = board.points & !(own | other);
        let mut takeable = None;
        let mut to_each = |from: Option<u8>, men: u32, to: u32| {
            for to in bits(to) {
                let step = Step { from, to, taken: None };
                let targets = if board.closes(men, to) {
                    *takeable.get_or_insert_with(|| self.takeable(other))
                } else {
                    0
                };
                if targets == 0 {
                    each(step)?;
                }
                for taken in bits(targets) {
                    each(Step { taken: Some(taken), ..step })?;
                }
            }
            ControlFlow::Continue(())
        };
        if own >= MAN {
            to_each(None, own, free)?;
            if !self.rules.mixes {
                return ControlFlow::Continue(());
            }
        }
        let flies = self.flies(own);
        for from in bits(own & board.points) {
            let to = if flies { free } else { board.near(from) & free };
            to_each(Some(from), own & !(1 << from), to)?;
        }
        ControlFlow::Continue(())
    }

    /// The number of moves. It is asked for often, and counting the moves to a point at once is faster than listing them.
    #[inline]
    fn count_moves(&self, [own, other]: [u32; 2]) -> u32 {
        if self.terminal([own, other]).is_some() {
            return 0;
        }
        let board = self.rules.board;
        let (men, free) = (own & board.points, board.points & !(own | other));
        let (places, flies) = (own >= MAN, self.flies(own));
        let moves = !places || self.rules.mixes;
        let (mut all, mut closing) = (0, 0);
        for to in bits(free) {
            let held = board.held(own, to);
            if places {
                all += 1;
                closing += u32::from(held != ALL);
            }
            if moves {
                let from = if flies { men } else { men & board.near(to) };
                all += from.count_ones();
                closing += (from & !held).count_ones();
            }
        }
        match closing {
            0 => all,
            _ => all - closing + closing * self.takeable(other).count_ones().max(1),
        }
    }

    /// The men that a mill can take: those outside mills, or all if all are in mills.
    #[inline]
    fn takeable(&self, side: u32) -> u32 {
        let board = self.rules.board;
        let men = side & board.points;
        let outside = bits(men).filter(|point| !board.closes(men, *point));
        let outside = outside.fold(0, |outside, point| outside | 1 << point);
        if outside == 0 { men } else { outside }
    }

    /// Whether the men of this side move to any point.
    #[inline]
    fn flies(&self, side: u32) -> bool {
        self.flying && all_men(side) == u32::from(FEWEST)
    }

    /// Whether the side to move has a legal move, if nobody has lost.
    #[inline]
    fn can_move(&self, [own, other]: [u32; 2]) -> bool {
        let board = self.rules.board;
        let free = board.points & !(own | other);
        if own >= MAN || self.flies(own) {
            return free != 0;
        }
        bits(own & board.points).any(|point| board.near(point) & free != 0)
    }

    /// Whether men are only on points of the board, and no two on the same point.
    #[inline]
    const fn is_on_board(&self, [own, other]: [u32; 2]) -> bool {
        let points = self.rules.board.points;
        let bits = MAN - 1;
        (own | other) & bits & !points == 0 && own & other & points == 0
    }

    /// The moves, in the order of their numbers.
    fn list(&self, position: [u32; 2]) -> Option<MoveList> {
        let (mut numbers, mut len) = ([0; 256], 0);
        let _ = self.each_step(position, |step| match numbers.get_mut(len) {
            Some(number) => {
                *number = step.number();
                len += 1;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        MoveList::of(numbers.into_iter().take(len))
    }

    /// The move with this number.
    #[inline]
    fn step(&self, position: [u32; 2], mv: Move) -> Option<Step> {
        let (mut left, mut found) = (mv, None);
        let _ = self.each_step(position, |step| {
            if left == 0 {
                found = Some(step);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Reads the men of X and of O.
    fn read(&self, text: &str) -> Result<[u32; 2], ParsePositionError> {
        let wrong = |what| Err(ParsePositionError::Wrong(what));
        let (points, hands) = match split_once(text, b' ') {
            Some((points, hands)) => (points, Some(hands)),
            None => (text, None),
        };
        let mut position = [0; 2];
        let mut cells = self.rules.board.bits().iter();
        for letter in points.chars().filter(|letter| *letter != '/') {
            let Some(bit) = cells.next() else { return wrong("it has too many points") };
            match letter {
                '.' => {}
                'X' => position[0] |= 1 << bit,
                'O' => position[1] |= 1 << bit,
                _ => return wrong("a point has an unknown mark"),
            }
        }
        if cells.next().is_some() {
            return wrong("it has too few points");
        }
        if let Some(hands) = hands {
            let number = |text: &str| text.parse::<u8>().ok().filter(|hand| *hand <= self.men);
            let hands = split_once(hands, b':')
                .and_then(|(own, other)| Some([number(own)?, number(other)?].map(u32::from)));
            let Some([own, other]) = hands else {
                return wrong("the men to be placed are two numbers, such as ` 3:2`");
            };
            position = [position[0] + own * MAN, position[1] + other * MAN];
        }
        if position.into_iter().any(|side| all_men(side) > u32::from(self.men)) {
            return wrong("a side has too many men");
        }
        Ok(position)
    }

    /// The cell in this column and row.
    fn cell_at(&self, column: u8, row: u8) -> Option<u8> {
        let mut places = (0..).zip(self.rules.board.places());
        places.find(|(_, place)| **place == [4 * column, 4 * row]).map(|(cell, _)| cell)
    }

    /// The letter of a cell.
    fn letter(&self, position: [u32; 2], cell: u8) -> char {
        self.piece(position, cell).map_or('.', Piece::letter)
    }
}

/// The number of all men of a side.
#[inline]
const fn all_men(side: u32) -> u32 {
    (side & ALL).count_ones() + (side >> HAND)
}

/// The position after a move.
#[inline]
fn after([own, other]: [u32; 2], step: Step) -> [u32; 2] {
    let own = match step.from {
        Some(from) => own & !(1 << from),
        None => own.wrapping_sub(MAN),
    };
    let taken = step.taken.map_or(0, |taken| 1 << taken);
    [other & !taken, own | 1 << step.to]
}

impl Game for Mills {
    /// The men of the side to move, and the men of the other side.
    type Position = [u32; 2];

    fn start(&self) -> [u32; 2] {
        [u32::from(self.men) * MAN; 2]
    }

    fn to_move(&self, _: [u32; 2]) -> Player {
        Player::X
    }

    /// `None` if the players do not have the same number of men to place.
    fn passed(&self, [own, other]: [u32; 2]) -> Option<[u32; 2]> {
        (own / MAN == other / MAN || self.rules.mixes).then_some([other, own])
    }

    #[inline]
    fn legal_moves(&self, position: [u32; 2]) -> Moves {
        let len = self.count_moves(position).min(256);
        // As `MoveList::moves`, without the list.
        Moves::from_bits(array::from_fn(|word| match len.saturating_sub(64 * word as u32) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline]
    fn play(&self, position: [u32; 2], mv: Move) -> [u32; 2] {
        self.step(position, mv).map_or(position, |step| after(position, step))
    }

    #[inline]
    fn each_child(&self, position: [u32; 2], each: &mut dyn FnMut([u32; 2])) {
        let _ = self.each_step(position, |step| {
            each(after(position, step));
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn children(&self, position: [u32; 2], each: &mut dyn FnMut([u32; 2], Option<Slot>)) {
        self.children_with_slots(position, each);
    }

    #[inline]
    fn terminal(&self, [own, other]: [u32; 2]) -> Option<Outcome> {
        if all_men(own) < u32::from(FEWEST) {
            Some(Outcome::Loss)
        } else {
            (all_men(other) < u32::from(FEWEST)).then_some(Outcome::Win)
        }
    }

    /// A draw if the board is full.
    fn blocked(&self, [own, other]: [u32; 2]) -> Outcome {
        let is_full = (own | other) & ALL == self.rules.board.points;
        if is_full { Outcome::Draw } else { Outcome::Loss }
    }

    #[inline]
    fn end(&self, position: [u32; 2]) -> Option<Value> {
        let outcome = match self.terminal(position) {
            Some(outcome) => outcome,
            None if self.can_move(position) => return None,
            None => self.blocked(position),
        };
        Some(Value::terminal(outcome))
    }

    fn repeats(&self) -> bool {
        true
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn tiering(&self) -> Option<&dyn Tiering<[u32; 2]>> {
        Some(self)
    }

    fn symmetries(&self) -> u8 {
        self.rules.board.symmetries
    }

    #[inline]
    fn image(&self, [own, other]: [u32; 2], symmetry: u8) -> [u32; 2] {
        [image(own, symmetry), image(other, symmetry)]
    }

    fn image_of_move(&self, position: [u32; 2], mv: Move, symmetry: u8) -> Move {
        let image = self.step(position, mv).and_then(|step| {
            let list = self.list(self.image(position, symmetry))?;
            list.find(step.image(symmetry).number())
        });
        image.unwrap_or(mv)
    }

    /// Writes the points row by row. In the alternate form they have their places.
    fn fmt_position(&self, position: [u32; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.rules.board.side;
        if f.alternate() {
            write_board(f, [side; 2], |square| {
                let cell = self.cell_at(square % side.max(1), square / side.max(1));
                cell.map_or(' ', |cell| self.letter(position, cell))
            })?;
        } else {
            let mut row = 0;
            for (cell, [_, down]) in (0..).zip(self.rules.board.places()) {
                if *down != row {
                    f.write_char('/')?;
                    row = *down;
                }
                f.write_char(self.letter(position, cell))?;
            }
        }
        let [own, other] = position.map(|side| side >> HAND);
        match (own, other) {
            (0, 0) => Ok(()),
            _ if f.alternate() => write!(f, "\nto be placed: X {own}, O {other}"),
            _ => write!(f, " {own}:{other}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<[u32; 2], ParsePositionError> {
        let position = read_seen(text, |text| self.read(text))?;
        let [own, other] = position.map(|side| side / MAN);
        if !self.rules.mixes && own != other && own != other + 1 {
            let wrong = "the side to move has as many men to place as the other, or one more";
            return Err(ParsePositionError::Wrong(wrong));
        }
        Ok(position)
    }

    fn fmt_move(&self, position: [u32; 2], mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(step) = self.step(position, mv) else { return write!(f, "{mv}") };
        let point = |point: u8| self.cell_text(self.rules.board.cell(point));
        if let Some(from) = step.from {
            write!(f, "{}-", point(from))?;
        }
        write!(f, "{}", point(step.to))?;
        step.taken.map_or(Ok(()), |taken| write!(f, "x{}", point(taken)))
    }

    fn drawing(&self) -> Drawing {
        let board = self.rules.board;
        Drawing::Points { places: board.places(), links: board.links() }
    }

    fn piece(&self, position: [u32; 2], cell: u8) -> Option<Piece> {
        let bit = self.rules.board.bits().get(usize::from(cell))?;
        piece(position, *bit)
    }

    fn points_at(&self, position: [u32; 2], mv: Move) -> MoveCells {
        let Some(step) = self.step(position, mv) else { return MoveCells::NONE };
        let cell = |point: u8| self.rules.board.cell(point);
        MoveCells { from: step.from.map(cell), to: Some(cell(step.to)), then: step.taken.map(cell) }
    }

    fn is_seen_by_mover(&self) -> bool {
        true
    }

    fn fmt_cell(&self, cell: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.rules.board.side;
        match self.rules.board.places().get(usize::from(cell)) {
            Some([right, down]) => write!(f, "{}", square([side; 2], down / 4 * side + right / 4)),
            None => write!(f, "{cell}"),
        }
    }
}

impl PartialEq for Mills {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Mills {}

impl Hash for Mills {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Mills {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mills({self})")
    }
}

impl Mills {
    /// What tells games apart: the index of the rules, the number of men, and flying.
    fn key(&self) -> (u8, u8, bool) {
        let mut rules = (0..).zip(&RULES);
        let index = rules.find(|(_, rules)| core::ptr::eq(*rules, self.rules));
        (index.map_or(0, |(index, _)| index), self.men, self.flying)
    }
}

/// Prints the name.
impl fmt::Display for Mills {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, men, flying) = self.key();
        let numbers = [index, men];
        let numbers = if men == self.rules.men { &numbers[..1] } else { &numbers };
        let is_usual = flying == self.rules.flying;
        fmt_name(f, Family::Mills, numbers, &[!is_usual && flying, !is_usual && !flying])
    }
}

impl FromStr for Mills {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Mills])?;
        let [word, men] = name.numbers();
        let rules = RULES.get(usize::from(word)).ok_or_else(|| name.beyond_limits())?;
        let men = if name.all_numbers().len() == 1 { rules.men } else { men };
        let game = Self::new(rules, men).ok_or_else(|| name.beyond_limits())?;
        match name.options() {
            [true, true] => Err(name.exclusive([0, 1])),
            [false, false] => Ok(game),
            [flying, _] => Ok(Self { flying, ..game }),
        }
    }
}
