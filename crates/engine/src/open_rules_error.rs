//! Why a name gives no rules.

use std::path::PathBuf;

use perfect_play_core::Shown;
use perfect_play_games::{ParseNameError, ReadGraphError};
use thiserror::Error;

/// Why a name is not that of a built-in game or of a game in a file.
///
/// ```
/// use perfect_play_engine::{AnyGame, OpenRulesError};
///
/// let error = AnyGame::open("graph:no such file").unwrap_err();
/// assert!(matches!(error, OpenRulesError::Graph { .. }));
/// assert!(error.to_string().starts_with("no such file: "));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenRulesError {
    /// There is no game of this name.
    #[error(transparent)]
    Name(#[from] ParseNameError),
    /// A person typed a name that does not begin as that of a game ([`TypedName`](crate::TypedName)).
    #[error("there is no game `{}`{}", Shown(name), meant(near.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// The name of a game that may be meant.
        near: Option<String>,
    },
    /// The file of the game has a name that cannot be printed.
    #[error("{}: the file name has characters that cannot be printed: rename the file (its name becomes the game's name)", Shown(path.display()))]
    NotPrinted {
        /// The file.
        path: PathBuf,
    },
    /// The file of the game is neither beside its table nor in the current folder.
    #[error("there is no file {} beside the table or in the current folder", Shown(file))]
    Missing {
        /// The name of the file.
        file: String,
    },
    /// The file of the game cannot be read.
    #[error("{}: {source}", Shown(path.display()))]
    Graph {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReadGraphError,
    },
}

/// The question for a name that may be meant.
fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
}
