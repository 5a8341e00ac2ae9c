//! The low part of a board, and its strips: the configurations that give balanced boards together with the rest of the
//! board.

use std::{cmp::Reverse, ops::Range};

use crate::{configuration::Configuration, part::Part};

/// The low part of a board ([`Tiers`](crate::Tiers)). Its configurations are ordered by surplus of X, then by
/// descending number of marks.
#[derive(Debug)]
pub struct LowPart {
    pub(crate) part: Part,
    order: Vec<u16>,
    /// The place of each configuration in its strip.
    ranks: Vec<u16>,
    /// The strips, from the lowest surplus.
    by_surplus: Vec<Strip>,
    capacity: usize,
}

/// All configurations of the low part with the same surplus (the number of X's marks minus the number of O's). A
/// configuration is a way to put marks on the cells of a part.
///
/// All boards of a [`TierBlock`](crate::TierBlock) have the same high part. Their low parts with O to move are one
/// strip, and those with X to move are another. Each low part has one slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The range of its configurations in [`LowPart::order`].
    pub order: Range<usize>,
    /// Its rows, by descending number of marks.
    pub rows: Vec<StripRow>,
}

/// The configurations of a strip with the same number of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripRow {
    /// The number of marks in the low part.
    pub marks: usize,
    /// The range of places of the row, counted from the first place of the strip.
    pub places: Range<usize>,
}

impl Strip {
    /// The number of configurations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether it has no configuration.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

impl LowPart {
    pub(crate) fn new(part: Part) -> Self {
        let capacity = part.capacity();
        let configurations = &part.configurations;
        // There are at most 2^16 − 1 configurations, so all of them are numbered.
        let mut order: Vec<u16> = (0..).take(configurations.len()).collect();
        let key = |&number: &u16| {
            let configuration = configurations[usize::from(number)];
            (configuration.surplus(), Reverse(configuration.marks()))
        };
        // The sort is stable. So a row is ascending by number, and the numbering is the same everywhere.
        order.sort_by_key(key);
        let mut ranks = vec![0; order.len()];
        let mut strips = vec![Strip::default(); 2 * capacity + 1];
        for row in order.chunk_by(|first, second| key(first) == key(second)) {
            let (surplus, Reverse(marks)) = key(&row[0]);
            let Some(place) = place(surplus, capacity) else { continue };
            let strip: &mut Strip = &mut strips[place];
            let start = strip.rows.last().map_or(0, |row| row.places.end);
            let places = start..start + row.len();
            for (&number, rank) in row.iter().zip(places.clone()) {
                ranks[usize::from(number)] = u16::try_from(rank).unwrap_or(u16::MAX);
            }
            strip.rows.push(StripRow { marks, places });
        }
        let mut start = 0;
        for strip in &mut strips {
            let end = start + strip.rows.last().map_or(0, |row| row.places.end);
            strip.order = start..end;
            start = end;
        }
        Self { part, order, ranks, by_surplus: strips, capacity }
    }

    /// The configurations, strip by strip.
    #[must_use]
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// The place of a configuration in its strip.
    #[inline]
    pub(crate) fn rank(&self, number: usize) -> usize {
        self.ranks.get(number).map_or(0, |&rank| rank.into())
    }

    /// The number of the strip with this surplus, or [`usize::MAX`] if the low part cannot have this surplus.
    #[inline]
    pub(crate) fn number(&self, surplus: i32) -> usize {
        place(surplus, self.capacity).unwrap_or(usize::MAX)
    }

    /// The strips, in the order of [`LowPart::order`].
    #[must_use]
    pub fn strips(&self) -> &[Strip] {
        &self.by_surplus
    }

    /// The marks of a configuration: the cells with X and the cells with O.
    #[must_use]
    pub fn marks(&self, configuration: u16) -> (u64, u64) {
        let Configuration { x, o } = self.part.configurations[usize::from(configuration)];
        (x, o)
    }

    /// For each configuration in [`LowPart::order`], the place of its image in the image's strip.
    #[must_use]
    pub fn image_ranks(&self, symmetry: usize) -> Vec<u16> {
        let images = &self.part.images[symmetry];
        let rank = |&number: &u16| self.rank(images[usize::from(number)] as usize);
        self.order.iter().map(|number| rank(number).try_into().unwrap_or(u16::MAX)).collect()
    }

    /// The largest number of slots of a block: two strips, one for each player to move, whose surpluses differ
    /// by one.
    pub(crate) fn most_slots(&self) -> usize {
        let pairs = self.by_surplus.windows(2).map(|pair| pair[0].len() + pair[1].len());
        pairs.max().unwrap_or(1)
    }

    /// The length of the longest row.
    pub(crate) fn longest_row(&self) -> usize {
        let rows = self.by_surplus.iter().flat_map(|strip| &strip.rows);
        rows.map(|row| row.places.len()).max().unwrap_or(0)
    }
}

/// The index of a surplus from −capacity to capacity in a list.
#[inline]
fn place(surplus: i32, capacity: usize) -> Option<usize> {
    let place = usize::try_from(surplus + i32::try_from(capacity).ok()?).ok()?;
    (place <= 2 * capacity).then_some(place)
}
