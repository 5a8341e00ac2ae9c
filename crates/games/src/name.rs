//! Parsing names of games into family, numbers and options: `dodgem:4+blocked-loses`.

use core::{array, fmt, ops::Range};

use perfect_play_core::{InvalidLines, Quoted, QuotedChar, Shown, split_once};

use crate::{
    Family,
    family::{CONNECT_FOUR, MAX_NUMBERS, TICTACTOE, without_options},
};

/// A parsed name of a game.
///
/// Parsing checks what all families have in common: the family exists, it takes this many numbers, it has each of the
/// options, and no option is given twice. The family then decides whether the numbers and options are a game.
pub(crate) struct Name {
    family: Family,
    numbers: [u8; MAX_NUMBERS],
    /// The number of numbers.
    found: usize,
    /// A bit for each option of the family. The lowest bit is the first option.
    options: u8,
    numbers_at: Range<usize>,
    options_at: Range<usize>,
}

impl Name {
    /// Parses the name of a game of one of these families.
    pub(crate) fn read(text: &str, families: &[Family]) -> Result<Self, ParseNameError> {
        let base = without_options(text);
        let error = |kind| ParseNameError { kind, place: 0..base.len(), example: None };
        let family = Family::of(text).ok_or_else(|| error(ParseNameErrorKind::UnknownGame))?;
        if !families.contains(&family) {
            return Err(error(ParseNameErrorKind::OtherGame { family }));
        }
        let mut name = Self {
            family,
            numbers: [0; MAX_NUMBERS],
            found: 0,
            options: 0,
            numbers_at: 0..base.len(),
            options_at: base.len()..text.len(),
        };
        match (base, split_once(base, b':')) {
            (TICTACTOE, _) => name.give(&[3, 3, 3]),
            (CONNECT_FOUR, _) => name.give(&[7, 6, 4]),
            (_, Some((_, men))) if family == Family::Chess => {
                let ending = (0..).zip(Family::CHESS_ENDINGS).find(|&(_, ending)| ending == men);
                name.numbers_at = base.len() - men.len()..base.len();
                let (number, _) = ending.ok_or_else(|| name.beyond_limits())?;
                name.give(&[number]);
            }
            (_, Some((_, numbers))) => name.read_numbers(numbers, base.len() - numbers.len())?,
            (_, None) => {}
        }
        let (least, most) = family.numbers();
        if !(least..=most).contains(&name.found) {
            let kind = ParseNameErrorKind::ParameterCount { family, found: name.found };
            return Err(name.wrong_numbers(kind));
        }
        if let Some(options) = text.get(base.len() + 1..) {
            name.read_options(options, base.len())?;
        }
        Ok(name)
    }

    fn give(&mut self, numbers: &[u8]) {
        self.numbers.iter_mut().zip(numbers).for_each(|(to, number)| *to = *number);
        self.found = numbers.len();
    }

    /// Parses numbers separated by commas. The text begins at byte `start` of the name.
    fn read_numbers(&mut self, text: &str, start: usize) -> Result<(), ParseNameError> {
        let example = Some(self.family);
        let error = |kind, place| ParseNameError { kind, place, example };
        self.numbers_at = start..start + text.len();
        let mut place = start;
        let mut rest = Some(text);
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
            if let Some(number) = self.numbers.get_mut(self.found) {
                let too_large = |_| error(ParseNameErrorKind::NumberTooLarge, place..end);
                *number = text.parse().map_err(too_large)?;
            }
            self.found += 1;
            place = end + 1;
        }
        Ok(())
    }

    /// Parses options separated by `+`. The `+` before the first is at byte `start` of the name.
    fn read_options(&mut self, text: &str, start: usize) -> Result<(), ParseNameError> {
        let family = self.family;
        let mut place = start;
        let mut rest = Some(text);
        while let Some(left) = rest {
            let text;
            (text, rest) = match split_once(left, b'+') {
                Some((text, rest)) => (text, Some(rest)),
                None => (left, None),
            };
            let error = |kind| {
                let place = place..place + 1 + text.len();
                ParseNameError { kind, place, example: None }
            };
            let mut options = (0..8).zip(family.options());
            let (bit, option) = options
                .find(|&(_, &option)| option == text)
                .ok_or_else(|| error(ParseNameErrorKind::UnknownOption { family }))?;
            if self.options >> bit & 1 != 0 {
                return Err(error(ParseNameErrorKind::RepeatedOption { option }));
            }
            self.options |= 1 << bit;
            place += 1 + text.len();
        }
        Ok(())
    }

    /// The family.
    pub(crate) const fn family(&self) -> Family {
        self.family
    }

    /// The numbers of a family that takes N numbers.
    pub(crate) fn numbers<const N: usize>(&self) -> [u8; N] {
        array::from_fn(|i| self.numbers.get(i).copied().unwrap_or_default())
    }

    /// All numbers.
    pub(crate) fn all_numbers(&self) -> &[u8] {
        self.numbers.get(..self.found).unwrap_or_default()
    }

    /// For each of the first N options of the family ([`Family::options`]), whether it is given.
    pub(crate) fn options<const N: usize>(&self) -> [bool; N] {
        let mut bits = self.options;
        [(); N].map(|()| {
            let given = bits & 1 != 0;
            bits >>= 1;
            given
        })
    }

    /// The error that the numbers are outside the family's limits.
    pub(crate) fn beyond_limits(&self) -> ParseNameError {
        self.wrong_numbers(ParseNameErrorKind::Limits { family: self.family })
    }

    /// An error at the numbers.
    pub(crate) fn wrong_numbers(&self, kind: ParseNameErrorKind) -> ParseNameError {
        let example = Some(self.family);
        ParseNameError { kind, place: self.numbers_at.clone(), example }
    }

    /// The error that two options exclude each other. They are given by their indices in the family's list.
    pub(crate) fn exclusive(&self, options: [usize; 2]) -> ParseNameError {
        let all = self.family.options();
        let options = options.map(|i| all.get(i).copied().unwrap_or_default());
        let kind = ParseNameErrorKind::ExclusiveOptions { options };
        ParseNameError { kind, place: self.options_at.clone(), example: None }
    }
}

/// Prints the name that [`Name`] parses: the family's name, the numbers, and the given options in the order of
/// [`Family::options`].
pub(crate) fn fmt_name(
    f: &mut fmt::Formatter<'_>,
    family: Family,
    numbers: &[u8],
    given: &[bool],
) -> fmt::Result {
    f.write_str(family.name())?;
    for (i, number) in numbers.iter().enumerate() {
        write!(f, "{}{number}", if i == 0 { ':' } else { ',' })?;
    }
    let mut options = family.options().iter().zip(given);
    options.try_for_each(|(option, given)| if *given { write!(f, "+{option}") } else { Ok(()) })
}

/// Why a text is not the name of a game, and where the mistake is.
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
    /// The family, if the numbers are wrong.
    example: Option<Family>,
}

impl ParseNameError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseNameErrorKind {
        self.kind
    }

    /// The bytes of the name that are wrong. The range is empty if something is missing.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// A game of the same family ([`Family::default_game`]), if the numbers are wrong.
    #[must_use]
    pub fn example(&self) -> Option<&'static str> {
        self.example.map(Family::default_game)
    }
}

/// What is wrong with the name of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNameErrorKind {
    /// No game has this name.
    UnknownGame,
    /// The name belongs to a game of another type.
    OtherGame {
        /// The family of that game.
        family: Family,
    },
    /// The text after a `+` is not an option of the family.
    UnknownOption {
        /// The family.
        family: Family,
    },
    /// An option is given twice.
    RepeatedOption {
        /// The option.
        option: &'static str,
    },
    /// Two options that exclude each other.
    ExclusiveOptions {
        /// The options.
        options: [&'static str; 2],
    },
    /// There are too few or too many numbers.
    ParameterCount {
        /// The family.
        family: Family,
        /// The number of numbers given.
        found: usize,
    },
    /// There is a character other than a digit in a number.
    NotANumber {
        /// The character.
        found: char,
    },
    /// A number is missing.
    MissingNumber,
    /// A number is too large for any board.
    NumberTooLarge,
    /// The numbers are outside the family's limits ([`Family::limits`]).
    Limits {
        /// The family.
        family: Family,
    },
    /// There is no board with these numbers, or no such line on it.
    Lines(InvalidLines),
    /// The game's board has more cells than a [`Board`](perfect_play_core::Board) can have.
    TooLarge {
        /// The family of the game.
        family: Family,
        /// The board's columns.
        columns: u8,
        /// The board's rows.
        rows: u8,
        /// The number of cells of a line.
        k: u8,
        /// Whether completing a line loses.
        misere: bool,
    },
}

/// Prints what a derived implementation would print, but uses [`Shown`].
impl fmt::Debug for ParseNameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame => f.write_str("UnknownGame"),
            Self::OtherGame { family } => {
                f.debug_struct("OtherGame").field("family", family).finish()
            }
            Self::UnknownOption { family } => {
                f.debug_struct("UnknownOption").field("family", family).finish()
            }
            Self::RepeatedOption { option } => {
                f.debug_struct("RepeatedOption").field("option", &Quoted(option)).finish()
            }
            Self::ExclusiveOptions { options } => {
                f.debug_struct("ExclusiveOptions").field("options", &options.map(Quoted)).finish()
            }
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
            Self::Limits { family } => f.debug_struct("Limits").field("family", family).finish(),
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
        self.kind.fmt(f)?;
        self.example().map_or(Ok(()), |example| write!(f, "; try `{example}`"))
    }
}

impl fmt::Display for ParseNameErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnknownGame => f.write_str("there is no game with this name"),
            Self::OtherGame { family } => {
                write!(f, "{} is the name of another game", family.name())
            }
            Self::UnknownOption { family } => match family.options() {
                [] => write!(f, "{family} has no options"),
                [option] => write!(f, "the only option of {family} is `+{option}`"),
                [first, rest @ ..] => {
                    write!(f, "the options of {family} are `+{first}`")?;
                    rest.iter().try_for_each(|option| write!(f, ", `+{option}`"))
                }
            },
            Self::RepeatedOption { option } => {
                write!(f, "`+{option}` is given twice")
            }
            Self::ExclusiveOptions { options: [one, other] } => {
                write!(f, "`+{one}` and `+{other}` exclude each other")
            }
            Self::ParameterCount { family, found } => {
                let name = family.name();
                match family.numbers() {
                    (0, 0) => write!(f, "{name} takes no numbers, and ")?,
                    (1, 1) => write!(f, "{name} takes one number, {family}, and ")?,
                    (2, 2) => write!(f, "{name} takes two numbers, {family}, and ")?,
                    (3, 3) => write!(f, "{name} takes three numbers, {family}, and ")?,
                    (least, most) => {
                        write!(f, "{name} takes {least} to {most} numbers, {family}, and ")?;
                    }
                }
                match found {
                    0 => f.write_str("none is given"),
                    1 => f.write_str("one is given"),
                    _ => write!(f, "{found} are given"),
                }
            }
            Self::NotANumber { found } => {
                write!(f, "`{}` is not a number", Shown(found))
            }
            Self::MissingNumber => f.write_str("a number is missing"),
            Self::NumberTooLarge => f.write_str("the number is too large"),
            Self::Limits { family } => {
                write!(f, "there is no such {family}: {}", family.limits())
            }
            Self::Lines(reason) => reason.fmt(f),
            Self::TooLarge { columns, rows, .. } => {
                let cells = u16::from(columns) * u16::from(rows);
                InvalidLines::TooManyCells { cells }.fmt(f)
            }
        }
    }
}

impl core::error::Error for ParseNameError {}
