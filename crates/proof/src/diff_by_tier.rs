//! The comparison of tables by tiers, on all threads.

use std::ops::Range;

use perfect_play_core::{Board, Entry, Game, ProbeFailure, Values};
use perfect_play_numbering::{Sections, TierTable, Unreadable};
use perfect_play_parallel::{ParallelIterator, parallel, threads};

use crate::{
    Diff, DiffError, DifferentPositions,
    answer::answer,
    diff::{Differences, is_missing},
    diff_if_equal::{are_equal, have_one_game},
};

/// How many tiers a thread compares between two reports.
const TIERS: u32 = 4;

/// Compares two tables as [`diff`](crate::diff()) does, on all threads. The positions are in the order of the tiers, and those
/// that only the second table has come last.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::TierNumbering, solve_tiers};
/// use perfect_play_proof::diff_by_tier;
///
/// let solved = |name: &str, objective| {
///     let game: Mnk = name.parse().unwrap();
///     let numbering = TierNumbering::of(&game).unwrap();
///     let values = solve_tiers(&game, numbering.tiers(), &|_| ()).unwrap();
///     Table::new(game, objective, numbering, values).unwrap()
/// };
/// let first = solved("connect:4,3,3", Objective::Fastest);
/// let others = [("connect:4,3,3", Objective::Outcome), ("connect:4,3,4", Objective::Fastest)];
/// for second in others.map(|(name, objective)| solved(name, objective)) {
///     let by_tier = diff_by_tier(&first, &second, 1, &mut |_done, _of| ())?;
///     let diff = perfect_play_proof::diff(&first, &second, 1, &mut |_done, _of| ())?;
///     assert_eq!((by_tier.positions, by_tier.by_ply), (diff.positions, diff.by_ply));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The errors of [`diff`](crate::diff()).
pub fn diff_by_tier<G, A, B>(
    first: &TierTable<G, A>,
    second: &TierTable<G, B>,
    limit: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Diff<Board>, DiffError>
where
    G: Game<Position = Board> + Sync,
    A: Sections<Error: ProbeFailure> + Values + Sync,
    B: Sections<Error: ProbeFailure> + Values + Sync,
{
    let (game, other) = (first.game(), second.game());
    DifferentPositions::check(game, other)?;
    let is_one_game = have_one_game(first, second);
    let are_equal = is_one_game && are_equal(first, second, &mut |_, _| ())?;
    let compare = |differences: &mut Differences<Board>, board| {
        // Equal values are read once. Only the objectives choose other moves then.
        if are_equal && let Ok((value, moves)) = first.listed_with_moves(board) {
            let entry = |objective| Entry::new(game, board, value, moves.optimal(objective));
            let entries = [first.objective(), second.objective()].map(|its| Some(entry(its)));
            differences.add(first, board, entries);
            return Ok(());
        }
        let one = listed(first, board).map_err(DiffError::First)?;
        let other = if is_one_game { listed(second, board) } else { answer(second, board) };
        let other = other.map_err(DiffError::Second)?;
        match one {
            Some(_) => differences.add(first, board, [one, other]),
            None => differences.add(second, board, [one, other]),
        }
        Ok(())
    };
    let only_in_second = |differences: &mut Differences<Board>, board| {
        if is_missing(first, board).map_err(DiffError::First)? {
            differences.compare(first, second, board)?;
        }
        Ok(())
    };
    let new = || Differences::new(game, other, limit);
    let mut differences = new();
    let [here, there] = [first.numbering(), second.numbering()].map(|its| its.tiers().slots());
    if is_one_game {
        each_tier(first, &new, &mut differences, &compare, &mut |done| progress(done, here))?;
    } else {
        let report = &mut |done| progress(done, here + there);
        each_tier(first, &new, &mut differences, &compare, report)?;
        let report = &mut |done| progress(here + done, here + there);
        each_tier(second, &new, &mut differences, &only_in_second, report)?;
    }
    Ok(differences.into_diff())
}

/// The entry of a position that the table lists.
fn listed<G, S>(table: &TierTable<G, S>, board: Board) -> Result<Option<Entry>, Unreadable>
where
    G: Game<Position = Board>,
    S: Values,
{
    match table.listed_with_moves(board) {
        Ok((value, moves)) => {
            let optimal = moves.optimal(table.objective());
            Ok(Some(Entry::new(table.game(), board, value, optimal)))
        }
        // A probe says what is missing.
        Err(_) => answer(table, board),
    }
}

/// Adds the differences that `compare` finds at each position of a table. Each tier begins with no differences.
fn each_tier<G, S>(
    table: &TierTable<G, S>,
    new: &(impl Fn() -> Differences<Board> + Sync),
    differences: &mut Differences<Board>,
    compare: &(impl Fn(&mut Differences<Board>, Board) -> Result<(), DiffError> + Sync),
    progress: &mut dyn FnMut(u64),
) -> Result<(), DiffError>
where
    G: Game<Position = Board> + Sync,
    S: Values + Sync,
{
    let tiers = table.numbering().tiers();
    let Range { mut start, end } = tiers.numbers();
    let threads = u32::try_from(threads()).unwrap_or(u32::MAX);
    let mut done = 0;
    while start < end {
        let next = start.saturating_add(TIERS.saturating_mul(threads)).min(end);
        let parts: Vec<_> = parallel(start..next)
            .map(|tier| {
                let mut part = new();
                let mut positions = table.numbering().positions_of(table.game(), tier);
                positions.try_for_each(|board| compare(&mut part, board)).map(|()| part)
            })
            .collect();
        for part in parts {
            differences.append(part?);
        }
        done += tiers.slots_in(start..next);
        progress(done);
        start = next;
    }
    Ok(())
}
