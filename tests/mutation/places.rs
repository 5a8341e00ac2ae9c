//! Which byte of a table by tiers is whose.

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, Game, Player},
    numbering::Tiers,
};

/// The places of a table by tiers, counted over all sections.
pub(crate) struct Places {
    tiers: Tiers,
    /// By section: its first place.
    starts: Vec<u64>,
}

impl Places {
    pub(crate) fn of(game: &Mnk) -> Self {
        let tiers = Tiers::of(game).unwrap();
        let mut end = 0;
        let lens = (0..tiers.len()).flat_map(|tier| tiers.tier(tier).lens());
        let starts = lens.map(|len| {
            end += len as u64;
            end - len as u64
        });
        Self { starts: starts.collect(), tiers }
    }

    /// The place of a board; `None` if it holds a line and has none.
    pub(crate) fn place(&self, board: Board) -> Option<u64> {
        let (tier, player, rank) = self.tiers.locate(board)?;
        let section = 2 * tier as usize + usize::from(player == Player::X);
        Some(self.starts[section] + rank as u64)
    }

    /// The boards without a line, one of those that share a place.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Board> {
        (0..u32::try_from(self.tiers.len()).unwrap()).flat_map(|tier| self.tiers.boards(tier))
    }

    /// All boards without a line, and what a move leads to from there.
    pub(crate) fn boards_and_children<'p>(
        &'p self,
        game: &'p Mnk,
    ) -> impl Iterator<Item = Board> + 'p {
        let boards = self.boards().flat_map(move |board| {
            let moves = game.legal_moves(board).iter();
            moves.map(move |mv| game.play(board, mv)).chain([board])
        });
        boards.flat_map(|board| self.tiers.all_images(board))
    }
}
