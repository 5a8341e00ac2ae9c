//! Names and texts of anyone's as they may stand in a source file.

use base64::{Engine, prelude::BASE64_STANDARD};
use perfect_play_core::ShownJson;

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
    ShownJson(serde_json::Value::from(text)).to_string()
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
    fn texts_end_no_literal_and_no_comment() {
        assert_eq!(c_literal("a\"\\?\u{e9}1"), "\"a\\\"\\\\\\?\\303\\2511\"");
        assert_eq!(literal("a\"\\\n"), "\"a\\\"\\\\\\n\"");
        assert_eq!(literal("\u{202e}\u{7f}"), "\"\\u202e\\u007f\"");
        for text in ["*/", "/*", "*/*/", "/*/", "/*/*", "**//**", "???/"] {
            let comment = in_block_comment(text);
            assert!(["*/", "/*", "??"].iter().all(|sign| !comment.contains(sign)), "{comment}");
        }
    }
}
