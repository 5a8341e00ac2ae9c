//! What each legal move is worth.

use core::{cmp::Ordering, fmt, iter};

use crate::{
    Move, Moves, Objective, Outcome, Scheme, Tabular, Value,
    scheme::{DRAW, preference},
};

/// What one legal move is worth to the player who makes it.
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
    /// How the game ends after it, for the player who makes it.
    pub outcome: Outcome,
    /// Plies to the end of the game, counted from before the move. `None` for a draw in a game that does not
    /// say how long draws take, and in a game that is played for points.
    pub remoteness: Option<u8>,
    /// By how many points the player wins who makes it. `None` unless the game is played for points.
    pub score: Option<i8>,
}

/// What every legal move of one position is worth to the side to move.
///
/// Made by [`crate::Probe::move_values`]; iterates as [`MoveValue`]s, moves ascending.
///
/// ```
/// use std::convert::Infallible;
///
/// use perfect_play_core::{Board, Game, MoveValues, Objective, Value};
/// use perfect_play_games::Mnk;
///
/// // Without a table: a position's value from the smallest one that a move leads to.
/// fn value(game: &Mnk, board: Board) -> Value {
///     let children = game.legal_moves(board).iter().map(|mv| value(game, game.play(board, mv)));
///     match children.min() {
///         Some(smallest) => smallest.before().unwrap(), // no play is so long
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
    /// By move: what it is worth to who makes it, ordered by preference: [`preference`]. Only those of
    /// `moves` mean anything.
    worths: [u8; 256],
    scheme: Scheme,
    plies_to_draw: Option<u8>,
}

impl MoveValues {
    /// Asks `value` for the worth of each position that a legal move leads to.
    ///
    /// # Errors
    ///
    /// The first error that `value` gives.
    pub fn new<G: Tabular, E>(
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

    /// The moves that are optimal under the objective.
    #[must_use]
    pub fn optimal(&self, objective: Objective) -> Moves {
        match objective {
            Objective::Fastest => self.best_by(self.moves, |worth| worth),
            Objective::Outcome => self.outcome_preserving(),
        }
    }

    /// The moves that keep the outcome, whatever the distance.
    #[must_use]
    pub fn outcome_preserving(&self) -> Moves {
        self.best_by(self.moves, |worth| worth.cmp(&DRAW))
    }

    /// What one move is worth; `None` if it is not legal.
    #[must_use]
    pub fn get(&self, mv: Move) -> Option<MoveValue> {
        self.moves.contains(mv).then(|| self.worth_of(mv))
    }

    /// What each move is worth, moves ascending.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MoveValue> {
        self.moves.iter().map(|mv| self.worth_of(mv))
    }

    /// What each move is worth, best for the mover first and equal ones ascending: a win soonest, a
    /// loss latest. The order in which the tutorials sort the moves by depth-aware score.
    pub fn ranked(&self) -> impl Iterator<Item = MoveValue> {
        let mut left = self.moves;
        iter::from_fn(move || {
            let best = self.best_by(left, |worth| worth).first()?;
            left = left.without(best);
            Some(self.worth_of(best))
        })
    }

    /// What one legal move is worth.
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

    /// Of these moves the best for the mover: those that are worth the most, measured so.
    fn best_by<T: Ord>(&self, moves: Moves, measure: impl Fn(u8) -> T) -> Moves {
        let measured = |mv: Move| measure(self.worths[usize::from(mv)]);
        let best = moves.iter().map(measured).max();
        moves.filter(|mv| Some(measured(mv)) == best)
    }
}

/// Prints the list of what each move is worth.
impl fmt::Debug for MoveValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
