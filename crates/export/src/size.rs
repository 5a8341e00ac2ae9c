//! How large a table may be to be exported.

use std::{error::Error, fmt};

use perfect_play_core::{Game, NO_CODES};

/// The most codes of a game that can be exported. Every code has its slot in the file, so a lookup is one step.
/// Boards of up to 12 cells have fewer codes.
pub const MAX_CODES: u64 = 1 << 20;

/// Checks that a table with this many codes is small enough to be exported. Call this before solving the game, if the
/// game has codes.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_export::check_size;
/// use perfect_play_games::Mnk;
///
/// assert!(check_size(&Mnk::TICTACTOE, Mnk::TICTACTOE.codes()).is_ok());
/// let large: Mnk = "mnk:4,4,4".parse().unwrap();
/// assert_eq!(check_size(&large, large.codes()).unwrap_err().codes(), 43_046_721);
/// ```
///
/// # Errors
///
/// If there are too many codes. The error has the numbers.
pub fn check_size<G: Game>(game: &G, codes: u64) -> Result<(), TooLarge> {
    if codes <= MAX_CODES { Ok(()) } else { Err(TooLarge { game: game.to_string(), codes }) }
}

/// A game has too many codes for a file with a slot for each code.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_games::Mnk;
///
/// let game: Mnk = "connect:4,4,4".parse().unwrap();
/// let error = perfect_play_export::check_size(&game, game.codes());
/// assert!(error.unwrap_err().to_string().starts_with("connect:4,4,4 has 43046721 codes, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    game: String,
    codes: u64,
}

impl TooLarge {
    /// The number of codes of the game.
    #[must_use]
    pub const fn codes(&self) -> u64 {
        self.codes
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.codes == NO_CODES {
            return write!(
                f,
                "{} has no codes, and an exported file has a slot for each code: keep its table in a \
                 .perfect file",
                self.game
            );
        }
        write!(
            f,
            "{} has {} codes, and an exported file has at most {MAX_CODES}: use fewer empty codes, or \
             keep its table in a .perfect file",
            self.game, self.codes
        )
    }
}

impl Error for TooLarge {}
