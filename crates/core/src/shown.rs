//! Characters and texts as they may be shown: what would act on a terminal is escaped.
//!
//! [`char::escape_debug`] and the [`fmt::Debug`] of texts do the same with tables of all printable
//! characters, from which the optimiser cannot remove every path to a panic.

use core::fmt::{self, Write};

/// A character to be shown. It prints as it is, or as its escape if it would act on what shows it or
/// could not be seen.
pub(crate) struct Shown(pub(crate) char);

/// A text in quotes: it prints with [`fmt::Debug`] as texts do. Characters that would act on what shows
/// them are escaped.
///
/// ```
/// use perfect_play_core::Quoted;
///
/// assert_eq!(format!("{:?}", Quoted("three\nin a row")), r#""three\nin a row""#);
/// ```
pub struct Quoted<'a>(pub &'a str);

/// Whether a character outside ASCII controls how others are shown, joins them, or is a space.
const fn acts(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{a0}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'..='\u{891}'
            | '\u{8e2}'
            | '\u{115f}'..='\u{1160}'
            | '\u{1680}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..
    )
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii() || acts(self.0) {
            write!(f, "{}", self.0.escape_default())
        } else {
            f.write_char(self.0)
        }
    }
}

/// In single quotes.
impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '"' => f.write_str("'\"'"),
            _ => write!(f, "'{self}'"),
        }
    }
}

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '\'' => f.write_char(c)?,
                c => write!(f, "{}", Shown(c))?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::ToString};

    use super::*;

    #[test]
    fn ascii_is_shown_as_by_escape_debug() {
        for c in '\u{1}'..='\u{7f}' {
            assert_eq!(Shown(c).to_string(), c.escape_debug().to_string());
            assert_eq!(format!("{:?}", Shown(c)), format!("{c:?}"));
        }
        assert_eq!(Shown('\0').to_string(), "\\u{0}");
        let text = "O's \"X\"\t\\\n";
        assert_eq!(format!("{:?}", Quoted(text)), format!("{text:?}"));
    }

    #[test]
    fn what_acts_is_escaped_and_nothing_else_is_hidden() {
        let escaped = |c: char| Shown(c).to_string() == c.escape_unicode().to_string();
        // Control characters, spaces, and what turns, joins or hides others.
        for c in ('\u{80}'..='\u{10ffff}').filter(|c| c.is_control() || c.is_whitespace()) {
            assert!(escaped(c), "{c:?}");
        }
        for c in "\u{ad}\u{61c}\u{200b}\u{200d}\u{200e}\u{202a}\u{202e}\u{2028}\u{2066}\u{feff}\
                  \u{fe0f}\u{e0041}\u{10ffff}"
            .chars()
        {
            assert!(escaped(c), "{c:?}");
        }
        for c in "\u{d7}\u{e9}\u{41e}\u{25cb}\u{2715}\u{3007}\u{ff38}\u{1f600}".chars() {
            assert_eq!(Shown(c).to_string(), c.to_string());
            assert_eq!(format!("{:?}", Shown(c)), format!("{c:?}"));
        }
    }
}
