//! A cut table: it stores the first plies, and a search finds the other values.

use std::sync::{Arc, OnceLock, atomic::AtomicU64};

use perfect_play_core::{
    Entry, Game, MoveValue, MoveValues, Moves, Numbering, Objective, Place, Probe, ProbeError,
    Table, Value,
};
use perfect_play_file::ReadError;
use perfect_play_parallel::{IndexedParallelIterator, ParallelIterator, parallel};
use perfect_play_search::{CannotSearch, Search, SearchError};

/// The most words of a transposition table if the caller names no memory: 64 MiB. A page has less memory.
const MOST: usize = if cfg!(target_family = "wasm") { 1 << 21 } else { 1 << 23 };

/// The words for each position that is stored, or will be. A table of few positions is one of a small game, for which less is
/// enough.
const FOR_EACH: usize = 1 << 12;

/// The memory of a transposition table: as many words as are wanted, or half as many, and so on. The answers are the same.
fn words(wanted: usize) -> Vec<AtomicU64> {
    let (mut words, mut count) = (Vec::new(), wanted);
    while count > 0 && words.try_reserve_exact(count).is_err() {
        count /= 2;
    }
    words.resize_with(count, AtomicU64::default);
    words
}

/// What watches the searches of a cut table: they may take long.
pub trait Watcher: Send + Sync {
    /// Called now and then, on the thread that searches, with the positions that this search has visited. `false` stops
    /// the search.
    fn goes_on(&self, positions: u64) -> bool;

    /// Called on the thread that asks for the values of moves, before they are searched on all threads. What watches these
    /// searches: the default, `None`, is this one. So a watcher of a table can tell the calls of several threads apart.
    fn of_call(&self) -> Option<Arc<dyn Watcher>> {
        None
    }

    /// A search has ended.
    fn ended(&self) {}

    /// Called once, if the transposition table has fewer bytes than wanted, because there is not enough memory.
    fn has_less_memory(&self, wanted: u64, got: u64) {
        let _ = (wanted, got);
    }
}

/// A table that stores the first plies of a game, or nothing.
pub(crate) struct CutTable<G: Game, N> {
    table: Table<G, N, Vec<u8>>,
    /// Made by the first search: most answers need none, and its transposition table takes memory.
    search: OnceLock<Result<Search<G, Vec<AtomicU64>>, CannotSearch>>,
    /// The most words of its transposition table.
    most_words: usize,
    watcher: Option<Arc<dyn Watcher>>,
}

impl<G: Game + Clone, N: Numbering<G>> CutTable<G, N> {
    /// # Errors
    ///
    /// If the game can repeat positions.
    pub(crate) fn new(table: Table<G, N, Vec<u8>>) -> Result<Self, CannotSearch> {
        Search::new(table.game().clone(), Vec::new())?;
        Ok(Self { table, search: OnceLock::new(), most_words: MOST, watcher: None })
    }

    pub(crate) fn watched_by(&mut self, watcher: Arc<dyn Watcher>) {
        self.watcher = Some(watcher);
    }

    pub(crate) fn search_in(&mut self, bytes: u64) {
        self.most_words = usize::try_from(bytes / 8).unwrap_or(usize::MAX);
    }

    /// What is stored.
    pub(crate) fn table(&self) -> &Table<G, N, Vec<u8>> {
        &self.table
    }

    /// The value of a position if it is stored, or follows directly from the rules.
    fn stored(&self, position: G::Position) -> Option<Value> {
        let game = self.table.game();
        match self.table.numbering().place(game, position)? {
            Place::Slot(slot) => game.scheme().from_byte(*self.table.values().get(slot.rank)?),
            Place::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a position that was checked, or of a child of such a position.
    fn value_of(
        &self,
        position: G::Position,
        watcher: Option<&dyn Watcher>,
    ) -> Result<Value, ReadError> {
        match self.stored(position) {
            Some(value) => Ok(value),
            None => self.searched(position, watcher),
        }
    }

    /// The value of a position that is not stored.
    fn searched(
        &self,
        position: G::Position,
        watcher: Option<&dyn Watcher>,
    ) -> Result<Value, ReadError> {
        let search = self.search.get_or_init(|| self.new_search(self.enough())).as_ref();
        let search = search.map_err(|&reason| ReadError::Search { source: Box::new(reason) })?;
        let goes_on = |positions| watcher.is_none_or(|it| it.goes_on(positions));
        let value = search.value_from(position, &|position| self.stored(position), &goes_on);
        if let Some(watcher) = watcher {
            watcher.ended();
        }
        value.map_err(|error| match error {
            SearchError::NoEntry(reason) => reason.into(),
            error => ReadError::Search { source: Box::new(error) },
        })
    }

    /// Prepares a table that stores nothing for the searches of so many positions, which help each other. Its transposition table
    /// is made now, and keeps its size.
    pub(crate) fn searches(&self, positions: u64) {
        if self.table.values().is_empty() {
            let positions = usize::try_from(positions).unwrap_or(usize::MAX);
            // Few positions near the start of a game take the longest searches.
            let enough = positions.saturating_mul(FOR_EACH).max(MOST);
            self.search.get_or_init(|| self.new_search(enough));
        }
    }

    /// The words for a table that stores as many positions as this one.
    fn enough(&self) -> usize {
        match self.table.values().len() {
            // Nobody has said how many positions will be searched.
            0 => usize::MAX,
            stored => stored.saturating_mul(FOR_EACH),
        }
    }

    /// A search with so many words, or fewer if there is no memory for them.
    /// The game could be searched when this table was made, but a game may give another answer now.
    fn new_search(&self, enough: usize) -> Result<Search<G, Vec<AtomicU64>>, CannotSearch> {
        let wanted = enough.min(self.most_words);
        let words = words(wanted);
        if let Some(watcher) = self.watcher.as_ref().filter(|_| words.len() < wanted) {
            watcher.has_less_memory(8 * wanted as u64, 8 * words.len() as u64);
        }
        Search::new(self.table.game().clone(), words)
    }

    fn checked(&self, position: G::Position) -> Result<(), ProbeError> {
        let game = self.table.game();
        self.table.numbering().check(game, position)?;
        game.check(position)
    }
}

impl<G: Game + Clone + Send + Sync, N: Numbering<G> + Sync> Probe for CutTable<G, N> {
    type Game = G;
    type Error = ReadError;

    fn game(&self) -> &G {
        self.table.game()
    }
    fn objective(&self) -> Objective {
        self.table.objective()
    }
    fn value(&self, position: G::Position) -> Result<Value, ReadError> {
        self.checked(position)?;
        self.value_of(position, self.watcher.as_deref())
    }
    /// The value of the position follows from those of its moves, so only these are searched.
    fn value_with_moves(&self, position: G::Position) -> Result<(Value, MoveValues), ReadError> {
        self.checked(position)?;
        let game = self.game();
        let children = game.legal_moves(position).iter().map(|mv| {
            let child = game.play(position, mv);
            (child, self.stored(child))
        });
        let children: Vec<_> = children.collect();
        let mut values: Vec<_> =
            children.iter().filter_map(|&(_, stored)| stored.map(Ok)).collect();
        if values.len() < children.len() {
            // The others are searched on all threads, which share the transposition table.
            let of_call = self.watcher.as_ref().and_then(|watcher| watcher.of_call());
            let watcher = of_call.as_deref().or(self.watcher.as_deref());
            values = parallel(children)
                .with_max_len(1)
                .map(|(child, stored)| stored.map_or_else(|| self.searched(child, watcher), Ok))
                .collect();
        }
        let mut values = values.into_iter();
        // Its moves are in the same order.
        let moves = MoveValues::new(game, position, |child| {
            values.next().unwrap_or_else(|| self.value_of(child, self.watcher.as_deref()))
        })?;
        if let Some(value) = self.stored(position).or_else(|| game.end(position)) {
            return Ok((value, moves));
        }
        let best =
            moves.ranked().next().and_then(|MoveValue { outcome, remoteness, score, .. }| {
                Entry { outcome, remoteness, score, optimal_moves: Moves::EMPTY }.value()
            });
        Ok((best.ok_or_else(|| game.why_no_entry(position))?, moves))
    }
    fn positions(&self) -> impl Iterator<Item = G::Position> {
        Probe::positions(&self.table)
    }
    fn entries(&self) -> impl Iterator<Item = (G::Position, Result<Value, ReadError>)> {
        Probe::entries(&self.table).map(|(position, value)| (position, value.map_err(Into::into)))
    }
    fn reached(&self, position: G::Position) -> Option<(u64, u64)> {
        Probe::reached(&self.table, position)
    }
    fn codes(&self) -> u64 {
        Probe::codes(&self.table)
    }
    /// Positions that the numbering does not know have no code.
    fn code(&self, position: G::Position) -> Option<u64> {
        Probe::code(&self.table, position).filter(|&code| code < Probe::codes(&self.table))
    }
    fn decode(&self, code: u64) -> Option<G::Position> {
        Probe::decode(&self.table, code)
    }
    fn canonical(&self, position: G::Position) -> (u64, u8) {
        Probe::canonical(&self.table, position)
    }
    fn is_canonical(&self, position: G::Position) -> bool {
        Probe::is_canonical(&self.table, position)
    }
}
