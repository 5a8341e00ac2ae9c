//! The starts of a game.

use perfect_play_core::Game;

/// All positions in which a play may begin. [`Game::start`] is the first.
pub fn starts<G: Game>(game: &G) -> Vec<G::Position> {
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    starts
}
