//! The search of a game: it chooses the method, and owns the table.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use perfect_play_core::{
    Board, Game, Key, Kind, Lines, MAX_KEY_BYTES, MoveValues, NotAPosition, Objective, Probe,
    ProbeError, Value,
};

use crate::{
    CannotSearch, SearchError, any_search,
    geometry::{AnySize, Fixed, Geometry},
    line_search::LineGame,
};

/// A game, and a table of the positions that were searched.
///
/// `M` is the memory for the table: a vector, an array, or a slice of words. Any number of words will do. In games with lines,
/// an entry takes one word; in other games, one word and those of a position's key. Several threads can search at the same
/// time, and use each other's entries. No thread waits for another one.
///
/// A game is searched as a line game if its [`Kind`] says so and its boards fit in 64 bits: with gravity, if
/// columns · (rows + 1) is at most 64; without gravity, up to 40 cells. All other games are searched by their own methods.
pub struct Search<G, M> {
    game: G,
    memory: M,
    method: Method,
}

/// How a game is searched.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each search, and no search copies it"
)]
enum Method {
    SevenBySix(Lines, LineGame<Fixed<7, 6, 4>, 0>),
    Falling(Lines, LineGame<AnySize, 0>),
    Placed(Lines, LineGame<AnySize, 8>),
    Any,
}

impl Method {
    fn of<G: Game>(game: &G, words: &[AtomicU64]) -> Self {
        // The promise of the kind. A game that does not keep it is searched like any other.
        if G::Position::BYTES != Board::BYTES || board_of(game.start()) != Some(Board::EMPTY) {
            return Self::Any;
        }
        let sized = |lines: &Lines| {
            let shape = lines.shape();
            (u32::from(shape.columns()), u32::from(shape.rows()), u32::from(lines.k()))
        };
        match game.kind() {
            Kind::Falling(lines) => match (sized(&lines), lines.is_misere()) {
                ((7, 6, 4), false) => Self::SevenBySix(lines, LineGame::new(Fixed, false, words)),
                ((columns, rows, k), misere) => match AnySize::new(columns, rows, k) {
                    Some(sized) => Self::Falling(lines, LineGame::new(sized, misere, words)),
                    None => Self::Any,
                },
            },
            Kind::Placement(lines) => {
                let (columns, rows, k) = sized(&lines);
                match AnySize::new(columns.min(rows), columns.max(rows), k) {
                    Some(sized) if sized.cells() <= u32::from(Board::MAX_CODED_CELLS) => {
                        Self::Placed(lines, LineGame::new(sized, lines.is_misere(), words))
                    }
                    _ => Self::Any,
                }
            }
            _ => Self::Any,
        }
    }

    /// The value of a board of a line game. This function has no type parameters, so it is compiled with this crate, and a
    /// program that is compiled for size can have a fast search.
    fn value(
        &self,
        board: Board,
        words: &[AtomicU64],
        watch: &dyn Fn(u64) -> bool,
    ) -> Result<Value, SearchError> {
        match self {
            Self::SevenBySix(lines, game) => game.value::<7>(board, lines, words, watch),
            Self::Falling(lines, game) => game.value::<32>(board, lines, words, watch),
            Self::Placed(lines, game) => game.value::<40>(board, lines, words, watch),
            Self::Any => Err(SearchError::NoEntry(NotAPosition::OtherGame.into())),
        }
    }
}

/// A position as a board. `None` if it is not a board.
fn board_of<K: Key>(position: K) -> Option<Board> {
    let mut bytes = [0; MAX_KEY_BYTES];
    let bytes = bytes.get_mut(..K::BYTES)?;
    position.write(bytes);
    Board::read(bytes)
}

impl<G: Game, M: AsRef<[AtomicU64]>> Search<G, M> {
    /// A search with an empty table in this memory. It is set to 0.
    ///
    /// While the search lives, nothing else may write to the memory: values could be wrong.
    ///
    /// # Errors
    ///
    /// [`CannotSearch::Repeats`] if play can return to a position.
    pub fn new(game: G, memory: M) -> Result<Self, CannotSearch> {
        if game.repeats() {
            return Err(CannotSearch::Repeats);
        }
        let method = Method::of(&game, memory.as_ref());
        let mut search = Self { game, memory, method };
        search.forget();
        Ok(search)
    }

    /// Makes the table empty.
    // Not beside a search: two threads could then write one entry at the same time.
    pub fn forget(&mut self) {
        self.memory.as_ref().iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The value of a position for the side to move.
    ///
    /// `stored`: the values of positions that the caller knows, from a file or a book. The search goes no further from these
    /// positions. In line games ([`Kind::Falling`], [`Kind::Placement`]) it is asked only about `position` itself: a search
    /// begins where the known positions end, and play does not lead back to them.
    ///
    /// `watch`: called once in a few thousand nodes, with the number of nodes of this search so far. The search ends if it
    /// returns `false`.
    ///
    /// In games without lines, the caller has checked the position ([`Game::is_position`], [`Game::check`]).
    ///
    /// # Errors
    ///
    /// [`SearchError::Interrupted`] if `watch` returned `false`; [`SearchError::TooDeep`] if a play is too long;
    /// [`SearchError::NoEntry`] if a line game has no such position. What the search has found by then stays in the table.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use perfect_play_core::{Game, Value};
    /// use perfect_play_games::Hex;
    /// use perfect_play_search::{Search, SearchError};
    ///
    /// let hex: Hex = "hex:3".parse()?;
    /// let search = Search::new(hex, [])?; // without a table
    /// // The value after the first move is known. The search takes no longer than a minute.
    /// let center = hex.play(hex.start(), 4);
    /// let stored = |position| if position == center { Value::loss(6) } else { None };
    /// let end = Instant::now() + Duration::from_secs(60);
    /// let value = search.value_from(hex.start(), &stored, &|_nodes| Instant::now() < end);
    /// assert_eq!(value, Ok(Value::win(7).unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_from(
        &self,
        position: G::Position,
        stored: &dyn Fn(G::Position) -> Option<Value>,
        watch: &dyn Fn(u64) -> bool,
    ) -> Result<Value, SearchError> {
        if let Some(value) = stored(position) {
            return Ok(value);
        }
        let words = self.memory.as_ref();
        match &self.method {
            Method::SevenBySix(lines, _) | Method::Falling(lines, _) | Method::Placed(lines, _) => {
                self.method.value(self.board(position, lines)?, words, watch)
            }
            Method::Any => any_search::value(&self.game, position, words, stored, watch),
        }
    }

    /// A position of a line game. Another board would have entries in the table that are those of positions.
    fn board(&self, position: G::Position, lines: &Lines) -> Result<Board, SearchError> {
        self.check(position)?;
        // This is never an error, unless the game breaks the promise of its kind.
        let fits = |board: &Board| board.occupied() & !lines.shape().all_cells() == 0;
        let board = board_of(position).filter(fits);
        let reason = NotAPosition::Rules("it is not a board of the game");
        board.ok_or(SearchError::NoEntry(ProbeError::NotAPosition(reason)))
    }

    /// The value of a position, and of each legal move. The arguments are those of [`value_from`](Self::value_from). The moves
    /// share the work: in Connect Four, this takes two to three times as long as the value of the position alone.
    ///
    /// # Errors
    ///
    /// The errors of [`value_from`](Self::value_from).
    pub fn values_from(
        &self,
        position: G::Position,
        stored: &dyn Fn(G::Position) -> Option<Value>,
        watch: &dyn Fn(u64) -> bool,
    ) -> Result<(Value, MoveValues), SearchError> {
        let value = self.value_from(position, stored, watch)?;
        let values =
            MoveValues::new(&self.game, position, |child| self.value_from(child, stored, watch))?;
        Ok((value, values))
    }

    /// Checks whether the position can have a value.
    fn check(&self, position: G::Position) -> Result<(), SearchError> {
        if self.game.is_position(position) {
            return Ok(self.game.check(position)?);
        }
        Err(self.game.why_no_entry(position).into())
    }
}

/// The table that a search stands for: values are found when they are asked for.
impl<G: Game, M: AsRef<[AtomicU64]>> Probe for Search<G, M> {
    type Game = G;
    type Error = SearchError;

    fn game(&self) -> &G {
        &self.game
    }

    fn objective(&self) -> Objective {
        Objective::Fastest
    }

    fn value(&self, position: G::Position) -> Result<Value, SearchError> {
        self.check(position)?;
        self.value_from(position, &|_| None, &|_| true)
    }

    fn value_with_moves(&self, position: G::Position) -> Result<(Value, MoveValues), SearchError> {
        self.check(position)?;
        self.values_from(position, &|_| None, &|_| true)
    }
}
