//! The proof of a table by tiers, from the rules alone, tier by tier.
//!
//! There is a slot for every balanced board without a line in its high part. Symmetric boards nearly always share a
//! slot. A slot *counts* if its board holds no line anywhere. It does not matter whether the board is reachable. The
//! proof checks:
//!
//! 1. The start has a slot, and the rules accept it.
//! 2. The value of every slot that counts follows by definition from the values of its children. No child is better
//!    for the mover than the value says, and at least one child is exactly as good. A full board is drawn. A child
//!    that holds a line has the value that the rules give, whatever its byte is. So the bytes of slots that do not
//!    count are never used. A probe answers for such a child with its static value. If the rules are
//!    [`Rules::Unknown`], this must be the value that the rules give, and the child must have no moves.
//!
//! Then every value with which the table answers is right, by induction on the number of empty cells. A full board
//! without a line is drawn. Each child of any other board has one mark more. Either the child holds a line, and its
//! value follows from the rules; or it has a slot that counts, whose value is right by induction. The child of a board
//! without a line can hold only lines of the player who has just moved.
//!
//! No slot that counts can be missing, because the numbering decides which slots exist, and every section must have the
//! length that the numbering says. A byte that is not a value never follows from the children, so it is a fault at its
//! own slot.
//!
//! The checks are made for whole rows ([`rows`]). Move by move, the proof finds the smallest byte among the children of
//! each slot of a strip. Then it compares the values with those that follow from these bytes. Some slots are also
//! checked board by board, by calls of the game's methods: a sample of all slots, and all slots of a block in which the
//! rows find a fault. If the rules are
//! [`Rules::Unknown`], all slots are checked in this way, at all images that share the slot.
//!
//! The proof does not depend on a solver. It depends on the numbering ([`Tiers`]) in these points:
//!
//! * The blocks of a tier, the strips and [`LowPart::marks`](perfect_play_numbering::LowPart::marks) say which board a
//!   slot has. Every balanced board without a line has one after the symmetry that [`Tiers::tier_of`] gives.
//! * The sections have the values that [`Kind::static_value`](perfect_play_core::Kind::static_value) gives a probe, which does
//!   not read them. This is checked at the sample.
//! * [`Tiers::middle_of`] and [`Tiers::middle_image`] find the block of a child. If there is no block, the proof
//!   checks that the high part holds a line.
//!
//! Before the proof begins, the positions of all low configurations and of their images are checked. The sample
//! checks the slots of whole boards. The checks of rows depend on the promises of [`Kind`](perfect_play_core::Kind).
//! The checks board by board test these promises, too.

mod board_checker;
mod correction;
mod lines;
mod low;
mod marks;
mod precomputed;
mod rows;
mod slots;
mod symmetry;
mod tier;
mod tier_prover;
mod unsound;
mod window;

pub use self::tier_prover::TierProver;

use std::error::Error;

use perfect_play_core::{Board, Game, Values};
use perfect_play_numbering::{Sections, TierTable, Unreadable};
use perfect_play_parallel::threads;

use crate::{MAX_FAULTS, ProofLog, Proven, Rules, Verification};

/// Proves a table by tiers from the rules alone. Every board without a line, reachable or not, must have the value that
/// follows from the values of its children. The proof runs on all cores. The result does not depend on the number of
/// cores. Each thread needs memory for a tier and its child tiers.
///
/// Most slots stand for several images of a board. With [`Rules::Unknown`] the rules are called for all images, board
/// by board, which takes long. With [`Rules::Tested`] the values of many boards at a time are compared with those of
/// their children, and the rules are called for a sample of boards.
///
/// `log` says which tiers an interrupted proof of the same table has proven, and is told which ones are proven now. `()` is
/// the log that keeps nothing. `progress` is called now and then with the number of slots that are done and the number of
/// all slots.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{Rules, verify_by_tier};
/// use perfect_play_numbering::{HeldSections, TierNumbering};
///
/// let game: Mnk = "connect:4,3,3".parse()?;
/// let tiers = TierNumbering::of(&game)?.tiers().clone();
/// let mut solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let verify = |solved: &HeldSections| {
///     let numbering = TierNumbering::from(tiers.clone());
///     let table = Table::new(game, Objective::Fastest, numbering, solved.clone()).unwrap();
///     verify_by_tier(&table, Rules::Tested, &mut (), &mut |_done, _of| ())
/// };
/// let proof = verify(&solved)?;
/// assert!(proof.is_proven());
/// assert_eq!(proof.entries, tiers.slots());
///
/// // The start, with X to move, is the last board of the last section.
/// *solved.0.last_mut().unwrap()[1].last_mut().unwrap() ^= 1;
/// let proof = verify(&solved)?;
/// assert_eq!(proof.faults.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a section cannot be read or has another length than the numbering says, or if the numbering is that of another
/// game. The table is then neither proven nor refuted.
pub fn verify_by_tier<G, S>(
    table: &TierTable<G, S>,
    rules: Rules,
    log: &mut dyn ProofLog,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<Board>, Unreadable>
where
    G: Game<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    let mut prover = TierProver::new(table, rules)?;
    let (tiers, mut verification) = (table.numbering().tiers(), Verification::new());
    let resumed = log.proven().tiers.min(tiers.numbers().end);
    verification.entries = tiers.slots_in(0..resumed);
    progress(verification.entries, tiers.slots());
    // Tiers of one layer do not lead to one another, so they are proven at the same time. The layer with the most
    // marks is first, and its tiers have the smallest numbers. So the wrong slots of all child tiers are known, and are
    // corrected when a tier reads them.
    for layer in (0..tiers.layers()).rev().map(|marks| tiers.layer(marks)) {
        let mut corrections = Vec::new();
        // Some tiers at a time, so that a wrong table is refused soon, and progress is reported.
        let some = 16 * threads();
        for first in (layer.start.max(resumed)..layer.end).step_by(some) {
            let end = layer.end.min(first.saturating_add(u32::try_from(some).unwrap_or(u32::MAX)));
            for (tier, found) in (first..end).zip(prover.prove_each(first..end)) {
                let found = found?;
                verification.entries += found.slots;
                verification.faults.extend(found.faults);
                corrections.push((tier, found.corrections));
                if verification.faults.len() >= MAX_FAULTS {
                    verification.faults.truncate(MAX_FAULTS);
                    return Ok(verification);
                }
            }
            // A resumed proof would not know the corrections of earlier faults.
            if verification.faults.is_empty() {
                log.keep(Proven { tiers: end, entries: verification.entries });
            }
            progress(verification.entries, tiers.slots());
        }
        prover.correct(corrections);
    }
    verification.faults.extend(prover.fault_of_start());
    Ok(verification)
}
