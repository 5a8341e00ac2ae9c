//! Names of the m,n,k-games as text: `tictactoe`, `mnk:4,3,3+misere`.

use core::{fmt, str::FromStr};

use perfect_play_core::InvalidLines;

use crate::{Family, Mnk, ParseNameError, ParseNameErrorKind, family::TICTACTOE, name::Name};

const MISERE: &str = "misere";

/// Prints the name that parses as this game. The 3,3,3-game prints as `tictactoe`.
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

/// The text after these bytes, or `None` if the text does not begin with them.
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

/// The text after this number, which has one or two digits.
const fn after_number(text: Option<&[u8]>, number: u8) -> Option<&[u8]> {
    let digits = [b'0' + number / 10 % 10, b'0' + number % 10];
    if number < 10 { after(text, &[digits[1]]) } else { after(text, &digits) }
}

/// Parses `tictactoe`, `mnk:M,N,K` or, with gravity, `connect:W,H,K`. `+misere` means that completing a line
/// loses. `connect4` is parsed as `connect:7,6,4`, and prints that name.
///
/// ```
/// use perfect_play_games::{Mnk, ParseNameErrorKind};
///
/// let game: Mnk = "mnk:4,3,3+misere".parse().unwrap();
/// assert_eq!(game.to_string(), "mnk:4,3,3+misere");
///
/// let error = "mnk:3,3,x".parse::<Mnk>().unwrap_err();
/// assert_eq!(error.to_string(), "`x` is not a number; try `mnk:4,4,4`");
/// assert_eq!(error.place(), 8..9);
///
/// let error = "connect:8,8,4".parse::<Mnk>().unwrap_err();
/// assert_eq!(error.kind().to_string(), "64 cells are too many: a board has at most 63");
/// assert!(matches!(error.kind(), ParseNameErrorKind::TooLarge { columns: 8, rows: 8, k: 4, .. }));
///
/// let game: Mnk = "connect4".parse().unwrap();
/// assert_eq!(game.to_string(), "connect:7,6,4");
/// ```
impl FromStr for Mnk {
    type Err = ParseNameError;

    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        let name = Name::read(name, &[Family::Mnk, Family::Connect])?;
        let ([m, n, k], [misere]) = (name.numbers(), name.options());
        let family = name.family();
        let game = Self::new(m, n, k).map_err(|reason| {
            name.wrong_numbers(match reason {
                InvalidLines::TooManyCells { .. } => {
                    ParseNameErrorKind::TooLarge { family, columns: m, rows: n, k, misere }
                }
                _ => ParseNameErrorKind::Lines(reason),
            })
        })?;
        let game = if family == Family::Connect { game.gravity() } else { game };
        Ok(if misere { game.misere() } else { game })
    }
}

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
            ("", "there is no game with this name", ""),
            ("tictacto", "there is no game with this name", "tictacto"),
            ("tictactoe ", "there is no game with this name", "tictactoe "),
            ("checkers:8", "there is no game with this name", "checkers:8"),
            ("tictactoe+miser", "the only option of mnk:M,N,K is `+misere`", "+miser"),
            ("tictactoe+misere+misere", "`+misere` is given twice", "+misere"),
            ("mnk", "mnk takes three numbers, mnk:M,N,K, and none is given", "mnk"),
            ("mnk:3,3", "mnk takes three numbers, mnk:M,N,K, and 2 are given", "3,3"),
            ("mnk:3,3,3,3", "mnk takes three numbers, mnk:M,N,K, and 4 are given", "3,3,3,3"),
            ("connect:3,3", "connect takes three numbers, connect:W,H,K, and 2 are given", "3,3"),
            ("connect:8,8,4", "64 cells are too many: a board has at most 63", "8,8,4"),
            ("connect:9,9,4+misere", "81 cells are too many: a board has at most 63", "9,9,4"),
            ("connect4+miser", "the only option of connect:W,H,K is `+misere`", "+miser"),
            ("connect4:7,6,4", "there is no game with this name", "connect4:7,6,4"),
            ("dodgem:4", "dodgem is the name of another game", "dodgem:4"),
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
            assert_eq!(error.kind().to_string(), message, "{name}");
            let about_numbers = !message.contains("option")
                && !message.contains("twice")
                && !message.contains("this name")
                && !message.contains("another game");
            assert_eq!(error.example().is_some(), about_numbers, "{name}");
            assert_eq!(&name[error.place()], part, "{name}");
        }
        for (name, printed) in [
            ("checkers", "UnknownGame"),
            ("tictactoe+", "UnknownOption { family: Mnk }"),
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
