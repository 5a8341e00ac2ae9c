//! Checks slots of a tier one by one, through the game.

use perfect_play_core::{Board, Entry, Game, Player, Value};
use perfect_play_numbering::{Strip, TierBlock};

use super::{correction::Correction, precomputed::Precomputed, tier::TierProof, window::Window};

impl<G: Game<Position = Board>> TierProof<'_, G> {
    /// Checks all slots of a block by definition, by falling number of marks, and corrects wrong ones. So a wrong
    /// value does not make its parents look wrong.
    pub(super) fn check_all(&mut self, block: &TierBlock<'_>, suspect: Option<(usize, usize)>) {
        let before = self.findings.faults.len();
        for (mover, _, row) in block.rows() {
            for place in row.places.clone() {
                if self.are_enough() {
                    return;
                }
                self.check_slot(block, mover, place);
            }
        }
        if let Some((mover, place)) = suspect
            && self.findings.faults.len() == before
            && let Some(board) = self.board(block, mover, place)
        {
            // The rows and the definition disagree, so one of them is wrong.
            self.tell(mover, block.starts[mover] + place, board);
        }
    }

    /// Checks the slots of the sample that are in a block.
    pub(super) fn check_sample(&mut self, block: &TierBlock<'_>) {
        for mover in 0..2 {
            let len = block.strip(mover).map_or(0, Strip::len);
            while let Some(place) = self.samples[mover].next.checked_sub(block.starts[mover])
                && place < len
            {
                self.samples[mover].next += self.samples[mover].step;
                // Many slots belong to boards with a line.
                let has_value = |&place: &usize| {
                    let board = self.board(block, mover, place);
                    board.is_some_and(|board| self.precomputed.checker.has_value(board))
                };
                let place = (place..len).chain(0..place).find(has_value);
                if let Some(place) = place.filter(|_| !self.are_enough()) {
                    self.check_slot(block, mover, place);
                    self.ask_numbering(block, mover, place);
                }
            }
        }
    }

    /// The byte at a rank. [`Value::NONE`] if there is no such rank.
    fn byte(&self, mover: usize, rank: usize) -> u8 {
        self.window.own(mover, rank, 1).first().copied().unwrap_or(Value::NONE)
    }

    fn board(&self, block: &TierBlock<'_>, mover: usize, place: usize) -> Option<Board> {
        let tiers = self.precomputed.tiers;
        let order = &tiers.low().order()[block.strip(mover)?.order.clone()];
        let (x, o) = tiers.low().marks(*order.get(place)?);
        Board::from_bitboards(block.x | x, block.o | o)
    }

    /// Checks one slot by definition.
    fn check_slot(&mut self, block: &TierBlock<'_>, mover: usize, place: usize) {
        let checker = &self.precomputed.checker;
        let rank = block.starts[mover] + place;
        let Some(board) = self.board(block, mover, place) else { return };
        let byte = self.byte(mover, rank);
        if !checker.has_value(board) {
            return;
        }
        if !checker.is_right(&self.window, board, byte) {
            if let Some(right) = self.tell(mover, rank, board) {
                let right = Correction { mover, rank, byte: right.byte() };
                self.window.correct(right);
                self.findings.corrections.push(right);
            }
        } else if checker.asks_everywhere {
            let site = Window::own_site(mover, rank);
            let images = self.precomputed.symmetries.iter();
            let images = images.filter_map(|symmetry| symmetry.image_of(board));
            let sharing = |&image: &Board| image != board && self.window.site(image) == Some(site);
            let is_wrong = |&image: &Board| !checker.is_right(&self.window, image, byte);
            if let Some(image) = images.filter(sharing).find(is_wrong) {
                self.tell(mover, rank, image);
            }
        }
    }

    /// Adds a fault at a board with this slot. Returns the value that follows for the board.
    fn tell(&mut self, mover: usize, rank: usize, board: Board) -> Option<Value> {
        let fault = self.precomputed.checker.fault(&self.window, board, self.byte(mover, rank));
        if self.told.insert((mover, rank)) {
            self.findings.faults.push(fault);
        }
        fault.expected.and_then(Entry::value)
    }

    /// Checks a slot and one of its children against the numbering itself. This takes long, so it is done once for a
    /// tier.
    fn ask_numbering(&mut self, block: &TierBlock<'_>, mover: usize, place: usize) {
        if self.numbering_is_asked {
            return;
        }
        let Precomputed { tiers, checker, .. } = self.precomputed;
        let rank = block.starts[mover] + place;
        let Some(board) = self.board(block, mover, place) else { return };
        let legal = checker.game.legal_moves(board);
        let children = legal.iter().map(|mv| checker.game.play(board, mv));
        let children: Vec<Board> = children.filter(|&child| checker.has_value(child)).collect();
        let child = children.get(self.number as usize % children.len().max(1)).copied();
        let is_sound = |board: Board| {
            let Some(site) = self.window.site(board) else { return false };
            let player = [Player::O, Player::X][site.mover];
            let tier = self.window.tier_of(site);
            let symmetries = &self.precomputed.symmetries[..tiers.symmetries()];
            let slot = tiers.board(tier, player, site.rank);
            tiers.locate(board) == Some((tier, player, site.rank))
                && symmetries.iter().any(|symmetry| symmetry.image_of(board) == slot)
        };
        let is_own = self.window.site(board) == Some(Window::own_site(mover, rank));
        if !(is_own && is_sound(board) && child.is_none_or(is_sound)) {
            self.tell(mover, rank, board);
        }
        self.numbering_is_asked = true;
    }
}
