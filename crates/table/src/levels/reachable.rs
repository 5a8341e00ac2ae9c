//! Whether play leads to one position.

use std::collections::HashSet;

use perfect_play_core::{Board, Cells, Game};

/// Whether some play from the start leads to this board, found by taking back one mark after the
/// other. Only positions that the rules alone do not rule out are looked at, so on boards where
/// marks are placed this hardly ever has to turn round; where they fall there are few ways back.
pub(crate) fn is_reachable<G: Game<Position = Board>>(game: &G, board: Board) -> bool {
    let mut seen = HashSet::from([board]);
    let mut unexplored = vec![board];
    while let Some(position) = unexplored.pop() {
        if game.check(position).is_err() {
            continue;
        }
        if position == game.start() {
            return true;
        }
        let last = game.to_move(position).opponent();
        for cell in Cells::of(position.marks(last)) {
            let without = |marks: u64| marks & !(1 << cell);
            let before = Board::from_bitboards(without(position.x()), without(position.o()));
            let leads_here = |before: &Board| {
                let mut moves = game.legal_moves(*before).iter();
                game.terminal(*before).is_none()
                    && moves.any(|mv| game.play(*before, mv) == position)
            };
            if let Some(before) = before.filter(leads_here)
                && seen.insert(before)
            {
                unexplored.push(before);
            }
        }
    }
    false
}
