//! Passes over all positions of a table: it is proven, counted, and compared with another one.

use std::error::Error;

use perfect_play_core::{Entry, Game, Move, Probe};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_proof::{DiffCounts, DiffError, MAX_FAULTS, VerifyError};
use pyo3::{PyErr, PyResult, exceptions::PyValueError};

use crate::{
    errors::{SolveError, TableError},
    interruptible::Report,
    position::NativePosition,
};

/// Outcome, remoteness, points and optimal moves.
type BareEntry = (String, Option<u16>, Option<i16>, Vec<Move>);

/// A position, what one says about it, and what the other says.
type Disagreement = (NativePosition, Option<BareEntry>, Option<BareEntry>);

/// Entries, positions, whether the stated counts are right, whether all faults are listed, and the faults.
pub(crate) type Proof = (u64, Option<u64>, Option<bool>, bool, Vec<Disagreement>);

fn bare(entry: Entry) -> BareEntry {
    let optimal = entry.optimal_moves.iter().collect();
    (entry.outcome.to_string(), entry.remoteness, entry.score, optimal)
}

fn disagreement(
    position: AnyPosition,
    first: Option<Entry>,
    second: Option<Entry>,
) -> Disagreement {
    (NativePosition(position), first.map(bare), second.map(bare))
}

/// Proves the table.
pub(crate) fn verify(table: &AnyTable, report: Report<'_>) -> PyResult<Proof> {
    let proof = table.verify(&mut |done, of| report(done, of)).map_err(|error| match error {
        VerifyError::OutOfMemory { .. } | VerifyError::TooManyPositions { .. } => {
            SolveError::new_err(error.to_string())
        }
        _ => TableError::new_err(error.to_string()),
    })?;
    let positions = proof.positions();
    // If there are faults, the count may be incomplete.
    let counts_right = proof.counts_right.filter(|_| proof.faults.is_empty());
    let all_faults = proof.faults.len() < MAX_FAULTS;
    let faults = proof.faults.into_iter();
    let faults = faults.map(|fault| disagreement(fault.position, fault.found, fault.expected));
    Ok((proof.entries, positions, counts_right, all_faults, faults.collect()))
}

/// Counts of the positions as JSON, and the longest win in plies.
pub(crate) fn stats(table: &AnyTable, report: Report<'_>) -> PyResult<(String, Option<u16>)> {
    let wrong = |error: &dyn Error| TableError::new_err(error.to_string());
    let stats = table.stats(&mut |done, of| report(done, of)).map_err(|error| wrong(&error))?;
    Ok((serde_json::to_string(&stats).map_err(|error| wrong(&error))?, stats.longest_win))
}

/// How many positions are only in the first table, only in the second, and of how many outcome, remoteness and optimal
/// moves changed.
type Counts = (u64, u64, u64, u64, u64);

/// Compared positions, differing ones, counts, counts by ply, and examples with the number of their images.
pub(crate) type Diff = (u64, u64, Counts, Vec<Counts>, Vec<(Disagreement, u64)>);

fn counts(of: DiffCounts) -> Counts {
    (
        of.only_in_first,
        of.only_in_second,
        of.outcome_changed,
        of.remoteness_changed,
        of.optimal_moves_changed,
    )
}

/// The differences between two tables.
pub(crate) fn diff(
    first: &AnyTable,
    second: &AnyTable,
    limit: usize,
    report: Report<'_>,
) -> PyResult<Diff> {
    let compared = first.diff(second, limit, &mut |done, of| report(done, of));
    let diff = compared.map_err(|error| not_compared(&error))?;
    let game = first.game();
    let plies = [first, second].into_iter().filter_map(AnyTable::plies).min();
    let compared = match (game.ply(game.start()), plies) {
        (None, _) => 0,
        (Some(_), None) => usize::MAX,
        (Some(_), Some(plies)) => usize::from(plies) + 1,
    };
    let by_ply = diff.by_ply.into_iter().take(compared).map(counts).collect();
    let examples = diff.examples.into_iter().map(|example| {
        let (first, second) = (example.first, example.second);
        (disagreement(example.position, first, second), example.images)
    });
    Ok((diff.positions, diff.differing, counts(diff.counts), by_ply, examples.collect()))
}

fn not_compared(error: &DiffError) -> PyErr {
    match error {
        DiffError::First(_) | DiffError::Second(_) => TableError::new_err(error.to_string()),
        DiffError::DifferentPositions(_) => PyValueError::new_err(error.to_string()),
    }
}
