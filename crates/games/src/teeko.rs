//! Teeko: four men each are dropped, and then move to make a line or a square.

use core::{fmt, num::NonZeroU64, str::FromStr};

use perfect_play_core::{
    Backwards, Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece,
    Player, Shape, Slot, Tiering, Value,
    code::{choice, rank_of_choice, ways},
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{INVERSES, mark, piece, read_marks, read_seen, square, write_board},
};

#[doc = include_str!("rules/teeko.md")]
///
/// A position is seen from the side to move: its men are written `X`, the men of the other side `O`. So a position does not
/// contain the side to move, and there are half as many positions. A text may end with a space and `O`; then X and O are
/// swapped when it is read.
///
/// The game is John Scarne's (*Scarne on Teeko*, 1955). The rules are those that Guy L. Steele Jr. solved
/// (*Summary of the solving of the game of Teeko*, 1999, draft): a draw, but a win in 13 plies with larger squares, and
/// then again a draw without the centre.
///
/// The move that drops a man is the number of the point. The move of a man is 25 + 8 × `from` + direction. The directions
/// are those of the eight other points of a square of nine, row by row from the top left.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Teeko;
///
/// let game: Teeko = "teeko".parse().unwrap();
/// let position = game.parse_position("XXO..X.O...OX.....O......").unwrap();
/// let after = game.play(position, game.parse_move(position, "c3-b4").unwrap());
/// assert_eq!(game.terminal(after), Some(Outcome::Loss));
/// assert_eq!(game.parse_move(position, "c3-b5"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Teeko {
    advanced: bool,
    no_centre: bool,
}

const SIDE: u8 = 5;
const POINTS: u8 = SIDE * SIDE;
const ALL: u32 = (1 << POINTS) - 1;
const CENTRE: Move = POINTS / 2;
/// The men of a player.
const MEN: u32 = 4;
/// The tier where all men are on the board is 0, and the start is the last one.
const MAX_MEN: u32 = 2 * MEN;
/// The steps of the eight directions, as columns and rows.
const STEPS: [[i8; 2]; 8] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

impl Teeko {
    /// Standard Teeko.
    pub const STANDARD: Self = Self { advanced: false, no_centre: false };

    /// The same game, in which squares of any size win.
    #[must_use]
    pub const fn advanced(self) -> Self {
        Self { advanced: true, ..self }
    }

    /// The same game, in which the first man may not be dropped in the centre.
    #[must_use]
    pub const fn no_centre(self) -> Self {
        Self { no_centre: true, ..self }
    }

    /// Whether the numbers of men can occur: the players drop them in turn.
    const fn fits([own, other]: [u32; 2]) -> bool {
        let (own_men, other_men) = (own.count_ones(), other.count_ones());
        (own | other) & !ALL == 0
            && own & other == 0
            && other_men <= MEN
            && (own_men == other_men || own_men + 1 == other_men)
    }

    /// Whether these men have a line or a square.
    #[inline]
    const fn wins(self, men: u32) -> bool {
        // Whether there are four men, each of the others this far from the first, and the first in one of these columns.
        const fn are(men: u32, [a, b, c]: [u8; 3], columns: u32) -> bool {
            men & men >> a & men >> b & men >> c & columns != 0
        }
        // The columns from the first to this one, counted from 0.
        const fn to(column: u8) -> u32 {
            ((2 << column) - 1) * 0x0010_8421
        }
        are(men, [1, 2, 3], to(1))
            || are(men, [5, 10, 15], ALL)
            || are(men, [6, 12, 18], to(1))
            || are(men, [4, 8, 12], ALL & !to(2))
            || are(men, [1, 5, 6], to(3))
            || self.advanced
                && (are(men, [2, 10, 12], to(2))
                    || are(men, [3, 15, 18], to(1))
                    || are(men, [4, 20, 24], to(0)))
    }
}

impl Game for Teeko {
    /// The points of the side to move, and the points of the other side.
    type Position = [u32; 2];

    fn start(&self) -> [u32; 2] {
        [0; 2]
    }

    fn to_move(&self, _: [u32; 2]) -> Player {
        Player::X
    }

    #[inline]
    fn legal_moves(&self, [own, other]: [u32; 2]) -> Moves {
        if self.terminal([own, other]).is_some() {
            return Moves::EMPTY;
        }
        let taken = own | other;
        if taken.count_ones() < MAX_MEN {
            let centre = if self.no_centre && taken == 0 { 1 << CENTRE } else { 0 };
            return Moves::from_low_bits((ALL & !taken & !centre).into());
        }
        let mut bits = [0_u64; 4];
        for from in Cells::of((own & ALL).into()) {
            for (direction, to) in (0..8).zip(steps(from)) {
                // No point is 31.
                if taken >> (to & 31) & 1 == 0 && to < POINTS {
                    let mv = POINTS + 8 * from + direction;
                    if let Some(word) = bits.get_mut(usize::from(mv / 64)) {
                        *word |= 1 << (mv % 64);
                    }
                }
            }
        }
        Moves::from_bits(bits)
    }

    #[inline]
    fn play(&self, [own, other]: [u32; 2], mv: Move) -> [u32; 2] {
        match mv.checked_sub(POINTS) {
            None => [other, own | 1 << mv],
            Some(step) => {
                let (from, to) = (step / 8, target(step));
                if to < POINTS { [other, own & !(1 << from) | 1 << to] } else { [other, own] }
            }
        }
    }

    #[inline]
    fn terminal(&self, [own, other]: [u32; 2]) -> Option<Outcome> {
        if self.wins(own) { Some(Outcome::Win) } else { self.wins(other).then_some(Outcome::Loss) }
    }

    /// The value of the outcome of [`Game::terminal`]. There is always a move until the game is over: four men that have no
    /// square next to one another have more than four points around them.
    #[inline]
    fn end(&self, position: [u32; 2]) -> Option<Value> {
        self.terminal(position).map(Value::terminal)
    }

    fn repeats(&self) -> bool {
        true
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn max_move(&self) -> Move {
        POINTS + 8 * POINTS - 1
    }

    fn tiering(&self) -> Option<&dyn Tiering<[u32; 2]>> {
        Some(self)
    }

    fn symmetries(&self) -> u8 {
        8
    }

    #[inline]
    fn image(&self, position: [u32; 2], symmetry: u8) -> [u32; 2] {
        position.map(|points| image(points, symmetry))
    }

    fn image_of_move(&self, _: [u32; 2], mv: Move, symmetry: u8) -> Move {
        let Some(step) = mv.checked_sub(POINTS) else { return image_of_point(mv, symmetry) };
        // The directions are the points of a square of nine without its centre.
        let (from, direction) = (step / 8, step % 8);
        if from >= POINTS {
            return mv;
        }
        let cell = direction + u8::from(direction > 3);
        let cell = Shape::new(3, 3).map_or(cell, |nine| nine.image_of_cell(cell, symmetry));
        POINTS + 8 * image_of_point(from, symmetry) + cell - u8::from(cell > 4)
    }

    fn fmt_position(&self, position: [u32; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, [SIDE; 2], |point| mark(position, point))
    }

    fn parse_position(&self, text: &str) -> Result<[u32; 2], ParsePositionError> {
        let position = read_seen(text, |board| read_marks(board, POINTS))?;
        let wrong = "each player has at most four men, and in turn they are dropped";
        if Self::fits(position) { Ok(position) } else { Err(ParsePositionError::Wrong(wrong)) }
    }

    fn fmt_move(&self, _: [u32; 2], mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = |point| square([SIDE; 2], point);
        match mv.checked_sub(POINTS) {
            None => write!(f, "{}", point(mv)),
            Some(step) => write!(f, "{}-{}", point(step / 8), point(target(step))),
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::Points { places: &PLACES, links: &LINKS }
    }

    fn piece(&self, position: [u32; 2], point: u8) -> Option<Piece> {
        piece(position, point)
    }

    fn points_at(&self, _: [u32; 2], mv: Move) -> MoveCells {
        match mv.checked_sub(POINTS) {
            None => MoveCells::to(mv),
            Some(step) => MoveCells::between(step / 8, target(step)),
        }
    }

    fn line(&self, position: [u32; 2]) -> Moves {
        let men = position.into_iter().find(|&men| self.wins(men));
        men.map_or(Moves::EMPTY, |men| Moves::from_low_bits(men.into()))
    }

    fn is_seen_by_mover(&self) -> bool {
        true
    }

    fn fmt_cell(&self, point: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", square([SIDE; 2], point))
    }
}

/// The tiers are the numbers of men on the board, from eight down to none. Play repeats positions only in the first, where
/// men move.
///
/// The men of the other side are numbered up to symmetry, those of the side to move among the points that are left. If a
/// symmetry keeps the men of the other side, only the least number of those of the side to move is used. A position where
/// the game is over has no slot.
impl Tiering<[u32; 2]> for Teeko {
    fn tiers(&self) -> u32 {
        MAX_MEN + 1
    }

    fn slots(&self, tier: u32) -> u64 {
        let Some(men) = MAX_MEN.checked_sub(tier) else { return 0 };
        let [own, other] = sides(men);
        orbits_of(other)
            .map_or(0, |orbits| orbits.len() as u64 * ways(POINTS.saturating_sub(other), own))
    }

    fn fmt_tier(&self, tier: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} men", MAX_MEN.saturating_sub(tier))
    }

    #[inline]
    fn rank(&self, position: [u32; 2]) -> Option<Slot> {
        let [own, other] = position;
        if !Self::fits(position) || self.terminal(position).is_some() {
            return None;
        }
        let (orbit, keeps) = ORBITS.of(other)?;
        let number = keeps.map(|symmetry| {
            rank_of_choice(free(image(other, symmetry)), image(own, symmetry).into())
        });
        let men = (own | other).count_ones();
        let [of_own, of_other] = sides(men);
        let choices = ways(POINTS.saturating_sub(of_other), of_own);
        let rank = u64::from(orbit) * choices + number.min()?;
        Some(Slot { section: MAX_MEN - men, rank: usize::try_from(rank).ok()? })
    }

    #[inline]
    fn unrank(&self, slot: Slot) -> Option<[u32; 2]> {
        let [of_own, of_other] = sides(MAX_MEN.checked_sub(slot.section)?);
        let choices = NonZeroU64::new(ways(POINTS.saturating_sub(of_other), of_own))?;
        let rank = u64::try_from(slot.rank).ok()?;
        let other = *orbits_of(of_other)?.get(usize::try_from(rank / choices).ok()?)?;
        let number = rank % choices;
        let own = u32::try_from(choice(free(other), of_own, number)).ok()?;
        let (_, mut keeps) = ORBITS.of(other)?;
        // Another image has the slot.
        let rank = |symmetry| rank_of_choice(free(other), image(own, symmetry).into());
        if keeps.any(|symmetry| rank(symmetry) < number) {
            return None;
        }
        self.terminal([own, other]).is_none().then_some([own, other])
    }

    fn backwards(
        &self,
        [own, other]: [u32; 2],
        each: &mut dyn FnMut([u32; 2], Option<Slot>),
    ) -> Backwards {
        let taken = own | other;
        // Only where men move can a move lead to the same tier. No move leads on from a position that is over.
        if taken.count_ones() == MAX_MEN && !self.wins(own) {
            for to in Cells::of(other.into()) {
                let left = steps(to).into_iter().filter(|&from| from < POINTS);
                for from in left.filter(|&from| taken >> from & 1 == 0) {
                    let before = other & !(1 << to) | 1 << from;
                    if !self.wins(before) {
                        each([before, own], self.rank([before, own]));
                    }
                }
            }
        }
        Backwards::Exact
    }
}

/// The numbers of men of the side to move and of the other side.
fn sides(men: u32) -> [u8; 2] {
    [men / 2, men.div_ceil(2)].map(|men| u8::try_from(men).unwrap_or(u8::MAX))
}

/// The points without a man of this side.
fn free(side: u32) -> u64 {
    (ALL & !side).into()
}

/// The points that are the images of points.
#[inline]
fn image(points: u32, symmetry: u8) -> u32 {
    let images = Cells::of((points & ALL).into()).map(|point| image_of_point(point, symmetry));
    images.fold(0, |images, point| images | 1_u32.wrapping_shl(point.into()))
}

#[inline]
fn image_of_point(point: u8, symmetry: u8) -> u8 {
    let images = IMAGES.get(usize::from(symmetry)).unwrap_or(&IMAGES[0]);
    images.get(usize::from(point)).copied().unwrap_or(point)
}

static IMAGES: [[u8; POINTS as usize]; 8] = {
    let shape = Shape::new(SIDE, SIDE).unwrap();
    let mut images = [[0; POINTS as usize]; 8];
    let mut i = 0;
    while i < 8 * POINTS {
        images[(i / POINTS) as usize][(i % POINTS) as usize] =
            shape.image_of_cell(i % POINTS, i / POINTS);
        i += 1;
    }
    images
};

/// The points next to a point in the eight directions. 31 where the board ends.
#[inline]
fn steps(point: u8) -> [u8; 8] {
    STEPS_OF.get(usize::from(point)).copied().unwrap_or([31; 8])
}

/// Where a move ends: `step` is 8 × `from` + direction.
#[inline]
fn target(step: u8) -> u8 {
    steps(step / 8).get(usize::from(step % 8)).copied().unwrap_or(31)
}

static STEPS_OF: [[u8; 8]; POINTS as usize] = {
    let mut steps = [[31; 8]; POINTS as usize];
    let mut i = 0;
    while i < 8 * POINTS {
        let [right, down] = STEPS[(i % 8) as usize];
        let column = (i / 8 % SIDE).wrapping_add_signed(right);
        let row = (i / 8 / SIDE).wrapping_add_signed(down);
        if column < SIDE && row < SIDE {
            steps[(i / 8) as usize][(i % 8) as usize] = row * SIDE + column;
        }
        i += 1;
    }
    steps
};

/// The orbits of up to four men of one side under the symmetries.
struct Orbits {
    /// For the men with each number, in all choices of up to four points: the number of their orbit among those of as many
    /// men, and in the upper half a bit for each symmetry that leads to the first men of the orbit.
    of: [u32; CHOICES],
    /// The first men of each orbit. One orbit after the other, first those of no men.
    first: [u32; ORBIT_COUNT],
    /// Where the orbits of each number of men begin.
    starts: [usize; MEN as usize + 2],
}

/// The ways to choose up to four points.
const CHOICES: usize = 1 + 25 + 300 + 2300 + 12_650;
const ORBIT_COUNT: usize = 1 + 6 + 49 + 319 + 1_666;

static ORBITS: Orbits = Orbits::new();

impl Orbits {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::large_stack_arrays,
        reason = "the compiler computes the table, and its numbers are small"
    )]
    const fn new() -> Self {
        let mut orbits = Self { of: [0; CHOICES], first: [0; ORBIT_COUNT], starts: [0; 6] };
        let (mut at, mut count, mut choice) = (0, 0, 0);
        while count <= MEN as u8 {
            let before = at;
            orbits.starts[count as usize] = at;
            let mut men: u32 = (1 << count) - 1;
            let last = choice + ways(POINTS, count) as usize;
            while choice < last {
                if orbits.of[choice] == 0 {
                    let mut symmetry = 0;
                    while symmetry < 8 {
                        let (mut image, mut left) = (0_u32, men);
                        while left != 0 {
                            image |= 1 << IMAGES[symmetry][left.trailing_zeros() as usize];
                            left &= left - 1;
                        }
                        let to = Self::number(image);
                        let orbit = (at - before) as u32;
                        orbits.of[to] = orbits.of[to] | orbit | 1 << (16 + INVERSES[symmetry]);
                        symmetry += 1;
                    }
                    orbits.first[at] = men;
                    at += 1;
                }
                // The next larger number with as many bits (Gosper).
                if men != 0 {
                    let lowest = men & men.wrapping_neg();
                    let rising = men + lowest;
                    men = rising | (((men ^ rising) >> 2) / lowest);
                }
                choice += 1;
            }
            count += 1;
        }
        orbits.starts[count as usize] = at;
        orbits
    }

    /// The number of these men in all choices of up to four points. Fewer men come first.
    #[expect(clippy::cast_possible_truncation, reason = "a point, and one of 15 276 choices")]
    const fn number(men: u32) -> usize {
        let (mut number, mut count, mut left) = (0, 0, men);
        while left != 0 {
            number += ways(POINTS, count) + ways(left.trailing_zeros() as u8, count + 1);
            count += 1;
            left &= left - 1;
        }
        number as usize
    }

    /// The number of the orbit of these men, and the symmetries that lead to its first men.
    #[inline]
    fn of(&self, men: u32) -> Option<(u16, impl Iterator<Item = u8> + use<>)> {
        let of = *self.of.get(Self::number(men & ALL))?;
        #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
        Some((of as u16, Cells::of((of >> 16).into())))
    }
}

/// The first men of each orbit of this many men.
fn orbits_of(count: u8) -> Option<&'static [u32]> {
    let count = usize::from(count);
    ORBITS.first.get(*ORBITS.starts.get(count)?..*ORBITS.starts.get(count + 1)?)
}

/// The places of the points.
static PLACES: [[u8; 2]; POINTS as usize] = {
    let mut places = [[0; 2]; POINTS as usize];
    let mut point = 0;
    while point < POINTS {
        places[point as usize] = [point % SIDE * Drawing::UNIT, point / SIDE * Drawing::UNIT];
        point += 1;
    }
    places
};

/// The lines of the board: four for each point but those on the edges.
static LINKS: [[u8; 2]; 72] = {
    let (mut links, mut at, mut i) = ([[0; 2]; 72], 0, 0);
    while i < 8 * POINTS {
        let to = STEPS_OF[(i / 8) as usize][(i % 8) as usize];
        // The latter four directions lead to later points.
        if i % 8 > 3 && to < POINTS {
            links[at] = [i / 8, to];
            at += 1;
        }
        i += 1;
    }
    links
};

/// Prints the name.
impl fmt::Display for Teeko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_name(f, Family::Teeko, &[], &[self.advanced, self.no_centre])
    }
}

impl FromStr for Teeko {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Teeko])?;
        let [advanced, no_centre] = name.options();
        Ok(Self { advanced, no_centre })
    }
}
