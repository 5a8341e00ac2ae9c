//! Records: everything that a table knows about each position, as data for other programs.

use std::fmt::Write;

use perfect_play_core::{Entry, Game, Kind, Moves, Outcome, Player, Probe, code_in_json};
use perfect_play_numbering::probe_consistent;
use serde::Serialize;

use crate::{TableError, positions_with_progress};

/// Everything that a table knows about one position.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::Record;
///
/// let game = Mnk::TICTACTOE;
/// let table = perfect_play_generator::solve(game, Objective::Fastest, &mut |_, _| ())?;
/// let record = Record::of(&table, game.parse("XX.O...O.")?)?;
/// assert_eq!((record.ply, record.value, record.remoteness), (Some(4), 1, Some(1)));
/// assert_eq!(record.optimal_moves.to_string(), "2");
/// assert_eq!(record.outcome_preserving_moves.to_string(), "2 4 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The position's code. `None` if the table's positions have no codes ([`Probe::code`]).
    #[serde(serialize_with = "code_in_json")]
    pub code: Option<u64>,
    /// The position as text.
    pub position: String,
    /// The same text, if positions are boards of marks ([`Kind::Placement`] or [`Kind::Falling`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Plies from the start. `None` if the game does not count them.
    pub ply: Option<u16>,
    /// The player to move. In a terminal position, the player who would be to move. `None` if the game is impartial.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The winner, if the game is over and has one.
    pub winner: Option<Player>,
    /// How the game ends for the side to move.
    pub outcome: Outcome,
    /// The outcome as a number: 1, 0 or −1. In a game that is played for points, the points by which the side to move
    /// wins.
    pub value: i16,
    /// Plies to the end of the game. `None` if the [`Entry`](perfect_play_core::Entry) has no remoteness.
    pub remoteness: Option<u16>,
    /// The optimal moves under the table's objective.
    pub optimal_moves: Moves,
    /// The moves that keep the outcome.
    pub outcome_preserving_moves: Moves,
}

impl Record {
    /// The record of a position.
    ///
    /// # Errors
    ///
    /// If the table has no entry for the position, contradicts itself there, or cannot be read.
    pub fn of<T: Probe>(
        table: &T,
        position: <T::Game as Game>::Position,
    ) -> Result<Self, TableError> {
        let (entry, moves) = probe_consistent(table, position)?;
        Ok(Self::new(table, position, entry, moves.outcome_preserving()))
    }

    /// The record of a position without its moves: both lists of moves are empty. Only the value of the position itself is
    /// read, so it is found faster.
    ///
    /// # Errors
    ///
    /// If the table has no entry for the position, or cannot be read.
    pub fn without_moves<T: Probe>(
        table: &T,
        position: <T::Game as Game>::Position,
    ) -> Result<Self, TableError> {
        let game = table.game();
        let value =
            table.value(position).map_err(|reason| TableError::at(game, position, reason))?;
        // An entry without a move would be that of a game that is over.
        let moves = game.end(position).map_or_else(|| game.legal_moves(position), |_| Moves::EMPTY);
        let entry = Entry::new(game, position, value, moves);
        let record = Self::new(table, position, entry, Moves::EMPTY);
        Ok(Self { optimal_moves: Moves::EMPTY, ..record })
    }

    fn new<T: Probe>(
        table: &T,
        position: <T::Game as Game>::Position,
        entry: Entry,
        outcome_preserving_moves: Moves,
    ) -> Self {
        let game = table.game();
        let mut text = String::with_capacity(64);
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", game.notation(position));
        let has_cells = matches!(game.kind(), Kind::Placement(_) | Kind::Falling(_));
        Self {
            code: table.code(position),
            board: has_cells.then(|| text.clone()),
            position: text,
            ply: game.ply(position),
            to_move: (!game.is_impartial()).then(|| game.to_move(position)),
            terminal: entry.is_terminal(),
            winner: game.winner(position).filter(|_| !game.is_impartial()),
            outcome: entry.outcome,
            value: entry.score.unwrap_or(entry.outcome.number().into()),
            remoteness: entry.remoteness,
            optimal_moves: entry.optimal_moves,
            outcome_preserving_moves,
        }
    }
}

/// The record of every position of a table, in the order of [`Probe::positions`]. An item is an error if the table
/// contradicts itself there or cannot be read. `progress` is called now and then with the amount of work that is done
/// and the total.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_proof::records;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let mut over = 0;
/// for record in records(&table, &mut |_done, _of| ()) {
///     over += u64::from(record?.terminal);
/// }
/// assert_eq!(over, 958);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn records<T: Probe>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = Result<Record, TableError>> {
    positions_with_progress(table, progress).map(|position| Record::of(table, position))
}
