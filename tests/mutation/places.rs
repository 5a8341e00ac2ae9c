//! Which entry of a table by tiers is whose.

#![allow(dead_code, reason = "the fuzz targets use parts of it")]

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, Game, Player},
    numbering::Tiers,
};

/// The places of the entries of a table by tiers, counted over all sections.
pub(crate) struct Places {
    tiers: Tiers,
    /// By section and rank: the place, if the slot has an entry.
    places: Vec<Vec<Option<u64>>>,
}

impl Places {
    pub(crate) fn of(game: &Mnk) -> Self {
        let tiers = Tiers::of(game).unwrap();
        let lens = (0..tiers.len()).flat_map(|tier| tiers.tier(tier).lens());
        let places = lens.map(|len| vec![None; len]).collect();
        let mut places = Self { tiers, places };
        let has_entry = |board: &Board| game.kind().static_value(*board).is_none();
        let boards: Vec<_> = places.boards().filter(has_entry).collect();
        for board in boards {
            let (section, rank) = places.slot(board).unwrap();
            places.places[section][rank] = Some(0);
        }
        let entries = places.places.iter_mut().flatten().flatten();
        (0..).zip(entries).for_each(|(place, entry)| *entry = place);
        places
    }

    /// The place of a board; `None` if it holds a line or has a static value.
    pub(crate) fn place(&self, board: Board) -> Option<u64> {
        let (section, rank) = self.slot(board)?;
        self.places[section][rank]
    }

    fn slot(&self, board: Board) -> Option<(usize, usize)> {
        let (tier, player, rank) = self.tiers.locate(board)?;
        Some((2 * tier as usize + usize::from(player == Player::X), rank))
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
