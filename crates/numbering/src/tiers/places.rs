//! Board ↔ the place of its value.

use perfect_play_core::{Board, Player};

use super::{TierOf, Tiers};
use crate::configuration::Configuration;

impl Tiers {
    /// The place of the value of a board: its tier, the player to move, and its rank in that section. `None` if
    /// the board is unbalanced, has marks outside the game's cells, or has a line in its high part.
    #[must_use]
    pub fn locate(&self, board: Board) -> Option<(u32, Player, usize)> {
        self.locate_by(board, |tier, middle, mover| self.tier(tier as usize).start(middle, mover))
    }

    /// The same as [`Tiers::locate`], but `start` returns the slot of a section of a tier where the block of a
    /// middle part begins.
    pub(crate) fn locate_by(
        &self,
        board: Board,
        start: impl FnOnce(u32, usize, usize) -> Option<usize>,
    ) -> Option<(u32, Player, usize)> {
        let cells = self.cells().iter().fold(0, |all, cells| all | cells);
        if board.occupied() & !cells != 0 {
            return None;
        }
        let [top, middle, low] = self.sums.numbers(board.x(), board.o());
        let TierOf { tier, symmetry } = self.tier_of_top[top]?;
        let middle = self.middle_image(symmetry, middle);
        let low = self.low.part.images[usize::from(symmetry)][low] as usize;
        let (mover, player) = match (Configuration { x: board.x(), o: board.o() }).surplus() {
            0 => (1, Player::X),
            1 => (0, Player::O),
            _ => return None,
        };
        Some((tier, player, start(tier, middle, mover)? + self.low.rank(low)))
    }

    /// The board whose value is at this place. If several images share the place, it is the image whose top
    /// part is canonical. `None` if there is no such place.
    #[must_use]
    pub fn board(&self, tier: u32, player: Player, rank: usize) -> Option<Board> {
        let tier = self.tops.get(tier as usize).map(|_| self.tier(tier as usize))?;
        let mover = usize::from(player == Player::X);
        // This visits blocks until it finds the rank. Passes over a whole tier walk its blocks instead.
        let (block, place) = tier.blocks().find_map(|block| {
            let place = rank.checked_sub(block.starts[mover])?;
            (place < block.strip(mover)?.len()).then_some((block, place))
        })?;
        let order = &self.low().order()[block.strip(mover)?.order.clone()];
        let (x, o) = self.low().marks(order[place]);
        Board::from_bitboards(block.x | x, block.o | o)
    }

    /// The boards of a tier without a line, in the order of the slots.
    ///
    /// # Panics
    ///
    /// If there is no such tier.
    pub fn boards(&self, tier: u32) -> impl Iterator<Item = Board> {
        let is_open = |board: &Board| !self.holds_line(board.x(), board.o());
        let tier = self.tier(tier as usize);
        let blocks: Vec<_> = tier.blocks().collect();
        let boards = (0..2).flat_map(move |mover| {
            blocks.clone().into_iter().flat_map(move |block| {
                let order = block
                    .strip(mover)
                    .map_or(&[][..], |strip| &self.low().order()[strip.order.clone()]);
                order.iter().filter_map(move |&low| {
                    let (x, o) = self.low().marks(low);
                    Board::from_bitboards(block.x | x, block.o | o)
                })
            })
        });
        boards.filter(is_open)
    }
}
