//! Texts split at a character.

/// The text before and after the first occurrence of an ASCII character, or `None` if it does not occur.
///
/// [`str::split_once`] does the same, but its search has paths to a panic that the optimiser cannot remove.
///
/// ```
/// use perfect_play_core::split_once;
///
/// assert_eq!(split_once("tictactoe+misere", b'+'), Some(("tictactoe", "misere")));
/// assert_eq!(split_once("tictactoe", b'+'), None);
/// ```
#[must_use]
pub fn split_once(text: &str, at: u8) -> Option<(&str, &str)> {
    let place = text.bytes().position(|byte| byte == at)?;
    Some((text.get(..place)?, text.get(place + 1..)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn texts_are_split_as_by_the_standard_library(text in "[a+\u{e9}\u{1f600}]{0,6}") {
            prop_assert_eq!(split_once(&text, b'+'), text.split_once('+'));
        }
    }
}
