//! Text that is broken into lines for a terminal.

use std::io::{self, Write};

use crate::terminal::paint::width;

/// The columns of a terminal.
pub(crate) const WIDTH: usize = 80;

/// Breaks a text between words into lines of at most this many columns. All lines except the first are indented by this
/// many blanks. A word that is wider than a line has a line of its own.
pub(crate) fn wrapped(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for (i, word) in text.split(' ').enumerate() {
        let wide = width(word);
        if i > 0 && used + 1 + wide > columns && line.trim_start() != "" {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent);
            used = indent;
        } else if i > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += wide;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Breaks each line of a text into lines that fit on a terminal. Each of them ends with a line break.
pub(crate) fn wrapped_lines(text: &str) -> String {
    text.lines().flat_map(|line| wrapped(line, WIDTH, 0)).map(|line| line + "\n").collect()
}

/// The width of the widest line.
pub(crate) fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| width(line)).max().unwrap_or(0)
}

/// Prints a paragraph to a terminal.
pub(crate) fn write_wrapped(out: &mut dyn Write, text: &str) -> io::Result<()> {
    for line in wrapped(text, WIDTH, 0) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 8, 2), ["one two", "  three"]);
        assert_eq!(wrapped("one two three", 13, 2), ["one two three"]);
        assert_eq!(wrapped("  a  b", 80, 2), ["  a  b"]);
        assert_eq!(wrapped("a-word-of-its-own and more", 8, 0), ["a-word-of-its-own", "and more"]);
        assert_eq!(wrapped("", 8, 0), [""]);
        let painted = crate::terminal::paint::heading("one two");
        assert_eq!(wrapped(&painted, 7, 0), [painted]);
    }

    #[test]
    fn each_line_of_a_text_is_broken_by_itself() {
        let long = "a".repeat(40);
        let bold = crate::terminal::paint::heading("b".repeat(39));
        let text = format!("{long} {bold}\n{bold} {long} c d");
        assert_eq!(wrapped_lines(&text), format!("{long} {bold}\n{bold} {long}\nc d\n"));
        assert_eq!(wrapped_lines("  two spaces\n\n"), "  two spaces\n\n");
    }
}
