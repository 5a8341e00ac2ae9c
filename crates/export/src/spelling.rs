//! Names and texts as they may appear in a source file.

use base64::{Engine, prelude::BASE64_STANDARD};
use perfect_play_core::ShownJson;

/// A text that may appear in a block comment. It cannot end the comment, and does not look like the beginning of
/// another one.
pub(crate) fn in_block_comment(text: &str) -> String {
    // Twice, because `*/*/` contains both.
    let text = text.replace("*/", "* /").replace("/*", "/ *");
    // C reads two question marks before some characters as one other character.
    text.replace("??", "? ?").replace("??", "? ?")
}

/// A text as a string literal of JavaScript, which knows JSON's escapes.
pub(crate) fn literal(text: &str) -> String {
    ShownJson(serde_json::Value::from(text)).to_string()
}

/// A text as a string literal of Python. It knows JSON's escapes as well, but each of them is a character: it would not
/// join the two that JSON has for a character above U+FFFF.
pub(crate) fn python_literal(text: &str) -> String {
    let escaped = |c: char| {
        let shown = ShownJson(c).to_string();
        match u32::from(c) {
            number @ 0x1_0000.. if shown.starts_with('\\') => format!("\\U{number:08x}"),
            _ => shown,
        }
    };
    serde_json::Value::from(text).to_string().chars().map(escaped).collect()
}

/// A text as a string literal of C.
pub(crate) fn c_literal(text: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        // Always three digits, so that a following digit is not read as a part of the escape.
        _ => format!("\\{byte:03o}"),
    };
    format!("\"{}\"", text.bytes().map(escaped).collect::<String>())
}

/// Bytes in base 64, on lines of their own.
pub(crate) fn base64(bytes: &[u8]) -> String {
    /// Bytes per line: a multiple of three, so that only the last line needs padding.
    const LINE: usize = 72;
    let lines: Vec<_> = bytes.chunks(LINE).map(|line| BASE64_STANDARD.encode(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_no_literal_and_no_comment() {
        assert_eq!(c_literal("a\"\\?\u{e9}1"), "\"a\\\"\\\\\\?\\303\\2511\"");
        assert_eq!(literal("a\"\\\n"), "\"a\\\"\\\\\\n\"");
        assert_eq!(literal("\u{202e}\u{7f}"), "\"\\u202e\\u007f\"");
        let far = "\u{202e}\u{e0067}\u{1f600}\"\\\n";
        assert_eq!(literal(far), "\"\\u202e\\udb40\\udc67\u{1f600}\\\"\\\\\\n\"");
        assert_eq!(python_literal(far), "\"\\u202e\\U000e0067\u{1f600}\\\"\\\\\\n\"");
        for text in ["*/", "/*", "*/*/", "/*/", "/*/*", "**//**", "???/"] {
            let comment = in_block_comment(text);
            assert!(["*/", "/*", "??"].iter().all(|sign| !comment.contains(sign)), "{comment}");
        }
    }
}
