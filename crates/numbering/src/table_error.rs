//! Why a pass over a table failed: the table contradicts itself, or cannot be read.

use std::{error::Error, fmt};

use perfect_play_core::{Disagreement, Entry, Game, MoveValues, Probe, ProbeFailure};

/// Why a pass over a table failed.
///
/// ```
/// use perfect_play_core::{Board, NotAPosition, ProbeError};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::TableError;
///
/// // What a table without any entry answers for the empty board.
/// let reason = ProbeError::from(NotAPosition::Rules("there is no entry"));
/// let error = TableError::at(&Mnk::TICTACTOE, Board::EMPTY, reason);
/// assert!(matches!(error, TableError::Contradiction(_)));
/// assert_eq!(
///     error.to_string(),
///     "there is no entry for ........., or for a position after a move from it",
/// );
/// ```
#[derive(Debug)]
pub enum TableError {
    /// The table contradicts itself.
    Contradiction(Contradiction),
    /// The table could not be read.
    Unreadable(Unreadable),
}

impl TableError {
    /// The error for a reachable position at which a probe failed for this reason. If the table has no entry for the
    /// position, it contradicts itself. Otherwise the table could not be read.
    pub fn at<G: Game>(game: &G, position: G::Position, reason: impl ProbeFailure) -> Self {
        match reason.no_entry() {
            Some(_) => Contradiction::at(game, position).into(),
            None => Unreadable::new(reason).into(),
        }
    }
}

impl From<Contradiction> for TableError {
    fn from(error: Contradiction) -> Self {
        Self::Contradiction(error)
    }
}

impl From<Unreadable> for TableError {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction(error) => error.fmt(f),
            Self::Unreadable(error) => error.fmt(f),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Contradiction(error) => error.source(),
            Self::Unreadable(error) => error.source(),
        }
    }
}

/// A table contradicts itself at a reachable position: it has no entry for it or for a position that a move from it
/// leads to, or the entry does not follow from the moves.
///
/// ```
/// use perfect_play_core::{Board, Disagreement, Outcome};
/// use perfect_play_games::Mnk;
/// use perfect_play_numbering::Contradiction;
///
/// let wrong = Disagreement::Outcome(Outcome::Win);
/// assert_eq!(
///     Contradiction::between(&Mnk::TICTACTOE, Board::EMPTY, wrong).to_string(),
///     "`.........` is a win in the table, but its moves give another outcome",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position as text.
    pub board: String,
    /// How the entry and the moves disagree. `None` if there is no entry for the position, or for one after a move.
    pub disagreement: Option<Disagreement>,
}

impl Contradiction {
    /// The contradiction at this position, which has no entry, or from which a move leads to one that has none.
    pub fn at<G: Game>(game: &G, position: G::Position) -> Self {
        Self { board: game.notation(position).to_string(), disagreement: None }
    }

    /// The contradiction between the entry of this position and its moves.
    pub fn between<G: Game>(game: &G, position: G::Position, how: Disagreement) -> Self {
        Self { disagreement: Some(how), ..Self::at(game, position) }
    }
}

/// The entry of a position and the values of its moves, which agree with each other ([`MoveValues::check`]).
///
/// # Errors
///
/// If they do not agree, if there is no entry for the position or for one after a move, or if the table cannot be read.
pub fn probe_consistent<T: Probe>(
    table: &T,
    position: <T::Game as Game>::Position,
) -> Result<(Entry, MoveValues), TableError> {
    let game = table.game();
    let (entry, moves) = table
        .probe_with_moves(position)
        .map_err(|reason| TableError::at(game, position, reason))?;
    moves
        .check(game, position, entry, table.objective())
        .map_err(|how| Contradiction::between(game, position, how))?;
    Ok((entry, moves))
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, disagreement } = self;
        match disagreement {
            None => {
                write!(f, "there is no entry for {board}, or for a position after a move from it")
            }
            Some(Disagreement::Outcome(found)) => {
                write!(f, "`{board}` is a {found} in the table, but its moves give another outcome")
            }
            Some(other) => write!(f, "`{board}` has a wrong entry: {other}"),
        }
    }
}

impl Error for Contradiction {}

/// A table could not be read, so its contents are unknown. It prints the reason, which names the file if the table is
/// in one.
///
/// ```
/// use std::io;
///
/// use perfect_play_numbering::Unreadable;
///
/// let error = Unreadable::new(io::Error::other("the disk is gone"));
/// assert_eq!(error.to_string(), "the disk is gone");
/// ```
#[derive(Debug)]
pub struct Unreadable(Box<dyn Error + Send + Sync>);

impl Unreadable {
    /// The table could not be read, for this reason.
    pub fn new(reason: impl Error + Send + Sync + 'static) -> Self {
        Self(Box::new(reason))
    }
}

/// Prints the reason.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Unreadable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}
