//! The sections of solved tiers.

use std::iter;

use perfect_play_core::{ProbeError, Slot, Values};

use crate::Tier;

/// The sections of solved tiers, in memory, in a file or in a folder.
///
/// A section has a byte for each of its slots, in the order of the ranks ([`Tiers`](crate::Tiers)):
///
/// * If the board holds no line, the byte is its value, whether the board is reachable or not.
/// * If the board holds a line, the byte may be unspecified, because the value of the board follows from the rules. A
///   solver requires more: see `TierStore` of perfect-play-generator.
pub trait Sections {
    /// The error of reading a section.
    type Error;

    /// Replaces `values` by the values of the section of a tier in which `mover` (O: 0, X: 1) is to move.
    ///
    /// # Errors
    ///
    /// The reason why the section cannot be read.
    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), Self::Error>;

    /// Replaces `stored` by those values of a section that must be stored ([`Tier::keep_non_static`]). The others follow
    /// from the rules, whatever a section says of them. A damaged file may have more or fewer in a part than it must have:
    /// the caller checks that. The last part ends where the section does. Returns `false` if the section has another length
    /// than the tier.
    ///
    /// The default reads the whole section. Override it if only these are stored.
    ///
    /// # Errors
    ///
    /// The reason why the section cannot be read.
    fn stored(
        &self,
        tier: &Tier<'_>,
        mover: usize,
        stored: &mut StoredValues,
    ) -> Result<bool, Self::Error> {
        let (mut values, slots) = (Vec::new(), tier.len(mover));
        self.section(tier.number(), mover, &mut values)?;
        stored.clear();
        let is_whole = values.len() == slots;
        if is_whole {
            tier.keep_non_static(mover, 0..slots, &values, &mut stored.values);
            stored.ends.push((slots, stored.values.len()));
        }
        Ok(is_whole)
    }

    /// Replaces `values` by the values of a band of a section ([`Tier::band`]).
    ///
    /// The default reads the whole section. Override it if a part can be read alone.
    ///
    /// # Errors
    ///
    /// The reason why the band cannot be read.
    ///
    /// # Panics
    ///
    /// If there is no such band, or the section is too short.
    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), Self::Error> {
        let slots = tier.band(band, mover);
        self.section(tier.number(), mover, values)?;
        values.truncate(slots.end);
        values.drain(..slots.start);
        Ok(())
    }
}

/// Values as they are stored: part by part, and in each part only those of some of its slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredValues {
    /// The values, in the order of their slots.
    pub values: Vec<u8>,
    /// Where each part ends, in rising order: the slot behind it, and how many values come before that slot.
    pub ends: Vec<(usize, usize)>,
}

impl StoredValues {
    /// Removes all values.
    pub fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    /// The parts: how many slots each is for, and its values.
    ///
    /// ```
    /// use perfect_play_numbering::StoredValues;
    ///
    /// let stored = StoredValues { values: vec![7, 8, 9], ends: vec![(4, 2), (6, 3)] };
    /// assert!(stored.parts().eq([(4, &[7, 8][..]), (2, &[9])]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an end is before another one, or behind the last value.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let starts = iter::once((0, 0)).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|((slot, value), &(end_slot, end))| (end_slot - slot, &self.values[value..end]))
    }
}

/// Solved tiers in memory: for each tier and then for each side to move (O, X), one byte for each slot.
///
/// ```
/// use perfect_play_core::{Slot, Values};
/// use perfect_play_numbering::{HeldSections, section_number};
///
/// let held = HeldSections(vec![[vec![1, 2], vec![3]]]);
/// let byte = |mover, rank| held.byte(Slot { section: section_number(0, mover), rank });
/// assert_eq!(byte(0, 1), Ok(Some(2)));
/// assert_eq!(byte(1, 1), Ok(None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldSections(pub Vec<[Vec<u8>; 2]>);

impl Sections for HeldSections {
    /// Never returned, because values in memory can always be read.
    type Error = ProbeError;

    /// # Panics
    ///
    /// If there is no such tier or player.
    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ProbeError> {
        values.clone_from(&self.0[tier as usize][mover]);
        Ok(())
    }
}

impl Values for HeldSections {
    type Error = ProbeError;

    fn byte(&self, Slot { section, rank }: Slot) -> Result<Option<u8>, ProbeError> {
        let section = self.0.as_flattened().get(section as usize);
        Ok(section.and_then(|section| section.get(rank).copied()))
    }
}
