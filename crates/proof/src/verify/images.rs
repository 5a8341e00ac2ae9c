//! Checks that positions which share a slot are images of one another, and that play continues alike from them.
//!
//! Let *c* be the first position of a slot. These are checked for every reachable *c*:
//!
//! 1. The images of *c* are closed: an image of an image of *c* is an
//!    image of *c*, and the rules do not tell it apart from an image that is equal. Symmetry 0 changes neither an image nor its moves.
//! 2. Every image has the plies of *c*, and as many plies to a draw. It ends as *c* does, and [`Numbering::check`] accepts
//!    both or neither. Its legal moves are the images of those of *c*, and they are different from one another. They lead
//!    to the images of the positions to which the moves of *c* lead, and the rules do not tell these apart. The same
//!    player moves again either after both moves or after neither, and [`Game::next`] says so at the image as well.
//!
//! Every child of a *c*, and every start, must be an image of the first position of its own slot: the numbering must
//! give it a code that is decoded to it. Every position that shares a slot must have this slot, and there must be as many as the
//! numbering counts. The images of starts must be starts.
//!
//! By induction along a play, every reachable position is an image of a *c*, and every image of a *c* is reachable.
//! All of them have the value of *c*, because the moves of an image are the images of the moves of *c*, and lead to the
//! images of the children of *c*.

use perfect_play_core::{Game, Numbering};

use super::{Rules, numbered::Numbered, sample::Sample};
use crate::{definition::is_next, image_of_moves::image_of_moves};

/// The symmetries of a game by which images share slots. If no images share a slot, this is symmetry 0.
pub(super) struct Images<'g, G, N> {
    game: &'g G,
    numbering: &'g N,
    symmetries: u8,
    rules: Rules,
    sample: Sample,
}

impl<'g, G: Game, N: Numbering<G>> Images<'g, G, N> {
    pub(super) fn of(Numbered { game, numbering }: Numbered<'g, G, N>, rules: Rules) -> Self {
        let symmetries = numbering.symmetries(game);
        Self { game, numbering, symmetries, rules, sample: Sample::of(rules) }
    }

    /// The same, which checks other samples.
    pub(super) fn sampled(self, sample: Sample) -> Self {
        Self { sample, ..self }
    }

    /// Checks that the images of starts are starts. The argument are the starts to which their codes are decoded.
    pub(super) fn check_starts(&self, starts: &[G::Position]) -> Result<(), G::Position> {
        let code = |position| self.numbering.encode(self.game, position);
        let mut codes: Vec<u64> = starts.iter().map(|&start| code(start)).collect();
        codes.sort_unstable();
        let is_start = |image| {
            let code = code(image);
            codes.binary_search(&code).is_ok()
                && self.numbering.decode(self.game, code) == Some(image)
        };
        let leaves = |&&start: &&G::Position| {
            (0..self.symmetries).any(|symmetry| !is_start(self.game.image(start, symmetry)))
        };
        starts.iter().find(leaves).map_or(Ok(()), |&start| Err(start))
    }

    /// Checks conditions 1 and 2 at a position.
    pub(super) fn check(&self, position: G::Position) -> Result<(), G::Position> {
        let is_right = |symmetry| self.is_alike(position, symmetry);
        let is_sound = || self.is_closed(position) && (1..self.symmetries).all(is_right);
        if !self.sample.takes_next() || is_sound() { Ok(()) } else { Err(position) }
    }

    fn is_closed(&self, position: G::Position) -> bool {
        let images = |position| {
            (0..self.symmetries).map(move |symmetry| self.game.image(position, symmetry))
        };
        let of_position: Vec<_> = images(position).collect();
        let is_known = |next| {
            let known = of_position.iter().find(|&&image| image == next);
            known.is_some_and(|&image| !self.rules.tell_apart(self.game, image, next))
        };
        let is_sound = |&image| self.is_left(image) && images(image).all(is_known);
        self.is_left(position) && of_position.iter().all(is_sound)
    }

    /// Whether symmetry 0 changes neither this position nor its moves.
    fn is_left(&self, position: G::Position) -> bool {
        let moves = self.game.legal_moves(position);
        self.game.image(position, 0) == position
            && moves.iter().all(|mv| self.game.image_of_move(position, mv, 0) == mv)
    }

    fn is_alike(&self, position: G::Position, symmetry: u8) -> bool {
        let game = self.game;
        let image = game.image(position, symmetry);
        let moves = game.legal_moves(position);
        let of_moves = image_of_moves(game, position, moves, symmetry);
        let same_player =
            |before, after| game.to_move(before) == game.to_move(after) && !game.is_impartial();
        let is_accepted = |position| self.numbering.check(game, position).is_ok();
        game.end(image) == game.end(position)
            // Tested rules accept both or neither, and this check may take longer than all others.
            && (self.rules == Rules::Tested || is_accepted(image) == is_accepted(position))
            && game.ply(image) == game.ply(position)
            && game.plies_to_draw(image) == game.plies_to_draw(position)
            && game.legal_moves(image) == of_moves
            && of_moves.len() == moves.len()
            && moves.iter().all(|mv| {
                let child = game.play(position, mv);
                let of_image = game.play(image, game.image_of_move(position, mv, symmetry));
                let image_of_child = game.image(child, symmetry);
                of_image == image_of_child
                    && !self.rules.tell_apart(game, image_of_child, of_image)
                    && same_player(image, of_image) == same_player(position, child)
                    // Which moves are optimal at the image depends on this.
                    && is_next(game, image, of_image)
            })
    }
}
