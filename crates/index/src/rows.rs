//! Rows: the configurations of the low part, grouped so that a solver can treat each as one run.

use std::ops::Range;

use crate::part::Part;

/// The configurations of the low part in rows: those of equally many marks and equal surplus of X.
///
/// What the rest of the board, the high part, holds decides which rows make balanced boards with
/// it: for each number of marks one, in which X or O is to move. Together these are a *block*, its
/// rows by falling number of marks, so that a mark in the low part leads one row up.
#[derive(Debug)]
pub(crate) struct Rows {
    /// All configurations, row by row.
    order: Vec<u16>,
    /// By marks, then by surplus: where in `order` the row is.
    groups: Vec<Vec<Range<usize>>>,
    /// By configuration: its place in its row.
    ranks: Vec<u16>,
    /// By surplus of the high part: its block.
    blocks: Vec<Block>,
    /// The largest surplus of the high part, of X or of O.
    high_capacity: usize,
}

/// The rows that make balanced boards with a high part of a certain surplus.
#[derive(Clone, Debug, Default)]
struct Block {
    rows: Vec<BlockRow>,
    slots: usize,
}

/// One row of a block.
///
/// ```
/// use perfect_play_core::Mnk;
/// use perfect_play_index::Index;
///
/// // With all nine cells in the low part there is one block: a row for each number of marks.
/// let index = Index::of(&Mnk::TICTACTOE)?;
/// let block = index.blocks(0, 0).next().unwrap();
/// assert!(block.rows.iter().map(|row| row.marks).eq((0..=9).rev()));
/// assert!(block.rows.iter().all(|row| row.x_to_move == (row.marks % 2 == 0)));
/// assert_eq!(block.rows[0].slots, 0..126); // full boards: where the four O are
/// # Ok::<(), perfect_play_index::NotNumbered>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    /// The row's number, the same in every block: below [`crate::Index::low_rows`].
    pub number: usize,
    /// How many marks the low part holds.
    pub marks: usize,
    /// Whether it is X who is to move.
    pub x_to_move: bool,
    /// The row's slots, counted from the beginning of the block.
    pub slots: Range<usize>,
    /// The same, counted in [`crate::Index::low_order`].
    pub order: Range<usize>,
}

impl Rows {
    pub(crate) fn new(low: &Part, high_capacity: usize) -> Self {
        let capacity = low.capacity();
        let mut members = vec![vec![Vec::new(); 2 * capacity + 1]; capacity + 1];
        // In this order: of 2^16 − 1 numbers none is left.
        for (configuration, number) in low.configurations.iter().zip(0_u16..) {
            let surplus = place(configuration.surplus(), capacity).unwrap_or(0);
            members[configuration.marks()][surplus].push(number);
        }
        let mut order = Vec::new();
        let mut ranks = vec![0; low.configurations.len()];
        let groups: Vec<Vec<Range<usize>>> = members
            .into_iter()
            .map(|by_surplus| {
                let row = |members: Vec<u16>| {
                    let start = order.len();
                    for (rank, &number) in (0..).zip(&members) {
                        ranks[usize::from(number)] = rank;
                    }
                    order.extend(members);
                    start..order.len()
                };
                by_surplus.into_iter().map(row).collect()
            })
            .collect();
        let mut blocks = vec![Block::default(); 2 * high_capacity + 1];
        for (block, high) in blocks.iter_mut().zip(-to_i32(high_capacity)..) {
            for (marks, by_surplus) in groups.iter().enumerate().rev() {
                // X is to move on a board that has as many X as O. The parities decide.
                let x_to_move = (to_i32(marks) + high) % 2 == 0;
                let surplus = if x_to_move { -high } else { 1 - high };
                let Some(place) = place(surplus, capacity) else {
                    continue;
                };
                let order = by_surplus[place].clone();
                if !order.is_empty() {
                    let slots = block.slots..block.slots + order.len();
                    block.slots = slots.end;
                    let number = marks * by_surplus.len() + place;
                    block.rows.push(BlockRow { number, marks, x_to_move, slots, order });
                }
            }
        }
        Self { order, groups, ranks, blocks, high_capacity }
    }

    /// The rows of a block, by falling number of marks.
    #[inline]
    pub(crate) fn of_block(&self, high_surplus: i32) -> &[BlockRow] {
        self.block(high_surplus).map_or(&[], |block| &block.rows)
    }

    /// How many slots a block has.
    pub(crate) fn block_slots(&self, high_surplus: i32) -> usize {
        self.block(high_surplus).map_or(0, |block| block.slots)
    }

    #[inline]
    fn block(&self, high_surplus: i32) -> Option<&Block> {
        self.blocks.get(place(high_surplus, self.high_capacity)?)
    }

    /// All configurations, row by row.
    pub(crate) fn order(&self) -> &[u16] {
        &self.order
    }

    /// A configuration's place in its row.
    #[inline]
    pub(crate) fn rank(&self, number: usize) -> usize {
        self.ranks.get(number).map_or(0, |&rank| rank.into())
    }

    /// All rows in [`Rows::order`], by their numbers; some are empty.
    pub(crate) fn all(&self) -> impl Iterator<Item = Range<usize>> {
        self.groups.iter().flatten().cloned()
    }

    /// The length of the longest row.
    pub(crate) fn longest(&self) -> usize {
        self.groups.iter().flatten().map(Range::len).max().unwrap_or(0)
    }
}

/// The place of a surplus from −capacity to capacity in a list.
#[inline]
fn place(surplus: i32, capacity: usize) -> Option<usize> {
    let place = usize::try_from(surplus + to_i32(capacity)).ok()?;
    (place <= 2 * capacity).then_some(place)
}

#[inline]
fn to_i32(small: usize) -> i32 {
    i32::try_from(small).unwrap_or(i32::MAX / 2)
}
