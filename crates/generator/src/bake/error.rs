//! Why a table could not be baked.

use std::{error::Error, fmt, io, path::PathBuf};

use perfect_play_core::NO_CODES;

use perfect_play_tiers::FindError;

use crate::{MAX_CODES, SolveError};

/// Why a table could not be baked.
///
/// A build script that returns it from `main` prints it with [`fmt::Debug`], so that is written for
/// people, as [`fmt::Display`] is.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::Bake;
///
/// let error = Bake::new(Mnk::new(4, 4, 4)?).solve().unwrap_err();
/// assert!(error.to_string().starts_with("mnk:4,4,4 has 43046721 codes, and at most 2097152 are"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub enum BakeError {
    /// The game has more codes than are allowed: it would take too long.
    TooManyCodes {
        /// The game's name.
        game: String,
        /// How many codes it has.
        codes: u64,
        /// How many are allowed.
        most: u64,
        /// Whether it is of a kind that can be solved in tiers, whatever its number of codes.
        has_tiers: bool,
    },
    /// The positions of a game without codes could not be found.
    NotFound {
        /// The game's name.
        game: String,
        /// Why not.
        error: FindError,
    },
    /// The table would be larger than is allowed.
    TooManyBytes {
        /// The game's name.
        game: String,
        /// Bytes it would take.
        bytes: u64,
        /// Bytes that are allowed.
        most: u64,
    },
    /// The board is so large that a position's slot takes more than a few small arrays to find.
    BoardTooLarge {
        /// The game's name.
        game: String,
    },
    /// The game could not be solved; most likely its rules contradict themselves.
    Solve {
        /// The game's name.
        game: String,
        /// Why not.
        error: Box<SolveError>,
    },
    /// The game does not take the form that was asked for.
    NoSuchForm {
        /// The game's name.
        game: String,
        /// Why not.
        why: &'static str,
    },
    /// The name of the module is not an identifier of ASCII letters, digits and `_`.
    NotAnIdentifier {
        /// The name.
        name: String,
    },
    /// Two games with one name cannot be told apart.
    TwoGamesOfOneName {
        /// The name.
        game: String,
    },
    /// Two tables with one name would overwrite one another.
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
        /// Why.
        source: io::Error,
    },
}

impl fmt::Display for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCodes { game, codes: NO_CODES, .. } => write!(
                f,
                "{game} has no codes: bake it with `Bake::found(game)?`, which finds its positions by playing \
                 on; a board of lines whose positions are too many for 64 bits cannot be solved while \
                 building"
            ),
            Self::TooManyCodes { game, codes, most, has_tiers } => {
                write!(
                    f,
                    "{game} has {codes} codes, and at most {most} are solved while building: "
                )?;
                if *codes <= MAX_CODES {
                    write!(
                        f,
                        "`.max_codes({codes})` allows it; each 100000 reachable positions take 10 \
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
                    f.write_str("; a game of lines of this size is for `.solve_tiers()`")?;
                }
                Ok(())
            }
            Self::NotFound { game, error } => write!(f, "{game} cannot be baked: {error}"),
            Self::TooManyBytes { game, bytes, most } => write!(
                f,
                "the table of {game} takes {bytes} bytes, and at most {most} are baked: \
                 `.max_bytes({bytes})` allows it, and `.form(..)` another form that may be smaller"
            ),
            Self::BoardTooLarge { game } => write!(
                f,
                "the board of {game} is too large to bake its table: keep it in a file \
                 (`perfect-play solve {game} -o FILE`)"
            ),
            Self::Solve { game, error } => write!(f, "{game} cannot be solved: {error}"),
            Self::NoSuchForm { game, why } => {
                write!(f, "{game} cannot be baked in this form: {why}")
            }
            Self::NotAnIdentifier { name } => write!(
                f,
                "`{name}` is not the name of a module: `.module(\"..\")` gives it one of letters, \
                 digits and `_`, which begins with no digit and is no keyword"
            ),
            Self::TwoGamesOfOneName { game } => {
                write!(f, "two games are called `{game}`: let `Display` print another name for one")
            }
            Self::TwoTablesOfOneName { name } => {
                write!(
                    f,
                    "two tables are called `{name}`: `.module(\"..\")` gives one another name"
                )
            }
            Self::NotInABuildScript => {
                f.write_str("OUT_DIR is not set: tables are baked from a build script, `build.rs`")
            }
            Self::Write { path, source } => write!(f, "cannot write {}: {source}", path.display()),
        }
    }
}

/// Prints what [`fmt::Display`] does.
impl fmt::Debug for BakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for BakeError {}
