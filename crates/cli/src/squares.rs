//! `perfect-play squares`: what each square is worth, to a perfect player and to a beginner.

mod picture;
mod report;
mod text;

use std::ffi::OsString;

use clap::ValueEnum;
use perfect_play_core::{Game, Probe};
use report::{NoReport, Report};

use crate::{
    board_arg,
    exit::{Finding, Trouble},
    format::{self, Format, FormatArgs},
    output::OutputArgs,
    progress, table_arg,
};

/// What each square is worth: under best play, and against someone who plays at random
#[derive(clap::Args)]
#[command(after_help = "\
For every legal move: its worth under best play; the exact chances of the side
to move if it plays perfectly from there (any of the optimal moves) and the
other side at random, and the other way round; and how many of the next moves go
wrong, that is give the outcome away.

After X at the edge of the empty board, 4 of O's 8 replies go wrong (`4 of 8`).
After the other 4, X has 7 moves each, and 7 of these 28 go wrong (`7 of 28`).

Examples:
  perfect-play squares tictactoe
  perfect-play squares tictactoe X...O....
  perfect-play squares connect:4,4,4 2233
  perfect-play squares mnk:4,3,3 --format svg -o squares.svg
  perfect-play squares tictactoe+misere --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    table: OsString,
    /// The board, the empty one if none is given; X is to move if it has as many X as O. For
    /// `connect`, also the columns played
    #[arg(allow_hyphen_values = true)]
    board: Option<OsString>,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture
    Svg,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let table = table_arg::table(&args.table)?;
    args.output.check_input(table.file.as_deref())?;
    let game = table.table.game();
    let board = match &args.board {
        Some(board) => board_arg::unfinished_board(game, board)?,
        None => game.start(),
    };
    let report = progress::during("computing", |report| Report::new(&table.table, board, report))
        .map_err(|error| match error {
        NoReport::TooLarge => Trouble::new(format!(
            "from `{}` too many positions can be reached to compute chances: give a board \
                     with fewer empty cells, or ask `perfect-play probe` for the worth alone",
            game.notation(board)
        )),
        NoReport::Table(error) => table.trouble(error),
    })?;
    args.output.write(|out| match args.format.format() {
        Form::Text => text::write(out, game, board, &report),
        Form::Json => format::json(out, &report),
        Form::Svg => picture::write(out, game, board, &report),
    })?;
    Ok(Finding::Fine)
}
