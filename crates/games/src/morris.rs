//! Three stones in a row on nine points: Nine Holes, Three Men's Morris, Tapatan and Achi.

use core::{fmt, str::FromStr};

use perfect_play_core::{
    Cells, Drawing, Game, Move, MoveCells, Moves, Outcome, ParsePositionError, Piece, Player, Shape,
};

use crate::{
    Family, ParseNameError,
    name::{Name, fmt_name},
    squares::{LINES_OF_NINE, mark, piece, read_marks, read_side, square, write_board, write_side},
};

/// Three stones in a row on nine points. [`Family::rules`] has the moves of each game; what they share:
///
#[doc = include_str!("rules/morris.md")]
///
/// The rules are from the article *Three men's morris* of the English Wikipedia, which takes the names of the
/// first two games from H. J. R. Murray, *A History of Chess*. The rules of Achi are from Claudia Zaslavsky,
/// *Tic Tac Toe and Other Three-in-a-Row Games*.
///
/// Points are numbered from 0, row by row from the top left. The move that places a stone is the number of the point.
/// The move of a stone is 9 + 9 × `from` + `to`. A pass is 90.
///
/// ```
/// use perfect_play_core::{Game, Outcome};
/// use perfect_play_games::Morris;
///
/// let game: Morris = "three-mens-morris".parse().unwrap();
/// let position = game.parse_position("XX.OO...X X").unwrap();
/// let mv = game.parse_move(position, "c1-c2").unwrap();
/// assert_eq!(game.notation(game.play(position, mv)).to_string(), "XX.OOX... O");
/// assert_eq!(game.parse_move(position, "c1-c3"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Morris {
    family: Family,
    rows: bool,
    blocked: Blocked,
}

/// What happens if a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Blocked {
    Loses,
    Passes,
    Draws,
}

const PASS: Move = 90;
const ALL: u32 = 0b111_111_111;
/// The points next to each point along rows and columns.
const BESIDE: [u32; 9] = [0o12, 0o25, 0o42, 0o121, 0o252, 0o424, 0o210, 0o520, 0o240];

impl Morris {
    /// Nine Holes.
    pub const NINE_HOLES: Self = Self::of(Family::NineHoles);
    /// Three Men's Morris.
    pub const THREE_MENS_MORRIS: Self = Self::of(Family::ThreeMensMorris);
    /// Tapatan.
    pub const TAPATAN: Self = Self::of(Family::Tapatan);
    /// Achi.
    pub const ACHI: Self = Self::of(Family::Achi);

    const fn of(family: Family) -> Self {
        Self { family, rows: false, blocked: Blocked::Loses }
    }

    /// The same game, in which diagonals do not count.
    #[must_use]
    pub const fn rows(self) -> Self {
        Self { rows: true, ..self }
    }

    /// The same game, in which a player who cannot move passes.
    #[must_use]
    pub const fn blocked_pass(self) -> Self {
        Self { blocked: Blocked::Passes, ..self }
    }

    /// The same game, in which the game is drawn if a player cannot move.
    #[must_use]
    pub const fn blocked_draw(self) -> Self {
        Self { blocked: Blocked::Draws, ..self }
    }

    /// The number of stones of each player.
    const fn stones(self) -> u32 {
        if matches!(self.family, Family::Achi) { 4 } else { 3 }
    }

    /// The complete lines of these stones.
    fn lines_within(self, stones: u32) -> impl Iterator<Item = u32> {
        let lines = LINES_OF_NINE.into_iter().take(if self.rows { 6 } else { 8 });
        lines.filter(move |line| stones & line == *line)
    }

    fn has_line(self, stones: u32) -> bool {
        self.lines_within(stones).next().is_some()
    }

    /// The points to which a stone may move from a point, if they are empty.
    fn steps(self, from: u8) -> u32 {
        const CENTRE: u8 = 4;
        let beside = BESIDE.get(usize::from(from)).copied().unwrap_or(0);
        match self.family {
            Family::NineHoles => ALL,
            Family::ThreeMensMorris => beside,
            _ if from == CENTRE => ALL,
            _ => beside | 1 << CENTRE,
        }
    }
}

impl Game for Morris {
    /// The points with a stone of X, the points with a stone of O, and the side to move.
    type Position = (u16, u16, Player);

    fn start(&self) -> (u16, u16, Player) {
        (0, 0, Player::X)
    }

    fn to_move(&self, (.., side): (u16, u16, Player)) -> Player {
        side
    }

    fn passed(&self, (x, o, side): (u16, u16, Player)) -> Option<(u16, u16, Player)> {
        Some((x, o, side.opponent()))
    }

    fn legal_moves(&self, position: (u16, u16, Player)) -> Moves {
        let (own, other) = sides(position);
        if self.has_line(other) {
            return Moves::EMPTY;
        }
        let free = ALL & !(own | other);
        if own.count_ones() < self.stones() {
            return Moves::from_low_bits(free.into());
        }
        // The moves of stones are 9 to 89, and the pass is 90, so 128 bits are enough.
        let mut moves = 0_u128;
        for from in Cells::of((own & ALL).into()) {
            moves |= u128::from(self.steps(from) & free) << (9 + 9 * from);
        }
        if moves == 0 && self.blocked == Blocked::Passes {
            moves = 1 << PASS;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the lower half and the upper")]
        Moves::from_bits([moves as u64, (moves >> 64) as u64, 0, 0])
    }

    fn play(&self, (x, o, side): (u16, u16, Player), mv: Move) -> (u16, u16, Player) {
        let turned = match mv.checked_sub(9) {
            None => 1 << mv,
            // The stone leaves one point and arrives at another: both bits change.
            Some(step) if mv < PASS => 1 << (step / 9) ^ 1 << (step % 9),
            Some(_) => 0,
        };
        match side {
            Player::X => (x ^ turned, o, Player::O),
            Player::O => (x, o ^ turned, Player::X),
        }
    }

    fn terminal(&self, position: (u16, u16, Player)) -> Option<Outcome> {
        self.has_line(sides(position).1).then_some(Outcome::Loss)
    }

    fn blocked(&self, _: (u16, u16, Player)) -> Outcome {
        if self.blocked == Blocked::Draws { Outcome::Draw } else { Outcome::Loss }
    }

    fn repeats(&self) -> bool {
        true
    }

    fn symmetries(&self) -> u8 {
        8
    }

    fn image(&self, (x, o, side): (u16, u16, Player), symmetry: u8) -> (u16, u16, Player) {
        let image = |points: u16| {
            let images = Cells::of(points.into()).map(|point| image_of_point(point, symmetry));
            images.fold(0, |images, point| images | 1_u16.wrapping_shl(point.into()))
        };
        (image(x), image(o), side)
    }

    fn image_of_move(&self, _: Self::Position, mv: Move, symmetry: u8) -> Move {
        let image = |point| image_of_point(point, symmetry);
        match mv.checked_sub(9) {
            None => image(mv),
            Some(step) if mv < PASS => 9 + 9 * image(step / 9) + image(step % 9),
            Some(_) => mv,
        }
    }

    fn fmt_position(
        &self,
        (x, o, side): (u16, u16, Player),
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write_board(f, [3, 3], |point| mark([x.into(), o.into()], point))?;
        write_side(f, side)
    }

    fn parse_position(&self, text: &str) -> Result<(u16, u16, Player), ParsePositionError> {
        let (board, side) = read_side(text)?;
        let [x, o] = read_marks(board, 9)?;
        #[expect(clippy::cast_possible_truncation, reason = "nine points")]
        Ok((x as u16, o as u16, side))
    }

    fn fmt_move(&self, _: (u16, u16, Player), mv: Move, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = |point| square([3, 3], point);
        match mv.checked_sub(9) {
            None => write!(f, "{}", point(mv)),
            Some(step) if mv < PASS => write!(f, "{}-{}", point(step / 9), point(step % 9)),
            Some(_) => f.write_str("pass"),
        }
    }

    /// Shows the lines along which stones move. Nine Holes has no such lines.
    fn drawing(&self) -> Drawing {
        let links: &[[u8; 2]] = match self.family {
            Family::NineHoles => &[],
            Family::ThreeMensMorris => LINKS.split_at(12).0,
            _ => &LINKS,
        };
        Drawing::Points { places: &PLACES, links }
    }

    fn piece(&self, (x, o, _): (u16, u16, Player), point: u8) -> Option<Piece> {
        piece([x.into(), o.into()], point)
    }

    fn points_at(&self, _: (u16, u16, Player), mv: Move) -> MoveCells {
        match mv.checked_sub(9) {
            None => MoveCells::to(mv),
            Some(step) if mv < PASS => MoveCells::between(step / 9, step % 9),
            Some(_) => MoveCells::NONE,
        }
    }

    fn line(&self, (x, o, _): (u16, u16, Player)) -> Moves {
        let mut all = [x, o].into_iter().flat_map(|stones| self.lines_within(stones.into()));
        all.next().map_or(Moves::EMPTY, |line| Moves::from_low_bits(line.into()))
    }

    fn fmt_cell(&self, point: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", square([3, 3], point))
    }
}

/// The stones of the side to move, and the stones of the other side.
fn sides((x, o, side): (u16, u16, Player)) -> (u32, u32) {
    match side {
        Player::X => (x.into(), o.into()),
        Player::O => (o.into(), x.into()),
    }
}

/// The image of a point under a symmetry of the square.
fn image_of_point(point: u8, symmetry: u8) -> u8 {
    Shape::new(3, 3).map_or(point, |shape| shape.image_of_cell(point, symmetry))
}

/// The places of the points.
const PLACES: [[u8; 2]; 9] =
    [[0, 0], [4, 0], [8, 0], [0, 4], [4, 4], [8, 4], [0, 8], [4, 8], [8, 8]];
/// The lines of the board: along rows and columns, then diagonally.
const LINKS: [[u8; 2]; 16] = [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
    [6, 7],
    [7, 8],
    [0, 3],
    [3, 6],
    [1, 4],
    [4, 7],
    [2, 5],
    [5, 8],
    [0, 4],
    [2, 4],
    [4, 6],
    [4, 8],
];

/// Prints the name.
impl fmt::Display for Morris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = [Blocked::Passes, Blocked::Draws].map(|blocked| self.blocked == blocked);
        fmt_name(f, self.family, &[], &[self.rows, given[0], given[1]])
    }
}

impl FromStr for Morris {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let families = [Family::NineHoles, Family::ThreeMensMorris, Family::Tapatan, Family::Achi];
        let name = Name::read(name, &families)?;
        let [rows, pass, draw] = name.options();
        let blocked = match (pass, draw) {
            (false, false) => Blocked::Loses,
            (true, false) => Blocked::Passes,
            (false, true) => Blocked::Draws,
            (true, true) => return Err(name.exclusive([1, 2])),
        };
        Ok(Self { family: name.family(), rows, blocked })
    }
}
