//! The trait to probe a table.

use crate::{
    CodeNumbering, Entry, Game, MoveValues, Moves, NO_CODES, Numbering, Objective, ProbeFailure,
    Value, numbering::shown_code,
};

/// A type that answers probes: a baked table, an opened file, or a new solution.
///
/// Statistics, dumps, comparisons and checks are written once, for this trait.
///
/// An implementation has to provide [`value`](Self::value). The other methods use the values of the position
/// and its children, which [`value_with_moves`](Self::value_with_moves) returns. A table whose slots contain whole entries
/// can override [`probe`](Self::probe).
///
/// ```
/// use perfect_play_core::{Board, Game, Objective, Outcome, Probe, ProbeError, Value};
/// use perfect_play_games::Mnk;
///
/// /// The game on one row of two cells, where one mark is a line. X wins with the first move.
/// struct Trivial(Mnk);
///
/// impl Probe for Trivial {
///     type Game = Mnk;
///     type Error = ProbeError;
///
///     fn game(&self) -> &Mnk {
///         &self.0
///     }
///     fn objective(&self) -> Objective {
///         Objective::Fastest
///     }
///     fn value(&self, board: Board) -> Result<Value, ProbeError> {
///         self.0.check(board)?;
///         let value = if board == Board::EMPTY { Value::win(1) } else { Value::loss(0) };
///         Ok(value.unwrap())
///     }
/// }
///
/// let table = Trivial(Mnk::new(2, 1, 1)?);
/// let entry = table.probe(Board::EMPTY)?;
/// assert_eq!((entry.outcome, entry.optimal_moves.to_string()), (Outcome::Win, "0 1".to_owned()));
/// assert_eq!(table.positions().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe {
    /// The game that the table solves.
    type Game: Game;

    /// The error of a probe: [`ProbeError`](crate::ProbeError), unless probing reads from a file or a network.
    type Error: ProbeFailure;

    /// The game that the table solves.
    fn game(&self) -> &Self::Game;

    /// The objective: which moves the table calls optimal.
    fn objective(&self) -> Objective;

    /// The value of a position for the side to move.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn value(&self, position: <Self::Game as Game>::Position) -> Result<Value, Self::Error>;

    /// The entry of a position.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn probe(&self, position: <Self::Game as Game>::Position) -> Result<Entry, Self::Error> {
        Ok(self.probe_with_moves(position)?.0)
    }

    /// [`probe`](Self::probe), for a caller that already has the values of the children. `value` returns them, and is called
    /// for each child once at most. By default it is not called.
    ///
    /// # Errors
    ///
    /// The errors of [`probe`](Self::probe), and of `value`.
    fn probe_with(
        &self,
        position: <Self::Game as Game>::Position,
        value: &mut dyn FnMut(<Self::Game as Game>::Position) -> Result<Value, Self::Error>,
    ) -> Result<Entry, Self::Error> {
        let _ = value;
        self.probe(position)
    }

    /// The value of each legal move for the side to move. Empty in a terminal position.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn move_values(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<MoveValues, Self::Error> {
        Ok(self.value_with_moves(position)?.1)
    }

    /// The value of a position, and of each legal move. A table can override it, if it finds them faster than one by one.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn value_with_moves(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<(Value, MoveValues), Self::Error> {
        let value = self.value(position)?;
        Ok((value, MoveValues::new(self.game(), position, |child| self.value(child))?))
    }

    /// The entry of a position, and the value of each legal move: [`probe`](Self::probe) and
    /// [`move_values`](Self::move_values).
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn probe_with_moves(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<(Entry, MoveValues), Self::Error> {
        let (value, moves) = self.value_with_moves(position)?;
        let optimal = moves.optimal(self.objective());
        Ok((Entry::new(self.game(), position, value, optimal), moves))
    }

    /// The moves that keep the outcome, whatever their remoteness. This is a superset of the optimal moves.
    ///
    /// # Errors
    ///
    /// The reason why the table has no entry, or why it cannot be read.
    fn outcome_preserving_moves(
        &self,
        position: <Self::Game as Game>::Position,
    ) -> Result<Moves, Self::Error> {
        Ok(self.move_values(position)?.outcome_preserving())
    }

    /// The positions for which the table has an entry. If the table cannot be read for a position, the position is
    /// included, too. The positions are in ascending order of their codes, or in an order that the table defines. The
    /// default implementation yields nothing if the positions have no codes.
    fn positions(&self) -> impl Iterator<Item = <Self::Game as Game>::Position> {
        let has_no_entry = |error: Self::Error| error.no_entry().is_some();
        let codes = Some(self.codes()).filter(|&codes| codes != NO_CODES);
        (0..codes.unwrap_or(0))
            .filter_map(|code| self.decode(code))
            .filter(move |&position| !self.value(position).is_err_and(has_no_entry))
    }

    /// The positions of [`positions`](Self::positions), each with its value. Many values are found faster so than one by one.
    ///
    /// # Errors
    ///
    /// An item's error is the one of [`value`](Self::value).
    fn entries(
        &self,
    ) -> impl Iterator<Item = (<Self::Game as Game>::Position, Result<Value, Self::Error>)> {
        self.positions().map(|position| (position, self.value(position)))
    }

    /// How far [`positions`](Self::positions) has come with this position, and the total. `None` if the position does not say
    /// it.
    fn reached(&self, position: <Self::Game as Game>::Position) -> Option<(u64, u64)> {
        Some((self.code(position)?, self.codes()))
    }

    /// The number of codes, or [`NO_CODES`] if the positions have no codes. Defaults to the game's. A table can give
    /// codes to the positions of a game without codes: its [`Numbering`](crate::Numbering) does.
    fn codes(&self) -> u64 {
        self.game().codes()
    }

    /// The code of a position, or `None` if it has none. An end of the game may have an entry and no code, if it has no slot.
    fn code(&self, position: <Self::Game as Game>::Position) -> Option<u64> {
        shown_code(&CodeNumbering, self.game(), position)
    }

    /// The position with this code, reachable or not. `None` if no position has it.
    fn decode(&self, code: u64) -> Option<<Self::Game as Game>::Position> {
        CodeNumbering.decode(self.game(), code)
    }

    /// The smallest code among the images of a position (the position itself included), and a symmetry that leads to that
    /// image.
    fn canonical(&self, position: <Self::Game as Game>::Position) -> (u64, u8) {
        self.game().canonical(position)
    }

    /// Whether no image of the position has a smaller code.
    fn is_canonical(&self, position: <Self::Game as Game>::Position) -> bool {
        self.game().is_canonical(position)
    }
}
