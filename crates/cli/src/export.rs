//! `perfect-play export`: a table in a form of its own.

mod html;

use clap::Subcommand;

use crate::exit::{Finding, Trouble};

/// Make something of a table to look at: a page to play and explore in
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play export html tictactoe -o tictactoe.html")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    Html(html::Args),
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match &args.kind {
        Kind::Html(args) => html::run(args),
    }
}
