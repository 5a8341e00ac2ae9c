//! Which games are solved code by code.

use perfect_play_core::{Layout, Tabular};
use perfect_play_games::Mnk;
use perfect_play_generator::{MAX_CODES, tiers::Tiers};

/// Whether a game is solved code by code, so that codes number its positions. All other games are solved tier by tier.
/// Two kinds of games are solved code by code:
///
/// * small games whose entries fit into 16-bit words ([`Layout::Words`]), because a probe then reads only one word;
/// * games of at most [`MAX_CODES`] codes that cannot be numbered by tiers.
///
/// ```
/// use perfect_play_engine::is_solved_by_code;
///
/// assert!(is_solved_by_code(&"tictactoe".parse()?));
/// assert!(!is_solved_by_code(&"connect:6,5,4".parse()?));
/// # Ok::<(), perfect_play_games::ParseNameError>(())
/// ```
#[must_use]
pub fn is_solved_by_code(game: &Mnk) -> bool {
    Layout::of(game) == Layout::Words || game.codes() <= MAX_CODES && Tiers::of(game).is_err()
}
