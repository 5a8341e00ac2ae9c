//! GAME, FILE and TABLE on the command line: what they name, and what is wrong where they name
//! nothing.

use std::{
    borrow::Cow,
    ffi::OsStr,
    fmt,
    path::{Path, PathBuf},
};

use perfect_play_core::{
    BadSlots, Board, DirectTable, Game, Layout, Mnk, Objective, ParseNameError, ParseNameErrorKind,
    Probe,
};
use perfect_play_generator::{MAX_CODES, Solution, solve_with_progress};
use perfect_play_table::{Header, TableError, TableFile, Unreadable, WrongGame};

use crate::{draw, exit::Trouble, near::nearest, progress};

/// A table that the program can probe: baked, solved on the spot, or read from a file.
pub(crate) struct Table {
    pub(crate) table: DirectTable<Mnk, Cow<'static, [u8]>>,
    /// Where it comes from, if from a file.
    pub(crate) file: Option<PathBuf>,
}

/// `tictactoe (fastest)`, `other.perfect (tictactoe, outcome)`.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, objective) = (self.table.game(), self.table.objective());
        match &self.file {
            None => write!(f, "{game} ({objective})"),
            Some(file) => write!(f, "{} ({game}, {objective})", file.display()),
        }
    }
}

impl Table {
    /// The table could not be gone through, which is no fault of the question.
    pub(crate) fn trouble(&self, error: impl Into<TableError>) -> Trouble {
        match error.into() {
            TableError::Contradiction(contradiction) => self.contradiction(contradiction),
            TableError::Unreadable(reason) => unreadable(self, &reason),
        }
    }

    /// The table says something that cannot be, which is no fault of the question.
    pub(crate) fn contradiction(&self, what: impl fmt::Display) -> Trouble {
        let hint = match &self.file {
            Some(file) => format!("`perfect-play verify {}` says what is wrong", file.display()),
            None => "this is a fault in the program".to_owned(),
        };
        Trouble::new(format!("{self} contradicts itself: {what}; {hint}"))
    }
}

/// A table was opened, but then could not be read: so nothing is known of what it says.
pub(crate) fn unreadable(table: impl fmt::Display, reason: &Unreadable) -> Trouble {
    Trouble::new(format!("{table} cannot be read: {reason}"))
}

/// The table that TABLE names: a known game's name wins, and anything else is a file.
pub(crate) fn table(arg: &OsStr) -> Result<Table, Trouble> {
    let path = Path::new(arg);
    match name(arg, "game or file") {
        Ok(game) => Ok(Table { table: of_game(game)?, file: None }),
        Err(_) if looks_like_a_board(arg) && !path.exists() => Err(Trouble::new(format!(
            "`{}` looks like a board: name the game before it, as in `tictactoe {0}`",
            arg.to_string_lossy()
        ))),
        Err(_) if looks_like_a_path(path) || path.exists() => {
            let (table, _) = file(path)?;
            Ok(Table { table: table.hold_as(), file: Some(path.to_path_buf()) })
        }
        Err(trouble) => Err(trouble),
    }
}

/// The game that GAME names.
pub(crate) fn game(arg: &OsStr) -> Result<Mnk, Trouble> {
    name(arg, "game").map_err(|trouble| {
        if looks_like_a_path(Path::new(arg)) {
            Trouble::new(format!("{trouble}\na game's name is expected here, not a file"))
        } else {
            trouble
        }
    })
}

/// The table in FILE, and its header.
pub(crate) fn file(path: &Path) -> Result<(Solution<Mnk>, Header), Trouble> {
    if let Ok(game) = name(path.as_os_str(), "game")
        && !path.exists()
    {
        return Err(Trouble::new(format!(
            "{game} is a game, and a file is needed here: `perfect-play solve {game} -o FILE` \
             writes one"
        )));
    }
    let file = TableFile::open(path)?;
    let header = file.header().clone();
    let path = path.display();
    let name = &header.game;
    let game: Mnk = name.parse().map_err(|_| {
        Trouble::new(format!("{path} is a table of the game `{name}`, unknown to this program"))
    })?;
    let table = file.into_table(game).map_err(|error| {
        let board = match error {
            WrongGame::Slots(BadSlots::Slot { code }) => Board::from_code(code),
            _ => None,
        };
        let drawing = board.map_or_else(String::new, |board| {
            format!("\n  {}", draw::plain_board(game.shape(), board).join("\n  "))
        });
        Trouble::new(format!("{path} is damaged: {error}; solve it again{drawing}"))
    })?;
    Ok((table, header))
}

/// Solves a game, with a progress bar where it takes long.
pub(crate) fn solve(game: Mnk, objective: Objective) -> Result<Solution<Mnk>, Trouble> {
    progress::during("solving", |report| solve_with_progress(game, objective, report))
        .map_err(|error| Trouble::new(format!("{game} cannot be solved: {error}")))
}

fn of_game(game: Mnk) -> Result<DirectTable<Mnk, Cow<'static, [u8]>>, Trouble> {
    if let Some(baked) = perfect_play::baked(&game.to_string()) {
        let (objective, slots) = (baked.objective(), baked.bytes().into());
        return Ok(DirectTable::new(game, objective, Layout::Words, slots)?);
    }
    if game.codes() > MAX_CODES {
        let cells = game.shape().cells();
        return Err(Trouble::new(format!(
            "{game} has {cells} cells, and this version solves up to 16, on the spot or into a \
             file (`perfect-play solve {game} -o FILE` has the same limit)"
        )));
    }
    Ok(solve(game, Objective::default())?.hold_as())
}

/// The game with this name; `wanted` says, where there is none, what else it could have been.
fn name(arg: &OsStr, wanted: &str) -> Result<Mnk, Trouble> {
    let name = arg.to_string_lossy();
    name.parse().map_err(|error| bad_name(&name, &error, wanted))
}

fn looks_like_a_path(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some() || path.starts_with(".")
}

fn looks_like_a_board(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    text.len() > 2 && text.chars().all(|c| "XOxo._-/0123456789".contains(c))
}

fn bad_name(name: &str, error: &ParseNameError, wanted: &str) -> Trouble {
    let place = error.place();
    let before = &name[..place.start];
    match error.kind() {
        ParseNameErrorKind::UnknownGame => {
            Trouble::new(format!("there is no {wanted} `{}`: {}", name.escape_debug(), near(name)))
        }
        ParseNameErrorKind::UnknownVariant => {
            let hint = format!("{error}: did you mean `{before}+misere`?");
            Trouble::at(name, before, &name[place], hint)
        }
        _ => Trouble::at(name, before, &name[place], format!("`{name}` is no game: {error}")),
    }
}

/// What may have been meant by a name that is none.
fn near(name: &str) -> String {
    let end = name.find([':', '+']).unwrap_or(name.len());
    let (base, rest) = name.split_at(end);
    let base = base.to_lowercase();
    match nearest(&base, &["tictactoe", "mnk"]) {
        Some(known) if format!("{known}{rest}").parse::<Mnk>().is_ok() => {
            format!("did you mean `{known}{rest}`?")
        }
        Some("mnk") => "did you mean `mnk:M,N,K`?".to_owned(),
        Some(known) => format!("did you mean `{known}`?"),
        None => "the games are `tictactoe` and `mnk:M,N,K` (see `perfect-play games`)".to_owned(),
    }
}
