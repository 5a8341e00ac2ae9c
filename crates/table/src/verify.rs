//! The proof of a table from the rules alone.
//!
//! What a table is asked here are its values. What it calls optimal is only compared, and what an
//! entry must be is said in [`crate::definition`].

mod by_tier;
mod circle;
mod images;
mod slots;

pub use by_tier::{Rules, TierProver, verify_by_tier};

use std::{collections::HashMap, iter};

use perfect_play_core::{Entry, Game, Objective, Probe, Scheme, Solvable, Tabular};
use thiserror::Error;

use self::{circle::on_a_circle, images::Images, slots::Slots};
use crate::{
    REPORT_EVERY, Unreadable,
    count::saturating_sum,
    definition::{Worth, follows},
    error::entry_or_none,
};

/// After so many faults the proof is given up.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::{MAX_FAULTS, verify};
///
/// // A table without any entry lacks 5,478 of them.
/// let slots = [Value::NONE; 19_683];
/// let empty = CodeTable::by_code(Mnk::TICTACTOE, Objective::Fastest, slots)?;
/// let proof = verify(&empty, &mut |_, _| ())?;
/// assert_eq!(proof.faults.len(), MAX_FAULTS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_FAULTS: usize = 1000;

/// What came of proving a table.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::verify;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let proof = verify(&table, &mut |_, _| ())?;
/// assert!(proof.is_proven());
/// assert_eq!(proof.positions_by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
/// assert_eq!(proof.entries, 5478);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification<P> {
    /// How many entries were proven, one by one; where there are faults, as far as the proof came.
    pub entries: u64,
    /// How many positions are reachable, for each ply from 0 to the game's longest play; where
    /// there are faults, as far as the proof came. Empty if the proof does not count them: that of a table by
    /// tiers goes through all boards without a line, whether play leads there or not.
    pub positions_by_ply: Vec<u64>,
    /// Where the table is wrong: first entries that should not be there, then missing and wrong
    /// ones such that what a position follows from comes before it (by descending code, or in the
    /// order of the slots): the first fault is wrong by itself, and not because of another. At most
    /// [`MAX_FAULTS`].
    pub faults: Vec<Fault<P>>,
    /// Whether the counts that the table states are those that were found. `None` if they were not
    /// compared, because the table states none or the proof was not handed them.
    pub counts_right: Option<bool>,
}

impl<P> Verification<P> {
    /// Whether the table is proven: it has an entry for exactly the reachable positions, each entry
    /// is right, and no count that the table states was found to be false.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.faults.is_empty() && self.counts_right != Some(false)
    }

    /// That of a table which is wrong whatever else it says.
    fn refuted(fault: Fault<P>) -> Self {
        Self { entries: 0, positions_by_ply: Vec::new(), faults: vec![fault], counts_right: None }
    }

    /// The same, its positions told otherwise.
    #[must_use]
    pub fn map<Q>(self, mut told: impl FnMut(P) -> Q) -> Verification<Q> {
        let Self { entries, positions_by_ply, faults, counts_right } = self;
        let of = |Fault { position, found, expected }| Fault {
            position: told(position),
            found,
            expected,
        };
        let faults = faults.into_iter().map(of).collect();
        Verification { entries, positions_by_ply, faults, counts_right }
    }

    /// How many positions are reachable, or as many as the proof came to; `None` if it does not count them. At
    /// most [`u64::MAX`]: more count as that.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        (!self.positions_by_ply.is_empty()).then(|| saturating_sum(&self.positions_by_ply))
    }
}

/// Why a table could be neither proven nor refuted.
///
/// ```
/// use perfect_play_table::VerifyError;
///
/// let error = VerifyError::OutOfMemory { slots: 1 << 60 };
/// assert_eq!(
///     error.to_string(),
///     "there is not enough memory for one bit for each of 1152921504606846976 slots: free some, or \
///      use a machine with more",
/// );
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The table could not be read, or its game answered otherwise when it was asked again.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// There is not enough memory.
    #[error(
        "there is not enough memory for one bit for each of {slots} slots: free some, or use a machine \
         with more"
    )]
    OutOfMemory {
        /// How many slots the table has.
        slots: u64,
    },
}

/// A code of a reachable position was decoded before, and is not decoded to that position now.
#[derive(Debug, Error)]
#[error(
    "the game decodes code {code} otherwise when it is asked again: the methods of a game must always \
     answer alike"
)]
struct DecodedOtherwise {
    code: u64,
}

/// A place where a table is wrong.
///
/// ```
/// use perfect_play_core::{Board, CodeTable, Objective, Outcome, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_table::verify;
///
/// // One cell, which wins; but this table says that it loses.
/// let game: Mnk = "mnk:1,1,1".parse()?;
/// let slots = [Value::loss(1).unwrap().byte(), Value::loss(0).unwrap().byte(), Value::NONE];
/// let table = CodeTable::by_code(game, Objective::Fastest, slots)?;
/// let proof = verify(&table, &mut |_, _| ())?;
/// let fault = proof.faults[0];
/// assert_eq!(fault.position, Board::EMPTY);
/// assert_eq!(fault.found.map(|entry| entry.outcome), Some(Outcome::Loss));
/// assert_eq!(fault.expected.map(|entry| entry.outcome), Some(Outcome::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault<P> {
    /// The position.
    pub position: P,
    /// What the table says; `None` if it gives no answer.
    pub found: Option<Entry>,
    /// What follows from the rules and the entries one ply on; `None` if nothing does: there should
    /// be no entry, or the game itself is at fault.
    pub expected: Option<Entry>,
}

/// Proves a table from the rules alone: the start and whatever a legal move leads to from a
/// position with an entry has an entry, nothing else has one, and each is what follows from the
/// entries one ply on.
///
/// That is enough also where play can come back to a position: a win in *n* plies has a move to a loss in
/// *n* − 1, and a loss in *n* no other moves than to wins, of at most *n* − 1; so by induction over *n* each is
/// what it says, and none of the draws is one of them. Where the game is played for points, it is proven first that
/// no play comes back.
///
/// Where a position and its images share a slot ([`Tabular::codes_per_slot`](perfect_play_core::Tabular::codes_per_slot)),
/// one of them is gone through for all. That the symmetries are some is proven there, too: see [`verify_tested`].
///
/// `progress` is told now and then how much is done, and of how much.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::verify;
///
/// let game: Mnk = "mnk:4,3,3+misere".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// assert!(verify(&table, &mut |_done, _of| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read, if the game does not decode the code of a reachable position again, or
/// if there is not enough memory for one bit for each of the table's slots. Then nothing is known of the table.
pub fn verify<T: Probe<Game: Solvable>>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    verify_as(table, Rules::Unknown, progress)
}

/// [`verify`] for rules whose symmetries are tested to treat images alike, as those of `perfect-play-games` are: they
/// are asked about a sample of positions. Where this is said of rules of which it is not true, a table may be proven
/// that is wrong.
///
/// # Errors
///
/// As [`verify`].
pub fn verify_tested<T: Probe<Game: Solvable>>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    verify_as(table, Rules::Tested, progress)
}

fn verify_as<T: Probe<Game: Solvable>>(
    table: &T,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    let game = table.game();
    if table.objective() == Objective::Outcome && game.repeats() {
        // Who takes any move that keeps a win may never win, so what is called optimal is not.
        let found = entry_or_none(table.probe(game.start()))?;
        return Ok(Verification::refuted(Fault { position: game.start(), found, expected: None }));
    }
    // Points that only go round in circles agree with one another, and with no end of the game.
    if game.scheme() == Scheme::Score
        && let Some(position) = on_a_circle(game)?
    {
        let found = entry_or_none(table.probe(position))?;
        return Ok(Verification::refuted(Fault { position, found, expected: None }));
    }
    Ok(prove(table, rules, Slots::none(game.slots())?, progress)?)
}

/// Proves a table; `none` is the empty set of slots.
fn prove<T: Probe<Game: Solvable>>(
    table: &T,
    rules: Rules,
    none: Slots,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, Unreadable> {
    let (game, per_slot) = (table.game(), table.game().codes_per_slot());
    let mut positions_by_ply = vec![0; usize::from(game.max_plies()) + 1];
    let mut entries = 0;
    let no_entry = |position| {
        let found = entry_or_none(table.probe(position))?;
        Ok(Fault { position, found, expected: None })
    };
    let reachable = match reachable(game, rules, none) {
        Ok(reachable) => reachable,
        Err(position) => {
            return Ok(Verification {
                entries,
                positions_by_ply,
                faults: vec![no_entry(position)?],
                counts_right: None,
            });
        }
    };
    let unreachable = |&position: &_| !reachable.contains(game.slot(position));
    let mut faults = table
        .positions()
        .filter(unreachable)
        .map(no_entry)
        .take(MAX_FAULTS)
        .collect::<Result<Vec<_>, Unreadable>>()?;

    // Of positions that were found, each is one that play leads to: an empty slot is no excuse.
    if game.key_bytes() > 0 {
        let surplus = (0..game.slots()).filter(|&slot| !reachable.contains(slot));
        for position in surplus.filter_map(|slot| game.decode(slot * per_slot).ok()) {
            if faults.len() == MAX_FAULTS {
                break;
            }
            if !faults.iter().any(|fault| fault.position == position) {
                faults.push(no_entry(position)?);
            }
        }
    }

    // Where the table is wrong, what would be right is kept for the positions that lead there: so
    // that a wrong value does not make all before it look wrong.
    let mut corrections: HashMap<u64, Worth> = HashMap::new();
    let slots = (0..game.slots()).rev().filter(|&slot| reachable.contains(slot));
    for (done, slot) in slots.enumerate() {
        if faults.len() == MAX_FAULTS {
            break;
        }
        if done % REPORT_EVERY == 0 {
            progress(game.slots() - slot, game.slots());
        }
        let code = slot * per_slot;
        let position = match game.decode(code) {
            Ok(position) if game.encode(position) == code => position,
            _ => return Err(Unreadable::new(DecodedOtherwise { code })),
        };
        let images = (code + 1..code + per_slot).filter_map(|code| game.decode(code).ok());
        for image in iter::once(position).chain(images) {
            entries += 1;
            if let Some(count) = positions_by_ply.get_mut(usize::from(game.ply(image))) {
                *count += 1;
            }
        }
        let expected = follows(game, table.objective(), position, |child| {
            if !corrections.is_empty()
                && let Some(&worth) = corrections.get(&game.slot(child))
            {
                return Ok(Some(worth));
            }
            let value = entry_or_none(table.value(child))?;
            Ok(value.map(|value| Worth::new(game, child, value)))
        })?;
        let found = entry_or_none(table.probe(position))?;
        // Where nothing is expected of a reachable position, something one ply on is missing.
        if found != expected || expected.is_none() {
            if let Some(entry) = expected {
                corrections.insert(slot, entry.into());
            }
            faults.push(Fault { position, found, expected });
        }
    }
    progress(game.slots(), game.slots());
    Ok(Verification { entries, positions_by_ply, faults, counts_right: None })
}

/// What play can lead to, found by playing; a position that play leads to but that breaks what the
/// game says of its positions, if there is one. `reached` is the empty set.
///
/// Of the positions that share a slot, play goes on from the first.
fn reachable<G: Solvable>(
    game: &G,
    rules: Rules,
    mut reached: Slots,
) -> Result<Slots, G::Position> {
    let images = Images::of(game, rules);
    // Of two positions with one code, only one is what the code decodes to.
    let sound_code = |position| {
        let code = game.encode(position);
        let has_its_code = code < game.codes() && game.decode(code) == Ok(position);
        (has_its_code && game.ply(position) <= game.max_plies()).then_some(code)
    };
    let per_slot = game.codes_per_slot().max(1);
    let mut unexplored = Vec::new();
    let mut reach = |position, unexplored: &mut Vec<G::Position>| {
        let code = sound_code(position).ok_or(position)?;
        if reached.insert(code / per_slot) {
            let first = game.decode(code - code % per_slot);
            unexplored.push(first.map_err(|_| position)?);
        }
        Ok(())
    };
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    for &start in &starts {
        reach(start, &mut unexplored)?;
    }
    images.check_starts(&starts)?;
    while let Some(position) = unexplored.pop() {
        images.check(position)?;
        if game.terminal(position).is_some() {
            continue;
        }
        for mv in game.legal_moves(position) {
            reach(game.play(position, mv), &mut unexplored)?;
        }
    }
    Ok(reached)
}
