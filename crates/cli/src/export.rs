//! `perfect-play export`: a table in a form to look at, one file a kind; this one only dispatches.

mod html;
mod map;
mod proven;
mod tree;

use crate::exit::{Finding, Trouble};

/// Turn a table into something to look at: a page, a map, a tree
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play export html tictactoe -o ttt.html        a page to play in
  perfect-play export map tictactoe -o x.svg            the complete map for X
  perfect-play export map tictactoe --as o -o o.svg     and for O
  perfect-play export tree tictactoe -o tree.svg        all 765 positions
  perfect-play export help map                          what there is to say of it")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(clap::Subcommand)]
enum Kind {
    Html(html::Args),
    Map(map::Args),
    Tree(tree::Args),
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match &args.kind {
        Kind::Html(args) => html::run(args),
        Kind::Map(args) => map::run(args),
        Kind::Tree(args) => tree::run(args),
    }
}
