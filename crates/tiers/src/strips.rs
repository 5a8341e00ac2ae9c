//! Strips: the configurations of the low part that make balanced boards with the rest of the board.

use std::{cmp::Reverse, ops::Range};

use crate::part::Part;

/// The configurations of the low part, ordered by surplus of X, then by falling number of marks.
#[derive(Debug)]
pub(crate) struct Strips {
    order: Vec<u16>,
    /// By configuration: its place in its strip.
    ranks: Vec<u16>,
    /// By surplus, from the lowest.
    by_surplus: Vec<Strip>,
    capacity: usize,
}

/// All configurations of the low part that have one surplus: with a given rest of the board they make
/// the boards in which one given player is to move.
///
/// The slots of a [`TierBlock`](crate::TierBlock) are one strip for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The places of its configurations in [`Tiers::low_order`](crate::Tiers::low_order).
    pub order: Range<usize>,
    /// Its rows, by falling number of marks.
    pub rows: Vec<StripRow>,
}

/// The configurations of a strip that have the same number of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripRow {
    /// How many marks the low part holds.
    pub marks: usize,
    /// The places of the row, counted from the first of the strip.
    pub places: Range<usize>,
}

impl Strip {
    /// How many configurations it has.
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

impl Strips {
    pub(crate) fn new(low: &Part) -> Self {
        let capacity = low.capacity();
        let configurations = &low.configurations;
        // In this order: of 2^16 − 1 numbers none is left.
        let mut order: Vec<u16> = (0..).take(configurations.len()).collect();
        let key = |&number: &u16| {
            let configuration = configurations[usize::from(number)];
            (configuration.surplus(), Reverse(configuration.marks()))
        };
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
        Self { order, ranks, by_surplus: strips, capacity }
    }

    /// All configurations, strip by strip.
    pub(crate) fn order(&self) -> &[u16] {
        &self.order
    }

    /// A configuration's place in its strip.
    #[inline]
    pub(crate) fn rank(&self, number: usize) -> usize {
        self.ranks.get(number).map_or(0, |&rank| rank.into())
    }

    /// The number of the strip with this surplus; [`usize::MAX`] if the low part cannot have it.
    #[inline]
    pub(crate) fn number(&self, surplus: i32) -> usize {
        place(surplus, self.capacity).unwrap_or(usize::MAX)
    }

    /// The strips in the order of their places.
    pub(crate) fn all(&self) -> &[Strip] {
        &self.by_surplus
    }

    /// The most slots of a block: those of two strips, one for each player to move, whose surpluses differ by one.
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

/// The place of a surplus from −capacity to capacity in a list.
#[inline]
fn place(surplus: i32, capacity: usize) -> Option<usize> {
    let place = usize::try_from(surplus + i32::try_from(capacity).ok()?).ok()?;
    (place <= 2 * capacity).then_some(place)
}
