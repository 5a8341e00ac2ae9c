//! A file of moves that somebody has played or would play.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    ffi::OsStr,
    fmt::Display,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use perfect_play_analysis::{Agent, Reply};
use perfect_play_core::{Game, Shown};
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Deserialize;

use super::answer::{Answer, Text, number_of, reply, reply_of};
use crate::{args::table_arg::Source, terminal::exit::Trouble};

/// The positions of a file, and the reply in each.
#[derive(Default)]
pub(super) struct MovesFile {
    pub(super) positions: Vec<AnyPosition>,
    pub(super) replies: GivenReplies,
}

/// Replies, in the order in which they are asked for.
#[derive(Default)]
pub(super) struct GivenReplies(std::vec::IntoIter<Reply>);

impl Agent<AnyGame> for GivenReplies {
    type Error = Infallible;

    fn replies(
        &mut self,
        _: &AnyGame,
        positions: &[AnyPosition],
    ) -> Result<Vec<Reply>, Infallible> {
        Ok(self.0.by_ref().take(positions.len()).collect())
    }
}

/// A line of CSV.
#[derive(Deserialize)]
struct Row {
    position: String,
    #[serde(rename = "move")]
    mv: String,
    chance: Option<f64>,
}

/// A line of JSON.
#[derive(Deserialize)]
struct Line {
    position: Option<String>,
    #[serde(flatten)]
    answer: Option<Answer>,
    play: Option<Vec<Text>>,
}

impl MovesFile {
    /// Reads a file of moves of a game.
    pub(super) fn read(path: &Path, source: &Source) -> Result<Self, Trouble> {
        let cannot = |error: &dyn Display| {
            Trouble::new(format!("{} cannot be read: {error}", Shown(path.display())))
        };
        let file = BufReader::new(File::open(path).map_err(|error| cannot(&error))?);
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let mut given = Given { source, path, replies: Vec::new() };
        if is_csv {
            let mut rows = csv::Reader::from_reader(file);
            let mut several = BTreeMap::<_, Vec<_>>::new();
            for (line, row) in (2..).zip(rows.deserialize()) {
                let Row { position, mv, chance } = row.map_err(|error| cannot(&error))?;
                let at = given.position(line, &position)?;
                match chance {
                    None => given.replies.push((at, reply(source.game(), at, &mv))),
                    Some(chance) => several.entry(at).or_default().push((mv, chance)),
                }
            }
            for (at, moves) in several {
                given.replies.push((at, reply_of(source.game(), at, moves)));
            }
        } else {
            for (number, line) in (1..).zip(file.lines()) {
                let line = line.map_err(|error| cannot(&error))?;
                if !line.trim().is_empty() {
                    given.json(number, &line)?;
                }
            }
        }
        if given.replies.is_empty() {
            return Err(Trouble::new(format!("{} has no moves", Shown(path.display()))));
        }
        let (positions, replies): (_, Vec<_>) = given.replies.into_iter().unzip();
        Ok(Self { positions, replies: GivenReplies(replies.into_iter()) })
    }
}

/// What a file has given so far.
struct Given<'a> {
    source: &'a Source,
    path: &'a Path,
    replies: Vec<(AnyPosition, Reply)>,
}

impl Given<'_> {
    fn wrong(&self, line: u64, what: impl Display) -> Trouble {
        Trouble::new(format!("{}, line {line}: {what}", Shown(self.path.display())))
    }

    /// The position of this text, in which somebody has to move.
    fn position(&self, line: u64, text: &str) -> Result<AnyPosition, Trouble> {
        let at = self.source.position(OsStr::new(text));
        let at = at.map_err(|trouble| self.wrong(line, trouble))?;
        if self.source.game().end(at).is_some() {
            return Err(self.wrong(line, format!("the game is over in `{}`", Shown(text))));
        }
        Ok(at)
    }

    fn json(&mut self, number: u64, line: &str) -> Result<(), Trouble> {
        let Line { position, answer, play } =
            serde_json::from_str(line).map_err(|error| self.wrong(number, error))?;
        let game = self.source.game();
        match (position, answer, play) {
            (Some(position), Some(answer), None) => {
                let at = self.position(number, &position)?;
                self.replies.push((at, answer.reply(game, at)));
                Ok(())
            }
            (None, _, Some(moves)) => {
                let mut at = game.start();
                for (ply, mv) in (1..).zip(moves) {
                    let text = mv.into_string();
                    let mv = number_of(game, at, &text).filter(|_| game.end(at).is_none());
                    let mv = mv.ok_or_else(|| {
                        self.wrong(number, format!("move {ply}, `{}`, is not legal", Shown(text)))
                    })?;
                    self.replies.push((at, Reply::plays(mv)));
                    at = game.play(at, mv);
                }
                Ok(())
            }
            _ => Err(self.wrong(
                number,
                r#"write {"position": …, "move": …}, or {"play": [moves from the start]}"#,
            )),
        }
    }
}
