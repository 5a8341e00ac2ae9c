//! Why the positions of a game were not found.

use std::{error::Error, fmt};

use perfect_play_core::{MAX_KEY_BYTES, Shown};

/// Why the positions of a game were not found.
///
/// ```
/// use perfect_play_numbering::FindError;
///
/// let error = FindError::TooMany { game: "chess".to_owned(), most: 1_000_000 };
/// let text = "chess has more than 1000000 positions, the limit here, or play never ends: does something grow for ever?";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindError {
    /// There are more positions than allowed.
    TooMany {
        /// The game's name.
        game: String,
        /// The largest number allowed.
        most: u64,
    },
    /// There are more positions than fit in the allowed memory.
    TooLarge {
        /// The game's name.
        game: String,
        /// The number of canonical positions found so far.
        positions: u64,
        /// The allowed memory in bytes.
        bytes: u64,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// The number of positions found so far.
        positions: u64,
    },
    /// A position takes more than [`MAX_KEY_BYTES`].
    LongKey {
        /// The number of bytes it takes.
        bytes: usize,
    },
    /// A key of a position is not read back as the same position.
    NotAKey {
        /// The position, as [`fmt::Debug`] prints it.
        position: String,
        /// The position that is read in its place, if there is one.
        read: Option<String>,
    },
    /// Two positions are not in ascending order, or not in the order of their keys.
    NotInOrder {
        /// The first position, as [`fmt::Debug`] prints it.
        first: String,
        /// The second position.
        second: String,
    },
    /// The canonical image of a position is not its own canonical image: the symmetries of the game contradict
    /// themselves.
    NotCanonical {
        /// The position, as [`fmt::Debug`] prints it.
        position: String,
    },
    /// A stored key is not the key of a canonical position, or is not larger than the key before it.
    BadKey {
        /// The number of keys before it.
        number: u64,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { game, most } => {
                write!(
                    f,
                    "{} has more than {most} positions, the limit here, or play never ends: does something grow for \
                     ever?",
                    Shown(game)
                )
            }
            Self::TooLarge { game, positions, bytes } => write!(
                f,
                "{} has too many positions for {} MiB of memory: {positions} canonical positions were found, and \
                 there are more: allow more memory, or use a machine with more",
                Shown(game),
                bytes >> 20
            ),
            Self::OutOfMemory { positions } => write!(
                f,
                "there is not enough memory for more than {positions} positions: free some memory, or use a \
                 machine with more"
            ),
            Self::LongKey { bytes } => write!(
                f,
                "a position takes {bytes} bytes as a key, and at most {MAX_KEY_BYTES} are allowed: leave \
                 out what the rules do not depend on"
            ),
            Self::NotAKey { position, read } => write!(
                f,
                "the key of {} is read back as {}: `read` must return what `write` has written (see `Key`)",
                Shown(position),
                Shown(read.as_deref().unwrap_or("`None`"))
            ),
            Self::NotInOrder { first, second } => write!(
                f,
                "{} does not come before {} both by `Ord` and by the bytes of its key: the order of keys must be that \
                 of their bytes (see `Key`)",
                Shown(first),
                Shown(second)
            ),
            Self::NotCanonical { position } => write!(
                f,
                "the symmetries contradict themselves at {}: two symmetries in sequence must be one of the \
                 symmetries",
                Shown(position)
            ),
            Self::BadKey { number } => {
                write!(
                    f,
                    "key {number} is not the key of a canonical position, or is not in ascending order"
                )
            }
        }
    }
}

impl Error for FindError {}
