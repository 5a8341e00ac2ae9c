//! The search of any game in which play cannot return to a position. It counts in numbers of values ([`Value::number`]).
//!
//! It asks whether a position has at least the value of some number, and answers with a bound. At the root it asks for a draw
//! first, and then for one more or one less than the answer, which is known as MTD(f). Moves that answered such questions
//! elsewhere are searched first.

use core::sync::atomic::AtomicU64;

use perfect_play_core::{Game, Key, Move, Moves, Next, Player, Scheme, Value};

use crate::{
    MAX_DEPTH, SearchError,
    key_table::{KeyTable, NumberBounds, Words, words_of},
    watched::Watched,
};

/// The number of a draw, and of a score of 0.
const DRAW: u16 = Value::DRAW.number();

/// The largest number of a value.
const LARGEST: u16 = u16::MAX - 1;

/// A search of a game.
struct AnySearch<'a, G: Game> {
    game: &'a G,
    scheme: Scheme,
    symmetries: u8,
    table: KeyTable<'a>,
    stored: &'a dyn Fn(G::Position) -> Option<Value>,
    watched: Watched<'a>,
    most_plies: u16,
    history: History,
}

/// The value of a position.
pub(crate) fn value<G: Game>(
    game: &G,
    position: G::Position,
    words: &[AtomicU64],
    stored: &dyn Fn(G::Position) -> Option<Value>,
    watch: &dyn Fn(u64) -> bool,
) -> Result<Value, SearchError> {
    let most_plies = match game.max_plies() {
        0 => MAX_DEPTH,
        plies => plies.min(MAX_DEPTH),
    };
    let mut search = AnySearch {
        game,
        scheme: game.scheme(),
        symmetries: game.symmetries(),
        table: KeyTable::new(words, G::Position::BYTES),
        stored,
        watched: Watched::new(watch),
        most_plies,
        history: History::NONE,
    };
    let (mut lower, mut upper, mut at_least) = (0, LARGEST, DRAW);
    while lower < upper {
        let number = search.bound(position, at_least, most_plies)?;
        if number >= at_least {
            lower = number;
            at_least = number.saturating_add(1);
        } else {
            upper = number;
            at_least = number;
        }
    }
    Ok(Value::from_number(lower).unwrap_or(Value::DRAW))
}

impl<G: Game> AnySearch<'_, G> {
    /// A bound of the number of a position's value: a lower one if it is `at_least` or more, otherwise an upper one.
    ///
    /// `plies_left`: how many plies deeper the search may go.
    fn bound(
        &mut self,
        position: G::Position,
        at_least: u16,
        plies_left: u16,
    ) -> Result<u16, SearchError> {
        self.watched.count()?;
        let moves = match self.game.terminal(position) {
            None => self.game.legal_moves(position),
            Some(_) => Moves::EMPTY,
        };
        if moves.is_empty() {
            return Ok(self.game.end(position).unwrap_or(Value::DRAW).number());
        }
        let key = self.key(position);
        let mut bounds = self.table.get(&key).unwrap_or(match self.scheme {
            // It takes a ply to win or to lose.
            Scheme::Remoteness => NumberBounds { lower: 1, upper: LARGEST - 1 },
            Scheme::Score => NumberBounds { lower: 0, upper: LARGEST },
        });
        if bounds.lower >= at_least {
            return Ok(bounds.lower);
        }
        if bounds.upper < at_least {
            return Ok(bounds.upper);
        }
        let number = if let Some(value) = (self.stored)(position) {
            bounds = NumberBounds { lower: value.number(), upper: value.number() };
            value.number()
        } else {
            let Some(plies_left) = plies_left.checked_sub(1) else {
                return Err(SearchError::TooDeep { plies: self.most_plies });
            };
            let number = self.bound_of_moves(position, moves, at_least, plies_left)?;
            if number >= at_least {
                bounds.lower = number;
            } else {
                bounds.upper = number;
            }
            number
        };
        self.table.put(&key, bounds);
        Ok(number)
    }

    /// The bound that the moves give.
    fn bound_of_moves(
        &mut self,
        position: G::Position,
        moves: Moves,
        at_least: u16,
        plies_left: u16,
    ) -> Result<u16, SearchError> {
        let player = self.game.to_move(position);
        let (mut best, mut left) = (0, moves);
        // No list of moves is sorted: on the stack of a deep search, it would take too much room.
        while let Some(mv) = self.history.most_useful(player, left) {
            left = left.without(mv);
            let child = self.game.play(position, mv);
            let next = self.game.next(position, child);
            let asked = asked_of_child(self.scheme, at_least, next);
            let number = self.bound(child, asked, plies_left)?;
            let value = Value::from_number(number);
            let value = value.and_then(|value| self.scheme.before(value, next));
            let value = value.ok_or(SearchError::TooDeep { plies: Value::MAX_PLIES })?;
            best = best.max(value.number());
            if best >= at_least {
                self.history.add(player, mv, moves.difference(left).without(mv));
                break;
            }
        }
        Ok(best)
    }

    /// The key of the smallest image of a position.
    fn key(&self, position: G::Position) -> Words {
        let images = (1..self.symmetries).map(|symmetry| self.game.image(position, symmetry));
        words_of(images.fold(position, Ord::min))
    }
}

/// The number to ask a child for. A move gives the position at least the number `at_least` if and only if the child
///
/// * has less than this number, after a move with [`Next::Opponent`];
/// * has at least this number, after a move with [`Next::Same`].
///
/// It is the inverse of [`Scheme::before`].
fn asked_of_child(scheme: Scheme, at_least: u16, next: Next) -> u16 {
    match (scheme, next) {
        (Scheme::Score, Next::Opponent) => LARGEST - at_least + 1,
        (Scheme::Score, Next::Same) => at_least,
        // A win in n plies or less comes from a loss in n − 1 or less; a loss in n or more from a win in n − 1 or more.
        (Scheme::Remoteness, Next::Opponent) if at_least > DRAW => LARGEST - at_least,
        (Scheme::Remoteness, Next::Opponent) if at_least == DRAW => DRAW + 1,
        (Scheme::Remoteness, Next::Opponent) => (LARGEST - at_least).saturating_add(2),
        (Scheme::Remoteness, Next::Same) if at_least > DRAW => at_least.saturating_add(1),
        (Scheme::Remoteness, Next::Same) if at_least == DRAW => DRAW,
        (Scheme::Remoteness, Next::Same) => at_least.saturating_sub(1),
    }
}

/// How often the moves of each player were useful: the answer to a question, with no need to search further moves.
struct History([[u32; 256]; 2]);

impl History {
    const NONE: Self = Self([[0; 256]; 2]);

    /// The most useful one of these moves, or the first one. `None` if there are no moves.
    fn most_useful(&self, player: Player, moves: Moves) -> Option<Move> {
        let counts = self.0.get(usize::from(player == Player::O))?;
        let mut best: Option<(Move, u32)> = None;
        for mv in moves {
            let count = counts[usize::from(mv)];
            if best.is_none_or(|(_, most)| count > most) {
                best = Some((mv, count));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// Counts a move that was useful, and takes a part from moves that were searched before it.
    fn add(&mut self, player: Player, mv: Move, searched: Moves) {
        let Some(counts) = self.0.get_mut(usize::from(player == Player::O)) else { return };
        let count = &mut counts[usize::from(mv)];
        *count = count.saturating_add(1);
        for mv in searched {
            let count = &mut counts[usize::from(mv)];
            *count -= *count >> 6;
        }
    }
}
