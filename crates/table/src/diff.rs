//! Where two tables differ.

use std::{collections::HashMap, iter::Peekable};

use perfect_play_core::{Entry, Game, Moves, Probe};
use serde::Serialize;
use thiserror::Error;

use crate::positions_with_progress;

/// Where two tables differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff<P> {
    /// How many positions either table has an entry for.
    pub positions: u64,
    /// How many differ, in whatever way.
    pub differing: u64,
    /// How many differ in which way. A position that differs in several ways counts in each.
    pub counts: DiffCounts,
    /// The same for each ply from 0 to the game's longest play.
    pub by_ply: Vec<DiffCounts>,
    /// The first positions that differ, ascending by code, up to the limit. Those that are
    /// symmetric images of one another and differ in the same way are one example.
    pub examples: Vec<Difference<P>>,
}

/// How many positions differ in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiffCounts {
    /// Only the first table has an entry.
    pub only_in_first: u64,
    /// Only the second table has an entry.
    pub only_in_second: u64,
    /// Both have one, with different outcomes.
    pub outcome_changed: u64,
    /// Both have one, with different remoteness.
    pub remoteness_changed: u64,
    /// Both have one, with different sets of optimal moves.
    pub optimal_moves_changed: u64,
}

/// A position in which two tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<P> {
    /// The position.
    pub position: P,
    /// What the first table says of it; `None` if nothing.
    pub first: Option<Entry>,
    /// What the second table says of it; `None` if nothing.
    pub second: Option<Entry>,
    /// How many positions this example stands for: itself and its symmetric images.
    pub images: u64,
}

impl<P> Diff<P> {
    /// Whether the tables say the same of every position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.differing == 0
    }
}

impl DiffCounts {
    fn count(&mut self, first: Option<Entry>, second: Option<Entry>) {
        let (Some(first), Some(second)) = (first, second) else {
            self.only_in_first += u64::from(first.is_some());
            self.only_in_second += u64::from(second.is_some());
            return;
        };
        self.outcome_changed += u64::from(first.outcome != second.outcome);
        self.remoteness_changed += u64::from(first.remoteness != second.remoteness);
        self.optimal_moves_changed += u64::from(first.optimal_moves != second.optimal_moves);
    }
}

/// The error of comparing tables of games that have different positions.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {second} are played on different boards")]
pub struct DifferentBoards {
    /// The first table's game.
    pub first: String,
    /// The second table's game.
    pub second: String,
}

/// Compares two tables, position by position, and keeps up to `limit` examples. `progress` is told
/// now and then how much is done, and of how much.
///
/// # Errors
///
/// If the games do not have the same positions.
pub fn diff<G: Game, A: Probe<Game = G>, B: Probe<Game = G>>(
    first: &A,
    second: &B,
    limit: usize,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Diff<G::Position>, DifferentBoards> {
    let game = first.game();
    if !game.same_positions(second.game()) {
        let (first, second) = (game.to_string(), second.game().to_string());
        return Err(DifferentBoards { first, second });
    }
    let plies = game.max_plies().max(second.game().max_plies());
    let mut diff = Diff {
        positions: 0,
        differing: 0,
        counts: DiffCounts::default(),
        by_ply: vec![DiffCounts::default(); usize::from(plies) + 1],
        examples: Vec::new(),
    };
    let mut examples = HashMap::new();
    let either = InEither {
        first: positions_with_progress(first, progress).peekable(),
        second: second.positions().peekable(),
        code: |position| game.encode(position),
    };
    for position in either {
        diff.positions += 1;
        let entries = (answer(first, position), answer(second, position));
        if entries.0 == entries.1 {
            continue;
        }
        diff.differing += 1;
        diff.counts.count(entries.0, entries.1);
        if let Some(counts) = diff.by_ply.get_mut(usize::from(game.ply(position))) {
            counts.count(entries.0, entries.1);
        }
        let (canonical, symmetry) = game.canonical(position);
        let image = |entry: Option<Entry>| {
            entry.map(|entry| Entry {
                optimal_moves: image_of_moves(game, entry.optimal_moves, symmetry),
                ..entry
            })
        };
        let class = (canonical, image(entries.0), image(entries.1));
        if let Some(&example) = examples.get(&class) {
            let example: &mut Difference<_> = &mut diff.examples[example];
            example.images += 1;
        } else if diff.examples.len() < limit {
            examples.insert(class, diff.examples.len());
            let (first, second) = entries;
            diff.examples.push(Difference { position, first, second, images: 1 });
        }
    }
    Ok(diff)
}

/// What a table says of a position; without optimal moves where it lacks what they lead to.
fn answer<T: Probe>(table: &T, position: <T::Game as Game>::Position) -> Option<Entry> {
    table.probe(position).ok().or_else(|| {
        let value = table.value(position).ok()?;
        Some(Entry::new(table.game(), position, value, Moves::EMPTY))
    })
}

fn image_of_moves<G: Game>(game: &G, moves: Moves, symmetry: u8) -> Moves {
    moves.iter().map(|mv| game.image_of_move(mv, symmetry)).collect()
}

/// The positions of two tables, ascending by code, those of both once.
struct InEither<A: Iterator, B: Iterator, C> {
    first: Peekable<A>,
    second: Peekable<B>,
    code: C,
}

impl<P, A, B, C> Iterator for InEither<A, B, C>
where
    P: Copy,
    A: Iterator<Item = P>,
    B: Iterator<Item = P>,
    C: Fn(P) -> u64,
{
    type Item = P;

    fn next(&mut self) -> Option<P> {
        let codes = (
            self.first.peek().map(|&position| (self.code)(position)),
            self.second.peek().map(|&position| (self.code)(position)),
        );
        match codes {
            (None, _) => self.second.next(),
            (_, None) => self.first.next(),
            (Some(first), Some(second)) if first < second => self.first.next(),
            (Some(first), Some(second)) if first > second => self.second.next(),
            _ => {
                self.second.next();
                self.first.next()
            }
        }
    }
}
