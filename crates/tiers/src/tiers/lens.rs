//! How many slots each section has, without laying out every tier.

use std::collections::HashMap;

use perfect_play_core::Lines;

use super::Tiers;
use crate::part::Configuration;

/// The lines that the top and the middle part share, cut in two.
struct Crossing {
    top: u64,
    middle: u64,
}

/// What of the middle part completes a line with some top part: sets of cells, by owner (X, O). Tiers for which they
/// are the same have the same blocks.
type Threats = [Vec<u64>; 2];

/// By tier: the slots of its sections (O to move, X to move).
pub(super) fn lens(tiers: &Tiers) -> Vec<[u32; 2]> {
    let crossing = crossing(&tiers.promise.lines, tiers.top.cells, tiers.middle.cells);
    let mut counted: HashMap<Threats, Vec<(i32, usize)>> = HashMap::new();
    let len = |top: &Configuration| {
        let threats = [top.x, top.o].map(|marks| threats(&crossing, marks));
        let blocks = counted.entry(threats);
        let blocks = blocks.or_insert_with_key(|threats| blocks_by_surplus(tiers, threats));
        [0, 1].map(|mover| {
            let slots = blocks
                .iter()
                .map(|&(surplus, blocks)| blocks * tiers.strip_len(top.surplus() + surplus, mover));
            // Of 20,000 blocks each has at most 65,535 slots.
            u32::try_from(slots.sum::<usize>()).unwrap_or(u32::MAX)
        })
    };
    tiers.tops.iter().map(len).collect()
}

fn crossing(lines: &Lines, top: u64, middle: u64) -> Vec<Crossing> {
    let lines = lines.within(top | middle).filter(|line| line & top != 0 && line & middle != 0);
    lines.map(|line| Crossing { top: line & top, middle: line & middle }).collect()
}

/// The middle parts of the lines whose top parts are marked.
fn threats(crossing: &[Crossing], marks: u64) -> Vec<u64> {
    let begun = crossing.iter().filter(|line| line.top & !marks == 0);
    let mut threats: Vec<u64> = begun.map(|line| line.middle).collect();
    threats.sort_unstable();
    threats.dedup();
    threats
}

/// By surplus of the middle part: how many blocks there are that complete none of these.
fn blocks_by_surplus(tiers: &Tiers, [x_threats, o_threats]: &Threats) -> Vec<(i32, usize)> {
    let completes = |marks: u64, threats: &[u64]| threats.iter().any(|line| line & !marks == 0);
    let capacity = i32::try_from(tiers.middle.capacity()).unwrap_or(i32::MAX);
    let mut blocks: Vec<(i32, usize)> =
        (-capacity..=capacity).map(|surplus| (surplus, 0)).collect();
    for &middle in &tiers.middles {
        let part = tiers.middle.configurations[middle as usize];
        if !completes(part.x, x_threats) && !completes(part.o, o_threats) {
            let place = usize::try_from(part.surplus() + capacity);
            if let Some((_, blocks)) = place.ok().and_then(|place| blocks.get_mut(place)) {
                *blocks += 1;
            }
        }
    }
    blocks
}
