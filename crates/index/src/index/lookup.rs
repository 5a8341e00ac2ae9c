//! The way from a position to its slot as a few arrays, for a table that is baked into a program.

use super::{Canonical, Index};

impl Index {
    /// What it takes to find a position's slot without this index, as bytes; `None` if the board is
    /// so large that it has a middle part.
    ///
    /// The low part of a board is numbered as it is once the top part is turned to be canonical.
    /// From there, the number of the low part alone tells the place within the block: who is to
    /// move tells the surplus of the high part.
    ///
    /// All numbers are little-endian.
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 5 | columns, rows, K, whether the play is misère, whether marks fall |
    /// | 4 × 4 | how many there are of each of the following, and how many slots |
    /// | 2 × 256 each | *sums*: what each value of one byte of X's bitboard adds to the number of a part, and of O's twice. One after another for each byte that has cells: the top part; then the low part as each of the different symmetries turns it |
    /// | 5 each | by number of the top part: the first slot of its block (4), and which of these symmetries makes it canonical (1) |
    /// | 2 × 2 each | by number of the low part: the place in the block with X to move, and with O to move |
    ///
    /// ```
    /// use perfect_play_core::Mnk;
    /// use perfect_play_index::Index;
    ///
    /// let index = Index::of(&"mnk:4,4,4".parse::<Mnk>()?)?;
    /// assert!(index.lookup().is_some_and(|bytes| bytes.len() < 100_000));
    /// assert!(Index::of(&"mnk:5,5,4".parse::<Mnk>()?)?.lookup().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lookup(&self) -> Option<Vec<u8>> {
        if self.middle.cells != 0 {
            return None;
        }
        let sums = self.part_sums()?;
        let blocks = self.blocks_by_top()?;
        let places = self.places_by_low()?;
        let shape = self.promise.lines.shape();
        let mut bytes = vec![
            shape.columns(),
            shape.rows(),
            self.promise.lines.k(),
            self.promise.lines.is_misere().into(),
            self.promise.falling.into(),
        ];
        let slots = usize::try_from(self.slots()).ok()?;
        for count in [sums.len() / 256, blocks.len(), places.len(), slots] {
            bytes.extend(u32::try_from(count).ok()?.to_le_bytes());
        }
        bytes.extend(sums.into_iter().flat_map(u16::to_le_bytes));
        for (start, symmetry) in blocks {
            bytes.extend(start.to_le_bytes());
            bytes.push(symmetry);
        }
        bytes.extend(places.into_iter().flatten().flat_map(u16::to_le_bytes));
        Some(bytes)
    }

    fn part_sums(&self) -> Option<Vec<u16>> {
        let sums = || self.sums.of_bytes();
        let top = sums().map(|[top, ..]| top);
        // A symmetry takes sites to sites, whatever they hold. So it turns what a byte adds as it
        // turns the configuration of that number.
        let low = self.low.images.iter().flat_map(|images| {
            sums().map(|[.., low]| images.get(low).map_or(usize::MAX, |&low| low as usize))
        });
        top.chain(low).map(|sum| sum.try_into().ok()).collect()
    }

    fn blocks_by_top(&self) -> Option<Vec<(u32, u8)>> {
        let block = |&Canonical { top, symmetry }: &_| {
            let level = &self.levels[self.tops[top as usize].configuration.marks()];
            Some(((level.start + level.tops[top as usize]).try_into().ok()?, symmetry))
        };
        self.canonical.iter().map(block).collect()
    }

    fn places_by_low(&self) -> Option<Vec<[u16; 2]>> {
        let mut places = vec![[0; 2]; self.low.configurations.len()];
        let capacity = i32::try_from(self.top.capacity()).ok()?;
        for row in (-capacity..=capacity).flat_map(|surplus| self.rows.of_block(surplus)) {
            for (place, &low) in row.slots.clone().zip(&self.rows.order()[row.order.clone()]) {
                places[usize::from(low)][usize::from(!row.x_to_move)] = place.try_into().ok()?;
            }
        }
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Mnk;

    use super::*;

    fn lookup(name: &str) -> Option<Vec<u8>> {
        Index::of(&name.parse::<Mnk>().unwrap()).unwrap().lookup()
    }

    #[test]
    fn boards_of_two_parts_have_one_and_larger_ones_have_none() {
        let sums = 512 * 2 * (1 + 8);
        assert_eq!(lookup("mnk:4,4,4").unwrap().len(), 5 + 16 + sums + (5 + 4) * 6_561);
        assert!(lookup("mnk:1,1,1").is_some());
        assert!(lookup("connect:5,4,4").is_some());
        assert_eq!(lookup("mnk:5,4,4"), None);
        assert_eq!(lookup("connect:6,5,4"), None);
    }
}
