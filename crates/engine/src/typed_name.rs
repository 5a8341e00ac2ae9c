//! The names of games as people type them: `Tic-Tac-Toe`, `ttt`, `othello`.
//!
//! Files, headers and JSON have the one name that a game prints. Only what a person typed is read here.

use std::borrow::Cow;

use perfect_play_games::Family;

use crate::{AnyGame, OpenRulesError, nearest};

/// The name of a game as a person types it. Case, spaces, hyphens, underscores and apostrophes do not count in its words, a
/// game may have a second name, an `x` or a dot between numbers is a comma, and a family without numbers is its default game
/// ([`Family::default_game`]).
///
/// ```
/// use perfect_play_engine::TypedName;
///
/// assert_eq!(TypedName::read("Tic-Tac-Toe").name(), "tictactoe");
/// assert_eq!(TypedName::read("Fox and Hounds: 4").name(), "fox-and-hounds:4");
/// assert_eq!(TypedName::read("connect:6x5x4").name(), "connect:6,5,4");
///
/// let reversi = TypedName::read("reversi");
/// assert_eq!((reversi.name(), reversi.has_default_size()), ("othello:4,4", true));
/// ```
#[derive(Clone, Debug)]
pub struct TypedName<'t> {
    typed: &'t str,
    name: Cow<'t, str>,
    has_default_size: bool,
}

/// The games that are not called by the name of their family, with that name.
const GAMES: [&str; 2] = ["tictactoe", "connect4"];

/// Second names, without what does not count, and the names that they stand for.
const SECOND_NAMES: [(&str, &str); 16] = [
    ("ttt", "tictactoe"),
    ("noughtsandcrosses", "tictactoe"),
    ("connectfour", "connect4"),
    ("fourinarow", "connect4"),
    ("wildtictactoe", "wild"),
    ("reversi", "othello"),
    ("dotsandboxes", "dots"),
    ("mancala", "kalah"),
    ("fivemensmorris", "morris:six,5"),
    ("sixmensmorris", "morris:six"),
    ("sevenmensmorris", "morris:seven"),
    ("ninemensmorris", "morris:nine"),
    ("mill", "morris:nine"),
    ("laskermorris", "morris:lasker"),
    ("morabaraba", "morris:morabaraba"),
    ("twelvemensmorris", "morris:morabaraba"),
];

impl<'t> TypedName<'t> {
    /// Reads a name. A name that is not known stays as it is.
    #[must_use]
    pub fn read(typed: &'t str) -> Self {
        let (base, numbers, options) = parts(typed);
        let as_typed = Self { typed, name: Cow::Borrowed(typed), has_default_size: false };
        let Some(word) = word(base) else { return as_typed };
        let family = Family::of(word);
        // What follows is the path of a file.
        if family == Some(Family::Graph) {
            return as_typed;
        }
        let default = family.filter(|family| family.name() == word && family.numbers().0 > 0);
        let default = default.filter(|_| numbers.is_empty());
        let mut name = default.map_or(word, Family::default_game).to_owned();
        let numbers = plain(numbers);
        // A word in place of the first number may have letters of either case.
        let (first, more) = numbers.split_at(numbers.find(',').unwrap_or(numbers.len()));
        let words = family.map_or(&[][..], Family::words);
        let is_word = |word: &&&str| {
            first.strip_prefix(':').is_some_and(|first| first.eq_ignore_ascii_case(word))
        };
        match words.iter().find(is_word) {
            Some(word) => name.extend([":", word]),
            None => name += first,
        }
        name += more;
        for option in options.split('+').skip(1) {
            let known = family.map_or(&[][..], Family::options);
            let known = known.iter().find(|known| folded(known) == folded(option));
            name.push('+');
            name.push_str(known.map_or(option, |known| known));
        }
        let name = if name == typed { Cow::Borrowed(typed) } else { Cow::Owned(name) };
        Self { typed, name, has_default_size: default.is_some() }
    }

    /// The name as [`AnyGame`] reads it. If the words are not known, the typed name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the name is exactly as it was typed.
    #[must_use]
    pub fn is_as_typed(&self) -> bool {
        self.name == self.typed
    }

    /// Whether this is a spelling of a name: the two differ only in what does not count.
    ///
    /// ```
    /// use perfect_play_engine::TypedName;
    ///
    /// assert!(TypedName::read("hareandhounds").is_spelling_of("Hare and Hounds"));
    /// ```
    #[must_use]
    pub fn is_spelling_of(&self, name: &str) -> bool {
        folded(self.typed) == folded(name)
    }

    /// Whether the numbers are missing, so that the game is its family's default game.
    #[must_use]
    pub const fn has_default_size(&self) -> bool {
        self.has_default_size
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyGame::open`]. If the words are not known, the error suggests a name ([`OpenRulesError::Unknown`]).
    pub fn game(&self) -> Result<AnyGame, OpenRulesError> {
        match Family::of(&self.name) {
            None => {
                Err(OpenRulesError::Unknown { name: self.typed.to_owned(), near: near(self.typed) })
            }
            Some(_) => AnyGame::open(&self.name),
        }
    }
}

/// The word of a name, its numbers with the colon, and its options with the plus.
fn parts(typed: &str) -> (&str, &str, &str) {
    let end = typed.find([':', '+']).unwrap_or(typed.len());
    let (base, rest) = typed.split_at(end);
    let (numbers, options) = rest.split_at(rest.find('+').unwrap_or(rest.len()));
    (base, numbers, options)
}

/// The text without what does not count.
fn folded(text: &str) -> String {
    let counts = |c: &char| !matches!(c, ' ' | '-' | '_' | '\'' | '\u{2019}');
    text.chars().filter(counts).flat_map(char::to_lowercase).collect()
}

/// All words that a name can begin with, without what does not count, and the words that they stand for.
fn words() -> impl Iterator<Item = (String, &'static str)> {
    let own = GAMES.into_iter().chain(Family::ALL.map(Family::name));
    let second = SECOND_NAMES.map(|(second, word)| (second.to_owned(), word));
    own.map(|word| (folded(word), word)).chain(second)
}

/// The word that a typed word stands for.
fn word(typed: &str) -> Option<&'static str> {
    let typed = folded(typed);
    words().find(|(known, _)| *known == typed).map(|(_, word)| word)
}

/// Numbers without spaces, and with a comma for the `x` of `6 x 5` or the dot of `6.5`.
fn plain(numbers: &str) -> String {
    let numbers: Vec<char> = numbers.chars().filter(|&c| c != ' ').collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let between = |i: usize| is_digit(numbers[..i].last()) && is_digit(numbers.get(i + 1));
    let written = |(i, &c)| if matches!(c, 'x' | 'X' | '×' | '.') && between(i) { ',' } else { c };
    numbers.iter().enumerate().map(written).collect()
}

/// The name of a game that may be meant.
fn near(typed: &str) -> Option<String> {
    let words: Vec<_> = words().collect();
    let known: Vec<&str> = words.iter().map(|(known, _)| &**known).collect();
    // A word of a longer name, such as `hounds`.
    let word_of = |typed: &str| known.iter().find(|known| typed.len() > 3 && known.contains(typed));
    let word_near = |typed: &str| {
        let typed = folded(typed);
        let near = nearest(&typed, &known).or_else(|| word_of(&typed).copied())?;
        let (_, word) = words.iter().find(|(known, _)| known == near)?;
        Some((*word, Family::of(word)?))
    };
    let (base, numbers, options) = parts(typed);
    let letters = &base[..base.find(|c: char| c.is_ascii_digit()).unwrap_or(base.len())];
    let sizes = |family: Family| {
        let sizes = [&base[letters.len()..], numbers].concat();
        let sizes = sizes.split(|c: char| !c.is_ascii_digit()).filter(|size| !size.is_empty());
        format!("{}:{}", family.name(), sizes.collect::<Vec<_>>().join(","))
    };
    let meant = |family: Family| {
        let near = |option| nearest(option, family.options()).unwrap_or(option);
        options.split('+').map(near).collect::<Vec<_>>().join("+")
    };
    let (word, family) = word_near(base).or_else(|| word_near(letters))?;
    // `connect6,5,4` may mean `connect:6,5,4`, and `connect4:5,4,4` may mean `connect:5,4,4`.
    let whole = [
        word_near(letters).map_or_else(String::new, |(_, family)| sizes(family) + &meant(family)),
        format!("{word}{numbers}{}", meant(family)),
        format!("{}{numbers}{}", family.name(), meant(family)),
    ];
    let is_game = |name: &String| TypedName::read(name).name().parse::<AnyGame>().is_ok();
    let default = if family.name() == word { family.default_game() } else { word };
    Some(whole.into_iter().find(is_game).unwrap_or_else(|| default.to_owned()))
}
