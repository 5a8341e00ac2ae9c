//! A breadth-first walk through all reachable positions, each once.

use std::collections::VecDeque;

use perfect_play_core::Game;
use perfect_play_numbering::each_start;

/// The positions to visit, and one bit for each code that the walk has met.
pub(crate) struct Walk<P> {
    met: Vec<u64>,
    waiting: VecDeque<P>,
}

impl<P: Copy> Walk<P> {
    /// A walk that begins at all starts. Their codes must be below the number of codes.
    pub(crate) fn of<G: Game<Position = P>>(game: &G) -> Self {
        let words = usize::try_from(game.codes().div_ceil(64)).unwrap_or(usize::MAX);
        let mut walk = Self { met: vec![0; words], waiting: VecDeque::new() };
        each_start(game, &mut |start| walk.meet(start, game.encode(start)));
        walk
    }

    /// The next position to visit, or `None` at the end of the walk.
    pub(crate) fn next(&mut self) -> Option<P> {
        self.waiting.pop_front()
    }

    /// Whether the walk has met a position with this code.
    pub(crate) fn has_met(&self, code: u64) -> bool {
        let word = usize::try_from(code / 64).ok().and_then(|word| self.met.get(word));
        word.is_some_and(|word| word >> (code % 64) & 1 == 1)
    }

    /// Adds a position to visit later, unless the walk has met its code. Ignores a code that is too large.
    pub(crate) fn meet(&mut self, position: P, code: u64) {
        let word = usize::try_from(code / 64).ok().and_then(|word| self.met.get_mut(word));
        let (Some(word), bit) = (word, 1 << (code % 64)) else { return };
        if *word & bit == 0 {
            *word |= bit;
            self.waiting.push_back(position);
        }
    }
}
