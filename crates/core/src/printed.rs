//! Compares printed text without a buffer.

use core::fmt::{self, Display, Write};

/// Whether the two values print the same text.
pub(crate) fn print_alike<A: Display + ?Sized, B: Display + ?Sized>(one: &A, other: &B) -> bool {
    begins_as(one, other) && begins_as(other, one)
}

/// Whether the text of `one` begins with the text of `other`.
fn begins_as<A: Display + ?Sized, B: Display + ?Sized>(one: &A, other: &B) -> bool {
    write!(Against { one, place: 0 }, "{other}").is_ok()
}

/// A writer that fails at the first text that differs from what `one` prints.
struct Against<'a, A: ?Sized> {
    one: &'a A,
    /// The number of bytes compared so far.
    place: usize,
}

impl<A: Display + ?Sized> Write for Against<'_, A> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let mut window = Window { skip: self.place, expected: piece.as_bytes() };
        self.place += piece.len();
        match write!(window, "{}", self.one) {
            Ok(()) if window.expected.is_empty() => Ok(()),
            _ => Err(fmt::Error),
        }
    }
}

/// A writer that skips `skip` bytes and then fails at the first text that differs from `expected`.
struct Window<'a> {
    skip: usize,
    expected: &'a [u8],
}

impl Write for Window<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let skipped = self.skip.min(piece.len());
        self.skip -= skipped;
        let found = piece.as_bytes().get(skipped..).unwrap_or_default();
        let length = found.len().min(self.expected.len());
        let (expected, rest) = self.expected.split_at(length);
        self.expected = rest;
        if found.starts_with(expected) { Ok(()) } else { Err(fmt::Error) }
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    /// Prints its parts one after the other.
    struct Parts<'a>(&'a [&'a str]);

    impl Display for Parts<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|part| f.write_str(part))
        }
    }

    #[test]
    fn the_same_text_is_the_same_in_whatever_parts() {
        let texts: [&[&str]; 8] = [
            &[],
            &[""],
            &["stones"],
            &["st", "", "ones"],
            &["stones", ":12"],
            &["s", "tones:", "1", "2"],
            &["stones:1"],
            &["Stones"],
        ];
        for one in texts {
            for other in texts {
                let alike = format!("{}", Parts(one)) == format!("{}", Parts(other));
                assert_eq!(print_alike(&Parts(one), &Parts(other)), alike, "{one:?}, {other:?}");
            }
        }
    }
}
