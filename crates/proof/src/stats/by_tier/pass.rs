//! The data that a pass over all tiers needs from the beginning.

use std::error::Error;

use perfect_play_core::{Board, Game, Kind, Player};
use perfect_play_numbering::{BitLayout, Sections, Tiers};

use super::{CountError, fixed::Fixing, low_moves::LowMoves};
use crate::Contradiction;

/// A pass over all tiers, from the start position on.
pub(super) struct Pass<'p, G, S> {
    game: &'p G,
    pub(super) tiers: &'p Tiers,
    /// The values; `None` if only positions are counted.
    pub(super) sections: Option<&'p S>,
    pub(super) kind: Kind,
    pub(super) cells: u8,
    pub(super) layout: &'p BitLayout,
    /// By symmetry that the numbering uses, then by bit of all strips: the bit of the image.
    pub(super) images: Vec<Vec<u16>>,
    /// By player to move (O, X).
    pub(super) low: [LowMoves; 2],
    pub(super) fixing: Fixing<'p>,
}

impl<'p, G, S> Pass<'p, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Sync,
{
    pub(super) fn new(game: &'p G, tiers: &'p Tiers, sections: Option<&'p S>) -> Self {
        assert!(tiers.is_of(game), "the numbering is that of another game");
        let (kind, layout) = (game.kind(), tiers.static_values().layout());
        Self {
            game,
            tiers,
            sections,
            kind,
            cells: tiers.lines().shape().cells(),
            layout,
            images: (0..tiers.symmetries())
                .map(|number| layout.images(tiers.low(), number))
                .collect(),
            low: [0, 1].map(|mover| LowMoves::to(tiers, mover)),
            fixing: Fixing::new(tiers, layout),
        }
    }

    /// The error for a reachable slot without a value.
    pub(super) fn contradiction(&self, tier: u32, mover: usize, slot: usize) -> CountError {
        let player = if mover == 1 { Player::X } else { Player::O };
        let board = self.tiers.board(tier, player, slot);
        CountError::Table(Contradiction::at(self.game, board.unwrap_or(Board::EMPTY)).into())
    }
}
