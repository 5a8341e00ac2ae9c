//! A table, and where it comes from.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use perfect_play_analysis::Answer;
use perfect_play_core::{Board, Entry, MoveValues, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable, View};
use perfect_play_games::Mnk;
use perfect_play_proof::{CountError, TableError, VerifyError};

use crate::{
    tables::search_bar::SearchBar,
    terminal::{exit::Trouble, program},
};

/// A table that the program can probe: built in, solved now, or read from a file.
#[expect(clippy::struct_field_names, reason = "it is the table, with where it comes from")]
pub(crate) struct Table {
    pub(crate) table: AnyTable,
    /// The path of the table's file, if it came from one.
    pub(crate) file: Option<PathBuf>,
    /// The path of the rules' file, if the table was solved from one.
    pub(crate) rules: Option<PathBuf>,
    /// The kept file, if the table was read from the cache.
    pub(crate) kept: Option<PathBuf>,
}

/// `tictactoe (fastest)`, `other.perfect (tictactoe, outcome)`.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, objective) = (self.table.game(), self.table.objective());
        match &self.file {
            None => write!(f, "{game} ({objective})"),
            Some(file) => write!(f, "{} ({game}, {objective})", Shown(file.display())),
        }
    }
}

impl Table {
    /// A table that comes from no file. Its searches show their progress.
    pub(crate) fn new(mut table: AnyTable) -> Self {
        table.watched_by(Arc::new(SearchBar::default()));
        Self { table, file: None, rules: None, kept: None }
    }

    /// The file that is read, if there is one.
    pub(crate) fn input(&self) -> Option<&Path> {
        self.file.as_deref().or(self.rules.as_deref())
    }

    /// The answer about a position, and the values of its moves.
    pub(crate) fn answer(&self, position: AnyPosition) -> Result<(Answer, MoveValues), Trouble> {
        let answer = match self.table.game().board(position) {
            // The rules are then called directly, and not through a pointer with the board as bytes.
            Some((game, board)) => Answer::with_values(&self.table.as_of(game), board),
            None => Answer::with_values(&self.table, position),
        };
        answer.map_err(|error| self.trouble(error))
    }

    /// The error for a table that could not be read completely. The user's input is not at fault.
    pub(crate) fn trouble(&self, error: impl Into<CountError>) -> Trouble {
        match error.into() {
            CountError::Table(TableError::Contradiction(contradiction)) => {
                self.contradiction(contradiction)
            }
            CountError::Table(TableError::Unreadable(reason)) if self.kept.is_some() => {
                Trouble::new(format!("{reason}; `perfect-play cache clear` removes it"))
            }
            CountError::Table(TableError::Unreadable(reason)) => reason.into(),
            error => Trouble::new(error.to_string()),
        }
    }

    /// The error for a table that contradicts itself. The user's input is not at fault.
    pub(crate) fn contradiction(&self, what: impl fmt::Display) -> Trouble {
        let hint = match (&self.file, &self.kept) {
            (Some(file), _) => {
                format!("`perfect-play verify {}` says what is wrong", Shown(file.display()))
            }
            (None, Some(kept)) => format!(
                "it was read from {}: `perfect-play cache clear` removes it",
                Shown(kept.display())
            ),
            (None, None) => "this is a fault in the program".to_owned(),
        };
        Trouble::new(format!("{self} contradicts itself: {what}; {hint}"))
    }
}

/// A table of an m,n,k-game.
pub(crate) struct Boards {
    pub(crate) table: Table,
    pub(crate) game: Mnk,
}

impl Boards {
    /// The table, if its game is an m,n,k-game. Otherwise the error of [`no_board`].
    pub(crate) fn new(table: Table, what: (&str, &str), instead: &str) -> Result<Self, Trouble> {
        match table.table.game().mnk() {
            Some(game) => Ok(Self { table, game }),
            None => Err(no_board(table.table.game(), what, instead)),
        }
    }

    /// The table, for lookups by board.
    pub(crate) fn probe(&self) -> View<'_, Mnk> {
        self.table.table.as_of(self.game)
    }

    /// The entry of a board.
    pub(crate) fn entry(&self, board: Board) -> Result<Entry, Trouble> {
        let entry = self.probe().probe(board);
        entry.map_err(|reason| self.table.trouble(TableError::at(&self.game, board, reason)))
    }
}

/// The error for a table that could be neither proven nor refuted. If a file cannot be read, the error names it.
pub(crate) fn unverified(table: impl fmt::Display, error: VerifyError) -> Trouble {
    match error {
        VerifyError::Unreadable(reason) => reason.into(),
        error => Trouble::new(format!("{table} cannot be verified: {error}")),
    }
}

/// The error for a game that is not an m,n,k-game: `what` is only for m,n,k-games, `example` makes it of one, and `instead`
/// says what else can be done.
pub(crate) fn no_board(game: &AnyGame, (what, example): (&str, &str), instead: &str) -> Trouble {
    let page = program::page(game);
    let page = page.map_or_else(String::new, |page| format!("{page} makes a page of {game}, and "));
    Trouble::new(format!(
        "{game} is not an m,n,k-game, and {what} is only for these, as in `perfect-play {example}`: {page}{instead}"
    ))
}
