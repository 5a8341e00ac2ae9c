//! Goes through the tiers of a layer, on all cores.

use std::{
    collections::HashMap,
    error::Error,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Game, Slot, Values};
use perfect_play_numbering::{Sections, Tier, Unreadable, section_number};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use super::{
    correction::Correction,
    precomputed::Precomputed,
    tier::{Desk, Findings, TierProof},
    unsound::Unsound,
    window::Window,
};

/// The buffers of a thread, which are used again for the next tier.
#[derive(Default)]
struct Scratch {
    sections: Vec<Vec<u8>>,
    desk: Option<Desk>,
}

/// The pass through the tiers.
pub(super) struct Walk<'p, G, S> {
    precomputed: &'p Precomputed<'p, G>,
    sections: &'p S,
    /// By tier of an earlier layer: the right values of its wrong slots. So a wrong value does not make its parents
    /// look wrong.
    corrections: HashMap<u32, Vec<Correction>>,
    /// The buffers that no thread is using.
    spare: Mutex<Vec<Scratch>>,
}

impl<'p, G, S> Walk<'p, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    pub(super) fn new(precomputed: &'p Precomputed<'p, G>, sections: &'p S) -> Self {
        Self { precomputed, sections, corrections: HashMap::new(), spare: Mutex::default() }
    }

    /// Records the right values of wrong slots, by tier.
    pub(super) fn correct(&mut self, found: Vec<(u32, Vec<Correction>)>) {
        self.corrections.extend(found.into_iter().filter(|(_, right)| !right.is_empty()));
    }

    /// Proves tiers of one layer.
    pub(super) fn prove(&self, tiers: Range<u32>) -> Vec<Result<Findings, Unreadable>> {
        let lock = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let prove = |tier| {
            let mut scratch = lock().pop().unwrap_or_default();
            let found = self.prove_tier(tier, &mut scratch);
            lock().push(scratch);
            found
        };
        parallel(tiers).with_max_len(1).map(prove).collect()
    }

    fn prove_tier(&self, number: u32, scratch: &mut Scratch) -> Result<Findings, Unreadable> {
        let Precomputed { checker, tiers, images, .. } = self.precomputed;
        let [top, ..] = tiers.cells();
        let open = |occupied| checker.kind.open_cells(occupied) & top;
        let mut read = |tier, layout: &Tier<'_>, mover| {
            let mut values = scratch.sections.pop().unwrap_or_default();
            self.read(tier, mover, layout.len(mover), tier == number, &mut values)?;
            Ok(values)
        };
        let window = Window::load(tiers, images, number, open, &mut read)?;
        let mut proof = TierProof::new(self.precomputed, number, window);
        proof.run(scratch.desk.get_or_insert_with(Desk::new));
        scratch.sections.extend(proof.window.into_buffers());
        Ok(proof.findings)
    }

    /// Reads a section, checks its number of values, and corrects it.
    fn read(
        &self,
        tier: u32,
        mover: usize,
        expected: usize,
        for_the_first_time: bool,
        values: &mut Vec<u8>,
    ) -> Result<(), Unreadable> {
        let other_length = || Unreadable::new(Unsound::OtherLength { tier, mover, expected });
        // Each tier is read once as the tier that is proven, and many times as a child. Its length is checked the
        // first time, also against the number of values that a probe finds.
        if for_the_first_time {
            // `HeldSections::section` panics if there is no such section.
            let section = section_number(tier, mover);
            let byte = |rank| self.sections.byte(Slot { section, rank }).map_err(Unreadable::new);
            let has_last = match expected.checked_sub(1) {
                Some(last) => byte(last)?.is_some(),
                None => true,
            };
            if !has_last || byte(expected)?.is_some() {
                return Err(other_length());
            }
        }
        values.clear();
        if expected > 0 {
            self.sections.section(tier, mover, values).map_err(Unreadable::new)?;
        }
        if values.len() != expected {
            return Err(other_length());
        }
        let right = self.corrections.get(&tier).into_iter().flatten();
        for &Correction { rank, byte, .. } in right.filter(|right| right.mover == mover) {
            values[rank] = byte;
        }
        Ok(())
    }
}
