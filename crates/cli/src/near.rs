//! What may have been meant by a word that is not known.

/// How alike two words have to be, 1 being the same.
const CLOSE: f64 = 0.5;

/// The known word most like this one, if one is like it at all.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    known
        .iter()
        .copied()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .filter(|known| likeness(known) >= CLOSE)
}
