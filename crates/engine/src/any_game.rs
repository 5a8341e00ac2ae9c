//! A game whose type is known only at run time.

#[cfg(test)]
mod tests;

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use perfect_play_core::{
    Board, Drawing, Game, Key, Kind, MAX_KEY_BYTES, Move, MoveCells, Moves, Next, NotAPosition,
    Objective, Outcome, ParsePositionError, Piece, Player, ProbeError, Scheme, Shown, Slot,
    Tiering, Value,
};
use perfect_play_file::{TableFile, WrongGame};
use perfect_play_games::{
    Chess, Chomp, Clobber, Dodgem, Domineering, Dots, Family, FoxAndHounds, GobbletGobblers, Graph,
    Hex, Hexapawn, Isolation, Kalah, Krk, Mills, Mnk, Morris, Nim, Notakto, OneGap, Othello,
    ParseNameError, Quixo, Teeko, Wild,
};
use perfect_play_generator::{
    SolveError, Solver, bytes_a_position,
    numbering::{KeyNumbering, NotNumbered, SmallNumbering, SmallTable},
};
use perfect_play_proof::Rules;

use crate::{
    AnyPosition, CutError, OpenRulesError,
    any_numbering::AnyNumbering,
    cut_values::{Progress, found},
    erased::{Erased, Uncoded, pass_on, rules_of},
    ranked::{Ranked, ranked},
};

#[cfg(any(test, debug_assertions, target_family = "wasm"))]
use crate::erased::NARROW;

/// A game of any type. Its rules are called through a pointer, and its positions are bytes.
///
/// ```
/// use perfect_play_core::Game;
/// use perfect_play_engine::AnyGame;
///
/// let game: AnyGame = "hex:2".parse()?;
/// let child = game.play(game.start(), 1);
/// assert_eq!(game.notation(child).to_string(), ".X..");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyGame {
    rules: Erased<MAX_KEY_BYTES>,
    how: How,
    /// If the game says its tiers.
    ranked: Option<Ranked>,
    family: Option<Family>,
}

/// How the positions are numbered, and by which code.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there are few games at a time")]
enum How {
    /// By code or by tiers.
    Lines(Mnk),
    /// By key.
    Keys(Arc<dyn ByKey>),
}

impl AnyGame {
    /// A game whose positions are found by playing every move. Its rules must be tested for contradictions
    /// (`check_rules` of perfect-play-generator), because some checks are skipped.
    pub fn of<G: Game + Clone + Send + Sync + 'static>(game: G) -> Self {
        let ranked = ranked(game.clone(), true);
        Self { ranked, ..Self::by_key(game, true) }
    }

    /// As [`AnyGame::of`], for rules that nobody has tested. Solving them checks what `solve` of perfect-play-generator
    /// checks. If the game has codes, they are not used.
    pub fn untested<G: Game + Clone + Send + Sync + 'static>(game: G) -> Self {
        let game = Uncoded(game);
        let ranked = ranked(game.clone(), false);
        Self { ranked, ..Self::by_key(game, false) }
    }

    fn by_key<G: Game + Clone + Send + Sync + 'static>(game: G, tested: bool) -> Self {
        let (rules, by_key) = by_key(game, tested);
        Self { rules, how: How::Keys(by_key), ranked: None, family: None }
    }

    /// What a proof of its tables by code or by key knows about its rules.
    pub(crate) fn rules(&self) -> Rules {
        match &self.how {
            How::Lines(_) => Rules::Tested,
            How::Keys(game) => game.rules(),
        }
    }

    /// The family of a built-in game, or of a game from a file. `None` for other games, whatever they are called.
    #[must_use]
    pub const fn family(&self) -> Option<Family> {
        self.family
    }

    /// The rules of the game with this name. The rules of `graph:FILE` are read from the file.
    ///
    /// ```no_run
    /// use perfect_play_engine::AnyGame;
    ///
    /// let game = AnyGame::open("graph:data/level.jsonl")?;
    /// assert_eq!(game.to_string(), "graph:level.jsonl");
    /// # Ok::<(), perfect_play_engine::OpenRulesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no game of this name. For a graph file: if it cannot be read, or if its name cannot be printed.
    pub fn open(name: &str) -> Result<Self, OpenRulesError> {
        let Some(path) = name.strip_prefix(GRAPH) else { return Ok(name.parse()?) };
        check_printed(path)?;
        Self::open_graph(Path::new(path))
    }

    fn open_graph(path: &Path) -> Result<Self, OpenRulesError> {
        // On targets without files, the code that reads them is left out of the program.
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Err(OpenRulesError::Missing { file: path.display().to_string() });
        }
        let wrong = |source| OpenRulesError::Graph { path: path.to_owned(), source };
        Graph::open(path).map(Self::from).map_err(wrong)
    }

    /// The rules of the game with this name, which the header of a table states. `folder` is the table's folder. The
    /// file of a game `graph:FILE` is looked for in `folder`, and then in the current folder.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyGame::open`].
    pub fn open_beside(name: &str, folder: &Path) -> Result<Self, OpenRulesError> {
        let Some(file) = name.strip_prefix(GRAPH) else { return Self::open(name) };
        // A table states only the name of the file, and not its folder.
        let missing = || OpenRulesError::Missing { file: file.to_owned() };
        if Path::new(file).file_name() != Some(file.as_ref()) {
            return Err(missing());
        }
        let beside = [folder.join(file), PathBuf::from(file)];
        let path = beside.iter().find(|path| path.is_file()).ok_or_else(missing)?;
        // The folder may have any name.
        check_printed(file)?;
        Self::open_graph(path)
    }

    /// The game as an [`Mnk`]. `None` if it is not an m,n,k-game.
    #[must_use]
    pub const fn mnk(&self) -> Option<Mnk> {
        match self.how {
            How::Lines(game) => Some(game),
            How::Keys(_) => None,
        }
    }

    /// The m,n,k-game and the board of a position. `None` if it is not an m,n,k-game.
    #[must_use]
    pub fn board(&self, position: AnyPosition) -> Option<(Mnk, Board)> {
        Some((self.mnk()?, position.board()?))
    }

    /// Estimates how many bytes of memory a position takes while the game is solved. Symmetric positions count
    /// once. Use this to estimate how many positions fit into memory. `None` for an m,n,k-game and for a game that says its
    /// tiers: use [`Plan`](crate::Plan) and [`RankPlan`](crate::RankPlan) for these.
    ///
    /// # Errors
    ///
    /// If the rules contradict themselves.
    pub fn bytes_a_position(&self) -> Result<Option<u64>, SolveError> {
        match &self.how {
            _ if self.ranked.is_some() => Ok(None),
            How::Lines(_) => Ok(None),
            How::Keys(game) => game.bytes_a_position().map(Some),
        }
    }

    /// The rules of a game that says its tiers. `None` for other games.
    pub(crate) fn ranked(&self) -> Option<&Ranked> {
        self.ranked.as_ref()
    }

    /// Finds the positions of a game, with at most this many bytes of memory, and solves it. An m,n,k-game is solved
    /// differently.
    pub(crate) fn solve_by_key(
        &self,
        objective: Objective,
        memory: u64,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(AnyNumbering, Vec<u8>), SolveError> {
        let How::Keys(game) = &self.how else { return Err(SolveError::NoMethod) };
        game.solve(objective, memory, progress)
    }

    /// The numbering of the positions to which at most this many plies lead; without plies, of none. They may take at most
    /// `memory` bytes.
    pub(crate) fn first_keys(
        &self,
        plies: Option<u16>,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<AnyNumbering, CutError> {
        let How::Keys(game) = &self.how else { return Err(NotNumbered::OtherKind.into()) };
        game.first(plies, memory, progress)
    }

    /// The numbering and the values of a table by key in a file.
    pub(crate) fn open_by_key(
        &self,
        file: TableFile,
    ) -> Result<(AnyNumbering, Vec<u8>), WrongGame> {
        let How::Keys(game) = &self.how else {
            return Err(WrongGame::Keys { game: self.to_string() });
        };
        game.open(file)
    }
}

/// The name of a file of rules is a part of the game's name, which is printed.
fn check_printed(file: &str) -> Result<(), OpenRulesError> {
    if Shown(file).to_string() == file {
        return Ok(());
    }
    Err(OpenRulesError::NotPrinted { path: PathBuf::from(file) })
}

/// The prefix of the name of a game from a file.
const GRAPH: &str = "graph:";

/// Each family whose positions are found, and the type of its rules.
macro_rules! families {
    (@of $game:ident) => { Self::by_key($game, true) };
    (@of $game:ident tiers) => { Self::of($game) };
    ($($family:ident $(| $more:ident)*: $rules:ident $(+ $tiers:ident)?)*) => {
        /// Reads a name, such as `tictactoe`, `kalah:3,2` or `hex:3`. [`AnyGame::open`] also reads games from files.
        impl FromStr for AnyGame {
            type Err = ParseNameError;

            fn from_str(name: &str) -> Result<Self, ParseNameError> {
                let family = Family::of(name);
                let game = match family {
                    $(Some(Family::$family $(| Family::$more)*) => {
                        name.parse().map(|game: $rules| families!(@of game $($tiers)?))
                    })*
                    _ => return name.parse().map(|game: Mnk| game.into()),
                };
                Ok(Self { family, ..game? })
            }
        }
    };
}

families! {
    Wild: Wild
    Notakto: Notakto
    NineHoles | ThreeMensMorris | Tapatan | Achi: Morris
    Mills: Mills + tiers
    Hexapawn: Hexapawn
    Dodgem: Dodgem
    MuTorere | PongHauKi: OneGap
    Quixo: Quixo
    Teeko: Teeko + tiers

    GobbletGobblers: GobbletGobblers + tiers
    FoxAndHounds: FoxAndHounds
    Krk: Krk
    Chess: Chess + tiers
    Othello: Othello
    Dots: Dots
    Kalah: Kalah
    Nim: Nim
    Chomp: Chomp
    Domineering: Domineering
    Clobber: Clobber
    Hex: Hex
    Isolation: Isolation
}

impl From<Mnk> for AnyGame {
    fn from(game: Mnk) -> Self {
        let family = Some(game.family());
        Self { rules: Erased::of(game), how: How::Lines(game), ranked: None, family }
    }
}

impl From<Graph> for AnyGame {
    fn from(game: Graph) -> Self {
        Self { family: Some(Family::Graph), ..Self::of(game) }
    }
}

/// Prints the name.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({self})")
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;

    pass_on!(self => self.rules, |_| true, |position| position, |position| position);

    fn tiering(&self) -> Option<&dyn Tiering<AnyPosition>> {
        self.rules.tiering()
    }
}

/// Solves a game by key, and opens its tables.
trait ByKey: Send + Sync {
    fn rules(&self) -> Rules;

    fn bytes_a_position(&self) -> Result<u64, SolveError>;

    fn solve(
        &self,
        objective: Objective,
        memory: u64,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(AnyNumbering, Vec<u8>), SolveError>;

    fn open(&self, file: TableFile) -> Result<(AnyNumbering, Vec<u8>), WrongGame>;

    fn first(
        &self,
        plies: Option<u16>,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<AnyNumbering, CutError>;
}

/// A game by the type that the solver takes.
struct Typed<G> {
    game: G,
    key_bytes: usize,
    /// Whether the rules are tested, so that solving need not check them.
    tested: bool,
}

/// The game by its own type, or by that of [`Erased`] if the code must be small or compile quickly.
///
/// An optimised build compiles the solver once for each family. It then runs twice as fast, but takes two minutes to
/// compile and half a megabyte of code. WebAssembly is downloaded, and builds with debug assertions are compiled often.
/// Both compile the solver only once. The table is the same either way, because keys are ordered as their bytes are. A test
/// compares both.
fn by_key<G: Game + Clone + Send + Sync + 'static>(
    game: G,
    tested: bool,
) -> (Erased<MAX_KEY_BYTES>, Arc<dyn ByKey>) {
    #[cfg(not(any(debug_assertions, target_family = "wasm")))]
    return (
        Erased::of(game.clone()),
        Arc::new(Typed { game, key_bytes: G::Position::BYTES, tested }),
    );
    #[cfg(any(debug_assertions, target_family = "wasm"))]
    erased(game, tested)
}

#[cfg(any(test, debug_assertions, target_family = "wasm"))]
fn erased<G: Game + Send + Sync + 'static>(
    game: G,
    tested: bool,
) -> (Erased<MAX_KEY_BYTES>, Arc<dyn ByKey>) {
    let key_bytes = G::Position::BYTES;
    if key_bytes <= NARROW {
        // The methods of each family are compiled only once, for the narrow positions.
        let game = Erased::<NARROW>::of(game);
        (Erased::of(game.clone()), narrow(Typed { game, key_bytes, tested }))
    } else {
        let game = Erased::<MAX_KEY_BYTES>::of(game);
        (game.clone(), wide(Typed { game, key_bytes, tested }))
    }
}

// Not inlined, or every crate with a game of its own would compile these solvers again.
#[cfg(any(test, debug_assertions, target_family = "wasm"))]
#[inline(never)]
fn narrow(game: Typed<Erased<NARROW>>) -> Arc<dyn ByKey> {
    Arc::new(game)
}

#[cfg(any(test, debug_assertions, target_family = "wasm"))]
#[inline(never)]
fn wide(game: Typed<Erased<MAX_KEY_BYTES>>) -> Arc<dyn ByKey> {
    Arc::new(game)
}

/// The memory that the program takes besides positions and moves.
pub(crate) const OF_PROGRAM: u64 = 16 << 20;

impl<G: Game + Clone + Send + Sync + 'static> Typed<G> {
    fn parts(&self, table: SmallTable<G>) -> Option<(AnyNumbering, Vec<u8>)> {
        match table.into_parts() {
            (game, SmallNumbering::Keys(keys), values) => {
                Some((AnyNumbering::new(game, keys, self.key_bytes), values))
            }
            _ => None,
        }
    }
}

impl<G: Game + Clone + Send + Sync + 'static> ByKey for Typed<G> {
    fn rules(&self) -> Rules {
        rules_of(self.tested)
    }

    fn bytes_a_position(&self) -> Result<u64, SolveError> {
        bytes_a_position(&self.game)
    }

    fn solve(
        &self,
        objective: Objective,
        memory: u64,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(AnyNumbering, Vec<u8>), SolveError> {
        let solver = Solver::default().bytes(memory.saturating_sub(OF_PROGRAM));
        let solver = if self.tested { solver.tested() } else { solver };
        // Not `solve`: it contains the solvers by code, too.
        let (keys, values) = solver.solve_by_key(&self.game, objective, progress)?;
        Ok((AnyNumbering::new(self.game.clone(), keys, self.key_bytes), values))
    }

    fn open(&self, file: TableFile) -> Result<(AnyNumbering, Vec<u8>), WrongGame> {
        let table = file.into_table_by_keys_of(self.key_bytes, self.game.clone())?;
        self.parts(table).ok_or_else(|| WrongGame::Keys { game: self.game.to_string() })
    }

    fn first(
        &self,
        plies: Option<u16>,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<AnyNumbering, CutError> {
        let keys = match plies {
            Some(plies) => found(&self.game, plies, memory, progress)?,
            None => KeyNumbering::of(&self.game, Vec::new())?,
        };
        let numbering = AnyNumbering::new(self.game.clone(), keys, self.key_bytes);
        Ok(numbering.cut_at(plies.unwrap_or(0)))
    }
}
