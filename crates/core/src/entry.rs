//! What a table says of a position, unpacked.

use core::{fmt, str::FromStr};

use crate::{Game, Move, Moves, Outcome, Value};

/// What a table says of one position: the answer to a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entry {
    /// How the game ends under best play, for the side to move.
    pub outcome: Outcome,
    /// Plies to the end of the game when the winner hurries and the loser delays. 0 in a terminal
    /// position.
    pub remoteness: u8,
    /// The optimal moves under the table's [`Objective`]; empty in a terminal position.
    pub optimal_moves: Moves,
}

impl Entry {
    /// The entry of a position with this value and these optimal moves: the game knows how long a
    /// draw takes.
    pub fn new<G: Game>(
        game: &G,
        position: G::Position,
        value: Value,
        optimal_moves: Moves,
    ) -> Self {
        Self {
            outcome: value.outcome(),
            remoteness: value.plies().unwrap_or_else(|| game.plies_to_draw(position)),
            optimal_moves,
        }
    }

    /// *The* best move: the lowest of the optimal ones. `None` in a terminal position.
    #[must_use]
    pub const fn best_move(self) -> Option<Move> {
        self.optimal_moves.first()
    }

    /// Outcome and remoteness as a [`Value`].
    #[must_use]
    pub const fn value(self) -> Value {
        match self.outcome {
            Outcome::Loss => Value::loss(self.remoteness),
            Outcome::Draw => Value::DRAW,
            Outcome::Win => Value::win(self.remoteness),
        }
    }

    /// Whether the game is over here.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        self.optimal_moves.is_empty()
    }
}

/// Which of the moves that keep the outcome a table calls optimal. Outcome and remoteness are the
/// same under both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Objective {
    /// Those that end a won game soonest and a lost game latest.
    #[default]
    Fastest,
    /// All of them.
    Outcome,
}

impl Objective {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Fastest, Self::Outcome];

    /// The objective's name: what it prints as and is read from.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fastest => "fastest",
            Self::Outcome => "outcome",
        }
    }
}

/// Prints [`Objective::name`].
impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Objective {
    type Err = UnknownObjective;

    fn from_str(name: &str) -> Result<Self, UnknownObjective> {
        Self::ALL.into_iter().find(|objective| objective.name() == name).ok_or(UnknownObjective)
    }
}

/// The error of reading an [`Objective`] from a name that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownObjective;

impl fmt::Display for UnknownObjective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an objective is `fastest` or `outcome`")
    }
}

impl core::error::Error for UnknownObjective {}

/// What one legal move is worth to the player who makes it.
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
#[derive(Clone, PartialEq, Eq)]
pub struct MoveValues {
    moves: Moves,
    /// Indexed by move; only those in `moves` mean anything.
    values: [Value; 64],
    plies_to_draw: u8,
}

impl MoveValues {
    /// Asks `value` for the worth of each position that a legal move leads to.
    ///
    /// # Errors
    ///
    /// The first error that `value` gives.
    pub fn new<G: Game, E>(
        game: &G,
        position: G::Position,
        mut value: impl FnMut(G::Position) -> Result<Value, E>,
    ) -> Result<Self, E> {
        let moves = game.legal_moves(position);
        let mut values = [Value::DRAW; 64];
        for mv in moves {
            values[usize::from(mv)] = value(game.play(position, mv))?.before();
        }
        Ok(Self { moves, values, plies_to_draw: game.plies_to_draw(position) })
    }

    /// The moves that are optimal under the objective.
    #[must_use]
    pub fn optimal(&self, objective: Objective) -> Moves {
        match objective {
            Objective::Fastest => self.worth_the_best_by(|value| value),
            Objective::Outcome => self.outcome_preserving(),
        }
    }

    /// The moves that keep the outcome, whatever the distance.
    #[must_use]
    pub fn outcome_preserving(&self) -> Moves {
        self.worth_the_best_by(Value::outcome)
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

    /// What one legal move is worth.
    fn worth_of(&self, mv: Move) -> MoveValue {
        let value = self.values[usize::from(mv)];
        MoveValue {
            mv,
            outcome: value.outcome(),
            remoteness: value.plies().unwrap_or(self.plies_to_draw),
        }
    }

    /// The moves whose worth, measured so, no other move exceeds.
    fn worth_the_best_by<T: Ord>(&self, measure: impl Fn(Value) -> T) -> Moves {
        let worth = |mv: Move| measure(self.values[usize::from(mv)]);
        let best = self.moves.iter().map(worth).max();
        self.moves.iter().filter(|&mv| Some(worth(mv)) == best).collect()
    }
}

/// Prints the list of what each move is worth.
impl fmt::Debug for MoveValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::ToString};

    use super::*;
    use crate::Mnk;

    #[test]
    fn objectives_print_and_come_back() {
        for objective in Objective::ALL {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        assert_eq!(Objective::ALL.map(Objective::name), ["fastest", "outcome"]);
        let error = "best".parse::<Objective>().unwrap_err();
        assert_eq!(error.to_string(), "an objective is `fastest` or `outcome`");
    }

    #[test]
    fn worths_are_seen_by_move() {
        let game = Mnk::TICTACTOE;
        let board = game.parse("XOXXOOO.X").unwrap();
        let value = |_| Ok::<_, ()>(Value::loss(0));
        let worths = MoveValues::new(&game, board, value).unwrap();
        let worth = MoveValue { mv: 7, outcome: Outcome::Win, remoteness: 1 };
        assert_eq!(worths.get(7), Some(worth));
        assert_eq!([worths.get(0), worths.get(63), worths.get(255)], [None; 3]);
        assert_eq!(format!("{worths:?}"), format!("[{worth:?}]"));
        assert_eq!(format!("{:?}", worths.optimal(Objective::Fastest)), "{7}");
    }
}
