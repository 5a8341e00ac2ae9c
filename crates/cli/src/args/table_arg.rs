//! GAME, FILE and TABLE on the command line: the tables that they name, and the errors if they name none.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use perfect_play_core::{BadValues, Board, Game, Objective, Probe, Shown};
use perfect_play_engine::{
    AnyGame, AnyPosition, AnyTable, Method, OpenAnyErrorKind, OpenRulesError,
};
use perfect_play_file::{OpenErrorKind, WrongGame};
use perfect_play_games::{Family, Mnk, ParseNameError, ParseNameErrorKind};

use crate::{
    args::{board_arg, suggestion::nearest, unknown_game},
    drawing::plain_board,
    tables::{cache, memory::Bound, solvable::TooLarge, solving, table::Table},
    terminal::exit::Trouble,
};

/// What TABLE names. The game is known, so the rest of the command line can be checked before anything is solved.
#[expect(clippy::large_enum_variant, reason = "there are one or two of them at a time")]
pub(crate) enum Source {
    /// An m,n,k-game that is not solved yet, and the function that makes its table.
    Game(AnyGame, Solve),
    /// An opened file. Also any other game: only its table knows its positions.
    Table(Table),
}

impl Source {
    pub(crate) fn game(&self) -> &AnyGame {
        match self {
            Self::Game(game, _) => game,
            Self::Table(table) => table.table.game(),
        }
    }

    /// The number of codes.
    pub(crate) fn codes(&self) -> u64 {
        match self {
            Self::Game(game, _) => game.codes(),
            Self::Table(table) => table.table.codes(),
        }
    }

    /// The position that BOARD names.
    pub(crate) fn position(&self, board: &OsStr) -> Result<AnyPosition, Trouble> {
        match self {
            Self::Game(game, _) => board_arg::in_game(game, board),
            Self::Table(table) => board_arg::in_table(&table.table, board),
        }
    }

    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Game(..) => None,
            Self::Table(table) => table.input(),
        }
    }

    /// The table. A game is solved now, unless its table is in the cache.
    pub(crate) fn table(self) -> Result<Table, Trouble> {
        match self {
            Self::Game(game, solve) => solve(&game),
            Self::Table(table) => Ok(table),
        }
    }
}

/// A function from a game to its table.
type Solve = fn(&AnyGame) -> Result<Table, Trouble>;

/// What TABLE names: a known game if there is one with this name, otherwise a file. A game that is too large to solve
/// is an error.
pub(crate) fn source(arg: &OsStr) -> Result<Source, Trouble> {
    source_by(arg, of_game)
}

/// As [`source`], but a game is solved anew even if its table is in the cache.
pub(crate) fn source_solved_anew(arg: &OsStr) -> Result<Source, Trouble> {
    source_by(arg, of_game_anew)
}

fn source_by(arg: &OsStr, of_game: Solve) -> Result<Source, Trouble> {
    let path = Path::new(arg);
    match name(arg, "game or file") {
        Ok(game) if game.mnk().is_some() => {
            Method::of(&game).tiers().map(solving::tiers).transpose()?;
            Ok(Source::Game(game, of_game))
        }
        Ok(game) => Ok(Source::Table(Table { rules: rules_file(arg), ..of_game(&game)? })),
        Err(trouble) if Family::of(&arg.to_string_lossy()) == Some(Family::Graph) => Err(trouble),
        Err(_) if looks_like_a_board(arg) && !path.exists() => {
            let board = arg.to_string_lossy();
            let columns = board.bytes().all(|byte| matches!(byte, b'1'..=b'9'));
            let game = if columns { "connect:4,4,4" } else { "tictactoe" };
            Err(Trouble::new(format!(
                "`{board}` looks like a board: name the game before it, as in `{game} {board}`"
            )))
        }
        Err(_) if looks_like_a_path(path) || path.exists() => {
            let (table, file) = (file(path)?, Some(path.to_path_buf()));
            Ok(Source::Table(Table { table, file, rules: None, kept: None }))
        }
        Err(trouble) => Err(trouble),
    }
}

/// The table that TABLE names.
pub(crate) fn table(arg: &OsStr) -> Result<Table, Trouble> {
    source(arg)?.table()
}

/// The file with the game's rules, if the argument names a game by its file.
pub(crate) fn rules_file(arg: &OsStr) -> Option<PathBuf> {
    arg.to_str()?.strip_prefix("graph:").map(PathBuf::from)
}

/// The game that GAME names.
pub(crate) fn game(arg: &OsStr) -> Result<AnyGame, Trouble> {
    name(arg, "game").map_err(|trouble| {
        if looks_like_a_path(Path::new(arg)) && rules_file(arg).is_none() {
            Trouble::new(format!("{trouble}\na game's name is expected here, not a file"))
        } else {
            trouble
        }
    })
}

/// The family of the game that GAME names. The name may also be the family's, without numbers. Numbers and options are
/// not checked.
pub(crate) fn family(arg: &OsStr) -> Result<Family, Trouble> {
    let name = arg.to_string_lossy();
    Family::of(&name).ok_or_else(|| unknown(&name, "game"))
}

/// The table in FILE.
pub(crate) fn file(path: &Path) -> Result<AnyTable, Trouble> {
    if let Ok(game) = name(path.as_os_str(), "game")
        && !path.exists()
    {
        return Err(Trouble::new(format!(
            "{game} is a game, and a file is needed here: `perfect-play solve {game} -o FILE` \
             writes one"
        )));
    }
    AnyTable::open(path).map_err(|error| match error.kind() {
        OpenAnyErrorKind::UnknownGame(header) => unknown_game::trouble(path, header),
        OpenAnyErrorKind::WrongGame {
            game,
            reason: WrongGame::Values(BadValues::Value { code }),
        } => {
            let game: Option<Mnk> = game.parse().ok();
            let board = game.zip(Board::from_code(*code));
            let board = board.map(|(game, board)| plain_board::plain_board(game.shape(), board));
            let drawing =
                board.map_or_else(String::new, |board| format!("\n  {}", board.join("\n  ")));
            Trouble::new(format!("{error}{drawing}"))
        }
        OpenAnyErrorKind::Open(kind) if is_no_table(kind) => Trouble::new(format!(
            "{error}: name a file or folder that `perfect-play solve GAME -o` has written"
        )),
        _ => error.into(),
    })
}

/// Whether the file is not a damaged table but no table at all. Then nothing can be restored.
fn is_no_table(kind: &OpenErrorKind) -> bool {
    match kind {
        OpenErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        OpenErrorKind::Directory | OpenErrorKind::Empty | OpenErrorKind::NotATable => true,
        _ => false,
    }
}

/// The table of a game: read from the cache, or solved now.
fn of_game(game: &AnyGame) -> Result<Table, Trouble> {
    let objective = Objective::default();
    let solve = || solving::on_the_spot(game, objective, Bound::free());
    let (table, kept) = cache::solved_once(game, objective, solve)?;
    Ok(Table { table, file: None, rules: None, kept })
}

/// The table of a game that is solved now.
fn of_game_anew(game: &AnyGame) -> Result<Table, Trouble> {
    let table = solving::on_the_spot(game, Objective::default(), Bound::free())?;
    Ok(Table { table, file: None, rules: None, kept: None })
}

/// The game with this name. If there is none, the error says what was `wanted`.
fn name(arg: &OsStr, wanted: &str) -> Result<AnyGame, Trouble> {
    let name = arg.to_string_lossy();
    if arg.to_str().is_none() && Family::of(&name) == Some(Family::Graph) {
        return Err(Trouble::new(format!(
            "the path in `{}` is not UTF-8: rename the file or its folder (the file's name becomes the game's name)",
            Shown(name)
        )));
    }
    AnyGame::open(&name).map_err(|error| match error {
        OpenRulesError::Name(error) => bad_name(&name, &error, wanted),
        error => error.into(),
    })
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
        ParseNameErrorKind::UnknownGame => unknown(name, wanted),
        ParseNameErrorKind::UnknownOption { family } if family.options() == ["misere"] => {
            let hint = format!("{error}: did you mean `{before}+misere`?");
            Trouble::at(name, before, &name[place], hint)
        }
        ParseNameErrorKind::TooLarge { family, columns, rows, k, misere } => {
            let name = Shown(name).to_string();
            Trouble::new(TooLarge { name: &name, family, columns, rows, k, misere }.to_string())
        }
        _ => {
            let message = format!("`{}` is no game: {error}", Shown(name));
            Trouble::at(name, before, &name[place], message)
        }
    }
}

/// The error for a name that no game has.
fn unknown(name: &str, wanted: &str) -> Trouble {
    Trouble::new(format!("there is no {wanted} `{}`: {}", Shown(name), near(name)))
}

/// A suggestion for an unknown name.
fn near(name: &str) -> String {
    let end = name.find([':', '+']).unwrap_or(name.len());
    let (base, rest) = name.split_at(end);
    let base = base.to_lowercase();
    let family = |name: &str| Family::ALL.into_iter().find(|family| family.name() == name);
    let known = ["tictactoe", "connect4"].into_iter().chain(Family::ALL.map(Family::name));
    match nearest(&base, &known.collect::<Vec<_>>()) {
        Some(known) if format!("{known}{rest}").parse::<AnyGame>().is_ok() => {
            format!("did you mean `{known}{rest}`?")
        }
        Some(known) => match family(known) {
            Some(family) => format!("did you mean `{family}`?"),
            None => format!("did you mean `{known}`?"),
        },
        None => "`perfect-play games` lists those there are, such as `tictactoe`, `mnk:M,N,K` and \
                 `connect:W,H,K`"
            .to_owned(),
    }
}
