//! Everything a table of levels says of each position.

use std::iter;

use perfect_play_core::{Board, Game};
use perfect_play_index::{Index, MAX_CODES_IN_ORDER};

use super::{Held, LevelProbe};
use crate::{REPORT_EVERY, Record, TableError, record};

/// The record of every position of a table of levels: as [`crate::records`], but where positions are
/// not listed by code they come in the order of their slots, the images that share one after one
/// another, while two levels are held at a time. `progress` is told now and then how much is done,
/// and of how much.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Index;
/// use perfect_play_table::levels;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let index = Index::of(&game)?;
/// let table = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// let mut progress = |_done, _of| ();
/// let first = levels::records(&table, &mut progress).next().unwrap()?;
/// assert_eq!((first.board.as_str(), first.remoteness), ("................", 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn records<'a, T: LevelProbe>(
    table: &'a T,
    progress: &'a mut dyn FnMut(u64, u64),
) -> Box<dyn Iterator<Item = Result<Record, TableError>> + 'a> {
    if table.game().codes() <= MAX_CODES_IN_ORDER {
        Box::new(record::records(table, progress))
    } else {
        Box::new(by_slot(table, progress))
    }
}

fn by_slot<T: LevelProbe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = Result<Record, TableError>> {
    let (game, index) = (table.game(), table.index());
    let mut held = Held::new(table);
    let mut slots: Box<dyn Iterator<Item = (u64, Board)>> = Box::new(iter::empty());
    let mut images = Vec::new();
    iter::from_fn(move || {
        while images.is_empty() {
            let Some((slot, board)) = slots.next() else {
                match held.advance() {
                    Ok(true) => slots = Box::new(slots_of(index, held.level())),
                    Ok(false) => return None,
                    Err(reason) => {
                        // Without this level there is nothing more to say.
                        held = Held::at_end(table);
                        return Some(Err(reason.into()));
                    }
                }
                continue;
            };
            if slot % REPORT_EVERY as u64 == 0 {
                progress(slot, index.slots());
            }
            if held.value_in(slot, board).is_some() {
                images.extend(index.images(board));
                images.reverse();
            }
        }
        let board = images.pop()?;
        Some(Record::of(&held, board).map_err(|reason| TableError::at(game, board, reason)))
    })
}

/// The slots of a level, each with its board.
fn slots_of(index: &Index, level: usize) -> impl Iterator<Item = (u64, Board)> {
    let boards = (0..index.tops()).flat_map(move |top| index.boards(level, top));
    (index.level_slots(level).start..).zip(boards)
}
