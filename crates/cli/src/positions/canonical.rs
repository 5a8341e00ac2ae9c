//! One position for all its symmetric images.

use perfect_play_core::Game;
use perfect_play_generator::numbering::{self, has_keys};

/// The same representative for all images of a position.
pub(crate) fn canonical<G: Game>(game: &G, position: G::Position) -> G::Position {
    if has_keys(game) {
        return numbering::canonical(game, position);
    }
    let (_, symmetry) = game.canonical(position);
    game.image(position, symmetry)
}
