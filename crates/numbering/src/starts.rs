//! The starts of a game.

use perfect_play_core::Game;

/// Calls `each` with every position in which a play may begin. [`Game::start`] is the first. There may be millions, so list
/// them only if there is no other way.
pub fn each_start<G: Game>(game: &G, each: &mut dyn FnMut(G::Position)) {
    each(game.start());
    game.other_starts(each);
}

/// A list of all positions in which a play may begin: [`each_start`].
pub fn starts<G: Game>(game: &G) -> Vec<G::Position> {
    let mut starts = Vec::new();
    each_start(game, &mut |start| starts.push(start));
    starts
}
