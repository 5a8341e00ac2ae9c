//! Writes solutions where a build script can have them compiled into a crate.

use std::{collections::BTreeMap, env, error::Error, fmt, fs, io, path::PathBuf};

use perfect_play_core::{Board, Game, Layout, Objective, Probe, Word};
use perfect_play_index::LevelTable;

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
    /// If the table is not one of words and of the objective fastest, or cannot be written.
    pub fn direct<G: Game>(&self, constant: &str, table: &Solution<G>) -> Result<(), BakeError> {
        needs_words(table)?;
        self.write(constant, "words", table.slots())
    }

    /// Writes `CONSTANT.compact.rs`: the words of the canonical positions as an expression of type
    /// `phf::Map<u16, u16>` from code to word, for `include!`.
    ///
    /// # Errors
    ///
    /// If the table is not one of words and of the objective fastest, or cannot be written.
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
        self.write(constant, "compact.rs", map.build().to_string().as_bytes())
    }

    /// Writes `CONSTANT.indexed`: a table that was solved in levels, in the form that
    /// `perfect_play::Indexed` takes, for `include_bytes!`.
    ///
    /// ```no_run
    /// use perfect_play_generator::{
    ///     Bake,
    ///     core::{Mnk, Objective},
    ///     index::Index,
    ///     solve_levels,
    /// };
    ///
    /// // In build.rs.
    /// let game = Mnk::new(4, 4, 4)?.gravity();
    /// let table = solve_levels(game, Objective::Fastest, Index::of(&game)?, &|_| ())?;
    /// Bake::new()?.indexed("CONNECT_4_4_4", &table)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the board is too large (none of up to 16 cells is), the table is not of the objective
    /// fastest, or it cannot be written.
    pub fn indexed<G: Game<Position = Board>>(
        &self,
        constant: &str,
        table: &LevelTable<G>,
    ) -> Result<(), BakeError> {
        if table.objective() != Objective::Fastest {
            return Err(BakeError::NotFastest);
        }
        let bytes = table.to_baked().ok_or(BakeError::TooLarge)?;
        self.write(constant, "indexed", &bytes)
    }

    /// Writes `registry.rs`: an expression of type `phf::Map<&str, &T>` from each game's name to a
    /// reference to its constant, for `include!`.
    ///
    /// # Errors
    ///
    /// If a constant is not an identifier, two games have one name, or it cannot be written.
    pub fn registry<G: Game>(&self, games: &[(&str, G)]) -> Result<(), BakeError> {
        let mut constants = BTreeMap::new();
        for (constant, game) in games {
            check_identifier(constant)?;
            let game = game.to_string();
            if constants.insert(game.clone(), format!("&{constant}")).is_some() {
                return Err(BakeError::TwoGamesOfOneName { game });
            }
        }
        let mut map = phf_codegen::Map::<String>::new();
        for (game, constant) in constants {
            map.entry(game, constant);
        }
        self.write("registry", "rs", map.build().to_string().as_bytes())
    }

    fn write(&self, name: &str, extension: &str, bytes: &[u8]) -> Result<(), BakeError> {
        check_identifier(name)?;
        let path = self.out_dir.join(format!("{name}.{extension}"));
        fs::write(&path, bytes).map_err(|source| BakeError::Write { path, source })
    }
}

/// The runtime's tables are of words, and all of one objective.
fn needs_words<G: Game>(table: &Solution<G>) -> Result<(), BakeError> {
    match (table.layout(), table.objective()) {
        (Layout::Bytes, _) => Err(BakeError::NotWords),
        (Layout::Words, Objective::Outcome) => Err(BakeError::NotFastest),
        (Layout::Words, Objective::Fastest) => Ok(()),
    }
}

/// A constant's name is also a file's: nothing in it may lead out of the directory.
fn check_identifier(constant: &str) -> Result<(), BakeError> {
    let mut characters = constant.chars();
    let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if first && characters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(())
    } else {
        Err(BakeError::NotAnIdentifier { constant: constant.to_owned() })
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
    /// The board is so large that a position's slot takes more than a few small arrays to find.
    TooLarge,
    /// The table is not of the objective fastest, which all baked tables are.
    NotFastest,
    /// The name of a constant is not an identifier of ASCII letters, digits and `_`.
    NotAnIdentifier {
        /// The name.
        constant: String,
    },
    /// Two games with one name cannot be told apart.
    TwoGamesOfOneName {
        /// The name.
        game: String,
    },
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
            Self::TooLarge => f.write_str("the board is too large to bake its table"),
            Self::NotFastest => f.write_str("only tables of the objective `fastest` are baked"),
            Self::NotAnIdentifier { constant } => {
                write!(f, "`{constant}` is not the name of a constant")
            }
            Self::TwoGamesOfOneName { game } => write!(f, "two games are called `{game}`"),
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

#[cfg(test)]
mod tests {
    use perfect_play_core::Mnk;

    use perfect_play_index::Index;

    use super::*;
    use crate::{solve, solve_levels};

    #[test]
    fn what_cannot_be_baked_is_refused_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let bake = Bake { out_dir: folder.path().join("out") };
        fs::create_dir(&bake.out_dir).unwrap();
        let fastest = solve(Mnk::TICTACTOE, Objective::Fastest).unwrap();
        let outcome = solve(Mnk::TICTACTOE, Objective::Outcome).unwrap();
        let large = solve(Mnk::new(4, 3, 3).unwrap(), Objective::Fastest).unwrap();
        for name in ["../escaped", "", "A-B", "1A"] {
            let error = bake.direct(name, &fastest).unwrap_err();
            assert!(matches!(error, BakeError::NotAnIdentifier { .. }), "{name}");
        }
        assert!(matches!(bake.direct("A", &outcome), Err(BakeError::NotFastest)));
        assert!(matches!(bake.compact("A", &large), Err(BakeError::NotWords)));
        let index = Index::of(&Mnk::TICTACTOE).unwrap();
        let outcome = solve_levels(Mnk::TICTACTOE, Objective::Outcome, index, &|_| ()).unwrap();
        assert!(matches!(bake.indexed("A", &outcome), Err(BakeError::NotFastest)));
        let twice = [("A", Mnk::TICTACTOE), ("B", Mnk::TICTACTOE)];
        let error = bake.registry(&twice).unwrap_err();
        assert_eq!(error.to_string(), "two games are called `tictactoe`");
        assert_eq!(fs::read_dir(&bake.out_dir).unwrap().count(), 0);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
