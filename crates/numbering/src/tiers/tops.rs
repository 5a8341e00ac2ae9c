//! The canonical top parts, which are the tiers.

use std::{cmp::Reverse, ops::Range};

use perfect_play_core::Lines;

use crate::{configuration::Configuration, part::Part};

/// The tier in which the boards with some top part are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierOf {
    /// The number of the tier.
    pub tier: u32,
    /// The symmetry that maps the boards to boards of the tier.
    pub symmetry: u8,
}

/// The results about the top part.
pub(super) struct Tops {
    pub(super) tier_of_top: Vec<Option<TierOf>>,
    /// The canonical top configuration of each tier.
    pub(super) canonical: Vec<Configuration>,
    pub(super) layers: Vec<Range<u32>>,
}

impl Tops {
    pub(super) fn new(lines: &Lines, top: &Part) -> Self {
        let is_canonical = |number: u32| top.is_canonical(number as usize);
        let canonical = by_marks(lines, top, is_canonical);
        let mut tier_of_top = vec![None; top.configurations.len()];
        for (tier, &number) in (0..).zip(&canonical) {
            tier_of_top[number as usize] = Some(TierOf { tier, symmetry: 0 });
        }
        for number in 0..top.configurations.len() {
            let (image, symmetry) = top.canonical(number);
            // A top part that holds a line has no tier, and neither have its images.
            if image != number
                && let Some(TierOf { tier, .. }) = tier_of_top[image]
            {
                tier_of_top[number] = Some(TierOf { tier, symmetry });
            }
        }
        let tops: Vec<Configuration> =
            canonical.iter().map(|&number| top.configurations[number as usize]).collect();
        // The tiers with the most marks come first. Removing a mark from a top part never makes a line.
        let most = tops.first().map_or(0, |top| top.marks());
        let first = |marks: usize| {
            let first = tops.partition_point(|top| top.marks() > marks);
            u32::try_from(first).unwrap_or(u32::MAX)
        };
        let end = u32::try_from(tops.len()).unwrap_or(u32::MAX);
        let layer = |marks: usize| first(marks)..marks.checked_sub(1).map_or(end, first);
        let layers = (0..=most).map(layer).collect();
        Self { tier_of_top, canonical: tops, layers }
    }
}

/// The wanted configurations without a line, by descending number of marks.
pub(super) fn by_marks(lines: &Lines, part: &Part, is_wanted: impl Fn(u32) -> bool) -> Vec<u32> {
    let configuration = |number: u32| part.configurations[number as usize];
    let holds_no_line = |number: u32| {
        let Configuration { x, o } = configuration(number);
        !lines.any_within(x) && !lines.any_within(o)
    };
    let numbers = (0..).take(part.configurations.len());
    let mut numbers: Vec<u32> =
        numbers.filter(|&number| is_wanted(number) && holds_no_line(number)).collect();
    numbers.sort_by_key(|&number| Reverse(configuration(number).marks()));
    numbers
}
