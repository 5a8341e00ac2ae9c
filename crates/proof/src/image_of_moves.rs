//! The moves of an image.

use perfect_play_core::{Game, Moves};

/// The images of these moves of a position, in its image under a symmetry.
pub(crate) fn image_of_moves<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
    symmetry: u8,
) -> Moves {
    moves.iter().map(|mv| game.image_of_move(position, mv, symmetry)).collect()
}
