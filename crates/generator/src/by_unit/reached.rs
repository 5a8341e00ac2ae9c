//! The positions that play can reach, in the tiers of which a table holds only those.

use std::{
    hint::black_box,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use perfect_play_core::{Game, Numbering, Slot};
use perfect_play_numbering::{RankNumbering, each_start};

use crate::{SolveError, in_parallel::in_parallel, room::filled};

/// The slots that play reaches from a start, in the tiers of which a table holds only those
/// ([`Tiering::only_reached_from`](perfect_play_core::Tiering::only_reached_from)): a bit for each slot.
///
/// They are found unit by unit, from the last one on. What is wrong with the rules or the tiers is not noticed here, but by the
/// solver: every child of a marked position must have a value.
#[derive(Debug)]
pub struct Reached {
    /// The first of these tiers.
    first: u32,
    tiers: Vec<Vec<AtomicU64>>,
}

/// How many words a thread looks at.
const CHUNK: usize = 1 << 10;

/// How many positions are marked together, at least.
const TOGETHER: usize = 256;

impl Reached {
    /// Marks only the starts of a game, and their images.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn starts<G: Game>(game: &G, numbering: &RankNumbering) -> Result<Self, SolveError> {
        let words = |tier| {
            let slots = numbering.unit_slots(tier..tier + 1);
            filled(slots.div_ceil(u64::BITS.into()), AtomicU64::default)
        };
        let tiers = numbering.reached_tiers();
        let first = tiers.start;
        let reached = Self { first, tiers: tiers.map(words).collect::<Result<_, SolveError>>()? };
        // There may be millions of starts.
        if reached.tiers.is_empty() {
            return Ok(reached);
        }
        each_start(game, &mut |start| {
            for symmetry in 0..game.symmetries().max(1) {
                let image = game.image(start, symmetry);
                let slot = game.tiering().and_then(|tiering| tiering.rank(image));
                slot.map(|slot| reached.mark(slot));
            }
        });
        Ok(reached)
    }

    /// Marks what play reaches from the marked positions of a unit. The units behind it were followed before. `report` is
    /// called on any thread with the number of slots that are done.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn follow<G: Game + Sync>(
        &self,
        (game, numbering): (&G, &RankNumbering),
        unit: u32,
        report: &(dyn Fn(u64) + Sync),
    ) {
        let tiers = numbering.tiers_of(unit);
        let chunks: Vec<(u32, usize)> = tiers
            .clone()
            .flat_map(|tier| (0..self.words(tier).len()).step_by(CHUNK).map(move |at| (tier, at)))
            .collect();
        // The marks that were followed. Within a unit, play goes to and fro.
        let mut followed: Vec<Vec<u64>> = vec![Vec::new(); chunks.len()];
        let mut is_first = true;
        loop {
            let is_new = AtomicBool::new(false);
            let each = |((tier, start), mut followed): ((u32, usize), Vec<u64>)| {
                let words = &self.words(tier)[start..];
                let words = &words[..words.len().min(CHUNK)];
                followed.resize(words.len(), 0);
                let mut children = Vec::new();
                let mark_all = |children: &mut Vec<Slot>| {
                    // The processor waits for many of these reads at once, but would wait for each mark.
                    for (word, _) in children.iter().filter_map(|&child| self.place(child)) {
                        black_box(word.load(Relaxed));
                    }
                    for child in children.drain(..) {
                        if self.mark(child) && tiers.contains(&child.section) {
                            is_new.store(true, Relaxed);
                        }
                    }
                };
                for ((at, word), followed) in (start..).zip(words).zip(&mut followed) {
                    let mut left = word.load(Relaxed) & !*followed;
                    *followed |= left;
                    while left != 0 {
                        let rank = at * u64::BITS as usize + left.trailing_zeros() as usize;
                        left &= left - 1;
                        let slot = Slot { section: tier, rank };
                        let Some(position) = numbering.position(game, slot) else { continue };
                        game.children(position, &mut |_, child| children.extend(child));
                    }
                    if children.len() >= TOGETHER {
                        mark_all(&mut children);
                    }
                }
                mark_all(&mut children);
                let [start, len] = [start, words.len()].map(|words| words as u64 * 64);
                // The last word may be longer than the tier. Later passes only tell that they go on.
                let len = len.min(numbering.unit_slots(tier..tier + 1) - start);
                report(if is_first { len } else { 0 });
                followed
            };
            followed = in_parallel(chunks.iter().copied().zip(followed).collect(), each);
            is_first = false;
            if !is_new.load(Relaxed) {
                break;
            }
        }
    }

    /// Whether play reaches this slot. `true` in tiers of which a table holds every position.
    #[inline]
    #[must_use]
    pub fn contains(&self, slot: Slot) -> bool {
        slot.section < self.first
            || self.place(slot).is_some_and(|(word, bit)| word.load(Relaxed) & bit != 0)
    }

    /// Marks a slot. Returns whether it was not marked before.
    #[inline]
    fn mark(&self, slot: Slot) -> bool {
        self.place(slot).is_some_and(|(word, bit)| {
            word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
        })
    }

    /// The word with the mark of a slot, and its bit there. `None` in tiers of which a table holds every position.
    #[inline]
    fn place(&self, Slot { section, rank }: Slot) -> Option<(&AtomicU64, u64)> {
        Some((self.words(section).get(rank / 64)?, 1 << (rank % 64)))
    }

    /// The marks of a tier, 64 slots in a word. Empty if a table holds every position of this tier.
    #[inline]
    #[must_use]
    pub fn words(&self, tier: u32) -> &[AtomicU64] {
        let tier = tier.checked_sub(self.first).and_then(|tier| self.tiers.get(tier as usize));
        tier.map_or(&[], Vec::as_slice)
    }
}
