//! Whether the entry of a position agrees with the values of its moves.

use core::fmt;

use crate::{Entry, Game, MoveValue, MoveValues, Objective, Outcome};

/// Why an entry does not follow from the values of the moves ([`MoveValues::check`]). It prints as a clause.
///
/// ```
/// use perfect_play_core::{Disagreement, Outcome};
///
/// let text = Disagreement::Outcome(Outcome::Win).to_string();
/// assert_eq!(text, "it is a win in the table, but its moves give another outcome");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// The game is over, and there are moves.
    MovesAfterTheEnd,
    /// There are no moves, and the game is not over.
    NoMoves,
    /// The entry has this outcome, and the best move or the end of the game has another one.
    Outcome(Outcome),
    /// The entry has the right outcome, but not the remoteness or the score of the best move or of the end of the game.
    Value,
    /// Other moves than those of the entry are optimal.
    OptimalMoves,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MovesAfterTheEnd => f.write_str("the game is over, and there are moves"),
            Self::NoMoves => f.write_str("there are no moves, and the game is not over"),
            Self::Outcome(found) => {
                write!(f, "it is a {found} in the table, but its moves give another outcome")
            }
            Self::Value => f.write_str("its value is not that of its best move"),
            Self::OptimalMoves => {
                f.write_str("its entry does not follow from what its moves are worth")
            }
        }
    }
}

impl core::error::Error for Disagreement {}

impl MoveValues {
    /// Checks that the entry of the position follows from these values of its moves, or from the rules if the game is
    /// over. An unproven table may contradict itself.
    ///
    /// ```
    /// use perfect_play_core::{Disagreement, Entry, MoveValues, Moves, Objective, Value};
    /// use perfect_play_games::Mnk;
    ///
    /// let game = Mnk::TICTACTOE;
    /// let board = game.parse("XXOOXXOO.").unwrap(); // X wins with the last move
    /// let moves = MoveValues::new(&game, board, |_| Value::loss(0).ok_or("no value"))?;
    /// let entry = |value| Entry::new(&game, board, value, Moves::EMPTY.with(8));
    /// let check = |value| moves.check(&game, board, entry(value), Objective::Fastest);
    /// assert_eq!(check(Value::win(1).unwrap()), Ok(()));
    /// assert_eq!(check(Value::win(3).unwrap()), Err(Disagreement::Value));
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn check<G: Game>(
        &self,
        game: &G,
        position: G::Position,
        entry: Entry,
        objective: Objective,
    ) -> Result<(), Disagreement> {
        let (outcome, remoteness, score) = match (game.end(position), self.ranked().next()) {
            (Some(_), Some(_)) => return Err(Disagreement::MovesAfterTheEnd),
            (None, None) => return Err(Disagreement::NoMoves),
            (Some(end), None) => {
                let end = Entry::new(game, position, end, self.optimal(objective));
                (end.outcome, end.remoteness, end.score)
            }
            (None, Some(MoveValue { outcome, remoteness, score, .. })) => {
                (outcome, remoteness, score)
            }
        };
        if entry.outcome != outcome {
            Err(Disagreement::Outcome(entry.outcome))
        } else if (entry.remoteness, entry.score) != (remoteness, score) {
            Err(Disagreement::Value)
        } else if entry.optimal_moves != self.optimal(objective) {
            Err(Disagreement::OptimalMoves)
        } else {
            Ok(())
        }
    }
}
