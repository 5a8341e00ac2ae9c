//! Why a table in a file gives no answer.

use std::{error::Error, io, path::PathBuf};

use perfect_play_core::{ProbeError, ProbeFailure, Shown};

/// Why a table in a file gives no answer.
///
/// ```
/// use perfect_play_core::{ProbeFailure, Unreachable};
/// use perfect_play_file::ReadError;
///
/// let damaged = ReadError::Damaged { path: "m.perfect".into(), section: 2 };
/// assert_eq!(
///     damaged.to_string(),
///     "m.perfect is damaged (section 3 is not what was written): restore it, or solve it again",
/// );
/// // An unreadable table says nothing about the position.
/// assert_eq!(damaged.no_entry(), None);
/// let reason = Unreachable::NotInTable.into();
/// assert_eq!(ReadError::NoEntry(reason).no_entry(), Some(reason));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The position has no entry.
    #[error(transparent)]
    NoEntry(#[from] ProbeError),
    /// A section was changed after it was written.
    #[error(
        "{} is damaged (section {} is not what was written): restore it, or solve it again",
        Shown(path.display()),
        section + 1
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the section, from 0.
        section: u64,
    },
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", Shown(path.display()))]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The table does not store the value, and the search for it ended without one.
    #[error("the table does not store the value of this position, and {source}")]
    Search {
        /// The reason.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl ProbeFailure for ReadError {
    fn no_entry(&self) -> Option<ProbeError> {
        match self {
            Self::NoEntry(reason) => Some(*reason),
            _ => None,
        }
    }
}
