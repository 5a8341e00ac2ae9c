//! The value of each legal move.

use core::{cmp::Ordering, fmt, iter};

use crate::{
    Game, Move, Moves, Objective, Outcome, Scheme, Value,
    scheme::{DRAW, preference},
};

/// The value of one legal move for the player who makes it.
///
/// ```
/// use perfect_play_core::{Game, MoveValue, MoveValues, Outcome, Value};
/// use perfect_play_games::Mnk;
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("XXOOXXOO.").unwrap(); // one cell is left, and X is to move
/// let over = |child| game.terminal(child).map(Value::terminal).ok_or("not over");
/// let worths = MoveValues::new(&game, board, over)?;
/// let worth = MoveValue { mv: 8, outcome: Outcome::Win, remoteness: Some(1), score: None };
/// assert_eq!(worths.get(8), Some(worth));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// The outcome after the move, for the player who makes it.
    pub outcome: Outcome,
    /// Plies to the end of the game, counted from before the move. `None` if the game is played for points. Also
    /// `None` if the outcome is a draw and the game does not define how long draws take.
    pub remoteness: Option<u16>,
    /// The points by which the player who makes the move wins. `None` unless the game is played for points.
    pub score: Option<i16>,
}

/// The values of all legal moves of a position, for the side to move.
///
/// Made by [`Probe::move_values`](crate::Probe::move_values). It iterates over [`MoveValue`]s, by ascending move
/// numbers.
///
/// ```
/// use std::convert::Infallible;
///
/// use perfect_play_core::{Board, Game, MoveValues, Objective, Value};
/// use perfect_play_games::Mnk;
///
/// // Without a table: the value of a position, from the smallest value of its children.
/// fn value(game: &Mnk, board: Board) -> Value {
///     let children = game.legal_moves(board).iter().map(|mv| value(game, game.play(board, mv)));
///     match children.min() {
///         Some(smallest) => smallest.before().unwrap(), // no play is that long
///         None => Value::terminal(game.terminal(board).unwrap()),
///     }
/// }
///
/// let game = Mnk::TICTACTOE;
/// let board = game.parse("XX.O...O.").unwrap(); // X to move
/// let worths = MoveValues::new(&game, board, |child| Ok::<_, Infallible>(value(&game, child)))?;
/// let ranked: Vec<_> = worths.ranked().map(|worth| (worth.mv, worth.remoteness)).collect();
/// assert_eq!(ranked, [(2, Some(1)), (4, Some(3)), (8, Some(3)), (5, Some(5)), (6, Some(5))]);
/// assert_eq!(worths.optimal(Objective::Fastest).to_string(), "2");
/// assert_eq!(worths.optimal(Objective::Outcome).to_string(), "2 4 8");
/// assert_eq!(worths.outcome_preserving(), worths.optimal(Objective::Outcome));
/// # Ok::<(), Infallible>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MoveValues {
    moves: Moves,
    /// The preference of each move for the player who makes it ([`preference`]). Only the entries of `moves`
    /// are meaningful.
    worths: [u16; 256],
    scheme: Scheme,
    plies_to_draw: Option<u16>,
}

impl MoveValues {
    /// Calls `value` for each position that a legal move leads to, and computes the values of the moves.
    ///
    /// # Errors
    ///
    /// The first error that `value` returns.
    pub fn new<G: Game, E>(
        game: &G,
        position: G::Position,
        mut value: impl FnMut(G::Position) -> Result<Value, E>,
    ) -> Result<Self, E> {
        let moves = game.legal_moves(position);
        let mut values = Self {
            moves,
            worths: [DRAW; 256],
            scheme: game.scheme(),
            plies_to_draw: game.plies_to_draw(position),
        };
        for mv in moves {
            let child = game.play(position, mv);
            values.worths[usize::from(mv)] = preference(value(child)?, game.next(position, child));
        }
        Ok(values)
    }

    /// What the values measure.
    pub(crate) const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The moves that are optimal under the objective.
    #[must_use]
    pub fn optimal(&self, objective: Objective) -> Moves {
        match objective {
            Objective::Fastest => self.best_by(self.moves, |worth| worth),
            Objective::Outcome => self.outcome_preserving(),
        }
    }

    /// The moves that keep the outcome, whatever their remoteness.
    #[must_use]
    pub fn outcome_preserving(&self) -> Moves {
        self.best_by(self.moves, |worth| worth.cmp(&DRAW))
    }

    /// The value of a move, or `None` if it is not legal.
    #[must_use]
    pub fn get(&self, mv: Move) -> Option<MoveValue> {
        self.moves.contains(mv).then(|| self.worth_of(mv))
    }

    /// The value of each move, by ascending move numbers.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MoveValue> {
        self.moves.iter().map(|mv| self.worth_of(mv))
    }

    /// The value of each move, best first: early wins first, late losses before early ones. Equal moves are in
    /// ascending order. Tutorials of minimax get the same order by sorting moves by a score that counts the depth.
    pub fn ranked(&self) -> impl Iterator<Item = MoveValue> {
        let mut left = self.moves;
        iter::from_fn(move || {
            let best = self.best_by(left, |worth| worth).first()?;
            left = left.without(best);
            Some(self.worth_of(best))
        })
    }

    /// The value of a legal move.
    fn worth_of(&self, mv: Move) -> MoveValue {
        let worth = self.worths[usize::from(mv)];
        let outcome = match worth.cmp(&DRAW) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        };
        let (remoteness, score) = match (self.scheme, outcome) {
            (Scheme::Score, _) => (None, Some(worth.wrapping_sub(DRAW).cast_signed())),
            (Scheme::Remoteness, Outcome::Loss) => (Some(worth), None),
            (Scheme::Remoteness, Outcome::Draw) => (self.plies_to_draw, None),
            (Scheme::Remoteness, Outcome::Win) => (Some(worth.wrapping_neg()), None),
        };
        MoveValue { mv, outcome, remoteness, score }
    }

    /// The moves of this set with the largest measure.
    fn best_by<T: Ord>(&self, moves: Moves, measure: impl Fn(u16) -> T) -> Moves {
        let measured = |mv: Move| measure(self.worths[usize::from(mv)]);
        let best = moves.iter().map(measured).max();
        moves.filter(|mv| Some(measured(mv)) == best)
    }
}

/// Prints the list of the values of the moves.
impl fmt::Debug for MoveValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
