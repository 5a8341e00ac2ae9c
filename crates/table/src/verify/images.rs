//! Checks that positions which share a slot are images of one another, and that play continues alike from them.
//!
//! Let *c* be the first position of a slot. These are checked for every reachable *c*:
//!
//! 1. The images of *c* are closed: an image of an image of *c* is an image of *c*.
//! 2. Every image ends as *c* does. Its legal moves are the images of those of *c*, and they are different from one
//!    another. They lead to the images of the positions to which the moves of *c* lead. The same player moves again
//!    either after both moves or after neither.
//!
//! Every child of a *c*, and every start, must be an image of the first position of its own slot: the numbering must
//! give it a code that is decoded to it. The images of starts must be starts.
//!
//! By induction along a play, every reachable position is an image of a *c*, and every image of a *c* is reachable.
//! All of them have the value of *c*, because the moves of an image are the images of the moves of *c*, and lead to the
//! images of the children of *c*.

use std::cell::Cell;

use perfect_play_core::{Moves, Solvable};

use super::Rules;

/// For tested rules, one of this many positions is checked.
const SAMPLE: u64 = 1 << 10;

/// The symmetries of a game whose images share slots.
pub(super) struct Images<'g, G> {
    game: &'g G,
    /// 0 if no images share a slot.
    symmetries: u8,
    sample: u64,
    seen: Cell<u64>,
}

impl<'g, G: Solvable> Images<'g, G> {
    pub(super) fn of(game: &'g G, rules: Rules) -> Self {
        let symmetries = match game.codes_per_slot() {
            1 => 0,
            images => u8::try_from(images).unwrap_or(u8::MAX),
        };
        let sample = match rules {
            Rules::Unknown => 1,
            Rules::Tested => SAMPLE,
        };
        Self { game, symmetries, sample, seen: Cell::new(0) }
    }

    /// Checks that the images of starts are starts. The argument are the starts to which their codes are decoded.
    pub(super) fn check_starts(&self, starts: &[G::Position]) -> Result<(), G::Position> {
        if self.symmetries == 0 {
            return Ok(());
        }
        let mut codes: Vec<u64> = starts.iter().map(|&start| self.game.encode(start)).collect();
        codes.sort_unstable();
        let is_start = |image| {
            let code = self.game.encode(image);
            codes.binary_search(&code).is_ok() && self.game.decode(code) == Ok(image)
        };
        let leaves = |&&start: &&G::Position| {
            (0..self.symmetries).any(|symmetry| !is_start(self.game.image(start, symmetry)))
        };
        starts.iter().find(leaves).map_or(Ok(()), |&start| Err(start))
    }

    /// Checks conditions 1 and 2 at a position.
    pub(super) fn check(&self, position: G::Position) -> Result<(), G::Position> {
        let is_right = |symmetry| self.is_alike(position, symmetry);
        if !self.is_looked_at() || self.is_closed(position) && (0..self.symmetries).all(is_right) {
            Ok(())
        } else {
            Err(position)
        }
    }

    fn is_looked_at(&self) -> bool {
        let seen = self.seen.get();
        self.seen.set(seen + 1);
        self.symmetries > 0 && seen.is_multiple_of(self.sample)
    }

    fn is_closed(&self, position: G::Position) -> bool {
        let images = |position| {
            (0..self.symmetries).map(move |symmetry| self.game.image(position, symmetry))
        };
        let of_position: Vec<_> = images(position).collect();
        of_position.contains(&position)
            && of_position
                .iter()
                .all(|&image| images(image).all(|next| of_position.contains(&next)))
    }

    fn is_alike(&self, position: G::Position, symmetry: u8) -> bool {
        let game = self.game;
        let image = game.image(position, symmetry);
        let moves = game.legal_moves(position);
        let of_moves: Moves = moves.iter().map(|mv| game.image_of_move(mv, symmetry)).collect();
        let same_player =
            |before, after| game.to_move(before) == game.to_move(after) && !game.is_impartial();
        game.terminal(image) == game.terminal(position)
            && game.end(image) == game.end(position)
            && game.legal_moves(image) == of_moves
            && of_moves.len() == moves.len()
            && moves.iter().all(|mv| {
                let child = game.play(position, mv);
                let of_image = game.play(image, game.image_of_move(mv, symmetry));
                of_image == game.image(child, symmetry)
                    && same_player(image, of_image) == same_player(position, child)
            })
    }
}
