//! `perfect-play export`: writes a table as a picture, as a page or in another language. This file only dispatches to
//! one file for each kind.

mod anki;
mod code;
pub(crate) mod html;
mod map;
mod proven;
mod tree;
mod types;

use perfect_play_export::Language;

use crate::terminal::{
    exit::{Finding, Trouble},
    program,
};

/// Turn a table into a page, a map, a tree or flash cards, or into C, Python, JS or JSON
#[derive(clap::Args)]
#[command(override_usage = usage())]
#[command(after_help = "\
Examples:
  perfect-play export html tictactoe -o ttt.html        a page to play in
  perfect-play export map tictactoe -o x.svg            the complete map for X
  perfect-play export map tictactoe --as o -o o.svg     and for O
  perfect-play export tree tictactoe -o tree.svg        all 765 positions
  perfect-play export anki tictactoe -o ttt.txt         flash cards for Anki
  perfect-play export c tictactoe -o tictactoe.h        a C header with the table
  perfect-play export help map                          the help of one kind")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(clap::Subcommand)]
enum Kind {
    Html(html::Args),
    Map(map::Args),
    Tree(tree::Args),
    Anki(anki::Args),
    /// Write a C header for C99 and C++11: the table, and functions to look it up
    #[command(after_help = code::C)]
    C(code::Args),
    /// Write a Python module: the table, and typed functions to look it up
    #[command(after_help = code::PYTHON)]
    Python(code::Args),
    /// Write an ES module, and its types for TypeScript: the table, and functions to look it up
    #[command(after_help = code::JS)]
    Js(code::JsArgs),
    /// Write a self-explanatory JSON object, for any other language
    #[command(after_help = code::JSON)]
    Json(code::Args),
}

fn usage() -> String {
    format!("{} export html|map|tree|anki|c|python|js|json TABLE [OPTIONS]", program::name())
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match &args.kind {
        Kind::Html(args) => html::run(args),
        Kind::Map(args) => map::run(args),
        Kind::Tree(args) => tree::run(args),
        Kind::Anki(args) => anki::run(args),
        Kind::C(args) => code::run(args, Language::C),
        Kind::Python(args) => code::run(args, Language::Python),
        Kind::Js(args) => code::run_js(args),
        Kind::Json(args) => code::run(args, Language::Json),
    }
}
