//! Why a table could not be baked.

use std::{error::Error, fmt, io, path::PathBuf};

use perfect_play_core::NO_CODES;

use perfect_play_numbering::FindError;

use crate::{MAX_CODES, SolveError};

/// Why a table could not be baked.
///
/// A build script that returns this error from `main` prints it with [`fmt::Debug`], which therefore prints the
/// same text as [`fmt::Display`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::Bake;
///
/// let error = Bake::new(Mnk::new(4, 4, 4)?).solve().unwrap_err();
/// assert!(error.to_string().starts_with("mnk:4,4,4 has 43046721 codes, but at most 2097152 are"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub enum BakeError {
    /// The game has more codes than allowed, so solving it would take too long.
    TooManyCodes {
        /// The game's name.
        game: String,
        /// The number of codes.
        codes: u64,
        /// The number of codes allowed.
        most: u64,
        /// Whether this kind of game can be solved in tiers, with any number of codes.
        has_tiers: bool,
    },
    /// The positions of a game without codes could not be found.
    NotFound {
        /// The game's name.
        game: String,
        /// The reason.
        error: FindError,
    },
    /// The table is larger than allowed.
    TooManyBytes {
        /// The game's name.
        game: String,
        /// The size of the table in bytes.
        bytes: u64,
        /// The number of bytes allowed.
        most: u64,
    },
    /// The board is too large for a table of the tiered form, whose lookup uses only a few small arrays.
    BoardTooLarge {
        /// The game's name.
        game: String,
    },
    /// The game could not be solved, most likely because its rules contradict themselves.
    Solve {
        /// The game's name.
        game: String,
        /// The reason.
        error: Box<SolveError>,
    },
    /// The table cannot have the requested form.
    NoSuchForm {
        /// The game's name.
        game: String,
        /// The reason.
        why: &'static str,
    },
    /// The name of the module is not an identifier of ASCII letters, digits and `_`.
    NotAnIdentifier {
        /// The name.
        name: String,
    },
    /// Two games have the same name.
    TwoGamesOfOneName {
        /// The name.
        game: String,
    },
    /// Two tables have the same name, so one would overwrite the other.
    TwoTablesOfOneName {
        /// The name.
        name: String,
    },
    /// `OUT_DIR` is not set.
    NotInABuildScript,
    /// A file could not be written.
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl fmt::Display for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCodes { game, codes: NO_CODES, .. } => write!(
                f,
                "{game} has no codes, because its boards are too many for 64 bits. Such a line game cannot be \
                 solved in a build script: store the table in a file (`perfect-play solve {game} -o FILE`)"
            ),
            Self::TooManyCodes { game, codes, most, has_tiers } => {
                write!(
                    f,
                    "{game} has {codes} codes, but at most {most} are solved in a build script: "
                )?;
                if *codes <= MAX_CODES {
                    write!(
                        f,
                        "`.max_codes({codes})` allows them; each 100000 reachable positions take 10 \
                         seconds to a minute, and 2 seconds or less with `opt-level = 3` in \
                         `[profile.dev.build-override]` of the workspace's Cargo.toml"
                    )?;
                } else {
                    f.write_str("number the positions more closely")?;
                    if *most < MAX_CODES {
                        write!(f, " (`.max_codes(..)` allows up to {MAX_CODES})")?;
                    }
                }
                if *has_tiers {
                    f.write_str(
                        "; or call `.solve_tiers()`, which solves line games of this size",
                    )?;
                }
                Ok(())
            }
            Self::NotFound { game, error: FindError::TooMany { most, .. } } => write!(
                f,
                "{game} cannot be baked: it has more than {most} positions, the limit for a game without \
                 codes, or play never ends: does something grow for ever? If not, give it codes (see `Game`), or write \
                 its table to a file (see `Large games` in the guide)"
            ),
            Self::NotFound { game, error } => write!(f, "{game} cannot be baked: {error}"),
            Self::TooManyBytes { game, bytes, most } => write!(
                f,
                "the table of {game} takes {bytes} bytes, but at most {most} are allowed: call \
                 `.max_bytes({bytes})`, or choose another form with `.form(..)` that may be smaller"
            ),
            Self::BoardTooLarge { game } => write!(
                f,
                "the board of {game} is too large for a baked table: store the table in a file \
                 (`perfect-play solve {game} -o FILE`)"
            ),
            Self::Solve { game, error } => write!(f, "{game} cannot be solved: {error}"),
            Self::NoSuchForm { game, why } => {
                write!(f, "{game} cannot be baked in this form: {why}")
            }
            Self::NotAnIdentifier { name } => write!(
                f,
                "`{name}` is not a valid name of a module: call `.module(\"..\")` with a name of letters, \
                 digits and `_` that does not begin with a digit and is not a keyword"
            ),
            Self::TwoGamesOfOneName { game } => {
                write!(
                    f,
                    "two games are called `{game}`: let `Display` print another name for one of them"
                )
            }
            Self::TwoTablesOfOneName { name } => {
                write!(
                    f,
                    "two tables are called `{name}`: give one of them another name with `.module(\"..\")`"
                )
            }
            Self::NotInABuildScript => f.write_str(
                "OUT_DIR is not set: tables can only be baked in a build script, `build.rs`",
            ),
            Self::Write { path, source } => write!(f, "cannot write {}: {source}", path.display()),
        }
    }
}

/// Prints what [`fmt::Display`] prints.
impl fmt::Debug for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for BakeError {}
