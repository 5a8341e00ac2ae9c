//! The positions of the first plies.

use std::{collections::HashSet, mem};

use perfect_play_core::Game;

use crate::each_start;

/// The positions to which the first plies lead from every start, ply by ply, each once: or their images, see
/// [`FirstPlies::of`].
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::{FirstPlies, canonical};
///
/// let game = Mnk::TICTACTOE;
/// let mut first = FirstPlies::of(&game, |board| canonical(&game, board));
/// assert!(first.add_ply(|_count| true));
/// assert_eq!(first.last().len(), 3);
/// assert_eq!(first.into_all().len(), 4);
/// ```
pub struct FirstPlies<'g, G: Game, I> {
    game: &'g G,
    image: I,
    all: HashSet<G::Position>,
    last: Vec<G::Position>,
}

impl<'g, G: Game, I: Fn(G::Position) -> G::Position> FirstPlies<'g, G, I> {
    /// Begins with the starts. Each position is replaced by what `image` returns for it.
    pub fn of(game: &'g G, image: I) -> Self {
        let mut first = Self { game, image, all: HashSet::new(), last: Vec::new() };
        each_start(game, &mut |start| first.add(start));
        first
    }

    /// Adds the positions of one more ply that are not among those so far. Calls `may_go_on` with the number of all positions,
    /// after the moves of each, and returns `false` as soon as it does.
    #[must_use]
    pub fn add_ply(&mut self, mut may_go_on: impl FnMut(usize) -> bool) -> bool {
        for position in mem::take(&mut self.last) {
            if self.game.end(position).is_none() {
                for mv in self.game.legal_moves(position) {
                    self.add(self.game.play(position, mv));
                }
            }
            if !may_go_on(self.all.len()) {
                return false;
            }
        }
        true
    }

    fn add(&mut self, position: G::Position) {
        let position = (self.image)(position);
        if self.all.insert(position) {
            self.last.push(position);
        }
    }

    /// The positions that the last ply has added, in the order of moves.
    pub fn last(&self) -> &[G::Position] {
        &self.last
    }

    /// All positions, in no order.
    pub fn into_all(self) -> Vec<G::Position> {
        self.all.into_iter().collect()
    }
}
