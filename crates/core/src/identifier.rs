//! Games' names as identifiers.

use core::fmt::{self, Write};

use crate::Quoted;

/// Prints a game's name as an identifier that is valid in many languages, unless it is one of their keywords:
/// lower-case letters, digits, and `_` for other characters between them. Modules and files of a game have this name.
///
/// ```
/// use perfect_play_core::Identifier;
///
/// let identifier = |name| Identifier(name).to_string();
/// assert_eq!(identifier("mnk:4,3,3+misere"), "mnk_4_3_3_misere");
/// assert_eq!(identifier("3D Nim!"), "game_3d_nim");
/// ```
#[derive(Clone, Copy)]
pub struct Identifier<'a>(pub &'a str);

/// Prints what a derived implementation would print, but uses [`Quoted`].
impl fmt::Debug for Identifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Identifier").field(&Quoted(self.0)).finish()
    }
}

impl fmt::Display for Identifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words =
            self.0.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or("game");
        if first.starts_with(|c: char| c.is_ascii_digit()) {
            f.write_str("game_")?;
        }
        let mut write =
            |word: &str| word.chars().try_for_each(|c| f.write_char(c.to_ascii_lowercase()));
        write(first)?;
        words.try_for_each(|word| {
            write("_")?;
            write(word)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, identifier) in [
            ("tictactoe", "tictactoe"),
            ("mnk:4,3,3+misere", "mnk_4_3_3_misere"),
            ("Stones: 12", "stones_12"),
            ("3D", "game_3d"),
            ("__Go__", "go"),
            ("\u{56f4}\u{68cb}", "game"),
            ("", "game"),
        ] {
            assert_eq!(Identifier(name).to_string(), identifier);
        }
    }
}
