//! Suggestions for a word that is not known.

/// The least similarity of two words for a suggestion; equal words have 1.
const CLOSE: f64 = 0.5;

/// The most similar known word, if one is similar enough.
///
/// ```
/// use perfect_play_engine::nearest;
///
/// assert_eq!(nearest("novise", &["easy", "novice"]), Some("novice"));
/// assert_eq!(nearest("chess", &["easy", "novice"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    known
        .iter()
        .copied()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|known| likeness(known) >= CLOSE)
}
