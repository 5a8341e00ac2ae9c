//! Values spread from the ends of the game to their parents, wave by wave.
//!
//! Counting is enough to know when all moves of a position are known: `left` begins as the number of its moves, and
//! each child sends its value once for each move that leads to it. So `left` is 0 when the last child has sent its
//! value. A child is never asked, and no position is looked at before a child has news for it.
//!
//! All of a wave is sent before anything of the next wave. So in retrograde analysis wave *n* has exactly the
//! positions that are decided in *n* plies. The order within a wave does not matter: the values that arrive are
//! equally far away.

use std::mem;

use perfect_play_core::{Next, Scheme, Value};

use super::shard::{OPEN, SAME, SHARDS, Shard, next_of, number, shard_and_place};
use crate::in_parallel::in_parallel;

/// If a wave has fewer positions, a single thread continues.
// A step of all threads makes a list of mail from each shard to each shard, which is too much for a few
// positions.
const FEW: usize = 1 << 12;

/// The number of positions of a shard that spread their values at a time.
const AT_A_TIME: usize = 1 << 10;

/// How a position gets its value from the values of its children.
pub(crate) trait ValueRule: Sync {
    /// What the values count.
    fn scheme(&self) -> Scheme;

    /// Whether a position where the game is over with this value sends the value to its parents.
    fn spreads(&self, value: u8) -> bool;

    /// Records that a move of the position at this place leads to a position with this value. Returns the position's
    /// own value if it is known now.
    ///
    /// # Errors
    ///
    /// If the position's remoteness is too large to be stored.
    fn tell(
        &self,
        shard: &mut Shard,
        place: usize,
        child: Value,
        next: Next,
    ) -> Result<Option<Value>, TooFar>;
}

/// The error that a position's remoteness is too large to be stored.
pub(crate) struct TooFar;

/// Computes all values that can be known. Values found in one wave are sent in the next wave.
///
/// # Errors
///
/// The number of a position whose remoteness is too large to be stored.
pub(crate) fn waves(
    shards: &mut [Shard],
    rule: &impl ValueRule,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), u32> {
    let begins = |shard: &Shard| -> Vec<u32> {
        let known = (0..).zip(&shard.values).filter(|&(_, &value)| rule.spreads(value));
        known.map(|(place, _)| place).collect()
    };
    // For each shard: the places of the positions whose value was found.
    let mut wave: Vec<Vec<u32>> = shards.iter().map(begins).collect();
    let (all, mut done) = (shards.iter().map(|shard| shard.values.len() as u64).sum::<u64>(), 0);
    loop {
        let size: usize = wave.iter().map(Vec::len).sum();
        if size == 0 {
            return Ok(());
        }
        progress(2 * all + done, 3 * all);
        done += size as u64;
        wave = if size < FEW { few(shards, rule, wave)? } else { many(shards, rule, wave)? };
    }
}

/// The positions that get their values from a wave, and from all small waves after it. A single thread spreads
/// them.
fn few(
    shards: &mut [Shard],
    rule: &impl ValueRule,
    wave: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, u32> {
    let of_shard = |(shard, places): (usize, Vec<u32>)| {
        places.into_iter().map(move |place| number(shard, place))
    };
    let mut latest: Vec<u32> = wave.into_iter().enumerate().flat_map(of_shard).collect();
    while !latest.is_empty() && latest.len() < FEW {
        for from in mem::take(&mut latest) {
            let (shard, place) = shard_and_place(from);
            let value = shards[shard].values[place as usize];
            for at in 0..shards[shard].parents(place).len() {
                let parent = shards[shard].parents(place)[at];
                let (of_parent, place_of_parent) = shard_and_place(parent);
                let told = (place_of_parent | parent & SAME, value);
                if tell(&mut shards[of_parent], rule, told).map_err(|TooFar| parent & !SAME)? {
                    latest.push(parent & !SAME);
                }
            }
        }
    }
    let mut wave = Vec::new();
    wave.resize_with(SHARDS, Vec::new);
    for number in latest {
        let (shard, place) = shard_and_place(number);
        let places: &mut Vec<u32> = &mut wave[shard];
        places.push(place);
    }
    Ok(wave)
}

/// A message to a shard: the place of a position, combined with [`SAME`] or not, and the value of one of its
/// children.
type Told = (u32, u8);

/// The positions that get their values from a wave, which all threads spread.
fn many(
    shards: &mut [Shard],
    rule: &impl ValueRule,
    mut wave: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, u32> {
    let mut learnt: Vec<Vec<u32>> = Vec::new();
    learnt.resize_with(SHARDS, Vec::new);
    while wave.iter().any(|places| !places.is_empty()) {
        // A part of the wave at a time, because the mail of a whole wave can take more memory than the graph.
        // What is learnt waits for the next wave, even if a part of this wave has not been sent yet.
        let take = |places: &mut Vec<u32>| places.split_off(places.len().saturating_sub(AT_A_TIME));
        let now: Vec<(usize, Vec<u32>)> = wave.iter_mut().map(take).enumerate().collect();
        // First all shards are only read. Then each shard is written by one thread, which reads its mail in the
        // order of the senders, whatever the threads do.
        let readers = &*shards;
        let mail = in_parallel(now, |(shard, places)| mail_of(&readers[shard], &places));
        let receivers = shards.iter_mut().zip(&mut learnt).enumerate().collect();
        let told = in_parallel(
            receivers,
            |(to, (shard, learnt)): (usize, (&mut Shard, &mut Vec<u32>))| {
                for &told in mail.iter().flat_map(|mail| &mail[to]) {
                    let place = told.0 & !SAME;
                    if tell(shard, rule, told).map_err(|TooFar| number(to, place))? {
                        learnt.push(place);
                    }
                }
                Ok(())
            },
        );
        told.into_iter().collect::<Result<(), u32>>()?;
    }
    Ok(learnt)
}

/// The messages of these positions of a shard, for each receiving shard.
fn mail_of(shard: &Shard, places: &[u32]) -> Vec<Vec<Told>> {
    let mut mail = Vec::new();
    // A few moves for each position, distributed over the shards.
    mail.resize_with(SHARDS, || Vec::with_capacity(places.len() / 8));
    for &place in places {
        let value = shard.values[place as usize];
        for &parent in shard.parents(place) {
            let (to, place) = shard_and_place(parent);
            let to: &mut Vec<Told> = &mut mail[to];
            to.push((place | parent & SAME, value));
        }
    }
    mail
}

/// Processes a message: records the value of a child of a position. Returns whether the position's own value is known
/// now.
#[inline]
fn tell(shard: &mut Shard, rule: &impl ValueRule, (place, child): Told) -> Result<bool, TooFar> {
    let next = next_of(place);
    let place = (place & !SAME) as usize;
    let Some(child) = rule.scheme().from_byte(child) else { return Ok(false) };
    shard.left[place] -= 1;
    // In retrograde analysis a win is known before all children are.
    if shard.values[place] != OPEN {
        return Ok(false);
    }
    let Some(value) = rule.tell(shard, place, child, next)? else { return Ok(false) };
    shard.values[place] = rule.scheme().byte(value);
    // A larger value does not fit.
    if shard.values[place] == OPEN { Err(TooFar) } else { Ok(true) }
}
