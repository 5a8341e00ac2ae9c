//! Compares printed text without a buffer.

use core::fmt::{self, Display, Write};

/// Whether the value prints this text.
pub(crate) fn prints(value: &dyn Display, text: &str) -> bool {
    let mut rest = Rest(text);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}

/// The text that is still to be printed. Any other text is an error.
struct Rest<'t>(&'t str);

impl Write for Rest<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(piece).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints its parts one after the other.
    struct Parts<'a>(&'a [&'a str]);

    impl Display for Parts<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|part| f.write_str(part))
        }
    }

    #[test]
    fn a_text_is_printed_in_any_pieces() {
        for parts in [&["pass"] as &[&str], &["p", "as", "s"], &["", "pass", ""], &["pa", "ss"]] {
            assert!(prints(&Parts(parts), "pass"), "{parts:?}");
            for other in ["", "pas", "passs", "Pass", "pasß"] {
                assert!(!prints(&Parts(parts), other), "{parts:?}: {other}");
            }
        }
        assert!(prints(&Parts(&[]), "") && !prints(&Parts(&["a"]), ""));
    }
}
