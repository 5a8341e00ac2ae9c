//! What a module may be called.

use super::BakeError;

/// What no module can be called.
const KEYWORDS: [&str; 53] = [
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A module's name is also a file's: nothing in it may lead out of the directory.
pub(super) fn check_name(name: &str) -> Result<(), BakeError> {
    let mut characters = name.chars();
    let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let rest = characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if first && rest && !KEYWORDS.contains(&name) {
        Ok(())
    } else {
        Err(BakeError::NotAnIdentifier { name: name.to_owned() })
    }
}
