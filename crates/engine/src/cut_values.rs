//! Solves the first plies of a game.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use perfect_play_core::{Best, Board, Game, Numbering, Place, Shown, Slot, Value};
use perfect_play_file::ReadError;
use perfect_play_games::Mnk;
use perfect_play_generator::numbering::{
    FindError, FirstPlies, KeyNumbering, NotNumbered, PlyNumbering, canonical,
};
use perfect_play_parallel::{ParallelIterator, parallel, threads};
use perfect_play_search::CannotSearch;
use thiserror::Error;

use crate::{AnyPosition, any_numbering::AnyNumbering};

/// Why the first plies of a game cannot be stored.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CutError {
    /// A search below the cut may never end.
    #[error("{} cannot be cut: {reason}", Shown(game))]
    CannotSearch {
        /// The game.
        game: String,
        /// The reason.
        reason: CannotSearch,
    },
    /// No plies are to be stored.
    #[error("a cut table stores at least one ply")]
    NoPlies,
    /// There are not as many plies.
    #[error("no position of {} is later than ply {most}, so nothing would be cut", Shown(game))]
    AllStored {
        /// The game.
        game: String,
        /// The last ply.
        most: u16,
    },
    /// The positions of the first plies cannot be numbered.
    #[error(
        "the first {plies} plies of {} cannot be stored: {reason}; fewer plies may fit",
        Shown(game)
    )]
    NotNumbered {
        /// The game.
        game: String,
        /// The plies.
        plies: u16,
        /// The reason.
        reason: NotNumbered,
    },
    /// There is not enough memory for the positions.
    #[error(
        "the positions of the first {plies} plies of {} do not fit into memory: store fewer plies",
        Shown(game)
    )]
    OutOfMemory {
        /// The game.
        game: String,
        /// The plies.
        plies: u16,
    },
    /// The positions cannot be found.
    #[error(transparent)]
    NotFound(#[from] FindError),
    /// A value does not fit into a byte.
    #[error(
        "this position is won or lost in more than {} plies or points, which a table cannot store:\n{position}",
        Value::MAX_BYTE_PLIES
    )]
    TooFar {
        /// The position, drawn.
        position: String,
    },
    /// Play returns to a position, although the game says that it cannot.
    #[error("the rules contradict themselves: play can return to this position:\n{position}")]
    Returns {
        /// The position, drawn.
        position: String,
    },
    /// The rules give different answers to the same question.
    #[error("{} gives different answers to the same question", Shown(game))]
    Unsteady {
        /// The game.
        game: String,
    },
    /// The game's boards have no numbering.
    #[error(transparent)]
    NoBoards(#[from] NotNumbered),
    /// A value could not be found.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Keeps the values that were searched for a cut table, so that an interrupted solve can be resumed.
pub trait CutLog {
    /// The values that an earlier run has kept: those of the first positions that are searched.
    fn kept(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Called now and then with all values so far.
    fn keep(&mut self, values: &[u8]) {
        let _ = values;
    }
}

/// Keeps nothing.
impl CutLog for () {}

/// Computes `count` bytes on all threads, without those that the log has. The log gets them piece by piece.
fn logged(
    count: usize,
    log: &mut dyn CutLog,
    byte: impl Fn(usize) -> Result<u8, CutError> + Sync,
) -> Result<Vec<u8>, CutError> {
    let mut bytes = log.kept();
    bytes.truncate(count);
    let at_once = PIECE * threads();
    while bytes.len() < count {
        let piece = bytes.len()..count.min(bytes.len() + at_once);
        let piece = parallel(piece).map(&byte).collect::<Result<Vec<u8>, CutError>>()?;
        bytes.extend(piece);
        log.keep(&bytes);
    }
    Ok(bytes)
}

/// How many positions are searched on a thread before the log gets them. The other threads wait for the last one then, so these
/// are not few; and a search may take a second, so they are not many.
const PIECE: usize = 1 << 6;

/// Finds the value of a position that is not stored, or is at the last ply.
pub(crate) type Deep<'d, P> = &'d (dyn Fn(P) -> Result<Value, ReadError> + Sync);

/// Called with the amount of work that is done and the total, on any thread. While positions are found, the total is 0.
pub(crate) type Progress<'p> = &'p (dyn Fn(u64, u64) + Sync);

/// Checks that the searches below a cut end.
pub(crate) fn check_searchable<G: Game>(game: &G) -> Result<(), CutError> {
    if game.repeats() {
        let reason = CannotSearch::Repeats;
        return Err(CutError::CannotSearch { game: game.to_string(), reason });
    }
    Ok(())
}

/// The numbering of the first plies of a line game.
pub(crate) fn plies_of(game: &Mnk, plies: u16) -> Result<PlyNumbering, CutError> {
    let most = game.max_plies();
    match plies {
        0 => return Err(CutError::NoPlies),
        _ if plies >= most => return Err(CutError::AllStored { game: game.to_string(), most }),
        _ => {}
    }
    PlyNumbering::of(game, plies).map_err(|reason| CutError::NotNumbered {
        game: game.to_string(),
        plies,
        reason,
    })
}

/// The values of the first plies of a line game, from the last ply to the start.
pub(crate) fn board_values(
    game: &Mnk,
    numbering: &PlyNumbering,
    deep: Deep<'_, Board>,
    log: &mut dyn CutLog,
    progress: Progress<'_>,
) -> Result<Vec<u8>, CutError> {
    let all = Numbering::slots(numbering, game, 0);
    let done = Counter::new(all, progress);
    let mut values = vec![Value::NONE; usize::try_from(all).unwrap_or(usize::MAX)];
    for ply in (0..=numbering.plies()).rev() {
        let slots = numbering.slots_of_ply(ply);
        let value = |board: Board| {
            if ply == numbering.plies() {
                return Ok(deep(board)?);
            }
            // Every child has a value: it is one ply later.
            let value = value_before(game, board, |child| match numbering.place(game, child)? {
                Place::Known(value) => Some(value),
                Place::Slot(slot) => Value::from_byte(values[slot.rank]),
                _ => None,
            });
            value?.ok_or_else(|| CutError::Unsteady { game: game.to_string() })
        };
        let start = usize::try_from(slots.start).unwrap_or(usize::MAX);
        let count = usize::try_from(slots.end - slots.start).unwrap_or(usize::MAX);
        let byte = |nth: usize| {
            let slot = Slot { section: 0, rank: start + nth };
            let read = numbering.position(game, slot);
            let read = read.filter(|&board| numbering.is_read(game, board));
            let byte = read.map_or(Ok(Value::NONE), |board| value(board).map(Value::byte));
            done.add(1);
            byte
        };
        // Only the last ply is searched.
        let nothing: &mut dyn CutLog = &mut ();
        let log = if ply == numbering.plies() { &mut *log } else { nothing };
        let of_ply = logged(count, log, byte)?;
        values[start..start + of_ply.len()].copy_from_slice(&of_ply);
    }
    // A don't-care slot holds the value before it, which takes the least room in a compressed file.
    let mut before = Value::DRAW.byte();
    for value in &mut values {
        if *value == Value::NONE {
            *value = before;
        }
        before = *value;
    }
    Ok(values)
}

/// The canonical positions to which at most this many plies lead, from every start. Calls `progress` with the number of
/// positions so far, and no total.
pub(crate) fn found<G: Game>(
    game: &G,
    plies: u16,
    memory: u64,
    progress: Progress<'_>,
) -> Result<KeyNumbering<G::Position>, CutError> {
    if plies == 0 {
        return Err(CutError::NoPlies);
    }
    let a_position = 4 * size_of::<G::Position>() as u64;
    let mut first = FirstPlies::of(game, |position| canonical(game, position));
    for ply in 0..plies {
        let has_room = first.add_ply(|count| {
            progress(count as u64, 0);
            count as u64 * a_position <= memory
        });
        if !has_room {
            return Err(CutError::OutOfMemory { game: game.to_string(), plies });
        }
        if first.last().is_empty() {
            return Err(CutError::AllStored { game: game.to_string(), most: ply });
        }
    }
    if first.last().iter().all(|&position| game.end(position).is_some()) {
        return Err(CutError::AllStored { game: game.to_string(), most: plies });
    }
    let mut all = first.into_all();
    all.sort_unstable();
    Ok(KeyNumbering::of(game, all)?)
}

/// The values of the positions of a numbering. Those with a child that is not stored are searched; the others follow.
pub(crate) fn key_values<G: Game<Position = AnyPosition> + Sync>(
    game: &G,
    numbering: &AnyNumbering,
    deep: Deep<'_, AnyPosition>,
    log: &mut dyn CutLog,
    progress: Progress<'_>,
) -> Result<Vec<u8>, CutError> {
    let positions: Vec<_> = numbering.all().collect();
    let done = Counter::new(positions.len() as u64, progress);
    let byte = |position, value| match game.scheme().byte(value) {
        Value::NONE => Err(too_far(game, position)),
        byte => Ok(byte),
    };
    let deepest = |nth: usize| {
        let position = positions[nth];
        if let Some(value) = game.end(position) {
            return byte(position, value);
        }
        if is_searched(game, numbering, position) {
            done.add(1);
            return byte(position, deep(position)?);
        }
        Ok(Value::NONE)
    };
    let mut values = logged(positions.len(), log, deepest)?;
    // A position follows once all its children have values. In a game whose plies do not depend on the position, a play
    // within the stored positions may be longer than the stored plies.
    let mut open: Vec<usize> = (0..values.len()).filter(|&i| values[i] == Value::NONE).collect();
    while let Some(&first) = open.first() {
        let before = open.len();
        let mut later = Vec::new();
        for slot in open {
            let position = positions[slot];
            let value = value_before(game, position, |child| {
                game.scheme().from_byte(values[rank(game, numbering, child)?])
            });
            if let Some(value) = value? {
                values[slot] = byte(position, value)?;
                done.add(1);
            } else {
                later.push(slot);
            }
        }
        open = later;
        if open.len() == before {
            let position = format!("{:#}", game.notation(positions[first]));
            return Err(CutError::Returns { position });
        }
    }
    Ok(values)
}

/// The slot of a position that is stored.
fn rank<G: Game<Position = AnyPosition>>(
    game: &G,
    numbering: &AnyNumbering,
    position: AnyPosition,
) -> Option<usize> {
    match numbering.place(game, position) {
        Some(Place::Slot(slot)) => Some(slot.rank),
        _ => None,
    }
}

/// Whether a position has a child that is not stored, so that its value is searched.
pub(crate) fn is_searched<G: Game<Position = AnyPosition>>(
    game: &G,
    numbering: &AnyNumbering,
    position: AnyPosition,
) -> bool {
    let mut children = game.legal_moves(position).iter().map(|mv| game.play(position, mv));
    game.end(position).is_none() && children.any(|child| rank(game, numbering, child).is_none())
}

/// The value of a position that is not over, from those of its children. `None` if a child has no value yet.
fn value_before<G: Game>(
    game: &G,
    position: G::Position,
    value_of: impl Fn(G::Position) -> Option<Value>,
) -> Result<Option<Value>, CutError> {
    let mut best = Best::NONE;
    for mv in game.legal_moves(position) {
        let child = game.play(position, mv);
        let Some(value) = value_of(child) else { return Ok(None) };
        best.add(value, game.next(position, child));
    }
    if best == Best::NONE {
        // A position without moves is over.
        return Err(CutError::Unsteady { game: game.to_string() });
    }
    best.value(game.scheme()).map(Some).ok_or_else(|| too_far(game, position))
}

fn too_far<G: Game>(game: &G, position: G::Position) -> CutError {
    CutError::TooFar { position: format!("{:#}", game.notation(position)) }
}

/// Counts work on all threads.
struct Counter<'p> {
    done: AtomicU64,
    all: u64,
    progress: Progress<'p>,
}

impl<'p> Counter<'p> {
    fn new(all: u64, progress: Progress<'p>) -> Self {
        Self { done: 0.into(), all, progress }
    }

    fn add(&self, more: u64) {
        let done = self.done.fetch_add(more, Relaxed);
        (self.progress)(done + more, self.all);
    }
}
