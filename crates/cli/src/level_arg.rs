//! LEVEL on the command line.

use perfect_play_core::{Level, ParseLevelError};

use crate::near::nearest;

/// The names that a level's name can begin with, the chance of `skill` left out.
const NAMES: [&str; 5] = ["blind", "novice", "master", "perfect", "skill"];

/// The level that LEVEL names, or what is wrong with the name and what may have been meant.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    name.parse().map_err(|error| match error {
        // The word that other programs have for it.
        ParseLevelError::Unknown if name == "random" => "did you mean `blind`?".to_owned(),
        ParseLevelError::Unknown => match nearest(&name.to_lowercase(), &NAMES) {
            Some("skill") => "did you mean `skill(0.9)`?".to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => error.to_string(),
        },
        error => error.to_string(),
    })
}
