//! What the values of a table mean for players.

use std::error::Error;

use perfect_play_analysis::{
    Contradiction, ExactError, OutOfMemory, Pairing, PlayLimit, Sample, TableError as WrongTable,
    Turn, best_line, is_small, longest_wins,
};
use perfect_play_core::{Entry, Game, Level, Move, MoveValues, Probe};
use perfect_play_engine::{AnyPosition, AnyTable, Call, OfCall};
use perfect_play_search::SearchError;
use pyo3::{PyErr, PyResult, exceptions::PyValueError};

use crate::{
    errors::{SolveError, TableError, no_answer, raised},
    interruptible::Report,
    position::NativePosition,
};

/// The moves of a line, the position before each, the position at the end, and whether play would go on for ever.
pub(crate) type Line = (Vec<Move>, Vec<NativePosition>, NativePosition, bool);

/// Plies, how many positions there are, and the first ones.
pub(crate) type Longest = (u16, u64, Vec<NativePosition>);

/// Which games are played, and how many.
pub(crate) struct Asked {
    pub(crate) levels: [Level; 2],
    /// `None` for exact chances.
    pub(crate) sample: Option<Sample>,
    pub(crate) max_plies: Option<u16>,
}

/// A level of play by its name.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    name.parse()
        .map_err(|error| PyValueError::new_err(format!("{name:?} is no level of play: {error}")))
}

/// The exception for a table that contradicts itself, or cannot be read.
pub(crate) fn wrong(error: &WrongTable) -> PyErr {
    if let WrongTable::Unreadable(reason) = error
        && let Some(raised) = raised(reason)
    {
        return raised;
    }
    match error {
        WrongTable::Unreadable(reason)
            if reason.source().is_some_and(<dyn Error>::is::<SearchError>) =>
        {
            SolveError::new_err(reason.to_string())
        }
        _ => TableError::new_err(error.to_string()),
    }
}

/// The entry of a position and the values of its moves, which agree.
pub(crate) fn entry(table: &AnyTable, position: AnyPosition) -> PyResult<(Entry, MoveValues)> {
    let (entry, values) = table.probe_with_moves(position).map_err(|error| no_answer(&error))?;
    let agree = values.check(table.game(), position, entry, table.objective());
    agree.map_err(|how| wrong(&Contradiction::between(table.game(), position, how).into()))?;
    Ok((entry, values))
}

/// How best play continues from a position.
pub(crate) fn line(table: &AnyTable, from: AnyPosition) -> PyResult<Line> {
    table.value(from).map_err(|error| no_answer(&error))?;
    let line = best_line(table, from).map_err(|error| wrong(&error))?;
    let positions = line.positions.into_iter().map(NativePosition).collect();
    Ok((line.moves, positions, NativePosition(line.end), line.repeats))
}

/// The positions from which a win takes longest.
pub(crate) fn longest(
    table: &AnyTable,
    limit: usize,
    report: Report<'_>,
) -> PyResult<Option<Longest>> {
    let longest = longest_wins(table, limit, &mut |done, of| report(done, of));
    let longest = longest.map_err(|error| wrong(&error))?;
    Ok(longest.map(|longest| {
        let positions = longest.positions.into_iter().map(NativePosition).collect();
        (longest.plies, longest.count, positions)
    }))
}

/// How games between two levels end, as JSON.
pub(crate) fn chances(
    table: &AnyTable,
    from: AnyPosition,
    asked: Asked,
    report: Report<'_>,
) -> PyResult<String> {
    table.value(from).map_err(|error| no_answer(&error))?;
    let pairing = match table.game().board(from) {
        // Boards take less memory, and their rules are called directly.
        Some((game, board)) => {
            let table = &table.as_of(game);
            pairing(&OfCall { table, call: Call::now() }, board, asked, report)
        }
        None => pairing(&OfCall { table, call: Call::now() }, from, asked, report),
    }?;
    serde_json::to_string(&pairing).map_err(|error| TableError::new_err(error.to_string()))
}

/// How games between each two of these levels end, as JSON: exactly if that is possible, unless a sample is asked for.
/// Without levels, all that have a name play.
pub(crate) fn arena(
    table: &AnyTable,
    levels: &[Level],
    (sample, max_plies): (Option<Sample>, Option<u16>),
    report: Report<'_>,
) -> PyResult<Vec<String>> {
    let levels = if levels.is_empty() { &Level::BY_STRENGTH } else { levels };
    let pairs: Vec<_> = levels.iter().flat_map(|&x| levels.iter().map(move |&o| [x, o])).collect();
    let (game, start) = (table.game(), table.game().start());
    let limit = PlayLimit::new(game, max_plies);
    let usual = if table.plies().is_some() { Sample::SEARCHED } else { Sample::DEFAULT };
    let sample = match (sample, game.board(start)) {
        (Some(sample), _) => Some(sample),
        // Boards take less memory.
        (None, Some((game, board))) => (!are_small(&game, board, &pairs, limit)?).then_some(usual),
        (None, None) => (!are_small(game, start, &pairs, limit)?).then_some(usual),
    };
    let work = sample.map_or(1, |sample| sample.games);
    let all = work * pairs.len() as u64;
    (0..)
        .zip(pairs)
        .map(|(before, levels)| {
            report(before * work, all);
            let report = &|done, of| report(before * work + if of == work { done } else { 0 }, all);
            chances(table, start, Asked { levels, sample, max_plies }, report)
        })
        .collect()
}

/// Whether exact chances of all these pairs are possible.
fn are_small<G: Game>(
    game: &G,
    start: G::Position,
    pairs: &[[Level; 2]],
    limit: PlayLimit,
) -> PyResult<bool> {
    for &levels in pairs {
        let is_small = is_small(game, start, levels, limit);
        if !is_small.map_err(|OutOfMemory { bytes }| SolveError::new_err(format!(
            "there is not enough memory to count the positions that can be reached: it takes {bytes} bytes more. \
             games=10_000 does not count them"
        )))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn pairing<T: Probe + Sync>(
    table: &T,
    from: <T::Game as Game>::Position,
    Asked { levels, sample, max_plies }: Asked,
    report: Report<'_>,
) -> PyResult<Pairing> {
    let limit = PlayLimit::new(table.game(), max_plies);
    let start = Turn::first(table.game(), from);
    if let Some(sample) = sample {
        let played = &mut |played| report(played, sample.games);
        let pairing = Pairing::sampled(table, start, levels, (sample, limit), played);
        return pairing.map_err(|error| wrong(&error));
    }
    // The total is unknown, and 0 says so.
    let walked = &mut |walked| report(walked as u64, 0);
    Pairing::exact(table, start, levels, limit, walked).map_err(|error| match error {
        ExactError::Table(error) => wrong(&error),
        _ => SolveError::new_err(format!("{error}, with games=100_000")),
    })
}
