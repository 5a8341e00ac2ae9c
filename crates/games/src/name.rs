//! Game names as text: `tictactoe`, `mnk:4,3,3+misere`.

use core::{fmt, ops::Range, str::FromStr};

use perfect_play_core::{InvalidLines, QuotedChar, Shown, split_once};

use crate::Mnk;

const TICTACTOE: &str = "tictactoe";
const CONNECT_FOUR: &str = "connect4";
const MISERE: &str = "misere";

/// A family of games with parameters.
///
/// ```
/// use perfect_play_games::Family;
///
/// assert_eq!(Family::Connect.name(), "connect");
/// assert_eq!(Family::ALL.map(|family| family.to_string()), ["mnk:M,N,K", "connect:W,H,K"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `mnk:M,N,K`: marks stay where they are put.
    Mnk,
    /// `connect:W,H,K`: marks fall.
    Connect,
}

impl Family {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Mnk, Self::Connect];

    /// The name before the colon.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mnk => "mnk",
            Self::Connect => "connect",
        }
    }
}

/// Prints the pattern of a whole name: `mnk:M,N,K`.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Mnk => "mnk:M,N,K",
            Self::Connect => "connect:W,H,K",
        })
    }
}

/// Prints the name that reads back as this game. The 3,3,3-game prints as `tictactoe`.
impl fmt::Display for Mnk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (m, n, k) = (self.shape().columns(), self.shape().rows(), self.k());
        let family = self.family();
        if (family, m, n, k) == (Family::Mnk, 3, 3, 3) {
            f.write_str(TICTACTOE)?;
        } else {
            write!(f, "{}:{m},{n},{k}", family.name())?;
        }
        if self.is_misere() {
            write!(f, "+{MISERE}")?;
        }
        Ok(())
    }
}

impl Mnk {
    /// [`Game::is_called`](perfect_play_core::Game::is_called), for use in constants.
    ///
    /// ```
    /// use perfect_play_games::Mnk;
    ///
    /// const IS_MISERE: bool = Mnk::TICTACTOE_MISERE.has_name("tictactoe+misere");
    /// assert!(IS_MISERE && !Mnk::TICTACTOE.has_name("mnk:3,3,3"));
    /// ```
    #[must_use]
    pub const fn has_name(&self, name: &str) -> bool {
        let (m, n, k) = (self.shape().columns(), self.shape().rows(), self.k());
        let name = name.as_bytes();
        let rest = if m == 3 && n == 3 && k == 3 && !self.has_gravity() {
            after(Some(name), TICTACTOE.as_bytes())
        } else {
            let rest = after(Some(name), self.family().name().as_bytes());
            let rest = after_number(after(rest, b":"), m);
            let rest = after_number(after(rest, b","), n);
            after_number(after(rest, b","), k)
        };
        let rest =
            if self.is_misere() { after(after(rest, b"+"), MISERE.as_bytes()) } else { rest };
        matches!(rest, Some([]))
    }
}

/// What follows these bytes; `None` if others stand there.
const fn after<'a>(text: Option<&'a [u8]>, mut expected: &[u8]) -> Option<&'a [u8]> {
    let Some(mut text) = text else { return None };
    while let [next, more @ ..] = expected {
        match text {
            [found, rest @ ..] if *found == *next => text = rest,
            _ => return None,
        }
        expected = more;
    }
    Some(text)
}

/// What follows this number, which has one or two digits.
const fn after_number(text: Option<&[u8]>, number: u8) -> Option<&[u8]> {
    let digits = [b'0' + number / 10 % 10, b'0' + number % 10];
    if number < 10 { after(text, &[digits[1]]) } else { after(text, &digits) }
}

/// Reads `tictactoe`, `mnk:M,N,K` or, with gravity, `connect:W,H,K`, with `+misere` behind it where
/// completing a line loses. `connect4` is read as `connect:7,6,4`, and prints so.
///
/// ```
/// use perfect_play_games::{Mnk, ParseNameErrorKind};
///
/// let game: Mnk = "mnk:4,3,3+misere".parse().unwrap();
/// assert_eq!(game.to_string(), "mnk:4,3,3+misere");
///
/// let error = "mnk:3,3,x".parse::<Mnk>().unwrap_err();
/// assert_eq!(error.to_string(), "`x` is not a number");
/// assert_eq!(error.place(), 8..9);
///
/// let error = "connect:8,8,4".parse::<Mnk>().unwrap_err();
/// assert_eq!(error.to_string(), "64 cells are too many: a board has at most 63");
/// assert!(matches!(error.kind(), ParseNameErrorKind::TooLarge { columns: 8, rows: 8, k: 4, .. }));
///
/// let game: Mnk = "connect4".parse().unwrap();
/// assert_eq!(game.to_string(), "connect:7,6,4");
/// ```
impl FromStr for Mnk {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let error = |kind, place| ParseNameError { kind, place };
        let (base, variant) = match split_once(name, b'+') {
            Some((base, variant)) => (base, Some(variant)),
            None => (name, None),
        };
        let (family, [m, n, k], place) = family_and_numbers(base)?;
        let misere = match variant {
            None => false,
            Some(MISERE) => true,
            Some(_) => {
                return Err(error(ParseNameErrorKind::UnknownVariant, base.len()..name.len()));
            }
        };
        let game = Self::new(m, n, k).map_err(|reason| {
            let kind = match reason {
                InvalidLines::TooManyCells { .. } => {
                    ParseNameErrorKind::TooLarge { family, columns: m, rows: n, k, misere }
                }
                _ => ParseNameErrorKind::Lines(reason),
            };
            error(kind, place)
        })?;
        let game = match family {
            Family::Mnk => game,
            Family::Connect => game.gravity(),
        };
        Ok(if misere { game.misere() } else { game })
    }
}

/// The game that a name without its variant names, and where in the name its numbers are.
fn family_and_numbers(base: &str) -> Result<(Family, [u8; 3], Range<usize>), ParseNameError> {
    let error = |kind| ParseNameError { kind, place: 0..base.len() };
    match base {
        TICTACTOE => return Ok((Family::Mnk, [3, 3, 3], 0..base.len())),
        CONNECT_FOUR => return Ok((Family::Connect, [7, 6, 4], 0..base.len())),
        _ => {}
    }
    let (name, parameters) = match split_once(base, b':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (base, None),
    };
    let family = Family::ALL.into_iter().find(|family| family.name() == name);
    let family = family.ok_or_else(|| error(ParseNameErrorKind::UnknownGame))?;
    let parameters =
        parameters.ok_or_else(|| error(ParseNameErrorKind::ParameterCount { family, found: 0 }))?;
    let start = base.len() - parameters.len();
    Ok((family, three_numbers(family, parameters, start)?, start..base.len()))
}

/// Three numbers with commas between, which begin at `start` of the name.
fn three_numbers(
    family: Family,
    parameters: &str,
    start: usize,
) -> Result<[u8; 3], ParseNameError> {
    let error = |kind, place| ParseNameError { kind, place };
    let mut numbers = [0; 3];
    let mut found = 0;
    let mut place = start;
    let mut rest = Some(parameters);
    while let Some(left) = rest {
        let text;
        (text, rest) = match split_once(left, b',') {
            Some((text, rest)) => (text, Some(rest)),
            None => (left, None),
        };
        let end = place + text.len();
        if let Some((at, found)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
            let at = place + at;
            let kind = ParseNameErrorKind::NotANumber { found };
            return Err(error(kind, at..at + found.len_utf8()));
        }
        if text.is_empty() {
            return Err(error(ParseNameErrorKind::MissingNumber, place..end));
        }
        if let Some(number) = numbers.get_mut(found) {
            *number =
                text.parse().map_err(|_| error(ParseNameErrorKind::NumberTooLarge, place..end))?;
        }
        found += 1;
        place = end + 1;
    }
    if found == 3 {
        Ok(numbers)
    } else {
        let kind = ParseNameErrorKind::ParameterCount { family, found };
        Err(error(kind, start..start + parameters.len()))
    }
}

/// Why a text is no game's name, and where.
///
/// ```
/// use perfect_play_games::{Mnk, ParseNameErrorKind};
///
/// let error = "mnk:3,3,30".parse::<Mnk>().unwrap_err();
/// assert_eq!(error.place(), 4..10);
/// assert!(matches!(error.kind(), ParseNameErrorKind::Lines(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNameError {
    kind: ParseNameErrorKind,
    place: Range<usize>,
}

impl ParseNameError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseNameErrorKind {
        self.kind
    }

    /// The bytes of the name that are wrong; an empty range where something is missing.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }
}

/// What is wrong with a game's name.
///
/// ```
/// use perfect_play_games::{Family, Mnk, ParseNameErrorKind};
///
/// let kind = |name: &str| name.parse::<Mnk>().unwrap_err().kind();
/// assert_eq!(kind("chess"), ParseNameErrorKind::UnknownGame);
/// let two = ParseNameErrorKind::ParameterCount { family: Family::Mnk, found: 2 };
/// assert_eq!(kind("mnk:3,3"), two);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNameErrorKind {
    /// No game begins like this.
    UnknownGame,
    /// The part from `+` on is not `+misere`.
    UnknownVariant,
    /// There are not three numbers.
    ParameterCount {
        /// Of which family.
        family: Family,
        /// How many there are.
        found: usize,
    },
    /// A character that is no digit, where a number should be.
    NotANumber {
        /// The character.
        found: char,
    },
    /// Nothing where a number should be.
    MissingNumber,
    /// A number that is too large for any board.
    NumberTooLarge,
    /// The numbers make no game.
    Lines(InvalidLines),
    /// The game's board has more cells than a [`Board`](perfect_play_core::Board) can have.
    TooLarge {
        /// The family of the game.
        family: Family,
        /// The board's columns.
        columns: u8,
        /// The board's rows.
        rows: u8,
        /// How many marks in a row make a line.
        k: u8,
        /// Whether completing a line loses.
        misere: bool,
    },
}

/// As a derived implementation prints it, but for [`Shown`].
impl fmt::Debug for ParseNameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame => f.write_str("UnknownGame"),
            Self::UnknownVariant => f.write_str("UnknownVariant"),
            Self::ParameterCount { family, found } => f
                .debug_struct("ParameterCount")
                .field("family", family)
                .field("found", found)
                .finish(),
            Self::NotANumber { found } => {
                f.debug_struct("NotANumber").field("found", &QuotedChar(*found)).finish()
            }
            Self::MissingNumber => f.write_str("MissingNumber"),
            Self::NumberTooLarge => f.write_str("NumberTooLarge"),
            Self::Lines(reason) => f.debug_tuple("Lines").field(reason).finish(),
            Self::TooLarge { family, columns, rows, k, misere } => f
                .debug_struct("TooLarge")
                .field("family", family)
                .field("columns", columns)
                .field("rows", rows)
                .field("k", k)
                .field("misere", misere)
                .finish(),
        }
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ParseNameErrorKind::UnknownGame => f.write_str("there is no game of this name"),
            ParseNameErrorKind::UnknownVariant => {
                write!(f, "the only variant is `+{MISERE}`")
            }
            ParseNameErrorKind::ParameterCount { family, found } => {
                write!(f, "{} takes three numbers, {family}, and ", family.name())?;
                match found {
                    0 => f.write_str("none is given"),
                    1 => f.write_str("one is given"),
                    _ => write!(f, "{found} are given"),
                }
            }
            ParseNameErrorKind::NotANumber { found } => {
                write!(f, "`{}` is not a number", Shown(found))
            }
            ParseNameErrorKind::MissingNumber => f.write_str("a number is missing"),
            ParseNameErrorKind::NumberTooLarge => f.write_str("the number is too large"),
            ParseNameErrorKind::Lines(reason) => reason.fmt(f),
            ParseNameErrorKind::TooLarge { columns, rows, .. } => {
                let cells = u16::from(columns) * u16::from(rows);
                InvalidLines::TooManyCells { cells }.fmt(f)
            }
        }
    }
}

impl core::error::Error for ParseNameError {}

#[cfg(test)]
mod tests {
    use std::{format, string::ToString};

    use super::*;

    #[test]
    fn every_game_prints_and_comes_back() {
        let mut games = 0;
        for m in 1..=63 {
            for n in 1..=63 {
                for k in 1..=m.max(n) {
                    let Ok(game) = Mnk::new(m, n, k) else {
                        continue;
                    };
                    let falling = game.gravity();
                    for game in [game, game.misere(), falling, falling.misere()] {
                        assert_eq!(game.to_string().parse(), Ok(game));
                        games += 1;
                    }
                }
            }
        }
        assert!(games > 8000, "{games}");
        assert_eq!("mnk:3,3,3".parse(), Ok(Mnk::TICTACTOE));
        assert_eq!("connect4".parse::<Mnk>(), "connect:7,6,4".parse());
        assert_eq!("connect4+misere".parse::<Mnk>(), "connect:7,6,4+misere".parse());
        assert_eq!(Mnk::TICTACTOE_MISERE.to_string(), "tictactoe+misere");
    }

    #[test]
    fn every_mistake_is_named_with_its_place() {
        for (name, message, part) in [
            ("", "there is no game of this name", ""),
            ("tictacto", "there is no game of this name", "tictacto"),
            ("tictactoe ", "there is no game of this name", "tictactoe "),
            ("chess:8", "there is no game of this name", "chess:8"),
            ("tictactoe+miser", "the only variant is `+misere`", "+miser"),
            ("tictactoe+misere+misere", "the only variant is `+misere`", "+misere+misere"),
            ("mnk", "mnk takes three numbers, mnk:M,N,K, and none is given", "mnk"),
            ("mnk:3,3", "mnk takes three numbers, mnk:M,N,K, and 2 are given", "3,3"),
            ("mnk:3,3,3,3", "mnk takes three numbers, mnk:M,N,K, and 4 are given", "3,3,3,3"),
            ("connect:3,3", "connect takes three numbers, connect:W,H,K, and 2 are given", "3,3"),
            ("connect:8,8,4", "64 cells are too many: a board has at most 63", "8,8,4"),
            ("connect:9,9,4+misere", "81 cells are too many: a board has at most 63", "9,9,4"),
            ("connect4+miser", "the only variant is `+misere`", "+miser"),
            ("connect4:7,6,4", "there is no game of this name", "connect4:7,6,4"),
            ("mnk:", "a number is missing", ""),
            ("mnk:3,,3", "a number is missing", ""),
            ("mnk:3,3,+3", "a number is missing", ""),
            ("mnk:3,-3,3", "`-` is not a number", "-"),
            ("mnk:3,\u{663},3", "`\u{663}` is not a number", "\u{663}"),
            ("mnk:300,3,3", "the number is too large", "300"),
            ("mnk:0,3,3", "a board needs at least one column and one row", "0,3,3"),
            ("mnk:99,99,3", "9801 cells are too many: a board has at most 63", "99,99,3"),
            ("mnk:3,3,4", "no line of 4 exists: on this board K is 1 to 3", "3,3,4"),
            ("mnk:3,3,0", "no line of 0 exists: on this board K is 1 to 3", "3,3,0"),
        ] {
            let error = name.parse::<Mnk>().unwrap_err();
            assert_eq!(error.to_string(), message, "{name}");
            assert_eq!(&name[error.place()], part, "{name}");
        }
        for (name, printed) in [
            ("chess", "UnknownGame"),
            ("tictactoe+", "UnknownVariant"),
            ("mnk:1", "ParameterCount { family: Mnk, found: 1 }"),
            ("mnk:3,\u{202e},3", "NotANumber { found: '\\u{202e}' }"),
            ("mnk:", "MissingNumber"),
            ("mnk:300,3,3", "NumberTooLarge"),
            ("mnk:0,3,3", "Lines(NoCells)"),
        ] {
            assert_eq!(format!("{:?}", name.parse::<Mnk>().unwrap_err().kind()), printed);
        }
        assert_eq!(format!("{}", Mnk::new(63, 1, 63).unwrap()), "mnk:63,1,63");
    }
}
