//! A file of moves that somebody has played or would play.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fmt::Display,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use perfect_play_analysis::Reply;
use perfect_play_core::Shown;
use perfect_play_engine::AnyPosition;
use serde::Deserialize;

use crate::{
    args::{
        reply_arg::{Given, GivenReplies, MoveName, has_sum_of_one, reply, reply_of, unfinished},
        table_arg::Source,
    },
    terminal::exit::Trouble,
};

/// The positions of a file, and the reply in each.
#[derive(Default)]
pub(super) struct MovesFile {
    pub(super) positions: Vec<AnyPosition>,
    pub(super) replies: GivenReplies,
}

/// A line of CSV.
#[derive(Deserialize)]
struct Row {
    position: String,
    #[serde(rename = "move")]
    mv: String,
    chance: Option<f64>,
}

impl MovesFile {
    /// Reads a file of moves of a game.
    pub(super) fn read(path: &Path, source: &Source) -> Result<Self, Trouble> {
        let cannot = |error: &dyn Display| {
            Trouble::new(format!("{} cannot be read: {error}", Shown(path.display())))
        };
        let file = BufReader::new(File::open(path).map_err(|error| cannot(&error))?);
        if source.game().mnk().is_none() {
            // Its table is asked about every line. What is wrong with the table is not wrong with a line.
            source.solved()?;
        }
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let mut replies = Replies { source, path, given: Vec::new() };
        if is_csv {
            let mut rows = csv::Reader::from_reader(file);
            let mut several = BTreeMap::<_, Vec<_>>::new();
            for (line, row) in (2..).zip(rows.deserialize()) {
                let Row { position, mv, chance } = row.map_err(|error| cannot(&error))?;
                let at =
                    replies.at(&position).and_then(|at| unfinished(source.game(), &position, at));
                let at = at.map_err(|error| replies.wrong(line, error))?;
                match chance {
                    None => replies.given.push((at, reply(source.game(), at, &mv))),
                    Some(chance) => several.entry(at).or_default().push((line, mv, chance)),
                }
            }
            for (at, moves) in several {
                let chances: Vec<_> = moves.iter().map(|&(.., chance)| chance).collect();
                let last = moves.last().map_or(0, |&(line, ..)| line);
                has_sum_of_one(&chances).map_err(|error| replies.wrong(last, error))?;
                let moves = moves.into_iter().map(|(_, mv, chance)| (MoveName::Text(mv), chance));
                replies.given.push((at, reply_of(source.game(), at, moves)));
            }
        } else {
            for (number, line) in (1..).zip(file.lines()) {
                let line = line.map_err(|error| cannot(&error))?;
                if !line.trim().is_empty() {
                    replies.json(number, &line)?;
                }
            }
        }
        if replies.given.is_empty() {
            return Err(Trouble::new(format!("{} has no moves", Shown(path.display()))));
        }
        let (positions, replies): (_, Vec<_>) = replies.given.into_iter().unzip();
        Ok(Self { positions, replies: GivenReplies::new(replies) })
    }
}

/// What a file has given so far.
struct Replies<'a> {
    source: &'a Source,
    path: &'a Path,
    given: Vec<(AnyPosition, Reply)>,
}

impl Replies<'_> {
    fn wrong(&self, line: u64, what: impl Display) -> Trouble {
        Trouble::new(format!("{}, line {line}: {what}", Shown(self.path.display())))
    }

    /// The error for a line that is not JSON, or not that of moves. The parser reads one line at a time, so its own line number
    /// is always 1.
    fn not_json(&self, (number, line): (u64, &str), error: &serde_json::Error) -> Trouble {
        let (message, column) = (error.to_string(), error.column());
        let place = format!(" at line {} column {column}", error.line());
        let message = message.strip_suffix(place.as_str()).unwrap_or(&message);
        let hint = if number == 1 && !line.trim_start().starts_with('{') {
            "; if this is CSV, give the file a name that ends in .csv"
        } else {
            ""
        };
        let path = Shown(self.path.display());
        Trouble::new(format!("{path}, line {number}, column {column}: {}{hint}", Shown(message)))
    }

    /// The position of this text.
    fn at(&self, text: &str) -> Result<AnyPosition, String> {
        self.source.position(OsStr::new(text)).map_err(|trouble| trouble.to_string())
    }

    fn json(&mut self, number: u64, line: &str) -> Result<(), Trouble> {
        let given: Given =
            serde_json::from_str(line).map_err(|error| self.not_json((number, line), &error))?;
        let replies = given.replies(self.source.game(), |text| self.at(text));
        self.given.extend(replies.map_err(|error| self.wrong(number, error))?);
        Ok(())
    }
}
