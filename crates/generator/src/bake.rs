//! Writes solutions where a build script can have them compiled into a crate.

use std::{env, error::Error, fmt, fs, io, path::PathBuf};

use perfect_play_core::{Game, Layout, Probe, Word};

use crate::Solution;

/// Writes tables into cargo's `OUT_DIR`, and nowhere else.
///
/// Each file is named after the constant that will hold the table. The bytes of a table depend on
/// the game and the objective alone.
#[derive(Debug)]
pub struct Bake {
    out_dir: PathBuf,
}

impl Bake {
    /// Bakes into the directory that cargo gives a build script in `OUT_DIR`.
    ///
    /// # Errors
    ///
    /// If there is none, which is so outside a build script.
    pub fn new() -> Result<Self, BakeError> {
        let out_dir = env::var_os("OUT_DIR").ok_or(BakeError::NotInABuildScript)?;
        Ok(Self { out_dir: out_dir.into() })
    }

    /// Writes `CONSTANT.words`: the slots of a table of words by ascending code, for
    /// `include_bytes!`.
    ///
    /// # Errors
    ///
    /// If the table is not one of words, or cannot be written.
    pub fn direct<G: Game>(&self, constant: &str, table: &Solution<G>) -> Result<(), BakeError> {
        needs_words(table)?;
        self.write(&format!("{constant}.words"), table.slots())
    }

    /// Writes `CONSTANT.compact.rs`: the words of the canonical positions as an expression of type
    /// `phf::Map<u16, u16>` from code to word, for `include!`.
    ///
    /// # Errors
    ///
    /// If the table is not one of words, or cannot be written.
    pub fn compact<G: Game>(&self, constant: &str, table: &Solution<G>) -> Result<(), BakeError> {
        needs_words(table)?;
        let game = table.game();
        let mut map = phf_codegen::Map::<u16>::new();
        for position in table.positions() {
            if !game.is_canonical(position) {
                continue;
            }
            let word = table.probe(position).ok().and_then(Word::pack);
            let code = u16::try_from(game.encode(position)).ok();
            let (Some(code), Some(word)) = (code, word) else {
                return Err(BakeError::NotWords);
            };
            map.entry(code, word.bits().to_string());
        }
        self.write(&format!("{constant}.compact.rs"), map.build().to_string().as_bytes())
    }

    /// Writes `registry.rs`: an expression of type `phf::Map<&str, &T>` from each game's name to a
    /// reference to its constant, for `include!`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn registry<G: Game>(&self, games: &[(&str, G)]) -> Result<(), BakeError> {
        let mut map = phf_codegen::Map::<String>::new();
        for (constant, game) in games {
            map.entry(game.to_string(), format!("&{constant}"));
        }
        self.write("registry.rs", map.build().to_string().as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BakeError> {
        let path = self.out_dir.join(name);
        fs::write(&path, bytes).map_err(|source| BakeError::Write { path, source })
    }
}

fn needs_words<G: Game>(table: &Solution<G>) -> Result<(), BakeError> {
    match table.layout() {
        Layout::Words => Ok(()),
        Layout::Bytes => Err(BakeError::NotWords),
    }
}

/// Why a table could not be baked.
#[derive(Debug)]
#[non_exhaustive]
pub enum BakeError {
    /// `OUT_DIR` is not set.
    NotInABuildScript,
    /// The table's entries do not fit words: only games of up to nine moves, fifteen plies and
    /// 65,536 codes are baked.
    NotWords,
    /// A file could not be written.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl fmt::Display for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInABuildScript => {
                f.write_str("OUT_DIR is not set: tables are baked from a build script")
            }
            Self::NotWords => f.write_str(
                "the table is too large to bake: at most nine moves, fifteen plies and 65,536 codes",
            ),
            Self::Write { path, .. } => write!(f, "cannot write {}", path.display()),
        }
    }
}

impl Error for BakeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Write { source, .. } => Some(source),
            _ => None,
        }
    }
}
