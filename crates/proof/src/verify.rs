//! The proof of a table from the rules alone.
//!
//! The proof reads the table's values. The table's optimal moves are only compared. [`definition`](crate::definition)
//! says what an entry must be.

mod by_rank;
mod by_tier;
mod circle;
mod images;
mod numbered;
mod plies;
mod proof_log;
mod rules;
mod sample;
mod slots;
mod verification;
mod verify_error;

pub use self::{
    by_rank::verify_by_rank,
    by_tier::{TierProver, verify_by_tier},
    plies::verify_plies,
    proof_log::{ProofLog, Proven},
    rules::Rules,
    verification::{Fault, MAX_FAULTS, Verification},
    verify_error::VerifyError,
};

use std::collections::HashMap;

use perfect_play_core::{Game, Next, Numbering, Objective, Probe, Scheme, Table, Values};
use perfect_play_numbering::{Unreadable, difference, has_keys, plies_to_count, starts};

use self::{
    circle::circle, images::Images, numbered::Numbered, sample::Sample, slots::Slots,
    verify_error::DecodedOtherwise,
};
use crate::{
    REPORT_EVERY,
    answer::entry_or_none,
    count_by_ply::at_ply,
    definition::{Ending, follows},
};

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
        && let Some(position) =
            circle(game, numbered.slots(), |position| Some(numbered.slot(position)), starts(game))?
    {
        let found = entry_or_none(table.probe(position))?;
        return Ok(Verification::refuted(Fault { position, found, expected: None }));
    }
    Ok(prove(table, numbered, rules, Slots::none(numbered.slots())?, progress)?)
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
    let mut corrections: HashMap<u64, Ending> = HashMap::new();
    // The order of the slots matters only for the list of faults. As long as there is no fault, each entry is
    // compared with what follows from the bytes of its children in the table, whichever of them comes first.
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
                && let Some(&ending) = corrections.get(&numbered.slot(child))
            {
                return Ok(Some(ending));
            }
            let value = entry_or_none(table.value(child))?;
            read.extend(value.map(|value| (child, value)));
            Ok(value.map(|value| Ending::of(game, child, value)))
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
    let starts = starts(game);
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
