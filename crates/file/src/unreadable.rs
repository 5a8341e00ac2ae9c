//! A table that cannot be read.

use std::error::Error as StdError;

use thiserror::Error;

/// A table could not be read, so its contents are unknown. It prints the reason, which names the file if the table is
/// in one ([`ReadError`](crate::ReadError)).
///
/// ```
/// use std::io;
///
/// use perfect_play_core::Board;
/// use perfect_play_games::Mnk;
/// use perfect_play_file::{ReadError, Unreadable};
/// use perfect_play_proof::TableError;
///
/// let source = io::Error::other("the disk is gone");
/// let reason = ReadError::Io { path: "m.perfect".into(), source };
/// // What a probe answered at some position.
/// let error = TableError::at(&Mnk::TICTACTOE, Board::EMPTY, reason);
/// assert!(matches!(error, TableError::Unreadable(Unreadable { .. })));
/// assert_eq!(error.to_string(), "m.perfect cannot be read: the disk is gone");
/// ```
#[derive(Debug, Error)]
#[error(transparent)]
pub struct Unreadable(Box<dyn StdError + Send + Sync>);

impl Unreadable {
    /// The table could not be read, for this reason.
    pub fn new(reason: impl StdError + Send + Sync + 'static) -> Self {
        Self(Box::new(reason))
    }
}
