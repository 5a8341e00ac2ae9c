//! How many positions a level has.

use std::ops::Range;

use perfect_play_core::{Board, Game, Value};
use perfect_play_index::{Block, BlockRow, Index};
use perfect_play_parallel::{ParallelIterator, parallel};

use crate::levels::to_usize;

/// The counts of a ply. A table may hold a position that play does not lead to, at a later ply than the
/// game's last one: it is counted as well.
pub(crate) fn at_ply<T: Clone + Default>(by_ply: &mut Vec<T>, ply: u8) -> &mut T {
    let ply = usize::from(ply);
    if by_ply.len() <= ply {
        by_ply.resize(ply + 1, T::default());
    }
    &mut by_ply[ply]
}

/// How many positions of a level have an entry, for each ply from 0 to the game's longest play;
/// symmetric images counted one by one.
///
/// The level holds what [`perfect_play_index::Levels::level`] says, but that where the rules rule a
/// board out stands the value of a game that is over, or [`Value::NONE`].
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::{Index, Levels};
/// use perfect_play_table::positions_by_ply;
///
/// let game = Mnk::TICTACTOE;
/// let index = Index::of(&game)?;
/// let table = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// let counts = positions_by_ply(&game, table.index(), 0, &table.level(0)?);
/// assert_eq!(counts, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If `index` is not the numbering of the game, there is no such level, or it has more slots than there
/// are values.
pub fn positions_by_ply<G: Game<Position = Board> + Sync>(
    game: &G,
    index: &Index,
    level: usize,
    values: &[u8],
) -> Vec<u64> {
    assert!(index.is_of(game), "the numbering is that of another game");
    let none = || vec![0; usize::from(game.max_plies()) + 1];
    let counting = Counting { game, index, values, over: index.lines().worth_completed().byte() };
    parallel(0..index.tops())
        .fold(none, |mut counts, top| {
            for block in index.blocks(level, top) {
                for row in block.rows {
                    let ply = (block.x | block.o).count_ones() as usize + row.marks;
                    counts[ply] += u64::from(index.top_images(top)) * counting.row(&block, row);
                }
            }
            counts
        })
        .reduce(none, |mut sum, counts| {
            for (sum, count) in sum.iter_mut().zip(counts) {
                *sum += count;
            }
            sum
        })
}

struct Counting<'a, G> {
    game: &'a G,
    index: &'a Index,
    values: &'a [u8],
    over: u8,
}

impl<G: Game<Position = Board>> Counting<'_, G> {
    /// How many slots of a row hold a position.
    fn row(&self, block: &Block<'_>, row: &BlockRow) -> u64 {
        // Whose turn it is has no line, or somebody moved after the end.
        let to_move = if row.x_to_move { block.x } else { block.o };
        if self.index.lines().any_within(to_move) {
            return 0;
        }
        let start = to_usize(block.start);
        let Range { start: first, end } = row.slots;
        let values = &self.values[start + first..start + end];
        let certain = count(values, |byte| byte != Value::NONE && byte != self.over);
        if certain == values.len() as u64 {
            return certain;
        }
        // Where the byte is that of a game that is over, the rules may have ruled the board out.
        let over = values.iter().zip(&self.index.low_order()[row.order.clone()]);
        let over = over.filter(|&(&byte, _)| byte == self.over).filter(|&(_, &low)| {
            let (x, o) = self.index.low_marks(low);
            Board::from_bitboards(block.x | x, block.o | o)
                .is_some_and(|board| self.game.check(board).is_ok())
        });
        certain + over.count() as u64
    }
}

/// How many bytes are such; in sums of a byte each, so that the compiler takes many at once.
fn count(bytes: &[u8], such: impl Fn(u8) -> bool) -> u64 {
    let chunks = bytes.chunks(usize::from(u8::MAX));
    chunks.map(|chunk| u64::from(chunk.iter().map(|&byte| u8::from(such(byte))).sum::<u8>())).sum()
}

/// The sum of counts that anyone may have made up.
pub(crate) fn saturating_sum(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}
