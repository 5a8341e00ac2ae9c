//! Why the positions of a game were not found.

use std::{error::Error, fmt};

use perfect_play_core::{MAX_KEY_BYTES, Shown};

/// Why the positions of a game were not found.
///
/// ```
/// use perfect_play_tiers::FindError;
///
/// let error = FindError::TooMany { game: "chess".to_owned(), most: 1_000_000 };
/// let text = "chess has more than 1000000 positions, which is the most that are found here";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindError {
    /// There are more positions than asked for.
    TooMany {
        /// The game's name.
        game: String,
        /// How many were asked for at most.
        most: u64,
    },
    /// There are more positions than fit the memory that they may take.
    TooLarge {
        /// The game's name.
        game: String,
        /// How many had been found, symmetric ones once.
        positions: u64,
        /// How many bytes they may take.
        bytes: u64,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// How many positions had been found.
        positions: u64,
    },
    /// A position takes more than [`MAX_KEY_BYTES`].
    LongKey {
        /// How many it takes.
        bytes: usize,
    },
    /// The key of a position is not read again, or keys are not ordered as positions are.
    NotAKey {
        /// The position, as its [`fmt::Debug`] writes it.
        position: String,
    },
    /// An image of a canonical position has a smaller key: the game's symmetries contradict themselves.
    NotCanonical {
        /// The position, as its [`fmt::Debug`] writes it.
        position: String,
    },
    /// Of keys that were found once, one is that of no canonical position, or not larger than the one before.
    BadKey {
        /// How many are before it.
        number: u64,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { game, most } => write!(
                f,
                "{} has more than {most} positions, which is the most that are found here",
                Shown(game)
            ),
            Self::TooLarge { game, positions, bytes } => write!(
                f,
                "{} has too many positions for {} MiB of memory: {positions} were found, symmetric ones once, and \
                 there are more (give it more memory, or use a machine with more)",
                Shown(game),
                bytes >> 20
            ),
            Self::OutOfMemory { positions } => write!(
                f,
                "there is not enough memory for more than {positions} positions: free some, or use a \
                 machine with more"
            ),
            Self::LongKey { bytes } => write!(
                f,
                "a position takes {bytes} bytes as a key, and at most {MAX_KEY_BYTES} are allowed: leave \
                 out what the rules do not depend on"
            ),
            Self::NotAKey { position } => write!(
                f,
                "the key of {} is not read again, or keys are not ordered as positions are: see `Key`",
                Shown(position)
            ),
            Self::NotCanonical { position } => write!(
                f,
                "two images of {} each have the other's smallest key as an image: symmetries, one after the other, \
                 must be symmetries",
                Shown(position)
            ),
            Self::BadKey { number } => {
                write!(
                    f,
                    "key {number} is that of no canonical position, or not in ascending order (early files hold \
                     symmetric positions more than once: solve the game again)"
                )
            }
        }
    }
}

impl Error for FindError {}
