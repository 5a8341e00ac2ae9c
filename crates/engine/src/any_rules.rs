//! The rules of any built-in game, found by its name.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use perfect_play_core::{
    CodeTable, Codes, Drawable, Game, Key, Objective, Printable, Shown, Symmetric, Table,
};
use perfect_play_file::{TableFile, WrongGame};
use perfect_play_games::{
    Chomp, Clobber, Dodgem, Domineering, Dots, Family, FoxAndHounds, Graph, Hex, Hexapawn,
    Isolation, Kalah, Krk, Mnk, Morris, MuTorere, Nim, Notakto, Othello, ParseNameError, PongHauKi,
    Quixo, Wild,
};
use perfect_play_generator::{
    Finding, SolveError, bytes_a_position, find, find_and_solve, tiers::Found,
};

use crate::{AnyGame, FoundGame, OpenRulesError};

/// The rules in the form that the solvers take. This is the type of the rules, or the type of [`by_key`](crate::by_key)
/// if the code must be small or compile quickly.
#[cfg(not(any(debug_assertions, target_family = "wasm")))]
macro_rules! of_type {
    ($game:expr) => {
        $game
    };
}
#[cfg(any(debug_assertions, target_family = "wasm"))]
macro_rules! of_type {
    ($game:expr) => {
        crate::by_key::ByKey::new($game)
    };
}

/// The number of bytes in the keys of a game's positions.
const fn key_bytes<G: Game<Position: Key>>(_game: &G) -> usize {
    <G::Position as Key>::BYTES
}

/// Each family whose positions are found, and the type of its rules.
macro_rules! families {
    ($($family:ident $(| $more:ident)*: $rules:ident)*) => {
        /// The rules of a built-in game. Its positions need not be known yet.
        ///
        /// ```
        /// use perfect_play_core::Tabular;
        /// use perfect_play_engine::AnyRules;
        ///
        /// let rules: AnyRules = "dots:1,2".parse()?;
        /// assert_eq!(rules.to_string(), "dots:1,2");
        /// let game = rules.find(1 << 30, &mut |_done, _of| ())?;
        /// assert!(game.codes() > 100);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[expect(clippy::large_enum_variant, reason = "there are one or two of them at a time")]
        pub enum AnyRules {
            /// An m,n,k-game. A formula numbers its positions.
            Mnk(Mnk),
            /// A game read from a file.
            Graph(Graph),
            $(
                #[doc = concat!("The rules of [`", stringify!($rules), "`].")]
                $rules($rules),
            )*
        }

        /// Reads a name, such as `tictactoe`, `kalah:3,2` or `hex:3`. [`AnyRules::open`] also reads games from files.
        impl FromStr for AnyRules {
            type Err = ParseNameError;

            fn from_str(name: &str) -> Result<Self, ParseNameError> {
                match Family::of(name) {
                    $(Some(Family::$family $(| Family::$more)*) => name.parse().map(Self::$rules),)*
                    _ => name.parse().map(Self::Mnk),
                }
            }
        }

        /// Prints the name.
        impl fmt::Display for AnyRules {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Mnk(game) => game.fmt(f),
                    Self::Graph(game) => game.fmt(f),
                    $(Self::$rules(game) => game.fmt(f),)*
                }
            }
        }

        impl AnyRules {
            /// The game with all its positions. In an m,n,k-game ([`AnyRules::Mnk`]), a formula
            /// numbers the positions. The positions of any other game are found by playing every move, with at most
            /// `memory` bytes of memory. `progress` is called now and then with the amount of work that is done and
            /// the total.
            ///
            /// # Errors
            ///
            /// If the positions need more than `memory` bytes, or there is not enough memory.
            pub fn find(
                self,
                memory: u64,
                progress: &mut dyn FnMut(u64, u64),
            ) -> Result<AnyGame, SolveError> {
                match self {
                    Self::Mnk(game) => Ok(game.into()),
                    Self::Graph(game) => found(key_bytes(&game), of_type!(game), memory, progress),
                    $(Self::$rules(game) => found(key_bytes(&game), of_type!(game), memory, progress),)*
                }
            }

            /// Estimates how many bytes of memory a position takes while the game is solved. Symmetric positions count
            /// once. Use this to estimate how many positions fit into memory. `None` for [`AnyRules::Mnk`]: use
            /// [`Plan`](crate::Plan) for such a game.
            ///
            /// # Errors
            ///
            /// If the rules contradict themselves.
            pub fn bytes_a_position(&self) -> Result<Option<u64>, SolveError> {
                match self {
                    Self::Mnk(_) => Ok(None),
                    Self::Graph(game) => bytes_a_position(game).map(Some),
                    $(Self::$rules(game) => bytes_a_position(game).map(Some),)*
                }
            }

            /// Finds the positions of a game, with at most this many bytes of memory, and solves it. `None` for
            /// boards with lines, which are solved differently.
            pub(crate) fn solve_found(
                self,
                objective: Objective,
                memory: u64,
                progress: &mut dyn FnMut(u64, u64),
            ) -> Result<Option<CodeTable<FoundGame, Vec<u8>>>, SolveError> {
                match self {
                    Self::Mnk(_) => Ok(None),
                    Self::Graph(game) => {
                        let keys = key_bytes(&game);
                        solved(keys, of_type!(game), objective, memory, progress).map(Some)
                    },
                    $(Self::$rules(game) => {
                        let keys = key_bytes(&game);
                        solved(keys, of_type!(game), objective, memory, progress).map(Some)
                    },)*
                }
            }

            /// The game with the positions that have entries in a file.
            ///
            /// # Errors
            ///
            /// If the file is of another game.
            pub fn find_in(self, file: &TableFile) -> Result<AnyGame, WrongGame> {
                match self {
                    Self::Mnk(game) => Ok(game.into()),
                    Self::Graph(game) => found_in(key_bytes(&game), of_type!(game), file),
                    $(Self::$rules(game) => found_in(key_bytes(&game), of_type!(game), file),)*
                }
            }
        }
    };
}

families! {
    Wild: Wild
    Notakto: Notakto
    NineHoles | ThreeMensMorris | Tapatan | Achi: Morris
    Hexapawn: Hexapawn
    Dodgem: Dodgem
    MuTorere: MuTorere
    PongHauKi: PongHauKi
    Quixo: Quixo
    FoxAndHounds: FoxAndHounds
    Krk: Krk
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

/// The memory that the program takes besides positions and moves.
const OF_PROGRAM: u64 = 16 << 20;

/// How the positions of a game are found in this many bytes of memory. The symmetries of our games are tested, and
/// games from files have none.
fn in_memory(bytes: u64) -> Finding {
    Finding::default().bytes(bytes.saturating_sub(OF_PROGRAM)).tested()
}

/// A game whose positions are found by playing every move.
fn found<G>(
    key_bytes: usize,
    game: G,
    memory: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<AnyGame, SolveError>
where
    G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync + 'static,
{
    Ok(FoundGame::new(find(game, in_memory(memory), progress)?).with_keys_of(key_bytes).into())
}

/// A game with the positions that have entries in a file.
fn found_in<G>(key_bytes: usize, game: G, file: &TableFile) -> Result<AnyGame, WrongGame>
where
    G: Game<Position: Key> + Symmetric + Printable + Drawable + Send + Sync + 'static,
{
    let found = file.find_by_keys_of(key_bytes, game)?;
    if !are_keys(&found) {
        return Err(WrongGame::Keys { game: found.to_string() });
    }
    Ok(FoundGame::new(found).with_keys_of(key_bytes).into())
}

/// Whether all positions are valid for the game. In WebAssembly all games have one type, which reads any bytes as a
/// key, so only the rules can check this. (The first symmetry is the identity.)
fn are_keys<G: Game<Position: Key> + Symmetric>(found: &Found<G>) -> bool {
    found.positions().iter().all(|&position| found.game().image(position, 0) == position)
}

/// The table of a game whose positions are found by playing every move.
fn solved<G>(
    key_bytes: usize,
    game: G,
    objective: Objective,
    memory: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CodeTable<FoundGame, Vec<u8>>, SolveError>
where
    G: Game<Position: Key> + Symmetric + Printable + Drawable + Clone + Send + Sync + 'static,
{
    let table = find_and_solve(game, objective, in_memory(memory), progress)?;
    let found = FoundGame::new(table.game().clone()).with_keys_of(key_bytes);
    // Positions that were found have codes.
    Table::new(found, objective, Codes, table.into_values()).ok_or(SolveError::NoMethod)
}

/// The prefix of the name of a game from a file.
const GRAPH: &str = "graph:";

impl AnyRules {
    /// The rules of the game with this name. The rules of `graph:FILE` are read from the file.
    ///
    /// ```no_run
    /// use perfect_play_engine::AnyRules;
    ///
    /// let rules = AnyRules::open("graph:data/level.jsonl")?;
    /// assert_eq!(rules.to_string(), "graph:level.jsonl");
    /// # Ok::<(), perfect_play_engine::OpenRulesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no game of this name. For a graph file: if it cannot be read, or if its name cannot be printed.
    pub fn open(name: &str) -> Result<Self, OpenRulesError> {
        let Some(path) = name.strip_prefix(GRAPH) else { return Ok(name.parse()?) };
        // On targets without files, the code that reads them is left out of the program.
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Err(OpenRulesError::Missing { file: path.to_owned() });
        }
        // The name of the file is a part of the game's name, which is printed.
        if Shown(name).to_string() != name {
            return Err(OpenRulesError::NotPrinted { path: PathBuf::from(path) });
        }
        let wrong = |source| OpenRulesError::Graph { path: PathBuf::from(path), source };
        Graph::open(path).map(Self::Graph).map_err(wrong)
    }

    /// The rules of the game with this name, which the header of a table states. `folder` is the table's folder. The
    /// file of a game `graph:FILE` is looked for in `folder`, and then in the current folder.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyRules::open`].
    pub fn open_beside(name: &str, folder: &Path) -> Result<Self, OpenRulesError> {
        let Some(file) = name.strip_prefix(GRAPH) else { return Self::open(name) };
        // A table states only the name of the file, and not its folder.
        let missing = || OpenRulesError::Missing { file: file.to_owned() };
        if Path::new(file).file_name() != Some(file.as_ref()) {
            return Err(missing());
        }
        let beside = [folder.join(file), PathBuf::from(file)];
        let path = beside.iter().find(|path| path.is_file()).ok_or_else(missing)?;
        Self::open(&format!("{GRAPH}{}", path.display()))
    }

    /// The game as an [`Mnk`]. `None` if it is not an m,n,k-game.
    #[must_use]
    pub const fn mnk(&self) -> Option<Mnk> {
        match self {
            Self::Mnk(game) => Some(*game),
            _ => None,
        }
    }
}

impl From<Mnk> for AnyRules {
    fn from(game: Mnk) -> Self {
        Self::Mnk(game)
    }
}

#[cfg(test)]
mod tests {
    use perfect_play_file::to_bytes;
    use perfect_play_generator::tiers::FindError;

    use super::*;
    use crate::{AnyTable, by_key::ByKey};

    /// Compares how a game and its [`AnyGame`] draw the first positions of a play.
    fn is_drawn_the_same<G: Drawable>(game: &G, any: &AnyGame) {
        let (mut position, mut of_any) = (game.start(), any.start());
        assert_eq!(any.drawing(), game.drawing());
        assert_eq!(any.is_seen_by_mover(), game.is_seen_by_mover());
        for _ in 0..20 {
            for cell in 0..=u8::MAX {
                assert_eq!(any.piece(of_any, cell), game.piece(position, cell), "{any}: {cell}");
                let names = [any.cell_text(cell).to_string(), game.cell_text(cell).to_string()];
                assert_eq!(names[0], names[1], "{any}: {cell}");
            }
            assert_eq!(any.line(of_any), game.line(position), "{any}");
            for mv in game.legal_moves(position) {
                let cells = game.points_at(position, mv);
                assert_eq!(any.points_at(of_any, mv), cells, "{any}: {mv}");
            }
            let Some(mv) = game.legal_moves(position).last() else { break };
            (position, of_any) = (game.play(position, mv), any.play(of_any, mv));
        }
    }

    #[test]
    fn any_game_is_drawn_as_its_rules_say() {
        for name in ["tictactoe", "connect:4,3,3"] {
            let game: Mnk = name.parse().unwrap();
            is_drawn_the_same(&game, &game.into());
        }
    }

    /// Compares what the one type of `by_key` solves and opens with the result of the own types.
    fn is_the_same<G>(game: &G)
    where
        G: Game<Position: Key> + Symmetric + Printable + Drawable + Clone + Send + Sync + 'static,
    {
        let name = game.to_string();
        let (keys, objective, memory) = (key_bytes(game), Objective::Fastest, 1 << 30);
        let own = solved(keys, game.clone(), objective, memory, &mut |_, _| ()).unwrap();
        let by_key = ByKey::new(game.clone());
        let table = solved(keys, by_key.clone(), objective, memory, &mut |_, _| ()).unwrap();
        for found in [own.game(), table.game()] {
            is_drawn_the_same(game, &AnyGame::from(found.clone()));
        }
        let bytes = to_bytes(&own).unwrap();
        assert!(to_bytes(&table).unwrap() == bytes, "{name} is solved to other bytes");

        let file = TableFile::read(&bytes[..]).unwrap();
        let found = found_in(keys, by_key, &file).unwrap();
        let AnyGame::Found(found) = found else { panic!("{name} was found") };
        let opened = AnyTable::from(file.into_table::<_, Codes>(found).unwrap());
        assert!(opened.to_bytes().unwrap() == bytes, "{name} is opened with other keys");
    }

    #[test]
    fn bytes_that_are_no_key_are_not_taken_for_one() {
        let game: Kalah = "kalah:2,2".parse().unwrap();
        let mut key = [0; 16];
        game.start().write(&mut key[..key_bytes(&game)]);
        let by_key = ByKey::new(game);
        let keys = |key: [u8; 16]| [Ok::<_, FindError>(key.to_vec())];
        assert!(are_keys(&Found::of_keys(by_key.clone(), keys(key)).unwrap()));
        // The last byte is the player, and there are only two.
        key[key_bytes(&game) - 1] = 7;
        assert!(!are_keys(&Found::of_keys(by_key, keys(key)).unwrap()));
    }

    #[test]
    fn games_by_key_have_the_tables_of_their_own_types() {
        let rules: [AnyRules; 8] = [
            "three-mens-morris",
            "dots:1,2",
            "kalah:2,2",
            "nim:2,3,4",
            "krk:4",
            "hexapawn:3,3",
            "fox-and-hounds:4",
            "quixo:2,2,2",
        ]
        .map(|name| name.parse().unwrap());
        for rules in rules {
            match rules {
                AnyRules::Morris(game) => is_the_same(&game),
                AnyRules::Dots(game) => is_the_same(&game),
                AnyRules::Kalah(game) => is_the_same(&game),
                AnyRules::Nim(game) => is_the_same(&game),
                AnyRules::Krk(game) => is_the_same(&game),
                AnyRules::Hexapawn(game) => is_the_same(&game),
                AnyRules::FoxAndHounds(game) => is_the_same(&game),
                AnyRules::Quixo(game) => is_the_same(&game),
                other => panic!("{other} is not among them"),
            }
        }
    }
}
