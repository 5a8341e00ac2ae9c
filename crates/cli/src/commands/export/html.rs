//! `perfect-play export html`: a page to play and explore in, with the table inside, or in a file beside it.

#[cfg(feature = "serve")]
pub(crate) mod asked;
mod embedded;
mod folder;
mod graph;
mod header;
mod lines;
mod look;
mod opened;
mod packed;
mod page;
mod title;

use std::ffi::OsString;

use crate::terminal::{
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

One file has room for games of up to 300,000 positions, and for games of lines
up to connect:5,4,4 and mnk:4,4,4. It also has room for a table of the first
plies of a larger game, as `solve --plies` writes it, and a search in the page
finds all other values: so `connect4` is one file. With `-o FOLDER/`, a path
that ends in `/`, the table is a file beside the page, FOLDER/table.perfect, and
may be of any size. Such a page works only from a web server, not opened as a
file. Any server will do. For an answer, the page reads a part of the table if
the server serves ranges of bytes. Otherwise it loads the whole table.
`perfect-play serve TABLE --page` serves a page without any files.

Without `-o`, the page goes to standard output, or on a terminal to a file with
the name of TABLE: kalah-3-2.html for kalah:3,2.

Examples:
  perfect-play export html tictactoe --open
  perfect-play export html tictactoe -o tictactoe.html
  perfect-play export html connect:5,4,4 --title 'Four in a row' -o page.html
  perfect-play export html three-mens-morris > page.html
  perfect-play export html connect4 -o connect4.html

  perfect-play export html mnk:5,4,4 -o site/
  python3 -m http.server --directory site")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// The title of the page [default: the game's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Open the page in the browser; without `-o`, it is written to a file with the name of TABLE
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    match args.output.folder() {
        Some(_) if args.open => Err(Trouble::new(
            "`--open` opens a page in one file, and a page in a folder works only from a web server",
        )),
        Some(folder) => folder::run(&args.table, args.title.as_deref(), folder),
        None => {
            args.output.check_ending(&["html"])?;
            let named = opened::named(&args.table, &args.output, args.open)?;
            let output = named.as_ref().unwrap_or(&args.output);
            embedded::run(&args.table, args.title.as_deref(), output)?;
            opened::open(output, named.is_some(), args.open)
        }
    }
}
