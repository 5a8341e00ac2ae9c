//! The starts of a game.

use perfect_play_core::Game;

/// All positions in which a play may begin.
pub(crate) fn starts<G: Game>(game: &G) -> Vec<G::Position> {
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    starts
}
