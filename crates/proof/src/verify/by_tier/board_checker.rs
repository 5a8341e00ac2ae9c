//! Checks single boards by definition.

use std::convert::Infallible;

use perfect_play_core::{Board, Entry, Game, Kind, Lines, Moves, Objective, Value};

use super::{marks::holds_line, window::Window};
use crate::{
    Fault,
    definition::{Ending, ending_that_follows, follows, is_next},
};

/// Checks single boards by calls of the game's methods.
pub(super) struct BoardChecker<'p, G> {
    pub(super) game: &'p G,
    pub(super) objective: Objective,
    pub(super) kind: Kind,
    pub(super) lines: Lines,
    /// Whether nothing is known about the rules, so that they are called for every board.
    pub(super) asks_everywhere: bool,
}

impl<G: Game<Position = Board>> BoardChecker<'_, G> {
    /// Whether the table must have the value of a board.
    pub(super) fn has_value(&self, board: Board) -> bool {
        !holds_line(&self.lines, board.x(), board.o())
    }

    /// Whether this byte follows for a board by definition.
    pub(super) fn is_right(&self, window: &Window<'_>, board: Board, byte: u8) -> bool {
        let ending_of = |child| Ok::<_, Infallible>(self.ending(window, board, child));
        let Ok(expected) = ending_that_follows(self.game, board, ending_of, |_, _| ());
        // If there is one, a probe answers with it, and does not read the byte.
        let of_kind = self.game.check(board).ok().and_then(|()| self.kind.static_value(board));
        expected.is_some()
            && expected == self.ending_of_byte(board, byte)
            && of_kind.is_none_or(|value| value.byte() == byte)
    }

    /// The fault at a board with this byte.
    pub(super) fn fault(&self, window: &Window<'_>, board: Board, byte: u8) -> Fault<Board> {
        let ending_of = |child| Ok::<_, Infallible>(self.ending(window, board, child));
        let Ok(expected) = follows(self.game, self.objective, board, ending_of);
        let moves = expected.map_or(Moves::EMPTY, |entry| entry.optimal_moves);
        let found = Value::from_byte(byte);
        let found = found.map(|value| Entry::new(self.game, board, value, moves));
        Fault { position: board, found, expected }
    }

    /// The value of a position after a move from a board.
    fn ending(&self, window: &Window<'_>, board: Board, child: Board) -> Option<Ending> {
        // A move to any other board would not lead nearer to the end, as the proof assumes.
        if !self.is_one_move_on(board, child)
            || self.game.to_move(board) == self.game.to_move(child)
        {
            return None;
        }
        if self.asks_everywhere
            && self.game.check(board).is_ok()
            && (self.game.check(child).is_err() || !is_next(self.game, board, child))
        {
            return None;
        }
        if !self.has_value(child) {
            let outcome = self.game.terminal(child)?;
            let ending = Ending::terminal(self.game, child, outcome)?;
            let is_asked = self.asks_everywhere && self.game.check(child).is_ok();
            return (!is_asked || self.is_answered(child, ending)).then_some(ending);
        }
        self.ending_of_byte(child, window.byte(child)?)
    }

    /// Whether the game is over at a board with a line, and a probe answers with this value. It does not ask the rules.
    fn is_answered(&self, board: Board, ending: Ending) -> bool {
        let answered = self.kind.static_value(board);
        self.game.legal_moves(board).is_empty()
            && answered.map(|value| Ending::of(self.game, board, value)) == Some(ending)
    }

    fn ending_of_byte(&self, board: Board, byte: u8) -> Option<Ending> {
        Some(Ending::of(self.game, board, Value::from_byte(byte)?))
    }

    /// Whether `child` has exactly one mark more than `board`: a mark of the player to move, in an open cell.
    fn is_one_move_on(&self, board: Board, child: Board) -> bool {
        let added = child.occupied() & !board.occupied();
        let open = self.kind.open_cells(board.occupied());
        let x_moves = board.x().count_ones() == board.o().count_ones();
        let (x, o) = if x_moves { (added, 0) } else { (0, added) };
        added.is_power_of_two()
            && added & !open == 0
            && (child.x(), child.o()) == (board.x() | x, board.o() | o)
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Game;
    use perfect_play_games::Mnk;

    use super::*;

    #[test]
    fn a_child_has_one_mark_more_of_the_mover_in_an_open_cell() {
        let game = Mnk::new(3, 2, 2).unwrap().gravity();
        let Kind::Falling(lines) = game.kind() else { panic!("marks fall") };
        let objective = Objective::Fastest;
        let checker = BoardChecker {
            game: &game,
            objective,
            kind: game.kind(),
            lines,
            asks_everywhere: true,
        };
        let board = |text| game.parse(text).unwrap();
        // X is to move, above the X and O of the lower row or beside them.
        let before = board("...XO.");
        for (child, is_one) in [
            ("...XOX", true),
            ("X..XO.", true),
            (".X.XO.", true),
            ("...XOO", false),
            ("X..XOX", false),
            ("...XO.", false),
            ("...X..", false),
            ("...OXX", false),
            ("X..XOO", false),
        ] {
            assert_eq!(checker.is_one_move_on(before, board(child)), is_one, "{child}");
        }
        let floating = Board::from_bitboards(before.x() | 1 << 2, before.o()).unwrap();
        assert!(!checker.is_one_move_on(before, floating));
    }
}
