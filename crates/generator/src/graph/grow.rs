//! Grows the graph by playing every move from every position.

use std::{collections::VecDeque, hash::Hash};

use super::{
    Graph,
    keys::{Keys, shard_of},
    rules_by_key::{Answers, Checks, RulesByKey, ask, ask_all},
    shard::{SAME, SHARDS, Shard, number},
};
use crate::{SolveError, in_parallel::in_parallel};

/// If fewer positions are waiting, a single thread continues.
// A step of all threads makes a list of mail for each batch and each shard, which is too much for a few
// positions.
const FEW: usize = 1 << 12;

/// The number of positions of a shard that are processed at a time.
const AT_A_TIME: usize = 1 << 10;

/// The number of shards that are processed together.
const TOGETHER: usize = 1 << 4;

/// The number of positions between two reports of progress.
const REPORT_EVERY: u64 = 1 << 14;

/// The limits on the graph. Symmetric positions count once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) positions: u64,
    pub(crate) bytes: u64,
}

impl Room {
    /// No limits.
    pub(crate) const UNLIMITED: Self = Self { positions: u64::MAX, bytes: u64::MAX };

    /// The approximate number of bytes of a position, besides its key and moves.
    pub(crate) const A_POSITION: u64 = 18;

    /// The approximate number of bytes of a move. A growing list has some spare room.
    pub(crate) const A_MOVE: u64 = 9;

    /// The number of bytes of this many positions when they are solved: a list with their values, a sorted
    /// list, and their ranks.
    pub(crate) fn bytes_of<K>(positions: u64) -> u64 {
        positions * (2 * size_of::<(K, u8)>() + 12) as u64
    }
}

/// Positions with their numbers.
pub(crate) type Batch<K> = Vec<(K, u32)>;

/// Calls the rules for the positions of many batches.
type AskInBatches<'a, K> = &'a dyn Fn(Vec<Batch<K>>) -> Vec<Result<Answers<K>, SolveError>>;

/// Builds the graph of all positions that are reachable from the starts, with all moves.
pub(crate) fn grow<R: RulesByKey + Sync>(
    rules: &R,
    starts: &[R::Key],
    too_large: &dyn Fn(u64) -> SolveError,
    room: Room,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Graph<R::Key>, SolveError> {
    let mut graph = Graph::new();
    // The shards of the waiting positions: one element for each position. The positions of a shard wait in the
    // order in which they were met, so an element stands for the first of them.
    let mut queue = VecDeque::new();
    for &start in starts {
        let shard = shard_of(start);
        let (place, is_new) = graph.keys[shard].meet(start)?;
        if is_new {
            queue.push_back(shard);
        }
        // Equal keys are one position for the graph. This is wrong if the rules tell them apart.
        rules.compare(graph.keys[shard].by_place()[place as usize], start)?;
    }
    let (mut done, mut mail) = (0_u64, 0);
    while !queue.is_empty() {
        if queue.len() < FEW {
            let until = done + REPORT_EVERY;
            while done < until && queue.len() < FEW {
                let Some(shard) = queue.pop_front() else { break };
                one(rules, &mut graph, shard, |shard| queue.push_back(shard))?;
                done += 1;
            }
        } else {
            // `many` does not know the rules, so that it is compiled once for all games with the same type of
            // key.
            let ask_in_batches =
                |batches: Vec<_>| in_parallel(batches, |batch| ask_all(rules, batch));
            let asked = many(&mut graph, rules.checks(), &ask_in_batches)?;
            for (known, again) in asked.met_again {
                rules.compare(known, again)?;
            }
            done += asked.positions;
            mail = mail.max(asked.bytes);
            queue.clear();
            for shard in 0..SHARDS {
                queue.extend(graph.waiting(shard, usize::MAX).map(|_| shard));
            }
        }
        let found = graph.len();
        // The most memory is in use now, or at the end, when the solved positions are sorted and the moves are
        // freed.
        let bytes = Room::bytes_of::<R::Key>(found).max(graph.bytes() + mail);
        if found > room.positions || bytes > room.bytes {
            return Err(too_large(found));
        }
        // Nobody knows how many there are. Finding the positions counts as two thirds of the work; `waves` reports the last
        // third.
        progress(found, 0);
    }
    for turned in in_parallel(graph.shards.iter_mut().collect(), Shard::turn_round) {
        turned?;
    }
    Ok(graph)
}

/// Plays every move from the first waiting position of a shard, and calls `waits` with the shard of every new
/// position.
fn one<R: RulesByKey>(
    rules: &R,
    graph: &mut Graph<R::Key>,
    shard: usize,
    mut waits: impl FnMut(usize),
) -> Result<(), SolveError> {
    let Some((key, place)) = graph.waiting(shard, 1).next() else { return Ok(()) };
    let number = number(shard, place);
    let answer = ask(rules, (key, number), |child, again| {
        let to = shard_of(child);
        let (place_of_child, is_new) = graph.keys[to].meet(child)?;
        if is_new {
            waits(to);
        } else if rules.checks().compares(number.into()) {
            rules.compare(graph.keys[to].by_place()[place_of_child as usize], child)?;
        }
        graph.shards[to].add_move(place_of_child, number | again)
    })?;
    graph.shards[shard].answer(answer)
}

/// The amount of work of one step.
struct Asked<K> {
    positions: u64,
    /// A sample of the keys that were met again, each with the equal key that was met first.
    met_again: Vec<(K, K)>,
    /// The memory it took besides the graph.
    bytes: u64,
}

/// Plays every move from some positions of each shard.
///
/// It has two phases. First the rules are called. This only reads the graph, and writes mail: for each batch and each
/// shard, the children in that shard. Then each shard reads its mail, in the order of the batches. A shard is written
/// by one thread, so nothing is locked:
///
/// ```text
///             to shard 0    to shard 1    …
/// batch 0    [ (child, parent) … ] [ … ]        a row is written by the thread that has the batch
/// batch 1    [ … ]                 [ … ]        a column is read by the thread that has the shard
/// ```
///
/// New positions are numbered in the order of the mail, so their numbers do not depend on the threads.
fn many<K: Copy + Eq + Hash + Send + Sync>(
    graph: &mut Graph<K>,
    checks: Checks,
    ask_in_batches: AskInBatches<'_, K>,
) -> Result<Asked<K>, SolveError> {
    let together = |first: usize| {
        let mut batch = Batch::new();
        for shard in first..first + TOGETHER {
            let waiting = graph.waiting(shard, AT_A_TIME);
            batch.extend(waiting.map(|(key, place)| (key, number(shard, place))));
        }
        batch
    };
    let batches: Vec<Batch<K>> = (0..SHARDS).step_by(TOGETHER).map(together).collect();
    let positions = batches.iter().map(|batch| batch.len() as u64).sum();
    let answers = ask_in_batches(batches).into_iter().collect::<Result<Vec<_>, _>>()?;
    for (first, answers) in (0..SHARDS).step_by(TOGETHER).zip(&answers) {
        let mut answers = answers.answers.iter();
        for shard in first..first + TOGETHER {
            // The same positions as in the batch: no position of this shard has been answered or added since.
            let waiting = graph.waiting(shard, AT_A_TIME).count();
            for &answer in answers.by_ref().take(waiting) {
                graph.shards[shard].answer(answer)?;
            }
        }
    }
    let shards = graph.keys.iter_mut().zip(&mut graph.shards).enumerate().collect();
    let told = in_parallel(shards, |(to, (keys, shard)): (usize, (&mut Keys<K>, &mut Shard))| {
        let mut met_again = Vec::new();
        for Answers { mail, .. } in &answers {
            for &(child, parent) in &mail[to] {
                let (place, is_new) = keys.meet(child)?;
                if !is_new && checks.compares((parent & !SAME).into()) {
                    met_again.push((keys.by_place()[place as usize], child));
                }
                shard.add_move(place, parent)?;
            }
        }
        Ok(met_again)
    });
    let met_again = told.into_iter().collect::<Result<Vec<_>, SolveError>>()?.concat();
    let bytes = answers.iter().map(Answers::bytes).sum();
    Ok(Asked { positions, met_again, bytes })
}
