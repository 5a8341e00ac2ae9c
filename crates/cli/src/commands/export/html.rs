//! `perfect-play export html`: a page to play and explore in, with the table inside, or in a file beside it.
//!
//! The page's own files are in `page/`. Its scripts are modules that import one another, for the
//! tools that check them; in the page they stand one after the other.

mod embedded;
mod graph;
mod header;
mod lines;
mod package;
mod served;
mod title;

use std::{ffi::OsString, path::PathBuf};

use perfect_play_engine::AnyGame;

use crate::{
    exit::{Finding, Trouble},
    output::OutputArgs,
};

/// A page to play and explore in: one file that needs no network, or a folder for large games
#[derive(clap::Args)]
#[command(after_help = "\
The page works in any current browser, opened as a file. It shows the board and
what each move is worth, plays at several levels, explains mistakes, and asks a
quiz. The address of the page contains the moves so far, so that a link can lead
to any position.
`page.html#embed` leaves out the headings, for a page within another one;
`page.html#quiz` begins with the quiz.

One file has room for games of up to 300,000 positions, and for games of lines up
to connect:5,4,4 and mnk:4,4,4. With `-o FOLDER/`, a path that ends in `/`, the
table is a file beside the page, FOLDER/table.perfect, and may be of any size. Such
a page works only from a web server, not opened as a file. It needs the npm
package perfect-play in FOLDER/perfect-play/, and `--package` copies the package
there. For an answer, the page reads a part of the table if the server serves
ranges of bytes. Otherwise it loads the whole table.

Examples:
  perfect-play export html tictactoe -o tictactoe.html
  perfect-play export html connect:5,4,4 --title 'Four in a row' -o page.html
  perfect-play export html three-mens-morris > page.html

  npm install perfect-play
  perfect-play export html mnk:5,4,4 -o site/ --package node_modules/perfect-play
  python3 -m http.server --directory site")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// The title of the page [default: the game's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Copy the npm package perfect-play from this path into FOLDER/
    #[arg(long, value_name = "PATH")]
    package: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

const PAGE: &str = include_str!("../../../page/page.html");
const STYLE: &str =
    concat!(include_str!("../../../page/page.css"), "\n", include_str!("../../../page/study.css"));

/// The parts of a page, besides its game.
struct Parts<'a> {
    /// The name of the game, for people.
    title: &'a str,
    /// The thing that holds the answers, as the beginning of a sentence.
    holder: &'a str,
    /// Says where the answers are.
    place: &'a str,
    /// The page's facts about its table, as JSON.
    header: String,
    /// The element that holds the table.
    table: String,
    /// The modules that probe the table.
    modules: &'a [&'a str],
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match args.output.folder() {
        Some(folder) => served::run(args, folder),
        None if args.package.is_some() => {
            Err(Trouble::new("`--package` is for a page in a folder: name it with `-o FOLDER/`"))
        }
        None => embedded::run(&args.table, args.title.as_deref(), &args.output),
    }
}

fn page(game: &AnyGame, parts: &Parts<'_>) -> String {
    fill(PAGE, |name| match name {
        "title" => escaped(parts.title),
        "rules" => escaped(&title::rules(game)),
        "style" => STYLE.trim_end().to_owned(),
        "holder" => parts.holder.to_owned(),
        "place" => parts.place.to_owned(),
        // In a script element, only `</` could end the element.
        "header" => parts.header.replace('<', "\\u003c"),
        "table" => parts.table.clone(),
        "script" => script(parts.modules),
        _ => String::new(),
    })
}

/// The template, with a value in place of each `{{name}}`.
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

/// All scripts as one, each after the scripts that it imports, without imports and exports.
fn script(source: &[&str]) -> String {
    let before = [include_str!("../../../page/node.js"), include_str!("../../../page/grid.js")];
    let after = [
        include_str!("../../../page/dom.js"),
        include_str!("../../../page/choosing.js"),
        include_str!("../../../page/pieces.js"),
        include_str!("../../../page/board.js"),
        include_str!("../../../page/facts.js"),
        include_str!("../../../page/levels.js"),
        include_str!("../../../page/moves.js"),
        include_str!("../../../page/session.js"),
        include_str!("../../../page/threats.js"),
        include_str!("../../../page/explain.js"),
        include_str!("../../../page/chart.js"),
        include_str!("../../../page/chart-view.js"),
        include_str!("../../../page/review.js"),
        include_str!("../../../page/minimax.js"),
        include_str!("../../../page/small-board.js"),
        include_str!("../../../page/tree-drawing.js"),
        include_str!("../../../page/minimax-view.js"),
        include_str!("../../../page/quiz.js"),
        include_str!("../../../page/quiz-view.js"),
        include_str!("../../../page/page.js"),
    ];
    let mut script = String::new();
    for module in before.iter().chain(source).chain(&after) {
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

/// A text, escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
