//! Text from outside, such as a name in a file, made safe to print on a terminal.
//!
//! [`char::escape_debug`] and the [`fmt::Debug`] of texts do nearly the same. They use tables of all printable
//! characters, from which the optimiser cannot remove every path to a panic.

use core::fmt::{self, Display, Write};

/// Prints text from outside, such as a file name, on one line. Characters that would control a terminal, or
/// that would be invisible, are printed as escapes. All other characters are unchanged.
///
/// These are escaped: control characters, line ends, spaces other than ` `, marks that change the direction of
/// writing, zero-width and other invisible characters, and characters for private use. The result contains no
/// such character, so printing it again changes nothing. The escapes cannot always be reversed, because a
/// backslash is not escaped.
///
/// ```
/// use perfect_play_core::Shown;
///
/// assert_eq!(Shown("Müller's m.perfect").to_string(), "Müller's m.perfect");
/// let name = "a\n\u{1b}[31mb\u{202e}c\u{200b}";
/// assert_eq!(Shown(name).to_string(), r"a\n\u{1b}[31mb\u{202e}c\u{200b}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shown<T>(pub T);

impl<T: Display> Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape = |f: &mut fmt::Formatter<'_>, c: char| write!(f, "{}", c.escape_default());
        write!(Escaping { f, escape }, "{}", self.0)
    }
}

/// Prints JSON safely on a terminal. It stays the same JSON: the characters that [`Shown`] escapes become JSON
/// escapes.
///
/// ```
/// use perfect_play_core::ShownJson;
///
/// let json = serde_json::json!({ "file": "a\u{202e}b\u{e0001}" }).to_string();
/// let shown = ShownJson(&json).to_string();
/// assert_eq!(shown, r#"{"file":"a\u202eb\udb40\udc01"}"#);
/// assert_eq!(shown.parse::<serde_json::Value>()?, json.parse::<serde_json::Value>()?);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShownJson<T>(pub T);

impl<T: Display> Display for ShownJson<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape = |f: &mut fmt::Formatter<'_>, c: char| match c {
            // A JSON string contains no line end.
            '\n' => f.write_char(c),
            c => c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(f, "\\u{unit:04x}")),
        };
        write!(Escaping { f, escape }, "{}", self.0)
    }
}

/// Writes text to `f`, and calls `escape` for characters that must be escaped.
struct Escaping<'f, 'b, E> {
    f: &'f mut fmt::Formatter<'b>,
    escape: E,
}

impl<'b, E: Fn(&mut fmt::Formatter<'b>, char) -> fmt::Result> Write for Escaping<'_, 'b, E> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars()
            .try_for_each(|c| if acts(c) { (self.escape)(self.f, c) } else { self.f.write_char(c) })
    }
}

/// A text in quotes. It prints with [`fmt::Debug`], like a `str`. Characters that would control a terminal are
/// escaped.
pub struct Quoted<'a>(pub &'a str);

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            write!(f, "{}", Shown(c))?;
        }
        f.write_char('"')
    }
}

/// A character in single quotes. It prints with [`fmt::Debug`], like a `char`. Characters that would control a
/// terminal are escaped.
pub struct QuotedChar(pub char);

impl fmt::Debug for QuotedChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape = if matches!(self.0, '\'' | '\\') { "\\" } else { "" };
        write!(f, "'{escape}{}'", Shown(self.0))
    }
}

/// Whether a character controls the terminal, changes how other characters are shown, joins them, or is
/// invisible.
const fn acts(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{a0}'
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
            | '\u{e000}'..='\u{f8ff}'
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

#[cfg(test)]
mod tests {
    use std::{
        format,
        string::{String, ToString},
    };

    use super::*;

    #[test]
    fn what_is_quoted_is_as_the_standard_library_quotes_it() {
        for c in '\u{1}'..='\u{7f}' {
            assert_eq!(format!("{:?}", QuotedChar(c)), format!("{c:?}"));
            let text = c.to_string();
            assert_eq!(format!("{:?}", Quoted(&text)), format!("{text:?}"));
        }
        for c in "\u{d7}\u{e9}\u{41e}\u{25cb}\u{2715}\u{3007}\u{ff38}\u{1f600}".chars() {
            assert_eq!(format!("{:?}", QuotedChar(c)), format!("{c:?}"));
        }
        assert_eq!(format!("{:?}", QuotedChar('\0')), "'\\u{0}'");
        let text = "O's \"X\"\t\\\n";
        assert_eq!(format!("{:?}", Quoted(text)), format!("{text:?}"));
    }

    #[test]
    fn controls_and_spaces_are_escaped() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_control() || c.is_whitespace() && *c != ' ') {
            assert_eq!(Shown(c).to_string(), c.escape_default().to_string());
        }
    }

    #[test]
    fn what_is_written_in_any_language_stays_as_it_is() {
        for text in [
            "",
            "m.perfect",
            r#"it's "a\b" ~!"#,
            "Über.perfect",
            "हिन्दी",
            "e\u{301}",
            "ไทย",
            "日本語",
            "😀",
        ] {
            assert_eq!(Shown(text).to_string(), text);
            assert_eq!(ShownJson(text).to_string(), text);
        }
    }

    #[test]
    fn what_acts_or_cannot_be_seen_is_escaped() {
        let acting = "\0\u{7}\u{8}\u{b}\u{1b}\u{7f}\u{80}\u{85}\u{9b}\u{9f}\u{a0}\u{ad}\u{34f}\u{61c}\
                      \u{1160}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\
                      \u{202e}\u{2060}\u{2064}\u{2066}\u{2069}\u{3000}\u{3164}\u{e000}\u{fe0f}\u{feff}\
                      \u{fff9}\u{1d173}\u{e0001}\u{e0041}\u{e0100}\u{10ffff}";
        for c in acting.chars() {
            assert_eq!(Shown(c).to_string(), c.escape_unicode().to_string());
            let json = ShownJson(format!("\"{c}\"")).to_string();
            assert!(json.is_ascii() && !json.contains(char::is_control), "{json}");
            // JSON already escapes the control characters of ASCII.
            if !c.is_ascii() {
                assert_eq!(serde_json::from_str::<String>(&json).unwrap(), c.to_string());
            }
        }
        assert_eq!(Shown("a\r\n\tb").to_string(), r"a\r\n\tb");
        assert_eq!(ShownJson("{\n}\n").to_string(), "{\n}\n");
    }

    #[test]
    fn to_print_again_changes_nothing() {
        for c in '\0'..=char::MAX {
            let shown = Shown(c).to_string();
            assert_eq!(Shown(&shown).to_string(), shown);
        }
    }
}
