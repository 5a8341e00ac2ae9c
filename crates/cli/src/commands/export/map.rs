//! `perfect-play export map`: every play against a side that always takes the best move, in one
//! picture.

mod boards;
mod nested;
mod picture;

use std::ffi::OsString;

use clap::ValueEnum;
use perfect_play_core::{Game, Player};

use self::boards::{Map, Strategy};
use crate::{
    args::document::Document,
    commands::export::proven::{self, check_placement},
    terminal::{
        exit::{Finding, Trouble},
        output::OutputArgs,
        progress,
    },
    text::numbers,
};

/// Draw the complete map of optimal play for one side: a poster
#[derive(clap::Args)]
#[command(after_help = "\
Each cell to which the other side can move contains a smaller board: the board
after that move and the best answer to it (the lowest optimal move). This goes
on to the end of the game. The picture is an SVG on a sheet of A3.

Scripts can walk the map. Each board is a group with `data-board`, within the
group of the board before it. `data-move` is the other side's move that led
there, and `data-answer` the best move after it. If the game is over,
`data-winner` is X, O or none.

Examples:
  perfect-play export map tictactoe -o x.svg
  perfect-play export map tictactoe --as o -o o.svg
  perfect-play export map tictactoe+misere > misere.svg
  perfect-play export map mine.perfect --as o -o mine.svg")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// The side whose moves the map gives
    #[arg(long = "as", value_enum, default_value = "x", ignore_case = true)]
    side: Side,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    /// Who moves first
    X,
    /// Who moves second
    O,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::X => Self::X,
            Side::O => Self::O,
        }
    }
}

/// The most boards of a map. A browser still shows this many at once.
const MOST_BOARDS: u64 = 20_000;

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check_ending(&["svg"])?;
    let check = |_: &_, game: &_| check_placement(game);
    let document = Document::picture(&args.table, "map", &args.output)?;
    let table = proven::boards(
        &args.table,
        document.output(),
        (
            ("a map", "export map tictactoe"),
            "`perfect-play probe` with `--line` shows how it is played, `perfect-play moves` what each move is worth",
        ),
        check,
    )?;
    let side = args.side.into();
    let start = table.entry(table.game.start())?;
    let strategy = Strategy { table: &table, side };
    let boards = progress::waiting("counting", || strategy.boards())?;
    if boards > MOST_BOARDS {
        return Err(too_large(&strategy, boards));
    }
    let map = Map { table: &table, side, start, boards, first: strategy.map()? };
    document.write(|out| picture::write(out, &map))?;
    Ok(Finding::Fine)
}

fn too_large(strategy: &Strategy<'_>, boards: u64) -> Trouble {
    let (game, side) = (strategy.table.game, strategy.side);
    let other = Strategy { side: side.opponent(), ..*strategy };
    let hint = match other.boards() {
        Ok(boards) if boards <= MOST_BOARDS => {
            let (option, boards) =
                (other.side.to_string().to_lowercase(), numbers::grouped(boards));
            format!("`--as {option}` takes {boards}")
        }
        _ => "take a smaller game".to_owned(),
    };
    Trouble::new(format!(
        "the map of {game} for {side} takes {} boards, and {} are the most that are drawn: {hint}",
        numbers::grouped(boards),
        numbers::grouped(MOST_BOARDS)
    ))
}
