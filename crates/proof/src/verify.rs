//! The proof of a table from the rules alone.
//!
//! The proof reads the table's values. The table's optimal moves are only compared. [`definition`](crate::definition)
//! says what an entry must be.

mod by_tier;
mod circle;
mod images;
mod sample;
mod slots;

pub use by_tier::{Rules, TierProver, verify_by_tier};

use std::{collections::HashMap, iter};

use perfect_play_core::{Entry, Game, Next, Objective, Probe, Scheme, Solvable, Tabular};
use perfect_play_tiers::difference_from_decoded;
use thiserror::Error;

use self::{circle::on_a_circle, images::Images, sample::Sample, slots::Slots};
use crate::{
    REPORT_EVERY,
    count::saturating_sum,
    definition::{Worth, follows},
    error::entry_or_none,
};
use perfect_play_file::Unreadable;

/// The proof ends after this many faults.
///
/// ```
/// use perfect_play_core::{CodeTable, Objective, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::{MAX_FAULTS, verify};
///
/// // This table has no entries, so 5,478 are missing.
/// let slots = [Value::NONE; 19_683];
/// let empty = CodeTable::by_code(Mnk::TICTACTOE, Objective::Fastest, slots)?;
/// let proof = verify(&empty, &mut |_, _| ())?;
/// assert_eq!(proof.faults.len(), MAX_FAULTS);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_FAULTS: usize = 1000;

/// The result of proving a table.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
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
    /// How many entries were proven, one by one. If there are faults, the number that was checked.
    pub entries: u64,
    /// How many positions are reachable, for each ply from 0 to the game's longest play. If there are faults, only
    /// the positions that the proof came to are counted. Empty if the proof does not count positions: the proof of a
    /// table by tiers goes through all boards without a line, reachable or not.
    pub positions_by_ply: Vec<u64>,
    /// Where the table is wrong, at most [`MAX_FAULTS`] faults. Surplus entries come first. Missing and wrong entries
    /// follow, children before their parents (by descending code, or in the order of the slots). So the first of these
    /// faults is not a consequence of another one.
    pub faults: Vec<Fault<P>>,
    /// Whether the table states the right counts. `None` if the counts were not compared, because the table states
    /// none or the proof was not given them.
    pub counts_right: Option<bool>,
}

impl<P> Verification<P> {
    /// Whether the table is proven: it has an entry for exactly the reachable positions, each entry is right, and no
    /// stated count was found to be false.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.faults.is_empty() && self.counts_right != Some(false)
    }

    /// The result for a table that is wrong as a whole.
    fn refuted(fault: Fault<P>) -> Self {
        Self { entries: 0, positions_by_ply: Vec::new(), faults: vec![fault], counts_right: None }
    }

    /// The same result, with each position converted by `told`.
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

    /// How many positions are reachable, or how many the proof came to. `None` if the proof does not count them. A
    /// number above [`u64::MAX`] is returned as [`u64::MAX`].
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        (!self.positions_by_ply.is_empty()).then(|| saturating_sum(&self.positions_by_ply))
    }
}

/// Why a table could be neither proven nor refuted.
///
/// ```
/// use perfect_play_proof::VerifyError;
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
    /// The table could not be read, or its game gave different answers to the same question.
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

/// The code of a reachable position was decoded to that position before, and is now decoded differently.
#[derive(Debug, Error)]
#[error(
    "the game decodes code {code} differently the second time: the methods of a game must always \
     give the same answer"
)]
struct DecodedOtherwise {
    code: u64,
}

/// A fault: a position at which a table is wrong.
///
/// ```
/// use perfect_play_core::{Board, CodeTable, Objective, Outcome, Value};
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// // The game has one cell, and its first move wins. This table says that it loses.
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
    /// The table's entry. `None` if it has none.
    pub found: Option<Entry>,
    /// The entry that follows from the rules and the entries of the child positions. `None` if the table should have no
    /// entry, or if the game itself is wrong.
    pub expected: Option<Entry>,
}

/// Proves a table from the rules alone. It proves that
///
/// * the start has an entry, and so has each position after a legal move from a position with an entry;
/// * no other position has an entry;
/// * each entry follows from the entries of the child positions.
///
/// It is also checked that `plies_played` is 0 at the start and rises by one with each move, and that the rules do not tell
/// apart positions that are equal.
///
/// This is enough even if play can repeat a position. A win in *n* plies has a move to a loss in *n* − 1 plies. A loss
/// in *n* plies has only moves to wins in at most *n* − 1 plies. So by induction over *n* each win and each loss is
/// right, and no position that is won or lost is called a draw. If the game is played for points, it is first proven
/// that no play repeats a position.
///
/// If a position and its images share a slot
/// ([`Tabular::codes_per_slot`](perfect_play_core::Tabular::codes_per_slot)), only one of them is checked. The proof
/// then also checks that the symmetries are right: see [`verify_tested`].
///
/// `progress` is called now and then with the amount of work that is done and the total.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::verify;
///
/// let game: Mnk = "mnk:4,3,3+misere".parse()?;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// assert!(verify(&table, &mut |_done, _of| ())?.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read. If the game decodes the code of a reachable position differently the second time. If
/// there is not enough memory for one bit for each slot of the table. The table is then neither proven nor refuted.
pub fn verify<T: Probe<Game: Solvable>>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    verify_as(table, Rules::Unknown, progress)
}

/// [`verify`] for rules whose symmetries are tested. For every position of such rules, the moves of an image are known
/// to be the images of the position's moves, and to lead to the images of the position's children. The rules of
/// `perfect-play-games` are tested in this way. The symmetries are checked only at a sample of positions. If this is
/// called for other rules, a wrong table may be proven.
///
/// # Errors
///
/// The errors of [`verify`].
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
        // With the objective `outcome`, a player who takes any move that keeps a win may never win. So the table would
        // call moves optimal that are not.
        let found = entry_or_none(table.probe(game.start()))?;
        return Ok(Verification::refuted(Fault { position: game.start(), found, expected: None }));
    }
    // On a cycle of positions, the points can agree with one another although they do not follow from any end of the
    // game. And with the objective `outcome`, see above: that the game does not repeat may be wrong.
    let is_doubted = table.objective() == Objective::Outcome && matches!(rules, Rules::Unknown);
    if (game.scheme() == Scheme::Score || is_doubted)
        && let Some(position) = on_a_circle(game)?
    {
        let found = entry_or_none(table.probe(position))?;
        return Ok(Verification::refuted(Fault { position, found, expected: None }));
    }
    Ok(prove(table, rules, Slots::none(game.slots())?, progress)?)
}

/// Proves a table. `none` is the empty set of slots.
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

    // All positions were found by playing every move, so each must be reachable: a slot that is not reached is a fault.
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

    // If the table is wrong at a position, the right value is kept for the positions that lead there. So a wrong
    // value does not make all earlier positions look wrong.
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
        // If no entry follows for a reachable position, one of its children has no entry.
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

/// Finds the reachable positions by playing. Returns a reachable position that breaks what the game says about its
/// positions, if there is one. `reached` is the empty set at first.
///
/// Of the positions that share a slot, only the first one is played from.
fn reachable<G: Solvable>(
    game: &G,
    rules: Rules,
    mut reached: Slots,
) -> Result<Slots, G::Position> {
    let images = Images::of(game, rules);
    let (comparisons, per_slot) = (Sample::of(rules), game.codes_per_slot());
    if per_slot == 0 {
        return Err(game.start());
    }
    // If two positions have the same code, the code is decoded to only one of them. If they count as equal, the rules may
    // still tell them apart, maybe some plies later: then only what is printed differs here.
    let is_same = |decoded, position, code| {
        decoded == position
            && game.ply(decoded) == game.ply(position)
            && (!comparisons.takes_next()
                || game.is_position(position)
                    && difference_from_decoded(game, decoded, position, code).is_none())
    };
    let sound_code = |position| {
        let code = game.encode(position);
        let has_its_code = code < game.codes()
            && game.decode(code).is_ok_and(|decoded| is_same(decoded, position, code));
        (has_its_code && game.ply(position) <= game.max_plies()).then_some(code)
    };
    let mut unexplored = Vec::new();
    // `played` is what `plies_played` must return.
    let mut reach = |position, played, unexplored: &mut Vec<G::Position>| {
        let code = sound_code(position).ok_or(position)?;
        if game.plies_played(position) != played {
            return Err(position);
        }
        if reached.insert(code / per_slot) {
            let first = game.decode(code - code % per_slot);
            unexplored.push(first.map_err(|_| position)?);
        }
        Ok(())
    };
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    for &start in &starts {
        reach(start, game.plies_played(start).map(|_| 0), &mut unexplored)?;
    }
    images.check_starts(&starts)?;
    while let Some(position) = unexplored.pop() {
        images.check(position)?;
        if game.terminal(position).is_some() {
            continue;
        }
        let played = match game.plies_played(position) {
            Some(plies) => Some(plies.checked_add(1).ok_or(position)?),
            None => None,
        };
        for mv in game.legal_moves(position) {
            let child = game.play(position, mv);
            if game.next(position, child) != Next::of(game, position, child) {
                return Err(position);
            }
            reach(child, played, &mut unexplored)?;
        }
    }
    Ok(reached)
}
