//! `perfect-play export html`: a page to play and explore in, with the table inside, or in a file beside it.
//!
//! The page's own files are in `page/`. Its scripts are modules that import one another, for the
//! tools that check them; in the page they stand one after the other.

mod embedded;
mod served;

use std::ffi::OsString;

use perfect_play_games::Mnk;
use perfect_play_table::Stats;
use serde::Serialize;

use crate::{
    exit::{Finding, Trouble},
    output::OutputArgs,
    progress,
    table_arg::Boards,
};

/// A page to play and explore in: one file that needs no network, or a folder for large games
#[derive(clap::Args)]
#[command(after_help = "\
The page works in any current browser, opened as a file: it looks every answer up
in the table's own bytes. Cells are numbered from 1 on it. Its address carries the
game so far, so that a link to it shows a position: cells are counted from 0 there,
as everywhere else.

With `-o FOLDER/`, a path that ends in `/`, the table is a file beside the page, and
may be of any size: FOLDER/index.html and FOLDER/table.perfect are written, and the
npm package perfect-play has to be copied to FOLDER/perfect-play/. The page works
from a web server, and reads from the table what an answer needs. A server that
serves no ranges of bytes sends the whole table.

Examples:
  perfect-play export html tictactoe -o tictactoe.html
  perfect-play export html mnk:4,3,3 > page.html
  perfect-play export html m.perfect -o page.html

  perfect-play export html mnk:5,4,4 -o site/
  npm install perfect-play && cp -r node_modules/perfect-play site/
  python3 -m http.server --directory site")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    #[command(flatten)]
    output: OutputArgs,
}

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");

/// What a page is made of besides its game.
struct Parts<'a> {
    /// What holds the answers, at the beginning of a sentence.
    holder: &'a str,
    /// Where the answers are.
    place: &'a str,
    /// What the page is told of its table, as JSON.
    header: String,
    /// The element that holds the table.
    table: String,
    /// The module that asks the table.
    lookup: &'a str,
}

/// What every page is told of its table.
#[derive(Serialize)]
struct PageHeader {
    #[serde(flatten)]
    stats: Stats,
    columns: u8,
    rows: u8,
    k: u8,
    misere: bool,
}

impl PageHeader {
    /// Counts the positions.
    fn of(boards: &Boards) -> Result<Self, Trouble> {
        let (table, game) = (&boards.table, &boards.game);
        let stats = progress::during("counting", |report| table.table.stats(None, report))
            .map_err(|error| table.trouble(error))?;
        Ok(Self {
            stats: Stats { by_remoteness: Vec::new(), ..stats },
            columns: game.shape().columns(),
            rows: game.shape().rows(),
            k: game.k(),
            misere: game.is_misere(),
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match args.output.folder() {
        Some(folder) => served::run(&args.table, folder),
        None => embedded::run(&args.table, &args.output),
    }
}

/// What else shows games that make no page: those in which marks fall.
const INSTEAD_OF_PLACEMENT: &str =
    "`perfect-play play` plays it on the screen, `perfect-play export tree` draws it";

/// What is made of boards alone, and what else shows other games.
const BOARDS_ALONE: (&str, &str) = (
    "a page",
    "`perfect-play play` plays it on the screen, `perfect-play export js` puts its table into a page of your own",
);

fn page(game: &Mnk, parts: &Parts<'_>) -> String {
    fill(PAGE, |name| match name {
        "title" => title(game),
        "rules" => rules(game),
        "style" => STYLE.trim_end().to_owned(),
        "holder" => parts.holder.to_owned(),
        "place" => parts.place.to_owned(),
        // In a script's element only `</` could end it.
        "header" => parts.header.replace('<', "\\u003c"),
        "table" => parts.table.clone(),
        "script" => script(parts.lookup),
        _ => String::new(),
    })
}

/// The template with something in place of each `{{name}}`.
fn fill(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        filled += &value(name);
        filled += rest;
    }
    filled
}

/// All scripts as one, each after those it imports, without what joins them as modules.
fn script(lookup: &str) -> String {
    let modules = [
        include_str!("../../page/value.js"),
        include_str!("../../page/rules.js"),
        lookup,
        include_str!("../../page/levels.js"),
        include_str!("../../page/game.js"),
        include_str!("../../page/session.js"),
        include_str!("../../page/page.js"),
    ];
    let mut script = String::new();
    for module in modules {
        let mut importing = false;
        for line in module.lines() {
            importing |= line.starts_with("import ");
            if importing {
                importing = !line.ends_with(';');
            } else {
                script += line.strip_prefix("export ").unwrap_or(line);
                script.push('\n');
            }
        }
    }
    script.trim().to_owned()
}

/// What people call the game.
fn title(game: &Mnk) -> String {
    match *game {
        Mnk::TICTACTOE => "Tic-tac-toe".to_owned(),
        Mnk::TICTACTOE_MISERE => "Misère tic-tac-toe".to_owned(),
        game => game.to_string(),
    }
}

fn rules(game: &Mnk) -> String {
    let (m, n, k) = (game.shape().columns(), game.shape().rows(), game.k());
    let end = if game.is_misere() { "loses" } else { "wins" };
    format!("{m} × {n} cells; who first has {k} in a row, straight or diagonal, {end}.")
}
