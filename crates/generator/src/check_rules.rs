//! Checks the rules of a game for contradictions, before they are used.
//!
//! A game without codes is solved by the solver for such games, which then makes its checks at every position.

use perfect_play_core::{Game, Numbering};
use perfect_play_numbering::has_keys;

use crate::{
    SolveError,
    by_graph::by_key,
    check_codes::check_coded,
    graph::{Checks, Room},
};

/// The largest number of positions of a game without codes that are checked, symmetric positions counted once: 2^21, as many as
/// [`MAX_BAKED_CODES`](crate::MAX_BAKED_CODES).
pub const MAX_CHECKED_KEYS: u64 = 1 << 21;

/// Checks that the rules do not contradict themselves. This visits every reachable position once, and plays
/// every move. Returns the number of positions. It checks that
///
/// * codes and positions correspond, and the rules treat positions alike that count as equal;
/// * `ply` is 0 at the start and rises by one with each move, if plies are counted;
/// * scores fit the outcomes;
/// * symmetries map positions to equivalent positions;
/// * codes, moves and plies are within the limits that the game states.
///
/// If a game with codes counts no plies, this does not check whether play can return to a position.
/// [`solve`](crate::solve) checks that. A game without codes is solved by this check. The check cannot know whether these are the
/// rules that you have in mind: see [`doubt`](crate::doubt()).
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::check_rules;
///
/// assert_eq!(check_rules(&Mnk::TICTACTOE), Ok(5478));
/// ```
///
/// # Errors
///
/// A contradiction ([`SolveError::Inconsistent`]), with codes the one nearest to the start, or an error if there are more than
/// [`MAX_CODES`](crate::MAX_CODES) codes, or without codes more than [`MAX_CHECKED_KEYS`] positions. [`solve`](crate::solve) has
/// no such limit, and makes most of these checks.
pub fn check_rules<G: Game + Sync>(game: &G) -> Result<u64, SolveError> {
    if has_keys(game) {
        let room = Room { positions: MAX_CHECKED_KEYS, ..Room::UNLIMITED };
        let (keys, _) = by_key(game, room, Checks::All, &mut |_, _| ())?;
        let sharing = |&first: &G::Position| keys.sharing(game, first).count() as u64;
        return Ok(keys.positions().iter().map(sharing).sum());
    }
    check_coded(game)
}
