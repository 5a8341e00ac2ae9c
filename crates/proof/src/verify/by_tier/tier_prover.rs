//! Proves tiers, on all cores.

use std::{
    collections::HashMap,
    error::Error,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use perfect_play_core::{Board, Game, Slot, Values};
use perfect_play_numbering::{Sections, Tier, TierTable, Unreadable, section_number};
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};

use super::{
    correction::Correction,
    precomputed::Precomputed,
    tier::{Desk, Findings, TierProof},
    unsound::Unsound,
    window::Window,
};
use crate::{Fault, MAX_FAULTS, Rules, Verification};

/// The buffers of a thread, which are used again for the next tier.
#[derive(Default)]
struct Scratch {
    sections: Vec<Vec<u8>>,
    desk: Option<Desk>,
}

/// The proof of some tiers of a table, so that several processes can share the proof of
/// [`verify_by_tier`](super::verify_by_tier). A table is proven if all of its tiers are proven. The proof of the last tier
/// includes the start. A wrong value makes the values that follow from it look wrong too.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{Rules, TierProver};
/// use perfect_play_numbering::TierNumbering;
///
/// let game: Mnk = "mnk:5,2,2".parse()?;
/// let numbering = TierNumbering::of(&game)?;
/// let tiers = numbering.tiers().clone();
/// let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, numbering, solved).unwrap();
/// let prover = TierProver::new(&table, Rules::Tested)?;
/// let (first, second) = (prover.prove(0..2)?, prover.prove(2..tiers.numbers().end)?);
/// assert!(first.is_proven() && second.is_proven());
/// assert_eq!(first.entries + second.entries, tiers.slots());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TierProver<'t, G, S> {
    precomputed: Precomputed<'t, G>,
    sections: &'t S,
    /// By tier that was proven before: the right values of its wrong slots. So a wrong value does not make its parents
    /// look wrong.
    corrections: HashMap<u32, Vec<Correction>>,
    /// The buffers that no thread is using.
    spare: Mutex<Vec<Scratch>>,
}

impl<'t, G, S> TierProver<'t, G, S>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    /// Prepares the proof.
    ///
    /// # Errors
    ///
    /// If the numbering is that of another game.
    pub fn new(table: &'t TierTable<G, S>, rules: Rules) -> Result<Self, Unreadable> {
        let (game, tiers) = (table.game(), table.numbering().tiers());
        Ok(Self {
            precomputed: Precomputed::new(game, rules, table.objective(), tiers)?,
            sections: table.values(),
            corrections: HashMap::new(),
            spare: Mutex::default(),
        })
    }

    /// Proves these tiers, on all cores.
    ///
    /// # Errors
    ///
    /// If a section cannot be read or has another length than the numbering says.
    pub fn prove(&self, tiers: Range<u32>) -> Result<Verification<Board>, Unreadable> {
        let mut verification = Verification::new();
        let has_start = tiers.contains(&(self.precomputed.tiers.numbers().end - 1));
        for found in self.prove_each(tiers) {
            let found = found?;
            verification.entries += found.slots;
            verification.faults.extend(found.faults);
        }
        verification.faults.extend(has_start.then(|| self.fault_of_start()).flatten());
        verification.faults.truncate(MAX_FAULTS);
        Ok(verification)
    }

    /// Proves tiers that do not lead to one another.
    pub(super) fn prove_each(&self, tiers: Range<u32>) -> Vec<Result<Findings, Unreadable>> {
        let lock = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let prove = |tier| {
            let mut scratch = lock().pop().unwrap_or_default();
            let found = self.prove_tier(tier, &mut scratch);
            lock().push(scratch);
            found
        };
        parallel(tiers).with_max_len(1).map(prove).collect()
    }

    /// Records the right values of wrong slots, by tier.
    pub(super) fn correct(&mut self, found: Vec<(u32, Vec<Correction>)>) {
        self.corrections.extend(found.into_iter().filter(|(_, right)| !right.is_empty()));
    }

    /// The fault if the start has no slot, or if the rules refuse it.
    pub(super) fn fault_of_start(&self) -> Option<Fault<Board>> {
        let Precomputed { checker, tiers, .. } = &self.precomputed;
        let start = checker.game.start();
        let is_wrong = tiers.locate(start).is_none() || checker.game.check(start).is_err();
        is_wrong.then_some(Fault { position: start, found: None, expected: None })
    }

    fn prove_tier(&self, number: u32, scratch: &mut Scratch) -> Result<Findings, Unreadable> {
        let Precomputed { checker, tiers, images, .. } = &self.precomputed;
        let [top, ..] = tiers.cells();
        let open = |occupied| checker.kind.open_cells(occupied) & top;
        let mut read = |tier, layout: &Tier<'_>, mover| {
            let mut values = scratch.sections.pop().unwrap_or_default();
            self.read(tier, mover, layout.len(mover), tier == number, &mut values)?;
            Ok(values)
        };
        let window = Window::load(tiers, images, number, open, &mut read)?;
        let mut proof = TierProof::new(&self.precomputed, number, window);
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
        // An empty section is not read. The others replace what the buffer has held before.
        if expected == 0 {
            values.clear();
        } else {
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
