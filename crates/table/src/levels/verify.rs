//! The proof of a table of levels from the rules alone, for boards of any size: two levels' values
//! are held at a time, and two levels' marks, one bit a slot.
//!
//! A slot *has an entry* if its byte is a value and the rules alone do not rule its board out. The
//! levels are gone through in the order of the slots, so that what moves lead to comes first. It is
//! asked:
//!
//! 1. Does the start have an entry?
//! 2. Of every entry: does every legal move lead to an entry, and does the value follow from theirs
//!    by definition ([`crate::definition`]); or is the game over, and the value that of its outcome?
//! 3. Of every entry but the start's: does a legal move lead here, or to an image, from another
//!    entry, where the game is not over?
//! 4. Do all images of a board have the same value, or none of them an entry? (Most of them share
//!    a slot. Where they do not, is for [`perfect_play_index::Index::top_images`] to say.)
//!
//! If so, the table is right. By the fourth, what holds for the board of a slot holds for every
//! image of it, and so for every position of which the slot is, because the rules are the same for
//! all images. Therefore:
//!
//! * *Every reachable position has an entry.* The start has one, and with a position all that its
//!   moves lead to: by induction on plies from the start.
//! * *Every entry's position is reachable.* The only board without a mark is the start. To any
//!   other, or an image of it, a move leads from an entry with one mark less, which is reachable by
//!   induction on marks, and where the game goes on. With one image every other is reachable.
//! * *Every value is right.* It follows from those of the positions one ply on: by induction on the
//!   plies that are left.
//!
//! Nothing of this depends on the solver. Of the numbering it depends only on this: boards that share
//! a slot are images of one another, images are in one level, and moves do not lead beyond the two levels
//! that are held (or they would find no entry). Of the rules it depends on what
//! [`perfect_play_core::Kind`] promises. Whether a move adds one mark, whether the players take turns, and
//! whether the rules rule out a board that a move leads to, is asked. Whether the rules treat images alike
//! is asked as well, unless the game is [`Mnk`]: the value must follow at every image that shares the slot of an
//! entry.

use std::{
    any::TypeId,
    collections::{HashMap, HashSet},
    convert::Infallible,
    ops::ControlFlow,
};

use perfect_play_core::{Board, Entry, Game, Mnk, Probe};
use thiserror::Error;

use super::{Held, LevelProbe, marks::Marks, reachable::is_reachable};
use crate::{
    Fault, MAX_FAULTS, Unreadable, Verification,
    definition::{Worth, follows, worth_that_follows},
    error::{answer, entry_or_none},
};

/// Proves a table of levels from the rules alone: [`crate::verify`] for boards of any size. It runs
/// on all cores; its result is the same for any number of them.
///
/// Most slots are those of several images of a board. For a game of your own the rules are asked at all
/// images, which takes the more time the more symmetries there are. For [`Mnk`] they are asked at one board of
/// each slot: tests show that its rules treat images alike.
///
/// Of the entries that should not be there those are listed to which no other entry leads.
/// `progress` is told now and then how many slots are done, and of how many.
///
/// ```
/// use perfect_play_core::{Mnk, Objective};
/// use perfect_play_index::Index;
/// use perfect_play_table::levels;
///
/// let game: Mnk = "connect:4,4,3".parse()?;
/// let index = Index::of(&game)?;
/// let table = perfect_play_generator::solve_levels(game, Objective::Fastest, index, &|_| ())?;
/// let proof = levels::verify(&table, &mut |_done, _of| ())?;
/// assert!(proof.is_proven());
/// assert_eq!(proof.positions(), 41_750);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the table cannot be read, or its index is that of another game. Then nothing is known of it.
pub fn verify<T: LevelProbe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verification<Board>, Unreadable> {
    if !table.index().is_of(table.game()) {
        return Err(Unreadable::new(OtherNumbering));
    }
    let mut held = Held::new(table);
    let mut marks = Marks::new();
    let mut findings = Findings::new(table);
    while !findings.are_enough() && held.advance()? {
        let level = held.level();
        marks.advance(table.index().level_slots(level));
        let start = table.index().slot(table.game().start());
        start.filter(|_| level == 0).into_iter().for_each(|start| marks.insert(start));

        let known = findings.corrections.clone();
        let counted_before = findings.positions_by_ply.clone();
        let proof = Proof { held: &held, marks: &marks, known: &known };
        let ended = held.for_each_top(
            progress,
            |top| proof.of_top(top),
            |found| match found {
                Ok(found) => {
                    findings.append(found);
                    if findings.are_enough() {
                        ControlFlow::Break(Ok(()))
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                Err(reason) => ControlFlow::Break(Err(reason)),
            },
        );
        if let ControlFlow::Break(ended) = ended {
            ended?;
            break;
        }
        findings.compare_counts(&counted_before, table.stated_counts(level));
        // What leads to the level before lies there or here.
        proof.of_unmarked(&mut findings)?;
        if level == 0 {
            proof.of_start(&mut findings)?;
            marks.advance(0..0);
            Proof { held: &held, marks: &marks, known: &known }.of_unmarked(&mut findings)?;
        }
    }
    Ok(findings.into_verification())
}

/// The index of a table is that of another game.
#[derive(Debug, Error)]
#[error("its positions are numbered as those of another game")]
struct OtherNumbering;

/// Whether a board is another one with one mark more.
#[inline]
fn has_one_mark_more(board: Board, other: Board) -> bool {
    let added = board.occupied() & !other.occupied();
    added.is_power_of_two() && (board.x() & !added, board.o() & !added) == (other.x(), other.o())
}

/// The proof of one level.
struct Proof<'a, T> {
    held: &'a Held<'a, T>,
    /// The slots that are accounted for: those without an entry, the start, and those to which an
    /// entry leads.
    marks: &'a Marks,
    /// What is right where earlier levels are wrong.
    known: &'a HashMap<u64, Worth>,
}

impl<T: LevelProbe> Proof<'_, T> {
    /// The questions about entries and images, asked for all slots with a top configuration.
    fn of_top(&self, top: usize) -> Result<Findings, Unreadable> {
        let (table, index) = (self.held.table(), self.held.index());
        let (game, images) = (table.game(), u64::from(index.top_images(top)));
        let all_share_a_slot = index.holds_all_images(top);
        // Our own rules are tested to treat images alike. Nothing is known of others.
        let asks_images = TypeId::of::<T::Game>() != TypeId::of::<Mnk>();
        let mut findings = Findings::new(table);
        for (slot, board, value) in self.held.slots(top) {
            if findings.are_enough() {
                break;
            }
            let images_differ = !all_share_a_slot && self.image_with_another_value(slot, board);
            let Some(value) = value else {
                self.marks.insert(slot);
                if images_differ && is_reachable(game, board) {
                    self.right_worth(board, &mut findings)?;
                }
                continue;
            };
            findings.count(game.ply(board), images);
            let found = Worth::new(game, board, value);
            let is_right = |board: Board| {
                let worth_of = |child| {
                    // A move to anything else would not lead nearer to the end, as the proof supposes.
                    let slot = has_one_mark_more(child, board).then(|| index.slot(child)).flatten();
                    let worth = slot.and_then(|slot| {
                        self.marks.insert(slot);
                        let held = || self.held.value_in(slot, child);
                        let worth = || Some(Worth::new(game, child, held()?));
                        self.correction(slot, &findings).or_else(worth)
                    });
                    Ok::<_, Infallible>(worth)
                };
                worth_that_follows(game, board, worth_of, |_, _| ()) == Ok(Some(found))
            };
            let is_wrong = |&image: &Board| game.check(image).is_err() || !is_right(image);
            if !is_right(board) || images_differ {
                self.of_suspect(slot, board, found, &mut findings)?;
            } else if asks_images
                // Other images have slots of their own.
                && let Some(position) =
                    index.images(board).filter(|&image| image != board).find(is_wrong)
            {
                let expected = self.entry_that_follows(position, &mut findings)?;
                let found = answer(table, position)?;
                findings.add(slot, Fault { position, found, expected });
            }
        }
        Ok(findings)
    }

    /// Whether an image of a board, in another slot, has another value, or only one of the two has an
    /// entry.
    fn image_with_another_value(&self, slot: u64, board: Board) -> bool {
        let byte = self.held.byte(slot);
        let same = |image| self.held.byte(image) == byte;
        // The rules rule out all images or none.
        !self.slots_of_images(board).all(same) && self.held.game().check(board).is_ok()
    }

    /// The slots of a board's images, some of them more than once.
    fn slots_of_images(&self, board: Board) -> impl Iterator<Item = u64> {
        let index = self.held.index();
        index.all_images(board).filter_map(|image| index.slot(image))
    }

    /// An entry that does not follow from what is there, or is not that of its images: it is wrong,
    /// or should not be there, or something else is missing or wrong.
    fn of_suspect(
        &self,
        slot: u64,
        board: Board,
        found: Worth,
        findings: &mut Findings,
    ) -> Result<(), Unreadable> {
        let expected = if is_reachable(self.held.table().game(), board) {
            self.entry_that_follows(board, findings)?
        } else {
            None
        };
        if expected.map(Worth::from) != Some(found) {
            let found = answer(self.held.table(), board)?;
            findings.add(slot, Fault { position: board, found, expected });
        }
        Ok(())
    }

    /// The entries that the last level has left unmarked: they should not be there, unless what
    /// leads to them is missing.
    fn of_unmarked(&self, findings: &mut Findings) -> Result<(), Unreadable> {
        let (table, index) = (self.held.table(), self.held.index());
        for slot in self.marks.missing_above() {
            // Of an image that has no entry, a mark says nothing.
            let is_led_to = |image: Board| {
                index.slot(image).is_some_and(|slot| {
                    self.marks.above_contains(slot) && self.held.value_in(slot, image).is_some()
                })
            };
            let no_play_leads_to = |board: &Board| {
                !index.all_images(*board).any(is_led_to) && !is_reachable(table.game(), *board)
            };
            if let Some(position) = index.board(slot).filter(no_play_leads_to) {
                let found = answer(table, position)?;
                findings.add(slot, Fault { position, found, expected: None });
            }
            if findings.are_enough() {
                break;
            }
        }
        Ok(())
    }

    /// The start must have an entry.
    fn of_start(&self, findings: &mut Findings) -> Result<(), Unreadable> {
        self.right_worth(self.held.table().game().start(), findings).map(|_| ())
    }

    fn correction(&self, slot: u64, findings: &Findings) -> Option<Worth> {
        self.known.get(&slot).or_else(|| findings.corrections.get(&slot)).copied()
    }

    /// The entry that follows for a reachable position.
    fn entry_that_follows(
        &self,
        board: Board,
        findings: &mut Findings,
    ) -> Result<Option<Entry>, Unreadable> {
        let table = self.held.table();
        let marks = |board: Board| board.occupied().count_ones();
        follows(table.game(), table.objective(), board, |child| {
            // Otherwise the game is not of its kind, and might lead here again.
            if marks(child) > marks(board) { self.right_worth(child, findings) } else { Ok(None) }
        })
    }

    /// The worth of a reachable position, corrected if the table's has been found wrong. If the
    /// table has none, that is a fault, and so may be more that follows.
    fn right_worth(
        &self,
        board: Board,
        findings: &mut Findings,
    ) -> Result<Option<Worth>, Unreadable> {
        let (table, index) = (self.held.table(), self.held.index());
        let Some(slot) = index.slot(board) else {
            return Ok(None);
        };
        if let Some(worth) = self.correction(slot, findings) {
            return Ok(Some(worth));
        }
        if let Some(value) = entry_or_none(table.value(board))? {
            return Ok(Some(Worth::new(table.game(), board, value)));
        }
        if findings.are_enough() {
            return Ok(None);
        }
        let position = index.board(slot).unwrap_or(board);
        let expected = self.entry_that_follows(position, findings)?;
        findings.add(slot, Fault { position, found: None, expected });
        Ok(expected.map(Worth::from))
    }
}

/// What has been found so far.
struct Findings {
    positions_by_ply: Vec<u64>,
    /// Each with its slot.
    faults: Vec<(u64, Fault<Board>)>,
    /// The slots in `faults`: several positions can lead to the same fault.
    slots: HashSet<u64>,
    /// By slot, what is right where the table is wrong: so that a wrong value does not make all
    /// that leads to it look wrong.
    corrections: HashMap<u64, Worth>,
    /// Whether the counts that the table states are those that were found. `None` if it states none.
    counts_right: Option<bool>,
}

impl Findings {
    fn new<T: LevelProbe>(table: &T) -> Self {
        Self {
            positions_by_ply: vec![0; usize::from(table.game().max_plies()) + 1],
            faults: Vec::new(),
            slots: HashSet::new(),
            corrections: HashMap::new(),
            counts_right: None,
        }
    }

    fn count(&mut self, ply: u8, positions: u64) {
        if let Some(count) = self.positions_by_ply.get_mut(usize::from(ply)) {
            *count += positions;
        }
    }

    /// Compares what the table states of a level's positions with how many were counted there.
    fn compare_counts(&mut self, counted_before: &[u64], stated: Option<&[u64]>) {
        let counts = self.positions_by_ply.iter().zip(counted_before);
        let counted = counts.map(|(now, before)| now - before);
        if let Some(stated) = stated {
            let right = stated.iter().copied().eq(counted);
            self.counts_right = Some(right && self.counts_right != Some(false));
        }
    }

    /// Whether the proof is given up.
    fn are_enough(&self) -> bool {
        self.faults.len() >= MAX_FAULTS
    }

    fn add(&mut self, slot: u64, fault: Fault<Board>) {
        if !self.are_enough() && self.slots.insert(slot) {
            if let Some(entry) = fault.expected {
                self.corrections.insert(slot, entry.into());
            }
            self.faults.push((slot, fault));
        }
    }

    /// What was found elsewhere, after this.
    fn append(&mut self, later: Self) {
        for (count, later) in self.positions_by_ply.iter_mut().zip(later.positions_by_ply) {
            *count += later;
        }
        for (slot, fault) in later.faults {
            self.add(slot, fault);
        }
    }

    fn into_verification(self) -> Verification<Board> {
        let faults = self.faults.into_iter().map(|(_, fault)| fault);
        let (unreachable, mut faults): (Vec<_>, Vec<_>) =
            faults.partition(|fault| fault.expected.is_none());
        faults.splice(..0, unreachable);
        Verification {
            positions_by_ply: self.positions_by_ply,
            faults,
            counts_right: self.counts_right,
        }
    }
}
