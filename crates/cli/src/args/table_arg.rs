//! TABLE and FILE on the command line: the tables that they name, and the errors if they name none.

use std::{
    cell::OnceCell,
    ffi::OsStr,
    fmt, io,
    path::{Path, PathBuf},
};

use perfect_play_core::{BadValues, Board, Game, Objective, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable, Method, OpenAnyErrorKind};
use perfect_play_file::{OpenErrorKind, TableFile, WrongGame};
use perfect_play_games::{Family, Mnk};

use crate::{
    args::{
        board_arg,
        game_arg::{is_exact, looks_like_a_board, looks_like_a_path, name, rules_file, say_size},
        own_game, unknown_game_file,
    },
    drawing::plain_board,
    tables::{books, cache, memory::Bound, solving, table::Table},
    terminal::{exit::Trouble, interruption},
};

/// What TABLE names. The game is known before its table, so the rest of the command line can be checked before anything is
/// solved.
pub(crate) struct Source {
    game: AnyGame,
    /// The file with the game's rules, if it is named by one.
    rules: Option<PathBuf>,
    solve: Solve,
    /// The table: that of a file, or of the game once it is solved.
    table: OnceCell<Table>,
}

impl Source {
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether the table stores only the first plies.
    pub(crate) fn is_cut(&self) -> bool {
        match self.table.get() {
            Some(table) => table.table.plies().is_some(),
            None => books::has(&self.game),
        }
    }

    /// The number of codes. If the game's positions are found, only its table knows it: then it is solved now.
    pub(crate) fn codes(&self) -> Result<u64, Trouble> {
        if self.table.get().is_none() {
            if self.game.mnk().is_some() {
                return Ok(self.game.codes());
            }
            if let Some(plan) = solving::rank_plan(&self.game)? {
                return Ok(plan.slots.saturating_mul(self.game.symmetries().max(1).into()));
            }
        }
        Ok(self.solved()?.table.codes())
    }

    /// The position that BOARD names. Only the table knows where play leads, except in an m,n,k-game. So another game is solved
    /// now, if its rules can read the text.
    pub(crate) fn position(&self, board: &OsStr) -> Result<AnyPosition, Trouble> {
        if self.table.get().is_none() {
            if self.game.mnk().is_some() {
                return board_arg::in_game(&self.game, board);
            }
            board_arg::check(&self.game, board)?;
        }
        board_arg::in_table(&self.solved()?.table, board)
    }

    /// The file that is read, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.table.get().and_then(Table::input).or(self.rules.as_deref())
    }

    /// The table, which stays here. A game is solved now, unless its table is in the cache.
    pub(crate) fn solved(&self) -> Result<&Table, Trouble> {
        if let Some(table) = self.table.get() {
            return Ok(table);
        }
        let table = self.made()?;
        Ok(self.table.get_or_init(|| table))
    }

    /// The table. A game is solved now, unless its table is in the cache.
    pub(crate) fn table(mut self) -> Result<Table, Trouble> {
        match self.table.take() {
            Some(table) => Ok(table),
            None => self.made(),
        }
    }

    fn made(&self) -> Result<Table, Trouble> {
        Ok(Table { rules: self.rules.clone(), ..(self.solve)(&self.game)? })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table.get() {
            Some(table) => table.fmt(f),
            None if books::has(&self.game) => write!(f, "the book of {}", self.game),
            None => self.game.fmt(f),
        }
    }
}

/// A function from a game to its table.
type Solve = fn(&AnyGame) -> Result<Table, Trouble>;

/// What TABLE names: a known game if there is one with this name, otherwise a file. If a line game is too large to be solved
/// now, its values are found in a book, or by a search.
pub(crate) fn source(arg: &OsStr) -> Result<Source, Trouble> {
    source_by(arg, |game| of_game(game, true))
}

/// As [`source`], for what is about all positions that a table stores. A game that is too large to be solved now, and has no
/// book, is an error.
pub(crate) fn stored_source(arg: &OsStr) -> Result<Source, Trouble> {
    source_by(arg, |game| of_game(game, false))
}

/// As [`stored_source`], but a game is solved anew even if its table is in the cache.
pub(crate) fn source_solved_anew(arg: &OsStr) -> Result<Source, Trouble> {
    source_by(arg, of_game_anew)
}

fn source_by(arg: &OsStr, solve: Solve) -> Result<Source, Trouble> {
    let path = Path::new(arg);
    let name = match name(arg, "game or file") {
        // A file may have a name that is another spelling of a game.
        Ok(_) if !is_exact(arg) && is_there(path) => return from_file(path, solve),
        name => name,
    };
    if let Ok(game) = &name {
        say_size(arg, game);
    }
    match name {
        Ok(game) => Ok(Source { game, rules: rules_file(arg), solve, table: OnceCell::new() }),
        Err(trouble) if Family::of(&arg.to_string_lossy()) == Some(Family::Graph) => Err(trouble),
        Err(trouble) if looks_like_a_board(arg) && !path.exists() => Err(trouble),
        Err(_) if looks_like_a_path(path) || path.exists() => from_file(path, solve),
        Err(trouble) => Err(trouble),
    }
}

/// Whether there is a file, or a folder of a table.
fn is_there(path: &Path) -> bool {
    path.is_file() || solving::bytes_of_tiers(path) > 0
}

fn from_file(path: &Path, solve: Solve) -> Result<Source, Trouble> {
    let table = Table { file: Some(path.to_path_buf()), ..Table::new(opened(path)?) };
    Ok(Source { game: table.table.game().clone(), rules: None, solve, table: table.into() })
}

/// The table that TABLE names, for questions about positions.
pub(crate) fn table(arg: &OsStr) -> Result<Table, Trouble> {
    source(arg)?.table()
}

/// The table that TABLE names, for what is about all positions that it stores.
pub(crate) fn stored_table(arg: &OsStr) -> Result<Table, Trouble> {
    stored_source(arg)?.table()
}

/// The table in FILE.
pub(crate) fn file(path: &Path) -> Result<AnyTable, Trouble> {
    Ok(Table::new(opened(path)?).table)
}

fn opened(path: &Path) -> Result<AnyTable, Trouble> {
    if let Ok(game) = name(path.as_os_str(), "game")
        && !path.exists()
    {
        let plies = if books::has(&game) {
            format!(
                ", of all positions; with `--plies 4` it takes minutes, and `perfect-play plan {game}` says what the \
                 whole takes"
            )
        } else {
            String::new()
        };
        let named = match rules_file(path.as_os_str()) {
            Some(_) => interruption::quoted(&Shown(path.display()).to_string()),
            None => game.to_string(),
        };
        return Err(Trouble::new(format!(
            "{game} is a game, and a file is needed here: `perfect-play solve {named} -o FILE` \
             writes one{plies}"
        )));
    }
    let table = match own_game_in(path) {
        Some(game) => AnyTable::open_as(path, game.clone()),
        None => AnyTable::open(path),
    };
    table.map_err(|error| match error.kind() {
        OpenAnyErrorKind::UnknownGame(header) => unknown_game_file::trouble(path, header),
        // The author's own program may number the positions by the game's codes.
        OpenAnyErrorKind::OtherRules(WrongGame::Keys { game }) => Trouble::new(format!(
            "{error}: `perfect-play solve {game} -o FILE` writes one that has them"
        )),
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

/// The program's own game, if the file is a table of it.
fn own_game_in(path: &Path) -> Option<&'static AnyGame> {
    // In `perfect-play` no file is opened twice.
    own_game::own_game()?;
    own_game::called(&TableFile::open(path).ok()?.header().game)
}

/// Whether the file is not a damaged table but no table at all. Then nothing can be restored.
fn is_no_table(kind: &OpenErrorKind) -> bool {
    match kind {
        OpenErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        OpenErrorKind::Directory | OpenErrorKind::Empty | OpenErrorKind::NotATable => true,
        _ => false,
    }
}

/// The table of a game: its book, the one that the cache keeps, or one that is solved now. If it `may_search`, the values of
/// a game that is too large to be solved now are searched instead.
fn of_game(game: &AnyGame, may_search: bool) -> Result<Table, Trouble> {
    if let Some(book) = books::of(game) {
        return Ok(Table::new(book?));
    }
    let objective = Objective::default();
    let mut place = cache::Place::of(game, objective)?;
    if let Some(place) = &mut place
        && let Some(table) = place.kept()
    {
        return Ok(Table { kept: Some(place.file().to_path_buf()), ..Table::new(table) });
    }
    let is_too_large = |mnk| solving::is_too_large(mnk, Bound::free());
    if may_search && Method::of(game).tiers().is_some_and(is_too_large) {
        let table = AnyTable::searched(game.clone(), objective)?;
        interruption::tell(&format!(
            "{game} is too large to be solved now, and has no book: its values are searched, which may take long; \
             Ctrl-C stops"
        ));
        return Ok(Table::new(table));
    }
    let solve = || solving::if_it_fits(game, objective);
    Ok(Table::new(match place {
        Some(place) => place.filled(solve)?,
        None => solve()?,
    }))
}

/// The table of a game that is solved now.
fn of_game_anew(game: &AnyGame) -> Result<Table, Trouble> {
    Ok(Table::new(solving::if_it_fits(game, Objective::default())?))
}
