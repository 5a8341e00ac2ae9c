//! The moves in the high part that lead to the boards with a given top part.

use perfect_play_core::Cells;
use perfect_play_numbering::{MoveOrders, Tiers};

/// The moves in the high part after which the top part has given marks.
pub(super) struct HighMoves<'t> {
    tiers: &'t Tiers,
    /// The marks of the top part.
    pub(super) top: (u64, u64),
    /// The boards with this top part.
    pub(super) orders: MoveOrders<'t>,
    /// By player who moved (O, X): the mark, and the boards with the top part before the move.
    in_top: [Vec<(u64, MoveOrders<'t>)>; 2],
}

impl<'t> HighMoves<'t> {
    pub(super) fn to(tiers: &'t Tiers, (x, o): (u64, u64)) -> Self {
        let mut in_top = [const { Vec::new() }; 2];
        for mark in last_marks(tiers, x, o) {
            let before = tiers.move_orders(x & !mark, o & !mark);
            in_top[usize::from(x & mark != 0)].push((mark, before));
        }
        Self { tiers, top: (x, o), orders: tiers.move_orders(x, o), in_top }
    }

    /// The moves of a player (O: 0, X: 1) to the boards with a middle configuration: the mark, and the low parts for which
    /// there is an order of moves to the board before the move.
    pub(super) fn to_middle(
        &self,
        middle: usize,
        owner: usize,
    ) -> impl Iterator<Item = (u64, &'t [u8])> {
        let in_top = self.in_top[owner].iter();
        let in_top = in_top.map(move |(mark, orders)| (*mark, orders.low_parts(middle)));
        let (x, o) = self.tiers.middle_marks(middle);
        let marks = if owner == 1 { x } else { o };
        let in_middle = last_marks(self.tiers, x, o).filter(move |mark| marks & mark != 0);
        in_top.chain(in_middle.map(move |mark| {
            let before = self.tiers.middle_of(x & !mark, o & !mark);
            (mark, self.orders.low_parts(before))
        }))
    }
}

/// The marks that can have been placed last, each as a set of one cell. The marks are those of a part of the board.
fn last_marks(tiers: &Tiers, x: u64, o: u64) -> impl Iterator<Item = u64> {
    Cells::of(tiers.kind().last_cells(x | o)).map(|cell| 1 << cell)
}
