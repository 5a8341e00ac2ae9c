//! The languages to which a table can be exported.

use std::{error::Error, fmt, str::FromStr};

use perfect_play_core::Probe;

use crate::{ExportError, about::About, c, codes::Codes, javascript, json, plan::Plan, python};

/// A language to which a table can be exported.
///
/// ```
/// use perfect_play_export::Language;
///
/// assert_eq!("python".parse(), Ok(Language::Python));
/// assert_eq!(Language::ALL.map(Language::name), ["c", "python", "js", "json"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// A header for C99 and C++11: constants and `static inline` functions, without allocation.
    C,
    /// A module for Python 3.9 and later, typed.
    Python,
    /// An ES module, with types in its comments. [`types`] gives types for TypeScript.
    JavaScript,
    /// One object with all positions, for programs in any other language.
    Json,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::C, Self::Python, Self::JavaScript, Self::Json];

    /// The language's name, as it is printed and parsed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Python => "python",
            Self::JavaScript => "js",
            Self::Json => "json",
        }
    }
}

/// Prints [`Language::name`].
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL.into_iter().find(|language| language.name() == name).ok_or(UnknownLanguage)
    }
}

/// The error of parsing a [`Language`] from an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table is exported to `c`, `python`, `js` or `json`")
    }
}

impl Error for UnknownLanguage {}

/// The table as one file in a language, with functions to look its answers up. `made_by` is the command or the
/// program that makes the file. The head of the file names it.
///
/// The same table and the same `made_by` always give the same bytes.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_export::{Language, export};
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let module = export(&table, Language::Python, "my build script")?;
/// assert!(module.contains("my build script"));
/// assert!(module.contains("\ndef best_move(position: Position) -> Optional[int]:\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is too large, if a move takes too many plies, if the start has no code, or if the table cannot be read or
/// contradicts itself.
pub fn export<P: Probe>(
    table: &P,
    language: Language,
    made_by: &str,
) -> Result<String, ExportError<P::Error>> {
    let codes = Codes::of(table)?;
    match language {
        Language::C => Ok(c::write(&Plan::new(&codes, made_by)?)),
        Language::Python => Ok(python::write(&Plan::new(&codes, made_by)?)),
        Language::JavaScript => Ok(javascript::write(&Plan::new(&codes, made_by)?)),
        Language::Json => json::write(&codes, made_by),
    }
}

/// The types of the table's ES module ([`Language::JavaScript`]) for TypeScript. The compiler finds them in a file
/// beside the module: `NAME.d.mts` beside `NAME.mjs`, `NAME.d.ts` beside `NAME.js`.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_export::types;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let types = types(&table, "my build script")?;
/// assert!(types.contains("\nexport function bestMove(position: Position): number | null;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game is too large, or if the start has no code.
pub fn types<P: Probe>(table: &P, made_by: &str) -> Result<String, ExportError<P::Error>> {
    Ok(javascript::types(&About::new(&Codes::of(table)?, made_by)?))
}
