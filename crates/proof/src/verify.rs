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

use std::collections::HashMap;

use perfect_play_core::{
    Entry, Game, Next, Numbering, Objective, Place, Probe, Scheme, Slot, Table, Values,
};
use perfect_play_numbering::{difference, has_keys, plies_to_count};
use thiserror::Error;

use self::{circle::on_a_circle, images::Images, sample::Sample, slots::Slots};
use crate::{
    REPORT_EVERY,
    count::{at_ply, saturating_sum},
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
    /// The numbering has several sections.
    #[error("the numbering has several sections: prove a table by tiers with `verify_by_tier`")]
    SeveralSections,
}

/// A slot had a position before, and has none the second time.
#[derive(Debug, Error)]
#[error(
    "the game decodes the code of slot {slot} differently the second time: the methods of a game must always \
     give the same answer"
)]
struct DecodedOtherwise {
    slot: u64,
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
/// It is also checked that `ply` is 0 at the start and rises by one with each move, and that the rules do not tell
/// apart positions that are equal.
///
/// This is enough even if play can repeat a position. A win in *n* plies has a move to a loss in *n* − 1 plies. A loss
/// in *n* plies has only moves to wins in at most *n* − 1 plies. So by induction over *n* each win and each loss is
/// right, and no position that is won or lost is called a draw. If the game is played for points, it is first proven
/// that no play repeats a position.
///
/// If a position and its images share a slot
/// ([`Numbering::symmetries`](perfect_play_core::Numbering::symmetries)), only one of them is checked. The proof
/// then also checks that the symmetries are right: see [`verify_with`].
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
pub fn verify<G: Game, N: Numbering<G>, V: Values>(
    table: &Table<G, N, V>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<G::Position>, VerifyError> {
    verify_with(table, table.numbering(), Rules::Unknown, progress)
}

/// [`verify`] for any type that answers probes. `numbering` must have one section, and a slot for each position. It need not
/// be the numbering of the table.
///
/// With [`Rules::Tested`], the symmetries are checked only at a sample of positions. For every position of such rules, the
/// moves of an image are known to be the images of the position's moves, and to lead to the images of the position's
/// children. The rules of `perfect-play-games` are tested in this way. If this is called with `Rules::Tested` for other
/// rules, a wrong table may be proven.
///
/// # Errors
///
/// The errors of [`verify`].
pub fn verify_with<T: Probe, N: Numbering<T::Game>>(
    table: &T,
    numbering: &N,
    rules: Rules,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, VerifyError> {
    let game = table.game();
    if numbering.sections(game) != 1 {
        return Err(VerifyError::SeveralSections);
    }
    if table.objective() == Objective::Outcome && game.repeats() {
        // With the objective `outcome`, a player who takes any move that keeps a win may never win. So the table would
        // call moves optimal that are not.
        let found = entry_or_none(table.probe(game.start()))?;
        return Ok(Verification::refuted(Fault { position: game.start(), found, expected: None }));
    }
    let numbered = Numbered { game, numbering };
    // On a cycle of positions, the points can agree with one another although they do not follow from any end of the
    // game. And with the objective `outcome`, see above: that the game does not repeat may be wrong.
    let is_doubted = table.objective() == Objective::Outcome && matches!(rules, Rules::Unknown);
    if (game.scheme() == Scheme::Score || is_doubted)
        && let Some(position) = on_a_circle(numbered)?
    {
        let found = entry_or_none(table.probe(position))?;
        return Ok(Verification::refuted(Fault { position, found, expected: None }));
    }
    Ok(prove(table, numbered, rules, Slots::none(numbered.slots())?, progress)?)
}

/// A game with the numbering of its positions: one section, and a slot for each position.
struct Numbered<'a, G, N> {
    game: &'a G,
    numbering: &'a N,
}

impl<G, N> Clone for Numbered<'_, G, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, N> Copy for Numbered<'_, G, N> {}

impl<G: Game, N: Numbering<G>> Numbered<'_, G, N> {
    fn slots(self) -> u64 {
        self.numbering.slots(self.game, 0)
    }

    /// The slot of a position. A value without a slot gets the number after the last slot.
    #[inline]
    fn slot(self, position: G::Position) -> u64 {
        match self.numbering.place(self.game, position) {
            Some(Place::Slot(Slot { section: 0, rank })) => rank as u64,
            _ => self.slots(),
        }
    }

    /// The first position of a slot.
    fn first(self, slot: u64) -> Option<G::Position> {
        let rank = usize::try_from(slot).ok()?;
        self.numbering.position(self.game, Slot { section: 0, rank })
    }
}

/// Proves a table. `none` is the empty set of slots.
fn prove<T: Probe, N: Numbering<T::Game>>(
    table: &T,
    numbered: Numbered<'_, T::Game, N>,
    rules: Rules,
    none: Slots,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<<T::Game as Game>::Position>, Unreadable> {
    let game = table.game();
    let mut positions_by_ply = vec![0; plies_to_count(game)];
    let mut entries = 0;
    let no_entry = |position| {
        let found = entry_or_none(table.probe(position))?;
        Ok(Fault { position, found, expected: None })
    };
    let reachable = match reachable(numbered, rules, none) {
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
    let unreachable = |&position: &_| !reachable.contains(numbered.slot(position));
    let mut faults = table
        .positions()
        .filter(unreachable)
        .map(no_entry)
        .take(MAX_FAULTS)
        .collect::<Result<Vec<_>, Unreadable>>()?;

    // All positions were found by playing every move, so each must be reachable: a slot that is not reached is a fault.
    if has_keys(game) {
        let surplus = (0..numbered.slots()).filter(|&slot| !reachable.contains(slot));
        for position in surplus.filter_map(|slot| numbered.first(slot)) {
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
    let slots = (0..numbered.slots()).rev().filter(|&slot| reachable.contains(slot));
    let mut read = Vec::new();
    for (done, slot) in slots.enumerate() {
        if faults.len() == MAX_FAULTS {
            break;
        }
        if done % REPORT_EVERY == 0 {
            progress(numbered.slots() - slot, numbered.slots());
        }
        let Some(position) = numbered.first(slot) else {
            return Err(Unreadable::new(DecodedOtherwise { slot }));
        };
        for image in numbered.numbering.sharing(game, position) {
            entries += 1;
            *at_ply(&mut positions_by_ply, game.ply(image).unwrap_or(0)) += 1;
        }
        read.clear();
        let expected = follows(game, table.objective(), position, |child| {
            if !corrections.is_empty()
                && let Some(&worth) = corrections.get(&numbered.slot(child))
            {
                return Ok(Some(worth));
            }
            let value = entry_or_none(table.value(child))?;
            read.extend(value.map(|value| (child, value)));
            Ok(value.map(|value| Worth::new(game, child, value)))
        })?;
        // Most values that the table's own entry needs have just been read.
        let mut read_again = read.iter();
        let found = table.probe_with(position, &mut |child| match read_again.next() {
            Some(&(known, value)) if known == child => Ok(value),
            _ => table.value(child),
        });
        let found = entry_or_none(found)?;
        // If no entry follows for a reachable position, one of its children has no entry.
        if found != expected || expected.is_none() {
            if let Some(entry) = expected {
                corrections.insert(slot, entry.into());
            }
            faults.push(Fault { position, found, expected });
        }
    }
    progress(numbered.slots(), numbered.slots());
    Ok(Verification { entries, positions_by_ply, faults, counts_right: None })
}

/// Finds the reachable positions by playing. Returns a reachable position that breaks what the game says about its
/// positions, if there is one. `reached` is the empty set at first.
///
/// Of the positions that share a slot, only the first one is played from.
fn reachable<G: Game, N: Numbering<G>>(
    numbered: Numbered<'_, G, N>,
    rules: Rules,
    mut reached: Slots,
) -> Result<Slots, G::Position> {
    let Numbered { game, numbering } = numbered;
    let (images, comparisons) = (Images::of(numbered, rules), Sample::of(rules));
    // If two positions have the same code, the code is decoded to only one of them. If they count as equal, the rules may
    // still tell them apart, maybe some plies later: then only what is printed differs here.
    let is_same = |known, position| {
        !comparisons.takes_next()
            || numbering.check(game, position).is_ok()
                && difference(game, known, position).is_none()
    };
    let most = game.max_plies();
    let is_counted = |ply: Option<u16>| most == 0 || ply.is_none_or(|ply| ply <= most);
    let mut unexplored = Vec::new();
    // `played` is what `ply` must return.
    let mut reach = |position, played, unexplored: &mut Vec<G::Position>| {
        let (slot, known) = numbering.find(game, position).ok_or(position)?;
        let ply = game.ply(position);
        let is_sound = ply == played
            && is_counted(ply)
            && game.ply(known) == ply
            && is_same(known, position)
            && slot.section == 0
            && (slot.rank as u64) < numbered.slots();
        if !is_sound {
            return Err(position);
        }
        if reached.insert(slot.rank as u64) {
            unexplored.push(numbering.position(game, slot).ok_or(position)?);
        }
        Ok(())
    };
    let mut starts = vec![game.start()];
    game.other_starts(&mut |start| starts.push(start));
    for &start in &starts {
        reach(start, game.ply(start).map(|_| 0), &mut unexplored)?;
    }
    images.check_starts(&starts)?;
    while let Some(position) = unexplored.pop() {
        images.check(position)?;
        if game.terminal(position).is_some() {
            continue;
        }
        let played = match game.ply(position) {
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
