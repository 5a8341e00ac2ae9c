//! What each legal move is worth.

use core::{fmt, iter};

use crate::{Move, Moves, Objective, Outcome, Tabular, Value};

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
/// let worth = MoveValue { mv: 8, outcome: Outcome::Win, remoteness: 1 };
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
    /// Plies to the end of the game, counted from before the move.
    pub remoteness: u8,
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
/// assert_eq!(ranked, [(2, 1), (4, 3), (8, 3), (5, 5), (6, 5)]);
/// assert_eq!(worths.optimal(Objective::Fastest).to_string(), "2");
/// assert_eq!(worths.optimal(Objective::Outcome).to_string(), "2 4 8");
/// assert_eq!(worths.outcome_preserving(), worths.optimal(Objective::Outcome));
/// # Ok::<(), Infallible>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MoveValues {
    moves: Moves,
    /// By move: the value of the position that it leads to, which is the opponent's. Only those of
    /// `moves` mean anything.
    children: [Value; 256],
    plies_to_draw: u8,
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
        let plies_to_draw = game.plies_to_draw(position);
        let mut values = Self { moves, children: [Value::DRAW; 256], plies_to_draw };
        for mv in moves {
            values.children[usize::from(mv)] = value(game.play(position, mv))?;
        }
        Ok(values)
    }

    /// The moves that are optimal under the objective.
    #[must_use]
    pub fn optimal(&self, objective: Objective) -> Moves {
        match objective {
            Objective::Fastest => self.best_by(self.moves, |child| child),
            Objective::Outcome => self.outcome_preserving(),
        }
    }

    /// The moves that keep the outcome, whatever the distance.
    #[must_use]
    pub fn outcome_preserving(&self) -> Moves {
        self.best_by(self.moves, Value::outcome)
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
            let best = self.best_by(left, |child| child).first()?;
            left = left.without(best);
            Some(self.worth_of(best))
        })
    }

    /// What one legal move is worth.
    fn worth_of(&self, mv: Move) -> MoveValue {
        let child = self.children[usize::from(mv)];
        MoveValue {
            mv,
            outcome: child.outcome().reverse(),
            // At most `Value::MAX_PLIES` and one more, so nothing is lost.
            remoteness: child.plies().map_or(self.plies_to_draw, |plies| plies + 1),
        }
    }

    /// Of these moves the best for the mover: those whose child is worth the least to the opponent,
    /// measured so.
    fn best_by<T: Ord>(&self, moves: Moves, measure: impl Fn(Value) -> T) -> Moves {
        let measured = |mv: Move| measure(self.children[usize::from(mv)]);
        let best = moves.iter().map(measured).min();
        moves.filter(|mv| Some(measured(mv)) == best)
    }
}

/// Prints the list of what each move is worth.
impl fmt::Debug for MoveValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
