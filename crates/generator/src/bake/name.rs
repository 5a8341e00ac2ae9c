//! Valid names of modules.

use super::BakeError;

/// Names that no module can have.
const KEYWORDS: [&str; 53] = [
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The name of a module is also the name of a file, so it must not lead out of the folder.
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
