//! Reading a game from lines of JSON.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
    string::ToString,
    vec::Vec,
};

use hmac_sha256::Hash;
use perfect_play_core::{Outcome, Player, Scheme, Shown};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::error::Category;

use super::{
    End, Graph, Names, Position, ReadGraphError, ReadGraphErrorKind, To,
    error::{MAX_LINE, MAX_MOVES},
};

/// A position that no line has described yet.
const UNKNOWN: u32 = u32::MAX;

/// The fields of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(borrow)]
    position: Text<'a>,
    to_move: Player,
    #[serde(borrow, default)]
    moves: MovesOfLine<'a>,
    outcome: Option<Outcome>,
    score: Option<i64>,
}

/// A text. It is borrowed from the line, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The moves of a line in order. At most one more than the limit is stored.
#[derive(Default)]
struct MovesOfLine<'a> {
    moves: Vec<(Text<'a>, Text<'a>)>,
    /// The number of moves.
    found: usize,
}

impl<'de: 'a, 'a> Deserialize<'de> for MovesOfLine<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = MovesOfLine<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a position's name for each move")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut of_line = MovesOfLine::default();
                while let Some(mv) = map.next_entry()? {
                    of_line.found += 1;
                    if of_line.found <= MAX_MOVES {
                        of_line.moves.push(mv);
                    }
                }
                Ok(of_line)
            }
        }

        deserializer.deserialize_map(Object)
    }
}

impl Graph {
    /// Reads a game. Its name is `graph:` followed by `name`, which should be the name of the file.
    ///
    /// This reads line by line. It needs memory for names, positions and moves, which is about the size of the
    /// file.
    ///
    /// # Errors
    ///
    /// The number of the first wrong line, what is wrong there, and what to do.
    pub fn read(name: &str, mut file: impl BufRead) -> Result<Self, ReadGraphError> {
        let mut reading = Reading::new(name);
        let mut line = Vec::new();
        loop {
            line.clear();
            // The end of the line is one more byte.
            let most = MAX_LINE as u64 + 1;
            let read = file.by_ref().take(most).read_until(b'\n', &mut line);
            let read = read.map_err(|error| reading.error(ReadGraphErrorKind::Read(error)))?;
            if read == 0 {
                return reading.finish();
            }
            reading.add(&line).map_err(|kind| reading.error(kind))?;
        }
    }

    /// Reads a game from a file. The name of the file, without folders, becomes part of the game's name.
    ///
    /// # Errors
    ///
    /// The errors of [`Graph::read`], and an error if the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadGraphError> {
        let path = path.as_ref();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let file = File::open(path)
            .map_err(|error| ReadGraphError { line: 0, kind: ReadGraphErrorKind::Read(error) })?;
        Self::read(&name.to_string_lossy(), BufReader::with_capacity(1 << 16, file))
    }
}

/// A game while its lines are being read.
struct Reading {
    graph: Graph,
    /// The scheme, and the first line that determined it.
    scheme: Option<(Scheme, u64)>,
    /// Of all lines.
    hash: Hash,
}

impl Reading {
    fn new(name: &str) -> Self {
        let graph = Graph {
            name: name.to_string(),
            positions: Vec::new(),
            moves: Vec::new(),
            names: Names::default(),
            named: Vec::new(),
            labels: Names::default(),
            scheme: Scheme::Remoteness,
            repeats: false,
            checksum: 0,
        };
        Self { graph, scheme: None, hash: Hash::new() }
    }

    /// The number of the current line, from 1.
    fn line(&self) -> u64 {
        self.graph.positions.len() as u64 + 1
    }

    fn error(&self, kind: ReadGraphErrorKind) -> ReadGraphError {
        ReadGraphError { line: self.line(), kind }
    }

    /// Adds the position of a line.
    fn add(&mut self, line: &[u8]) -> Result<(), ReadGraphErrorKind> {
        self.hash.update(line);
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        // Some programs write a byte order mark at the start of a file.
        let mark = if self.line() == 1 { "\u{feff}" } else { "" };
        let line = line.strip_prefix(mark.as_bytes()).unwrap_or(line);
        if line.len() > MAX_LINE {
            return Err(ReadGraphErrorKind::LongLine);
        }
        if line.trim_ascii().is_empty() {
            return Err(ReadGraphErrorKind::EmptyLine);
        }
        let text = std::str::from_utf8(line)
            .map_err(|error| ReadGraphErrorKind::NotUtf8 { column: error.valid_up_to() + 1 })?;
        self.add_position(&serde_json::from_str(text).map_err(|error| of_json(&error))?)
    }

    fn add_position(&mut self, line: &Line<'_>) -> Result<(), ReadGraphErrorKind> {
        let graph = &mut self.graph;
        let number = u32::try_from(graph.positions.len()).ok().filter(|&number| number != UNKNOWN);
        let number = number.ok_or(ReadGraphErrorKind::TooLarge)?;
        let name = graph.name_number(&line.position.0)?;
        match graph.named.get_mut(name as usize) {
            Some(named) if *named == UNKNOWN => *named = number,
            Some(&mut named) => {
                let (name, first) = (line.position.0.to_string(), u64::from(named) + 1);
                return Err(ReadGraphErrorKind::Duplicate { name, first });
            }
            None => return Err(ReadGraphErrorKind::TooLarge),
        }
        let end = match (line.outcome, line.score) {
            (Some(_), Some(_)) => return Err(ReadGraphErrorKind::OutcomeAndScore),
            (Some(outcome), None) => Some(End::Outcome(outcome)),
            (None, Some(score)) => {
                let in_range =
                    i16::try_from(score).ok().filter(|score| (-127..=127).contains(score));
                Some(End::Score(in_range.ok_or(ReadGraphErrorKind::ScoreBeyond127 { score })?))
            }
            (None, None) => None,
        };
        match (end, line.moves.found) {
            (None, 0) => return Err(ReadGraphErrorKind::NeitherMovesNorEnd),
            (Some(_), 1..) => return Err(ReadGraphErrorKind::MovesAfterTheEnd),
            (_, found) if found > MAX_MOVES => {
                return Err(ReadGraphErrorKind::TooManyMoves { found });
            }
            _ => {}
        }
        let first = graph.moves.len();
        for (label, to) in &line.moves.moves {
            let to =
                To { label: graph.label_number(&label.0)?, position: graph.name_number(&to.0)? };
            if graph.moves.iter().skip(first).any(|other| other.label == to.label) {
                return Err(ReadGraphErrorKind::RepeatedMove { label: label.0.to_string() });
            }
            graph.moves.push(to);
        }
        let moves_end = graph.moves.len().try_into().map_err(|_| ReadGraphErrorKind::TooLarge)?;
        if let Some(end) = end {
            let scheme = match end {
                End::Outcome(_) => Scheme::Remoteness,
                End::Score(_) => Scheme::Score,
            };
            let (told, first) = *self.scheme.get_or_insert((scheme, u64::from(number) + 1));
            if told != scheme {
                return Err(ReadGraphErrorKind::OutcomesAndScores { first });
            }
            graph.scheme = scheme;
        }
        graph.positions.push(Position { name, moves_end, to_move: line.to_move, end });
        Ok(())
    }

    /// Returns the game if no position is missing.
    fn finish(self) -> Result<Graph, ReadGraphError> {
        if self.graph.positions.is_empty() {
            return Err(ReadGraphError { line: 0, kind: ReadGraphErrorKind::Empty });
        }
        let mut graph = self.graph;
        let sha256 = self.hash.finalize();
        let (half, _) = sha256.as_chunks();
        graph.checksum = u128::from_le_bytes(half[0]);
        let missing = |to: &To| graph.named.get(to.position as usize).is_none_or(|&p| p == UNKNOWN);
        if let Some(at) = graph.moves.iter().position(missing) {
            let line = graph.positions.partition_point(|of_line| of_line.moves_end as usize <= at);
            let to = graph.moves.get(at).copied().unwrap_or(To { label: 0, position: 0 });
            let label = graph.labels.get(to.label).to_string();
            let name = graph.names.get(to.position).to_string();
            let kind = ReadGraphErrorKind::MissingPosition { label, name };
            return Err(ReadGraphError { line: line as u64 + 1, kind });
        }
        for to in &mut graph.moves {
            to.position = graph.named.get(to.position as usize).copied().unwrap_or_default();
        }
        graph.repeats = graph.has_cycle();
        Ok(graph)
    }
}

impl Graph {
    /// The number of a position's name.
    fn name_number(&mut self, name: &str) -> Result<u32, ReadGraphErrorKind> {
        if !can_be_a_name(name) {
            return Err(ReadGraphErrorKind::BadName { name: name.to_string() });
        }
        let number = self.names.add(name).ok_or(ReadGraphErrorKind::TooLarge)?;
        self.named.resize(self.names.len(), UNKNOWN);
        Ok(number)
    }

    /// The number of a move's label.
    fn label_number(&mut self, label: &str) -> Result<u32, ReadGraphErrorKind> {
        if !can_be_a_name(label) || label.contains(' ') {
            return Err(ReadGraphErrorKind::BadLabel { label: label.to_string() });
        }
        self.labels.add(label).ok_or(ReadGraphErrorKind::TooLarge)
    }
}

/// Whether a terminal shows the name unchanged, so that it can be copied from there.
fn can_be_a_name(name: &str) -> bool {
    let is_shown =
        || name.bytes().all(|byte| matches!(byte, b' '..=b'~')) || Shown(name).to_string() == name;
    !name.is_empty() && name.trim() == name && is_shown()
}

/// Converts an error of the JSON parser. The parser reads one line at a time, so its own line number is always
/// 1.
fn of_json(error: &serde_json::Error) -> ReadGraphErrorKind {
    let column = error.column();
    let mut message = error.to_string();
    let place = std::format!(" at line {} column {column}", error.line());
    if let Some(length) = message.strip_suffix(place.as_str()).map(str::len) {
        message.truncate(length);
    }
    match error.classify() {
        Category::Data => ReadGraphErrorKind::WrongField { column, message },
        Category::Syntax | Category::Eof | Category::Io => {
            ReadGraphErrorKind::NotJson { column, message }
        }
    }
}
