//! What is known spreads from where the game is over to the positions before, wave by wave.

use std::{hash::Hash, mem};

use perfect_play_core::{Next, Value};

use super::shard::{Graph, OPEN, SAME, SHARDS, Shard, next_of, number, shard_and_place};
use crate::in_parallel::in_parallel;

/// With fewer positions in a wave, one thread goes on alone.
const FEW: usize = 1 << 12;

/// How many positions of a shard spread what is known at a time.
const AT_A_TIME: usize = 1 << 10;

/// How a position gets its value from those that its moves lead to.
pub(crate) trait Judge: Sync {
    /// Whether the positions before learn of this value of a position where the game is over.
    fn spreads(&self, value: u8) -> bool;

    /// Tells the position at this place that one of its moves leads to a position of this value, which is known now.
    /// Gives its own value if it is known by that.
    ///
    /// # Errors
    ///
    /// If it is decided too far away to be said.
    fn tell<K>(
        &self,
        shard: &mut Shard<K>,
        place: usize,
        child: Value,
        next: Next,
    ) -> Result<Option<Value>, TooFar>;
}

/// A position is decided too far away to be said.
pub(crate) struct TooFar;

/// Gives all positions values that can be known. What is learnt in one wave is told in the next.
///
/// # Errors
///
/// The number of a position that is decided too far away to be said.
pub(crate) fn waves<K: Copy + Eq + Hash + Send + Sync>(
    graph: &mut Graph<K>,
    judge: &impl Judge,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), u32> {
    let begins = |shard: &Shard<K>| -> Vec<u32> {
        let known = (0..).zip(&shard.values).filter(|&(_, &value)| judge.spreads(value));
        known.map(|(place, _)| place).collect()
    };
    // By shard: the places of those that have learnt their value.
    let mut wave: Vec<Vec<u32>> = graph.shards.iter().map(begins).collect();
    let (all, mut done) = (graph.len(), 0);
    loop {
        let size: usize = wave.iter().map(Vec::len).sum();
        if size == 0 {
            return Ok(());
        }
        progress(2 * all + done, 3 * all);
        done += size as u64;
        wave = if size < FEW { few(graph, judge, wave)? } else { many(graph, judge, wave)? };
    }
}

/// What the shards learn of a wave, and of all small ones after it, which one thread spreads.
fn few<K: Copy + Eq + Hash>(
    graph: &mut Graph<K>,
    judge: &impl Judge,
    wave: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, u32> {
    let of_shard = |(shard, places): (usize, Vec<u32>)| {
        places.into_iter().map(move |place| number(shard, place))
    };
    let mut latest: Vec<u32> = wave.into_iter().enumerate().flat_map(of_shard).collect();
    while !latest.is_empty() && latest.len() < FEW {
        for from in mem::take(&mut latest) {
            let (shard, place) = shard_and_place(from);
            let Some(value) = Value::from_byte(graph.shards[shard].values[place as usize]) else {
                continue;
            };
            for at in 0..graph.shards[shard].parents(place).len() {
                let parent = graph.shards[shard].parents(place)[at];
                let (of_parent, place_of_parent) = shard_and_place(parent);
                let told = (place_of_parent | parent & SAME, value.byte());
                if tell(&mut graph.shards[of_parent], judge, told)
                    .map_err(|TooFar| parent & !SAME)?
                {
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

/// What a shard is told: the place of a position, with [`SAME`] or not, and the value of one that its move leads to.
type Told = (u32, u8);

/// What the shards learn of a wave, which all threads spread.
fn many<K: Copy + Eq + Hash + Send + Sync>(
    graph: &mut Graph<K>,
    judge: &impl Judge,
    mut wave: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, u32> {
    let mut learnt: Vec<Vec<u32>> = Vec::new();
    learnt.resize_with(SHARDS, Vec::new);
    while wave.iter().any(|places| !places.is_empty()) {
        let take = |places: &mut Vec<u32>| places.split_off(places.len().saturating_sub(AT_A_TIME));
        let now: Vec<(usize, Vec<u32>)> = wave.iter_mut().map(take).enumerate().collect();
        let shards = &graph.shards;
        let mail = in_parallel(now, |(shard, places)| mail_of(&shards[shard], &places));
        let shards = graph.shards.iter_mut().zip(&mut learnt).enumerate().collect();
        let told = in_parallel(
            shards,
            |(to, (shard, learnt)): (usize, (&mut Shard<K>, &mut Vec<u32>))| {
                for &told in mail.iter().flat_map(|mail| &mail[to]) {
                    let place = told.0 & !SAME;
                    if tell(shard, judge, told).map_err(|TooFar| number(to, place))? {
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

/// What these positions of a shard have to tell, by shard.
fn mail_of<K: Copy + Eq + Hash>(shard: &Shard<K>, places: &[u32]) -> Vec<Vec<Told>> {
    let mut mail = Vec::new();
    // Some moves a position, shared out to the shards.
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

/// Tells a position what one of its moves leads to. Says whether its own value is known by that.
#[inline]
fn tell<K>(shard: &mut Shard<K>, judge: &impl Judge, (place, child): Told) -> Result<bool, TooFar> {
    let next = next_of(place);
    let place = (place & !SAME) as usize;
    let Some(child) = Value::from_byte(child) else { return Ok(false) };
    shard.left[place] -= 1;
    if shard.values[place] != OPEN {
        return Ok(false);
    }
    let value = judge.tell(shard, place, child, next)?;
    if let Some(value) = value {
        shard.values[place] = value.byte();
    }
    Ok(value.is_some())
}
