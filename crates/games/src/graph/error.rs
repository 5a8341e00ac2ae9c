//! Why a file is not a game.

use std::{fmt, io, string::String};

use perfect_play_core::Shown;

/// The largest number of bytes in a line.
pub(super) const MAX_LINE: usize = 1 << 20;

/// The largest number of moves of a position, which is the number of values of [`perfect_play_core::Move`].
pub(super) const MAX_MOVES: usize = 256;

/// Why a file cannot be read as a game, and in which line the mistake is.
///
/// ```
/// use perfect_play_games::{Graph, ReadGraphErrorKind};
///
/// let file = r#"{"position": "a", "to_move": "X", "moves": {"left": "b"}}"#;
/// let error = Graph::read("game.jsonl", file.as_bytes()).unwrap_err();
/// assert_eq!(error.line(), 1);
/// assert!(matches!(error.kind(), ReadGraphErrorKind::MissingPosition { .. }));
/// assert_eq!(
///     error.to_string(),
///     "line 1: the move `left` leads to `b`, which no line describes: add a line for it"
/// );
/// ```
#[derive(Debug)]
pub struct ReadGraphError {
    pub(super) line: u64,
    pub(super) kind: ReadGraphErrorKind,
}

impl ReadGraphError {
    /// The number of the line, counted from 1. The number is 0 if the error is not about a line.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> &ReadGraphErrorKind {
        &self.kind
    }
}

/// What is wrong with a file that should be a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadGraphErrorKind {
    /// The file cannot be opened or read.
    Read(io::Error),
    /// The file has no line.
    Empty,
    /// The line is empty.
    EmptyLine,
    /// The line has more than a mebibyte.
    LongLine,
    /// The line is not UTF-8.
    NotUtf8 {
        /// The first byte that is not UTF-8, counted from 1.
        column: usize,
    },
    /// The line is not JSON.
    NotJson {
        /// The byte where the parser stopped, counted from 1.
        column: usize,
        /// The message of the parser.
        message: String,
    },
    /// The line is JSON, but it has an unknown field, lacks a field, or has a field of a wrong type.
    WrongField {
        /// The byte where the parser stopped, counted from 1.
        column: usize,
        /// The message of the parser.
        message: String,
    },
    /// The name of a position is empty, begins or ends with a space, or has characters that a terminal does not show.
    BadName {
        /// The name.
        name: String,
    },
    /// The name of a move is empty, or has spaces or characters that a terminal does not show.
    BadLabel {
        /// The move's name.
        label: String,
    },
    /// An earlier line describes the same position.
    Duplicate {
        /// The position's name.
        name: String,
        /// The earlier line.
        first: u64,
    },
    /// Two moves of the position have the same name.
    RepeatedMove {
        /// The moves' name.
        label: String,
    },
    /// The position has more than 256 moves.
    TooManyMoves {
        /// The number of moves.
        found: usize,
    },
    /// The position has neither moves nor an outcome nor a score.
    NeitherMovesNorEnd,
    /// The position has moves, and an outcome or a score.
    MovesAfterTheEnd,
    /// The position has an outcome and a score.
    OutcomeAndScore,
    /// The score is not from −127 to 127.
    ScoreBeyond127 {
        /// The score.
        score: i64,
    },
    /// The line has an outcome and an earlier line has a score, or the other way round.
    OutcomesAndScores {
        /// The first line with an outcome or a score.
        first: u64,
    },
    /// A move leads to a position that no line describes.
    MissingPosition {
        /// The move's name.
        label: String,
        /// The name of the position that is missing.
        name: String,
    },
    /// There are more positions, moves or names than 32 bits can count.
    TooLarge,
}

impl fmt::Display for ReadGraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ReadGraphErrorKind::NotUtf8 { column }
            | ReadGraphErrorKind::NotJson { column, .. }
            | ReadGraphErrorKind::WrongField { column, .. } => {
                write!(f, "line {}, column {column}: ", self.line)?;
            }
            _ if self.line > 0 => write!(f, "line {}: ", self.line)?,
            _ => {}
        }
        match &self.kind {
            ReadGraphErrorKind::Read(error) => write!(f, "the file cannot be read: {error}"),
            ReadGraphErrorKind::Empty => {
                f.write_str("the file is empty: write a line for each position, the start first")
            }
            ReadGraphErrorKind::EmptyLine => f.write_str("the line is empty: remove it"),
            ReadGraphErrorKind::LongLine => {
                write!(f, "the line is longer than {MAX_LINE} bytes: write shorter names")
            }
            ReadGraphErrorKind::NotUtf8 { .. } => {
                f.write_str("this is not UTF-8: save the file with this encoding")
            }
            ReadGraphErrorKind::NotJson { message, .. } => write!(
                f,
                "this is not JSON: {}: write one object a line, as \
                 {{\"position\": \"a\", \"to_move\": \"X\", \"moves\": {{\"left\": \"b\"}}}}",
                Shortened(message)
            ),
            ReadGraphErrorKind::WrongField { message, .. } => write!(
                f,
                "{}: write {{\"position\": \"a\", \"to_move\": \"X\", \"moves\": \
                 {{\"left\": \"b\"}}}}, or \"outcome\" or \"score\" for \"moves\"",
                Shortened(message)
            ),
            ReadGraphErrorKind::BadName { name } => write!(
                f,
                "`{}` cannot be the name of a position: it must not be empty, begin or end with a \
                 space, or have characters that are not shown",
                Shortened(name)
            ),
            ReadGraphErrorKind::BadLabel { label } => write!(
                f,
                "`{}` cannot be the name of a move: it must not be empty, or have spaces or \
                 characters that are not shown",
                Shortened(label)
            ),
            ReadGraphErrorKind::Duplicate { name, first } => write!(
                f,
                "`{}` was described in line {first}: remove one of the two lines, or give it \
                 another name",
                Shortened(name)
            ),
            ReadGraphErrorKind::RepeatedMove { label } => write!(
                f,
                "the position has two moves `{}`: give one of them another name",
                Shortened(label)
            ),
            ReadGraphErrorKind::TooManyMoves { found } => write!(
                f,
                "the position has {found} moves, and at most {MAX_MOVES} are possible: split the \
                 choice in two, with a position of the same player between"
            ),
            ReadGraphErrorKind::NeitherMovesNorEnd => f.write_str(
                "the position has neither moves nor an end: add \"moves\", \"outcome\" or \"score\"",
            ),
            ReadGraphErrorKind::MovesAfterTheEnd => f.write_str(
                "the position has an end, and moves: remove the \"moves\", or the \"outcome\" or \
                 \"score\"",
            ),
            ReadGraphErrorKind::OutcomeAndScore => f.write_str(
                "the position has an outcome and a score: use only outcomes or only scores in the whole \
                 file",
            ),
            ReadGraphErrorKind::ScoreBeyond127 { score } => {
                write!(f, "the score {score} is not from -127 to 127: count in larger units")
            }
            ReadGraphErrorKind::OutcomesAndScores { first } => write!(
                f,
                "this end is not of the same kind as that in line {first}: give outcomes or scores \
                 in the whole file"
            ),
            ReadGraphErrorKind::MissingPosition { label, name } => write!(
                f,
                "the move `{}` leads to `{}`, which no line describes: add a line for it",
                Shortened(label),
                Shortened(name)
            ),
            ReadGraphErrorKind::TooLarge => f.write_str(
                "there are more positions, moves or letters in names than 32 bits can count: split \
                 the game",
            ),
        }
    }
}

impl std::error::Error for ReadGraphError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ReadGraphErrorKind::Read(error) => Some(error),
            _ => None,
        }
    }
}

/// Prints a text from the file with [`Shown`]. Only the beginning is printed if the text is long.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(120) {
            Some((end, _)) => write!(f, "{}…", Shown(self.0.get(..end).unwrap_or_default())),
            None => write!(f, "{}", Shown(self.0)),
        }
    }
}
