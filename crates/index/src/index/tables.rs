//! The tables of an index, worked out once.

use std::{cmp::Reverse, iter};

use perfect_play_core::Move;

use super::{Canonical, Level, Limits, NotNumbered, Top};
use crate::{
    part::{Configuration, Part},
    promise::Symmetry,
    rows::Rows,
    site::Sites,
};

/// For each symmetry the number of the one that undoes it.
pub(super) fn inverses(symmetries: &[Symmetry]) -> Vec<u8> {
    let inverse = |first: &Symmetry| {
        let undoes = |(_, second): &(u8, &Symmetry)| first.is_undone_by(second);
        (0..).zip(symmetries).find(undoes).map_or(0, |(number, _)| number)
    };
    symmetries.iter().map(inverse).collect()
}

/// Splits the sites into top, middle and low part: whole orbits, so that the symmetries map each
/// part to itself. The low part gets as much as fits, then the top.
pub(super) fn split(
    sites: Sites,
    symmetries: &[Symmetry],
    limits: Limits,
) -> Result<[Vec<Move>; 3], NotNumbered> {
    let mut left = sites.orbits(symmetries);
    // The largest first: what is left must fit around them.
    left.sort_by_key(|orbit| Reverse(orbit.len()));
    let states = sites.states_per_site().ok_or(NotNumbered::TooLarge)?;
    let mut take = |limit: usize| {
        let mut taken = Vec::new();
        let mut configurations = 1_usize;
        left.retain(|orbit| {
            let fits = (0..orbit.len())
                .try_fold(configurations, |product, _| product.checked_mul(states))
                .filter(|&product| product <= limit);
            if let Some(product) = fits {
                configurations = product;
                taken.extend(orbit);
            }
            fits.is_none()
        });
        taken
    };
    let (low, top, middle) = (
        take(limits.low.min(Limits::MOST.low)),
        take(limits.top.min(Limits::MOST.top)),
        take(limits.middle.min(Limits::MOST.middle)),
    );
    if left.is_empty() { Ok([top, middle, low]) } else { Err(NotNumbered::TooLarge) }
}

/// For each top configuration its canonical image, and the list of those.
pub(super) fn canonical(top: &Part) -> (Vec<Canonical>, Vec<Top>) {
    let mut tops = Vec::new();
    let mut canonical: Vec<Canonical> = Vec::new();
    for (number, &configuration) in (0..).zip(&top.configurations) {
        let images = top.images.iter().map(|images| images[number as usize]);
        let smallest = images.clone().zip(0..).min();
        let (image, symmetry) = smallest.unwrap_or((number, 0));
        if image == number {
            // As often as the identity leads to it, so often each symmetry does.
            let fixed = images.clone().filter(|&image| image == number).count().max(1);
            let images = (images.len() / fixed).try_into().unwrap_or(u8::MAX);
            canonical.push(Canonical { top: tops.len().try_into().unwrap_or(u32::MAX), symmetry });
            tops.push(Top { configuration, images });
        } else {
            let top = canonical[image as usize].top;
            canonical.push(Canonical { top, symmetry });
        }
    }
    (canonical, tops)
}

/// By surplus of the top part, then by middle configuration: the slots of the blocks before it.
pub(super) fn block_starts(
    top: &Part,
    middle: &Part,
    middles: &[Vec<u32>],
    rows: &Rows,
) -> Vec<Vec<u32>> {
    let capacity = i32::try_from(top.capacity()).unwrap_or(0);
    (-capacity..=capacity)
        .map(|surplus| {
            let mut starts = vec![0; middle.configurations.len()];
            for middles in middles {
                let mut start = 0;
                for &number in middles {
                    let part = middle.configurations[number as usize];
                    starts[number as usize] = start;
                    let slots = rows.block_slots(surplus + part.surplus());
                    // With the largest limits and columns of any height they add up to at most
                    // 1,513,894,140.
                    start += u32::try_from(slots).unwrap_or(u32::MAX);
                }
            }
            starts
        })
        .collect()
}

#[inline]
pub(super) fn surplus_place(top: Configuration, part: &Part) -> usize {
    let capacity = i32::try_from(part.capacity()).unwrap_or(0);
    usize::try_from(top.surplus() + capacity).unwrap_or(0)
}

/// Counts the slots of each level.
pub(super) fn levels(
    top: &Part,
    middle: &Part,
    tops: &[Top],
    middles: &[Vec<u32>],
    block_starts: &[Vec<u32>],
    rows: &Rows,
) -> Vec<Level> {
    let slots = |level: usize, high: Configuration| {
        let last = level.checked_sub(high.marks()).and_then(|marks| middles.get(marks)?.last());
        last.map_or(0, |&last| {
            let surplus = high.surplus() + middle.configurations[last as usize].surplus();
            let start = block_starts[surplus_place(high, top)][last as usize];
            u64::from(start) + rows.block_slots(surplus) as u64
        })
    };
    let mut levels: Vec<Level> = (0..=top.capacity() + middle.capacity())
        .map(|level| {
            let counts = tops.iter().map(|top| slots(level, top.configuration));
            let ends = counts.scan(0, |end, slots| {
                *end += slots;
                Some(*end)
            });
            Level { start: 0, tops: iter::once(0).chain(ends).collect() }
        })
        .collect();
    let mut start = 0;
    for level in levels.iter_mut().rev() {
        level.start = start;
        start += level.slots();
    }
    levels
}
