//! Everything a table says of each position, as data for other programs.

use std::fmt::Write;

use perfect_play_core::{Entry, Game, Kind, Moves, Outcome, Player, Printable, Probe, Tabular};
use serde::{Serialize, Serializer};

use crate::{TableError, positions_with_progress};

/// Everything a table says of one position.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::Record;
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
    /// The position's code. `None` if the game has no codes ([`Tabular::code`]).
    #[serde(serialize_with = "code_in_json")]
    pub code: Option<u64>,
    /// The position as text.
    pub position: String,
    /// The same text, if the game is one of cells ([`Kind`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Plies from the start. `None` if the game does not count them.
    pub ply: Option<u8>,
    /// Who is to move; in a terminal position, who would be. `None` if the game is impartial.
    pub to_move: Option<Player>,
    /// Whether the game is over here.
    pub terminal: bool,
    /// Who has won, if the game is over and somebody has.
    pub winner: Option<Player>,
    /// How the game ends for the side to move.
    pub outcome: Outcome,
    /// The outcome as a number: 1, 0 or −1. In a game that is played for points: by how many the side to move wins.
    pub value: i8,
    /// Plies to the end of the game; `None` where an [`Entry`](perfect_play_core::Entry) has none.
    pub remoteness: Option<u8>,
    /// The optimal moves under the table's objective.
    pub optimal_moves: Moves,
    /// The moves that keep the outcome.
    pub outcome_preserving_moves: Moves,
}

impl Record {
    /// Everything the table says of the position.
    ///
    /// # Errors
    ///
    /// Why there is no entry for it, or for a position that one of its moves leads to, or that the
    /// table cannot be read.
    pub fn of<T: Probe<Game: Printable>>(
        table: &T,
        position: <T::Game as Game>::Position,
    ) -> Result<Self, T::Error> {
        let entry = table.probe(position)?;
        let outcome_preserving_moves = table.outcome_preserving_moves(position)?;
        Ok(Self::new(table.game(), position, entry, outcome_preserving_moves))
    }

    /// The record of a position with this entry, and these moves that keep the outcome.
    pub fn new<G: Tabular + Printable>(
        game: &G,
        position: G::Position,
        entry: Entry,
        outcome_preserving_moves: Moves,
    ) -> Self {
        let mut text = String::with_capacity(64);
        // A text takes whatever is written.
        let _ = write!(text, "{}", game.notation(position));
        let has_cells = matches!(game.kind(), Kind::Placement(_) | Kind::Falling(_));
        Self {
            code: game.code(position),
            board: has_cells.then(|| text.clone()),
            position: text,
            ply: (game.max_plies() > 0).then(|| game.ply(position)),
            to_move: (!game.is_impartial()).then(|| game.to_move(position)),
            terminal: entry.is_terminal(),
            winner: game.winner(position).filter(|_| !game.is_impartial()),
            outcome: entry.outcome,
            value: entry.score.unwrap_or(entry.outcome.number()),
            remoteness: entry.remoteness,
            optimal_moves: entry.optimal_moves,
            outcome_preserving_moves,
        }
    }
}

/// Serializes a code, for JSON. There a number is exact up to 2^53 − 1 only, so a larger code is none.
///
/// ```
/// use perfect_play_table::code_in_json;
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Position {
///     #[serde(serialize_with = "code_in_json")]
///     code: Option<u64>,
/// }
///
/// let json = |code| serde_json::to_string(&Position { code }).unwrap();
/// assert_eq!(json(Some((1 << 53) - 1)), r#"{"code":9007199254740991}"#);
/// assert_eq!(json(Some(1 << 53)), r#"{"code":null}"#);
/// assert_eq!(json(None), r#"{"code":null}"#);
/// ```
///
/// # Errors
///
/// Those of the serializer.
pub fn code_in_json<S: Serializer>(code: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    const LARGEST: u64 = (1 << 53) - 1;
    code.filter(|&code| code <= LARGEST).serialize(serializer)
}

/// The record of every position of a table, ascending by code; an error in place of one where the
/// table contradicts itself or cannot be read. `progress` is told now and then how much is done, and
/// of how much.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_table::records;
///
/// let table = perfect_play_generator::solve(Mnk::TICTACTOE, Objective::Fastest, &mut |_, _| ())?;
/// let mut over = 0;
/// for record in records(&table, &mut |_done, _of| ()) {
///     over += u64::from(record?.terminal);
/// }
/// assert_eq!(over, 958);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn records<T: Probe<Game: Printable>>(
    table: &T,
    progress: &mut dyn FnMut(u64, u64),
) -> impl Iterator<Item = Result<Record, TableError>> {
    positions_with_progress(table, progress).map(|position| {
        Record::of(table, position).map_err(|reason| TableError::at(table.game(), position, reason))
    })
}
