//! Names and texts of anyone's as they may stand in a source file.

use base64::{Engine, prelude::BASE64_STANDARD};

/// Signs that would act on whoever shows them, such as ends of lines, as escapes.
pub(crate) fn printable(text: &str) -> String {
    let escape = |c: char| match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => true,
        c => c.is_control(),
    };
    text.chars()
        .map(|c| if escape(c) { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

/// A text as it may stand in a block comment: nothing in it ends the comment, or looks like the
/// beginning of another.
pub(crate) fn in_block_comment(text: &str) -> String {
    // Twice, because `*/*/` is both.
    let text = text.replace("*/", "* /").replace("/*", "/ *");
    // Before a sign of these, C reads two question marks as the beginning of another one.
    text.replace("??", "? ?").replace("??", "? ?")
}

/// A text as a string literal of Python and JavaScript: JSON's escapes are theirs too.
pub(crate) fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text as a string literal of C.
pub(crate) fn c_literal(text: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        // Three digits, so that a digit behind it is not read as one more.
        _ => format!("\\{byte:03o}"),
    };
    format!("\"{}\"", text.bytes().map(escaped).collect::<String>())
}

/// A game's name as an identifier: `mnk_4_3_3_misere`.
pub(crate) fn identifier(name: &str) -> String {
    let words: Vec<_> = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let identifier = words.join("_");
    match identifier.bytes().next() {
        None => "game".to_owned(),
        Some(b'0'..=b'9') => format!("game_{identifier}"),
        Some(_) => identifier,
    }
}

/// Bytes in base 64, on lines of their own.
pub(crate) fn base64(bytes: &[u8]) -> String {
    /// Bytes on a line: a multiple of three, so that only the last one needs to be padded.
    const LINE: usize = 72;
    let lines: Vec<_> = bytes.chunks(LINE).map(|line| BASE64_STANDARD.encode(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
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
            assert_eq!(super::identifier(name), identifier);
        }
    }

    #[test]
    fn texts_end_no_literal_and_no_comment() {
        assert_eq!(c_literal("a\"\\?\u{e9}1"), "\"a\\\"\\\\\\?\\303\\2511\"");
        assert_eq!(literal("a\"\\\n"), "\"a\\\"\\\\\\n\"");
        for text in ["*/", "/*", "*/*/", "/*/", "/*/*", "**//**", "???/"] {
            let comment = in_block_comment(text);
            assert!(["*/", "/*", "??"].iter().all(|sign| !comment.contains(sign)), "{comment}");
        }
        assert_eq!(printable("a\u{202e}\r\nb"), "a\\u{202e}\\u{d}\\u{a}b");
    }
}
