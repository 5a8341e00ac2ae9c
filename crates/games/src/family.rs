//! The families of games: their names, numbers, options, descriptions and rules.

use core::fmt;

use perfect_play_core::split_once;

/// The largest number of numbers in a name.
pub(crate) const MAX_NUMBERS: usize = 8;

pub(crate) const TICTACTOE: &str = "tictactoe";
pub(crate) const CONNECT_FOUR: &str = "connect4";

/// A family of games: a name with certain numbers and options.
///
/// ```
/// use perfect_play_games::Family;
///
/// assert_eq!(Family::Dodgem.name(), "dodgem");
/// assert_eq!(Family::Dodgem.to_string(), "dodgem:N");
/// assert_eq!(Family::Dodgem.options(), ["blocked-loses"]);
/// assert_eq!(Family::of("tictactoe+misere"), Some(Family::Mnk));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// `mnk:M,N,K`: marks stay where they are placed.
    Mnk,
    /// `connect:W,H,K`: marks fall.
    Connect,
    /// `wild:M,N,K`: both players place X or O.
    Wild,
    /// `notakto:M,N,K`: both players place X.
    Notakto,
    /// `nine-holes`: three stones each, which move to any empty point.
    NineHoles,
    /// `three-mens-morris`: three stones each, which move along rows and columns.
    ThreeMensMorris,
    /// `tapatan`: three stones each, which move along rows, columns and diagonals.
    Tapatan,
    /// `achi`: four stones each, which move along rows, columns and diagonals.
    Achi,
    /// `morris:BOARD,MEN`: Nine Men's Morris and its kin, in which mills capture.
    Mills,
    /// `hexapawn:W,H`: only pawns.
    Hexapawn,
    /// `dodgem:N`: cars that leave the board.
    Dodgem,
    /// `mu-torere`: stones on a ring around a centre.
    MuTorere,
    /// `pong-hau-ki`: two stones each on five points.
    PongHauKi,
    /// `quixo:W,H,K`: cubes are pushed in at the edge.
    Quixo,
    /// `teeko`: four men each are dropped, and then move.
    Teeko,
    /// `gobblet-gobblers`: pieces cover smaller ones.
    GobbletGobblers,
    /// `fox-and-hounds:N`: one fox against a row of hounds.
    FoxAndHounds,
    /// `krk:N`: king and rook against king.
    Krk,
    /// `chess:MEN`: endings of chess.
    Chess,
    /// `othello:M,N`: discs are enclosed and turned.
    Othello,
    /// `dots:M,N`: dots and boxes.
    Dots,
    /// `kalah:PITS,SEEDS`: seeds are sown around the board.
    Kalah,
    /// `nim:A,B,…`: stones are taken from piles.
    Nim,
    /// `chomp:M,N`: a bar of chocolate with one bad square.
    Chomp,
    /// `domineering:M,N`: X places vertical dominoes, O horizontal ones.
    Domineering,
    /// `clobber:M,N`: a stone captures a neighbour of the other colour.
    Clobber,
    /// `hex:N`: X connects top and bottom, O the sides.
    Hex,
    /// `isolation:M,N`: each turn a piece steps and a cell is removed.
    Isolation,
    /// `graph:FILE`: any game as data, read from a file (feature `graph`). Its name is not parsed like the
    /// names of other families: see `Graph::open`.
    Graph,
}

/// The facts about a family.
struct Facts {
    name: &'static str,
    /// Names of the numbers, separated by commas.
    numbers: &'static str,
    limits: &'static str,
    options: &'static [&'static str],
    about: &'static str,
}

/// The rules of a game of three stones in a row: its own, and those that all of them share.
macro_rules! morris {
    ($game:literal) => {
        concat!(
            include_str!(concat!("rules/", $game, ".md")),
            "\n",
            include_str!("rules/morris.md")
        )
    };
}

impl Family {
    /// All families.
    pub const ALL: [Self; 29] = [
        Self::Mnk,
        Self::Connect,
        Self::Wild,
        Self::Notakto,
        Self::NineHoles,
        Self::ThreeMensMorris,
        Self::Tapatan,
        Self::Achi,
        Self::Mills,
        Self::Hexapawn,
        Self::Dodgem,
        Self::MuTorere,
        Self::PongHauKi,
        Self::Quixo,
        Self::Teeko,
        Self::GobbletGobblers,
        Self::FoxAndHounds,
        Self::Krk,
        Self::Chess,
        Self::Othello,
        Self::Dots,
        Self::Kalah,
        Self::Nim,
        Self::Chomp,
        Self::Domineering,
        Self::Clobber,
        Self::Hex,
        Self::Isolation,
        Self::Graph,
    ];

    /// The endings of [`Family::Chess`].
    pub(crate) const CHESS_ENDINGS: [&str; 6] = ["KQK", "KRK", "KBBK", "KBNK", "KQKR", "KPK"];

    #[expect(clippy::too_many_lines, reason = "one entry a family")]
    const fn facts(self) -> Facts {
        const MISERE: &[&str] = &["misere"];
        const MORRIS: &[&str] = &["rows", "blocked-pass", "blocked-draw"];
        let (name, numbers, limits, options, about): (_, _, _, &[&str], _) = match self {
            Self::Mnk => (
                "mnk",
                "M,N,K",
                "M times N is at most 63, and K at most the longer side",
                MISERE,
                "K in a row on M columns and N rows wins",
            ),
            Self::Connect => (
                "connect",
                "W,H,K",
                "W times H is at most 63, and K at most the longer side",
                MISERE,
                "marks fall (Connect Four): K in a row on W columns and H rows wins",
            ),
            Self::Wild => (
                "wild",
                "M,N,K",
                "M times N is at most 32, and K at most the longer side",
                MISERE,
                "wild tic-tac-toe: both players may place X or O, and K of a kind in a row win",
            ),
            Self::Notakto => (
                "notakto",
                "M,N,K",
                "M times N is at most 32, and K at most the longer side",
                MISERE,
                "both players place X, and the player who makes K in a row loses",
            ),
            Self::NineHoles => (
                "nine-holes",
                "",
                "",
                MORRIS,
                "three stones each are placed, then moved to any point: three in a row win",
            ),
            Self::ThreeMensMorris => (
                "three-mens-morris",
                "",
                "",
                MORRIS,
                "three stones each are placed, then moved along rows and columns: three in a row win",
            ),
            Self::Tapatan => (
                "tapatan",
                "",
                "",
                MORRIS,
                "three stones each are placed, then moved along the lines: three in a row win",
            ),
            Self::Achi => (
                "achi",
                "",
                "",
                MORRIS,
                "four stones each are placed, then moved along the lines: three in a row win",
            ),
            Self::Mills => (
                "morris",
                "BOARD,MEN",
                "BOARD is three, six, seven, nine, lasker or morabaraba; MEN is 3 to 12, and 2 times \
                 MEN at most the points of the board",
                &["flying", "no-flying"],
                "Nine Men's Morris and its kin: three men in a row take a man of the opponent",
            ),
            Self::Hexapawn => (
                "hexapawn",
                "W,H",
                "H is at least 3, and W times H at most 32",
                &[],
                "only pawns: the first to reach the far row wins, a player who cannot move loses",
            ),
            Self::Dodgem => (
                "dodgem",
                "N",
                "N is 2 to 5",
                &["blocked-loses"],
                "cars leave a board of N by N on the far side: the first player without cars wins",
            ),
            Self::MuTorere => (
                "mu-torere",
                "",
                "",
                &[],
                "four stones each on a ring with a centre: a player who cannot move loses",
            ),
            Self::PongHauKi => (
                "pong-hau-ki",
                "",
                "",
                &[],
                "two stones each on five points: a player who cannot move loses",
            ),
            Self::Quixo => (
                "quixo",
                "W,H,K",
                "W and H are at least 2, W times H is at most 32, and K at most the longer side",
                &[],
                "cubes are taken from the edge and pushed in again: K in a row win",
            ),
            Self::Teeko => (
                "teeko",
                "",
                "",
                &["advanced", "no-centre"],
                "four men each are dropped, then moved: four in a line or a square win",
            ),
            Self::GobbletGobblers => (
                "gobblet-gobblers",
                "",
                "",
                &[],
                "pieces of three sizes cover smaller ones: three in a row win",
            ),
            Self::FoxAndHounds => (
                "fox-and-hounds",
                "N",
                "N is even, 4 to 10",
                &[],
                "a fox has to pass a row of hounds, which only move forwards",
            ),
            Self::Krk => (
                "krk",
                "N",
                "N is 3 to 15",
                &[],
                "king and rook against king on a chessboard of N by N: White has to mate",
            ),
            Self::Chess => (
                "chess",
                "MEN",
                "MEN is KQK, KRK, KBBK, KBNK, KQKR or KPK",
                &[],
                "an ending of chess with few men: White has to mate",
            ),
            Self::Othello => (
                "othello",
                "M,N",
                "M and N are even, and M times N is at most 32",
                &[],
                "discs are enclosed and turned; the player with more discs at the end wins",
            ),
            Self::Dots => (
                "dots",
                "M,N",
                "M and N are at least 1, and M by N boxes have at most 32 edges",
                &[],
                "the last edge of a box wins the box, and the player with more boxes wins",
            ),
            Self::Kalah => (
                "kalah",
                "PITS,SEEDS",
                "PITS is 1 to 6, SEEDS at least 1, and 2 times PITS times SEEDS at most 127",
                &[],
                "PITS pits of SEEDS seeds each are sown; the player with more seeds at the end wins",
            ),
            Self::Nim => (
                "nim",
                "A,B,…",
                "there are 1 to 8 piles of 1 to 255 stones, of at most 256 together",
                &[],
                "stones are taken from one pile a turn; the player who takes the last stone wins",
            ),
            Self::Chomp => (
                "chomp",
                "M,N",
                "M and N are 1 to 15",
                &[],
                "bites from a bar of M by N; the player who eats the last square loses",
            ),
            Self::Domineering => (
                "domineering",
                "M,N",
                "M is 1 to 26, N at least 1, and M times N at most 32",
                &[],
                "X places vertical dominoes, O horizontal ones; a player who cannot move loses",
            ),
            Self::Clobber => (
                "clobber",
                "M,N",
                "M is 1 to 26, N at least 1, and M times N at most 32",
                &[],
                "stones capture neighbours of the other colour; a player who cannot move loses",
            ),
            Self::Hex => ("hex", "N", "N is 1 to 5", &[], "X connects top and bottom, O the sides"),
            Self::Isolation => (
                "isolation",
                "M,N",
                "M is 1 to 26, N at least 2, and M times N at most 32",
                &[],
                "each turn a piece steps and a cell is removed; a player who cannot step loses",
            ),
            Self::Graph => (
                "graph",
                "FILE",
                "FILE has a line of JSON for each position",
                &[],
                "any game as data, also for one player alone: a line of JSON for each position",
            ),
        };
        Facts { name, numbers, limits, options, about }
    }

    /// The name before the colon.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// A one-line description of the game.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.facts().about
    }

    /// The rules for players, as a text of several paragraphs with lines of at most 79 characters. The text has no line
    /// break at the end. For people, it numbers cells from 1. Families that one Rust type implements, such as `mnk` and
    /// `connect`, share a text. For [`Family::Graph`], the text describes the file.
    ///
    /// ```
    /// use perfect_play_games::Family;
    ///
    /// let rules = Family::Nim.rules();
    /// assert!(rules.starts_with("Nim with piles") && rules.ends_with("wins."));
    /// ```
    #[must_use]
    pub const fn rules(self) -> &'static str {
        let text = match self {
            Self::Mnk | Self::Connect => include_str!("rules/mnk.md"),
            Self::Wild => include_str!("rules/wild.md"),
            Self::Notakto => include_str!("rules/notakto.md"),
            Self::NineHoles => morris!("nine_holes"),
            Self::ThreeMensMorris => morris!("three_mens_morris"),
            Self::Tapatan => morris!("tapatan"),
            Self::Achi => morris!("achi"),
            Self::Mills => include_str!("rules/mills.md"),
            Self::Hexapawn => include_str!("rules/hexapawn.md"),
            Self::Dodgem => include_str!("rules/dodgem.md"),
            Self::MuTorere => include_str!("rules/mu_torere.md"),
            Self::PongHauKi => include_str!("rules/pong_hau_ki.md"),
            Self::Quixo => include_str!("rules/quixo.md"),
            Self::Teeko => include_str!("rules/teeko.md"),
            Self::GobbletGobblers => include_str!("rules/gobblet_gobblers.md"),
            Self::FoxAndHounds => include_str!("rules/fox_and_hounds.md"),
            Self::Krk => include_str!("rules/krk.md"),
            Self::Chess => include_str!("rules/chess.md"),
            Self::Othello => include_str!("rules/othello.md"),
            Self::Dots => include_str!("rules/dots.md"),
            Self::Kalah => include_str!("rules/kalah.md"),
            Self::Nim => include_str!("rules/nim.md"),
            Self::Chomp => include_str!("rules/chomp.md"),
            Self::Domineering => include_str!("rules/domineering.md"),
            Self::Clobber => include_str!("rules/clobber.md"),
            Self::Hex => include_str!("rules/hex.md"),
            Self::Isolation => include_str!("rules/isolation.md"),
            Self::Graph => include_str!("rules/graph.md"),
        };
        text.trim_ascii_end()
    }

    /// The limits of the numbers, as a sentence without a full stop. Empty if there are no numbers. For
    /// [`Family::Graph`], which has no numbers, it is a sentence about the file.
    #[must_use]
    pub const fn limits(self) -> &'static str {
        self.facts().limits
    }

    /// The options, in the order in which names print them. In a name, each follows a `+`.
    #[must_use]
    pub const fn options(self) -> &'static [&'static str] {
        self.facts().options
    }

    /// The words of which one stands for the first number in a name of this family. Empty if it is a number.
    ///
    /// ```
    /// use perfect_play_games::Family;
    ///
    /// assert!(Family::Mills.words().contains(&"nine") && Family::Nim.words().is_empty());
    /// ```
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Mills => &["three", "six", "seven", "nine", "lasker", "morabaraba"],
            Self::Chess => &Self::CHESS_ENDINGS,
            _ => &[],
        }
    }

    /// How many numbers a name of this family has: at least, and at most. A word counts as a number
    /// ([`Family::words`]).
    #[must_use]
    pub const fn numbers(self) -> (usize, usize) {
        match self {
            Self::Nim => (1, MAX_NUMBERS),
            Self::Mills => (1, 2),
            Self::NineHoles
            | Self::ThreeMensMorris
            | Self::Tapatan
            | Self::Achi
            | Self::MuTorere
            | Self::PongHauKi
            | Self::Teeko
            | Self::GobbletGobblers
            | Self::Graph => (0, 0),
            Self::Dodgem | Self::FoxAndHounds | Self::Krk | Self::Chess | Self::Hex => (1, 1),
            Self::Hexapawn
            | Self::Othello
            | Self::Dots
            | Self::Kalah
            | Self::Chomp
            | Self::Domineering
            | Self::Clobber
            | Self::Isolation => (2, 2),
            Self::Mnk | Self::Connect | Self::Wild | Self::Notakto | Self::Quixo => (3, 3),
        }
    }

    /// The name of a game of this family to begin with. It is the game of a name without numbers
    /// ([`TypedName`] of perfect-play-engine), and the example in an error about numbers.
    ///
    /// An optimised build solves it within a second, and its positions fit on a page of the program (but for `krk:8`,
    /// `chess:KQK`, `teeko` and `gobblet-gobblers`). It is
    /// the largest such game whose board is square or usual.
    ///
    /// ```
    /// use perfect_play_games::Family;
    ///
    /// assert_eq!(Family::Othello.default_game(), "othello:4,4");
    /// ```
    ///
    /// [`TypedName`]: https://docs.rs/perfect-play-engine/latest/perfect_play_engine/struct.TypedName.html
    #[must_use]
    pub const fn default_game(self) -> &'static str {
        match self {
            Self::Mnk => "mnk:4,4,4",
            Self::Connect => "connect:5,4,4",
            Self::Wild => "wild:3,3,3",
            Self::Notakto => "notakto:4,4,4",
            Self::Mills => "morris:three",
            Self::Hexapawn => "hexapawn:4,4",
            Self::Dodgem => "dodgem:3",
            Self::Quixo => "quixo:3,3,3",
            Self::FoxAndHounds => "fox-and-hounds:6",
            Self::Krk => "krk:8",
            Self::Chess => "chess:KQK",
            Self::Othello => "othello:4,4",
            Self::Dots => "dots:2,2",
            Self::Kalah => "kalah:3,3",
            Self::Nim => "nim:3,5,7",
            Self::Chomp => "chomp:8,8",
            Self::Domineering => "domineering:4,4",
            Self::Clobber => "clobber:4,3",
            Self::Hex => "hex:3",
            Self::Isolation => "isolation:3,3",
            Self::Graph => "graph:FILE",
            Self::NineHoles
            | Self::ThreeMensMorris
            | Self::Tapatan
            | Self::Achi
            | Self::MuTorere
            | Self::PongHauKi
            | Self::Teeko
            | Self::GobbletGobblers => self.name(),
        }
    }

    /// The family that a name begins with, or `None` if there is no such family.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let base = without_options(name);
        match base {
            TICTACTOE => return Some(Self::Mnk),
            CONNECT_FOUR => return Some(Self::Connect),
            _ => {}
        }
        let name = split_once(base, b':').map_or(base, |(name, _)| name);
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

/// The name without its options.
pub(crate) fn without_options(name: &str) -> &str {
    split_once(name, b'+').map_or(name, |(base, _)| base)
}

/// Prints the pattern of a whole name: `mnk:M,N,K`.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { name, numbers, .. } = self.facts();
        f.write_str(name)?;
        if !numbers.is_empty() {
            write!(f, ":{numbers}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn each_family_is_found_by_its_name_and_has_as_many_numbers_as_its_pattern() {
        for family in Family::ALL {
            let pattern = family.to_string();
            assert_eq!(Family::of(&pattern), Some(family));
            assert_eq!(Family::of(family.name()), Some(family));
            let numbers = match pattern.split_once(':') {
                Some((_, numbers)) => numbers.split(',').count(),
                None => 0,
            };
            if !matches!(family, Family::Nim | Family::Mills | Family::Graph) {
                assert_eq!(family.numbers(), (numbers, numbers), "{pattern}");
            }
            assert_eq!(family.limits().is_empty(), numbers == 0, "{pattern}");
        }
        assert_eq!(Family::of("graph:some,level+1.jsonl"), Some(Family::Graph));
        assert_eq!(Family::of("checkers"), None);
    }

    #[test]
    fn each_family_has_rules_that_fit_a_terminal_and_explain_its_name_and_options() {
        for family in Family::ALL {
            let rules = family.rules();
            assert!(rules.ends_with('.'), "{family}");
            assert!(rules.contains(&std::format!("`{family}`")), "{family}");
            for line in rules.lines() {
                assert!(line.chars().count() <= 79, "{family}: {line}");
                assert!(!line.contains(char::is_control), "{family}: {line:?}");
            }
            for option in family.options() {
                assert!(rules.contains(&std::format!("`+{option}`")), "{family}: {option}");
            }
        }
    }
}
