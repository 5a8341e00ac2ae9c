//! The names of levels.

use core::{fmt, str::FromStr};

use super::Level;
use crate::ParseChanceError;

/// Prints `easy`, `medium`, `hard`, `perfect`, `tricky`, `lookahead(3)`, `blind`, `novice`, `master` or
/// `skill(0.9)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Easy => f.pad("easy"),
            Self::Medium => f.pad("medium"),
            Self::Hard => f.pad("hard"),
            Self::Perfect => f.pad("perfect"),
            Self::Tricky => f.pad("tricky"),
            Self::Lookahead(plies) => write!(f, "lookahead({plies})"),
            Self::Blind => f.pad("blind"),
            Self::Novice => f.pad("novice"),
            Self::Master => f.pad("master"),
            Self::Skill(chance) => write!(f, "skill({chance})"),
        }
    }
}

/// Reads the text that a level prints. It also reads `skill:0.9` and `lookahead:3`, which need no quotes in a shell.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(name: &str) -> Result<Self, ParseLevelError> {
        if let Some(behind) = name.strip_prefix("skill") {
            let chance = parameter(behind, ParseLevelError::NoChance)?;
            return chance.parse().map(Self::Skill).map_err(ParseLevelError::Chance);
        }
        if let Some(behind) = name.strip_prefix("lookahead") {
            let plies = parameter(behind, ParseLevelError::NoPlies)?;
            let is_number = plies.bytes().all(|byte| byte.is_ascii_digit());
            let plies = if is_number { plies.parse().ok() } else { None };
            return plies.map(Self::Lookahead).ok_or(ParseLevelError::Plies);
        }
        let mut named = [
            ("easy", Self::Easy),
            ("medium", Self::Medium),
            ("hard", Self::Hard),
            ("perfect", Self::Perfect),
            ("tricky", Self::Tricky),
            ("blind", Self::Blind),
            ("novice", Self::Novice),
            ("master", Self::Master),
        ]
        .into_iter();
        let level = named.find(|&(known, _)| known == name);
        level.map(|(_, level)| level).ok_or(ParseLevelError::Unknown)
    }
}

/// The text in parentheses or after a colon. The error is `missing` if there is no further text.
fn parameter(behind: &str, missing: ParseLevelError) -> Result<&str, ParseLevelError> {
    if behind.is_empty() {
        return Err(missing);
    }
    let in_parentheses = behind.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    in_parentheses.or_else(|| behind.strip_prefix(':')).ok_or(ParseLevelError::Unknown)
}

/// Why a text is not the name of a level.
///
/// ```
/// use perfect_play_core::{Level, ParseLevelError};
///
/// let error = "skill".parse::<Level>().unwrap_err();
/// assert_eq!(error, ParseLevelError::NoChance);
/// assert_eq!(
///     error.to_string(),
///     "`skill` needs the chance of an optimal move: `skill(0.9)`",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseLevelError {
    /// No level has this name.
    Unknown,
    /// The chance after `skill` is missing.
    NoChance,
    /// The text after `skill` is not a chance.
    Chance(ParseChanceError),
    /// The number after `lookahead` is missing.
    NoPlies,
    /// The text after `lookahead` is not a number from 0 to 255.
    Plies,
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str(
                "a level is `easy`, `medium`, `hard`, `perfect`, `tricky`, `lookahead(N)`, where N is \
                 how many plies it sees ahead, `blind`, `novice`, `master`, or `skill(P)`, where P is \
                 the chance of an optimal move",
            ),
            Self::NoChance => {
                f.write_str("`skill` needs the chance of an optimal move: `skill(0.9)`")
            }
            Self::Chance(error) => error.fmt(f),
            Self::NoPlies => f.write_str(
                "`lookahead` needs the number of plies that it sees ahead: `lookahead(3)`",
            ),
            Self::Plies => f.write_str(
                "the number of plies of `lookahead` must be from 0 to 255: `lookahead(3)`",
            ),
        }
    }
}

impl core::error::Error for ParseLevelError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_come_back() {
        let skill = |text: &str| Level::Skill(text.parse().unwrap());
        let others = [skill("0"), skill("1/3"), skill("0.25"), Level::Lookahead(0)];
        for level in Level::NAMED.into_iter().chain(others).chain([Level::Lookahead(255)]) {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("skill:0.25".parse(), Ok(skill("1/4")));
        assert_eq!("lookahead:3".parse(), Ok(Level::Lookahead(3)));
    }

    #[test]
    fn what_is_none_is_refused() {
        use ParseLevelError::{Chance, NoChance, NoPlies, Plies, Unknown};
        for (name, error) in [
            ("", Unknown),
            ("Master", Unknown),
            ("skillful", Unknown),
            ("skill(0.5", Unknown),
            ("skill", NoChance),
            ("skill()", Chance(ParseChanceError::NotANumber)),
            ("skill(1.5)", Chance(ParseChanceError::OutOfRange)),
            ("lookahead", NoPlies),
            ("lookaheads", Unknown),
            ("lookahead()", Plies),
            ("lookahead:", Plies),
            ("lookahead(+1)", Plies),
            ("lookahead(256)", Plies),
        ] {
            assert_eq!(name.parse::<Level>(), Err(error), "{name}");
        }
        let messages = ["expert", "skill", "skill(2)", "lookahead", "lookahead(-1)"].map(|name| {
            let error = name.parse::<Level>().unwrap_err();
            error.to_string()
        });
        assert!(
            messages[0]
                .starts_with("a level is `easy`, `medium`, `hard`, `perfect`, `tricky`, `look")
        );
        assert!(messages[1].starts_with("`skill` needs the chance of an optimal move"));
        assert_eq!(messages[2], "a chance is from 0 to 1");
        assert!(messages[3].starts_with("`lookahead` needs the number of plies"));
        assert!(messages[4].starts_with("the number of plies of `lookahead`"));
    }
}
