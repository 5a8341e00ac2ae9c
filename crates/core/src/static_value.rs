//! Values that follow directly from the rules of a line game.

use crate::{Board, Cells, Kind, Lines, Value, gravity};

impl Kind {
    /// The value of a board if it follows directly from the rules, so that no table has to store it:
    ///
    /// * the game is over;
    /// * a move completes a line: a win in 1 ply;
    /// * no move completes a line, and the opponent can complete one after every move: a loss in 2 plies.
    ///
    /// In misère play only the first rule applies. `None` for all other boards, and for games that are not
    /// line games with placed or falling marks. The board must be one that
    /// [`Game::check`](crate::Game::check) accepts. For any other board the result is unspecified.
    ///
    /// The value depends only on the lines, so images of a board have the same value.
    ///
    /// ```
    /// use perfect_play_core::{Game, Value};
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// let value = |board| game.kind().static_value(game.parse(board).unwrap());
    /// assert_eq!(value("XX.OO...."), Value::win(1));
    /// assert_eq!(value("XOX.O...."), None); // X can block
    /// assert_eq!(value("O.O..XOXX"), Value::loss(2)); // X cannot block two cells
    /// assert_eq!(value("XXXOO...."), Value::loss(0));
    /// ```
    #[inline]
    #[must_use]
    pub fn static_value(&self, board: Board) -> Option<Value> {
        let (lines, falls) = match self {
            Self::Placement(lines) => (lines, false),
            Self::Falling(lines) => (lines, true),
            Self::Other => return None,
        };
        let (x, o) = (board.x(), board.o());
        // On a balanced board, the parity of the number of marks determines the side to move.
        let x_to_move = board.occupied().count_ones() & 1 == 0;
        let (own, others) = if x_to_move { (x, o) } else { (o, x) };
        let open = self.open_cells(board.occupied());
        if lines.any_within(others) {
            Some(lines.worth_completed())
        } else if board.occupied() == lines.shape().all_cells() {
            Some(Value::DRAW)
        } else if lines.is_misere() {
            None
        } else if lines.completions(own) & open != 0 {
            Value::win(1)
        } else if cannot_hold(lines, falls, open, others, board.occupied()) {
            Value::loss(2)
        } else {
            None
        }
    }
}

/// Whether the opponent can complete a line after every move of the side to move.
#[inline]
fn cannot_hold(lines: &Lines, falls: bool, open: u64, others: u64, occupied: u64) -> bool {
    let shape = lines.shape();
    let threats = lines.completions(others) & !occupied;
    if (threats & open).count_ones() > 1 {
        return true;
    }
    // If marks fall, a mark also opens the cell above it.
    falls
        && open != 0
        && Cells::of(open)
            .all(|cell| threats & (open & !(1 << cell) | gravity::above(shape, cell)) != 0)
}
