//! The proof of a table cut into tiers, from the rules alone, tier by tier.
//!
//! There is a slot for every balanced board without a line in its high part, up to symmetry. It *counts* if
//! its board holds no line anywhere. Whether play can lead to the board does not matter. It is asked:
//!
//! 1. Has the start a slot, and do the rules not rule it out?
//! 2. Of every slot that counts: does its value follow, by definition, from its children's? No child is better
//!    for the mover than the value says, and one is exactly as good. A full board is drawn. A child that
//!    holds a line is worth what the rules say, whatever its byte is: so the bytes of slots that do not count
//!    are never used.
//!
//! If so, every value that the table answers with is right: by induction on the empty cells. A full board
//! without a line is drawn. Of any other, each child has one mark more. Either it holds a line, and the rules
//! tell its worth; or it has a slot that counts, whose value is right by induction. The child of a board
//! without a line can hold lines of the player who has just moved, and no others. No slot that counts can be
//! missing: which there are is decided by the numbering, and every section must have the length that the
//! numbering says. A byte that is no value follows from nothing, so it is found at its own slot.
//!
//! The questions are asked row-wise: the least byte among the children of all slots of a strip is worked out
//! move by move ([`rows`]), and the values are compared with what follows from it. All slots are also asked
//! board by board through the game where the rows find something wrong, a sample of them in any case, and all of
//! them, at all images that share the slot, if the rules are [`Rules::Unknown`].
//!
//! Nothing of this depends on a solver. Of the numbering ([`Tiers`]) it depends on this:
//!
//! * the blocks of a tier, the strips and [`Tiers::low_marks`] say which board a slot has, and every balanced
//!   board without a line has one after the symmetry that [`Tiers::tier_of`] says;
//! * [`Tiers::middle_of`] and [`Tiers::middle_image`] find the block of a child. Where there is no block, the lines
//!   are asked whether the high part holds one.
//!
//! Where low configurations and their images are is asked of the numbering for every one of them before the
//! proof begins, and where whole boards are, by the sample. Of the rules the rows depend on what
//! [`Kind`](perfect_play_core::Kind) promises, which is asked by the sample, or everywhere.

mod correction;
mod judge;
mod lines;
mod low;
mod rows;
mod slots;
mod symmetry;
mod tier;
mod unsound;
mod walk;
mod window;

use std::{error::Error, ops::Range};

use perfect_play_core::{Board, Kind, Objective, Solvable, Symmetric, Tabular, Values};
use perfect_play_parallel::threads;
use perfect_play_tiers::{Sections, TierTable, Tiers};

use self::{
    judge::Judge, lines::LowLines, low::LowMoves, symmetry::Symmetry, unsound::Unsound, walk::Walk,
};
use crate::{Fault, MAX_FAULTS, Unreadable, Verification};

/// What is known of a game's rules before a table is proven from them. It is for the caller to say, and never
/// taken from the game, which could say anything.
///
/// ```
/// use perfect_play_table::Rules;
///
/// assert_eq!(Rules::default(), Rules::Unknown);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Nothing: they are asked about every board, at all images that share its slot.
    #[default]
    Unknown,
    /// They are tested to be what their [`Kind`] promises, and to treat images alike, as those of
    /// `perfect-play-games` are. They are asked about a sample of boards. Where this is said of rules of
    /// which it is not true, a table may be proven that is wrong.
    Tested,
}

/// Proves a table cut into tiers from the rules alone: every board without a line, reachable or not, has the
/// value that follows from its children's. It runs on all cores; its result is the same for any number of
/// them. A thread needs the memory of a tier and its child tiers.
///
/// Most slots are those of several images of a board. Of [`Rules::Unknown`] all images are asked, board by
/// board, which takes long. For [`Rules::Tested`] whole rows are compared, and the rules are asked at a
/// sample of boards.
///
/// `progress` is told now and then how many slots are done, and of how many.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{Rules, verify_by_tier};
/// use perfect_play_tiers::{Blocks, HeldSections};
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let tiers = Blocks::of(&game)?.tiers().clone();
/// let mut solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let verify = |solved: &HeldSections| {
///     let blocks = Blocks::from(tiers.clone());
///     let table = Table::new(game, Objective::Fastest, blocks, solved.clone()).unwrap();
///     verify_by_tier(&table, Rules::Tested, &mut |_done, _of| ())
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
/// If a section cannot be read or has another length than the numbering says, or if the numbering is that of
/// another game. Then nothing is known of the table.
pub fn verify_by_tier<G, S>(
    table: &TierTable<G, S>,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<Board>, Unreadable>
where
    G: Solvable<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    let (game, tiers) = (table.game(), table.numbering().tiers());
    let shared = Shared::new(game, rules, table.objective(), tiers)?;
    let mut walk = Walk::new(&shared, table.values());
    let slots = tiers.slots();
    let mut verification = Verification {
        entries: 0,
        positions_by_ply: Vec::new(),
        faults: Vec::new(),
        counts_right: None,
    };
    // Tiers of one layer do not lead to one another.
    for layer in (0..tiers.layers()).rev().map(|marks| tiers.layer(marks)) {
        let mut corrections = Vec::new();
        let some = 16 * threads();
        for first in layer.clone().step_by(some) {
            let end = layer.end.min(first.saturating_add(u32::try_from(some).unwrap_or(u32::MAX)));
            for (tier, found) in (first..end).zip(walk.prove(first..end)) {
                let found = found?;
                verification.entries += found.slots;
                verification.faults.extend(found.faults);
                corrections.push((tier, found.corrections));
                if verification.faults.len() >= MAX_FAULTS {
                    verification.faults.truncate(MAX_FAULTS);
                    return Ok(verification);
                }
            }
            progress(verification.entries, slots);
        }
        walk.correct(corrections);
    }
    verification.faults.extend(fault_of_start(game, tiers));
    Ok(verification)
}

/// The proof of some tiers of a table: what [`verify_by_tier`] asks of them, so that several processes can share it. A
/// table is proven if all of its tiers are, the last one's start among them. Where a value is wrong, all that
/// follow from it look wrong, too.
///
/// ```
/// use perfect_play_core::{Objective, Table};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{Rules, TierProver};
/// use perfect_play_tiers::Blocks;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let blocks = Blocks::of(&game)?;
/// let tiers = blocks.tiers().clone();
/// let solved = perfect_play_generator::solve_tiers(&game, &tiers, &|_| ())?;
/// let table = Table::new(game, Objective::Fastest, blocks, solved).unwrap();
/// let prover = TierProver::new(&table, Rules::Tested)?;
/// let (first, second) = (prover.prove(0..100)?, prover.prove(100..tiers.numbers().end)?);
/// assert!(first.is_proven() && second.is_proven());
/// assert_eq!(first.entries + second.entries, tiers.slots());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TierProver<'t, G, S> {
    shared: Shared<'t, G>,
    sections: &'t S,
}

impl<'t, G, S> TierProver<'t, G, S>
where
    G: Solvable<Position = Board> + Sync,
    S: Sections<Error: Error + Send + Sync + 'static> + Values + Sync,
{
    /// Prepares the proof.
    ///
    /// # Errors
    ///
    /// If the numbering is that of another game.
    pub fn new(table: &'t TierTable<G, S>, rules: Rules) -> Result<Self, Unreadable> {
        let (game, tiers) = (table.game(), table.numbering().tiers());
        let shared = Shared::new(game, rules, table.objective(), tiers)?;
        Ok(Self { shared, sections: table.values() })
    }

    /// Proves these tiers, on all cores.
    ///
    /// # Errors
    ///
    /// If a section cannot be read or has another length than the numbering says.
    pub fn prove(&self, tiers: Range<u32>) -> Result<Verification<Board>, Unreadable> {
        let Shared { judge, tiers: numbering, .. } = &self.shared;
        let mut verification = Verification {
            entries: 0,
            positions_by_ply: Vec::new(),
            faults: Vec::new(),
            counts_right: None,
        };
        let has_start = tiers.contains(&(numbering.numbers().end - 1));
        for found in Walk::new(&self.shared, self.sections).prove(tiers) {
            let found = found?;
            verification.entries += found.slots;
            verification.faults.extend(found.faults);
        }
        verification
            .faults
            .extend(has_start.then(|| fault_of_start(judge.game, numbering)).flatten());
        verification.faults.truncate(MAX_FAULTS);
        Ok(verification)
    }
}

/// That the start has no slot, or that the rules rule it out.
fn fault_of_start<G: Solvable<Position = Board>>(game: &G, tiers: &Tiers) -> Option<Fault<Board>> {
    let start = game.start();
    let is_wrong = tiers.locate(start).is_none() || game.check(start).is_err();
    is_wrong.then_some(Fault { position: start, found: None, expected: None })
}

/// What is worked out once for all tiers.
struct Shared<'p, G> {
    judge: Judge<'p, G>,
    tiers: &'p Tiers,
    symmetries: Vec<Symmetry>,
    lines: LowLines,
    /// By mover (O, X).
    moves: [LowMoves; 2],
    /// By symmetry, then by place in the order of low configurations: the place of the image in its strip.
    images: Vec<Vec<u16>>,
    /// The byte of a board in which the player who moved last has completed a line.
    ended: u8,
}

impl<'p, G: Tabular<Position = Board> + Symmetric> Shared<'p, G> {
    fn new(
        game: &'p G,
        rules: Rules,
        objective: Objective,
        tiers: &'p Tiers,
    ) -> Result<Self, Unreadable> {
        let kind = game.kind();
        let (Kind::Placement(lines) | Kind::Falling(lines)) = kind else {
            return Err(Unreadable::new(Unsound::OtherNumbering));
        };
        if !tiers.is_of(game) {
            return Err(Unreadable::new(Unsound::OtherNumbering));
        }
        let contradiction = || Unreadable::new(Unsound::Contradiction);
        let moves = |mover| LowMoves::new(&kind, tiers, mover).ok_or_else(contradiction);
        let symmetries = Symmetry::all(game);
        Ok(Self {
            judge: Judge { game, objective, kind, lines, asks_everywhere: rules == Rules::Unknown },
            tiers,
            lines: LowLines::new(&lines, tiers),
            moves: [moves(0)?, moves(1)?],
            images: low::images(tiers, &symmetries).ok_or_else(contradiction)?,
            symmetries,
            ended: lines.worth_completed().byte(),
        })
    }
}

/// The marks after a move of O (0) or X (1).
fn marked(x: u64, o: u64, cell: u8, mover: usize) -> (u64, u64) {
    if mover == 1 { (x | 1 << cell, o) } else { (x, o | 1 << cell) }
}
