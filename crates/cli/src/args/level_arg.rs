//! LEVEL on the command line.

use perfect_play_core::{Level, ParseLevelError};
use perfect_play_engine::nearest;

/// The names of levels, without the numbers of `lookahead` and `skill`.
const NAMES: [&str; 10] = [
    "easy",
    "medium",
    "hard",
    "perfect",
    "tricky",
    "lookahead",
    "blind",
    "novice",
    "master",
    "skill",
];

/// The level that LEVEL names. The error says what is wrong with the name, and suggests another.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    name.to_lowercase().parse().map_err(|error| match error {
        // The word for it in other programs.
        ParseLevelError::Unknown if name.eq_ignore_ascii_case("random") => {
            "did you mean `blind`?".to_owned()
        }
        ParseLevelError::Unknown if name.parse::<u8>().is_ok() => {
            format!("did you mean `lookahead({name})`?")
        }
        ParseLevelError::Unknown => match nearest(&name.to_lowercase(), &NAMES) {
            Some("lookahead") => "did you mean `lookahead(3)`?".to_owned(),
            Some("skill") => "did you mean `skill(0.9)`?".to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => error.to_string(),
        },
        error => error.to_string(),
    })
}
