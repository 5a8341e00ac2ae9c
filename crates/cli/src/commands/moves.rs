//! `perfect-play moves`: what each move is worth, to a perfect player and to a beginner.

mod label;
mod picture;
mod text;

use std::ffi::OsString;

use clap::ValueEnum;
use perfect_play_analysis::{MovesReport, PlayLimit, Sample};
use perfect_play_core::{Game, Probe};
use perfect_play_engine::{AnyGame, AnyPosition};

use crate::{
    args::{
        board_arg,
        chance_args::{PlayLimitArgs, SampleArgs, out_of_memory},
        document::Document,
        format::{self, Format, FormatArgs},
        table_arg,
    },
    tables::table,
    terminal::{
        exit::{Finding, Trouble},
        output::OutputArgs,
        progress,
    },
};

/// How much each move is worth: under best play, and against a random player
#[derive(clap::Args)]
#[command(after_help = "\
For every legal move, the answer has: its worth under best play; the chances of
the side to move if it then plays perfectly (any of the optimal moves) and the
other side at random; its chances if the two change roles; and how many of the
next moves go wrong. A move goes wrong if it does not keep the outcome.

If play comes to at most a million positions, each counted once for every ply
and symmetric ones together, chances are exact, unless --games or --seed is
given. Otherwise each is counted in 10,000 games and has a 95% interval
(Wilson's). The same seed gives the same games. With a cut table, whose values
are searched, there are 2 games of each.

For example, after X takes an edge of the empty board, 4 of O's 8 replies go
wrong (`4 of 8`). After each of the other 4, X has 7 moves, and 7 of these 28 go
wrong (`7 of 28`).

Examples:
  perfect-play moves tictactoe
  perfect-play moves tictactoe X...O....
  perfect-play moves connect:4,4,4 2233
  perfect-play moves mnk:4,3,3 --format svg -o moves.svg
  perfect-play moves kalah:2,2
  perfect-play moves tictactoe+misere --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `kalah:3,2`) or a .perfect file
    table: OsString,
    /// The board or position, or the moves from the start in quotes [default: the start]; X is to move if a board has as
    /// many X as O. For `connect`, also the columns played
    #[arg(allow_hyphen_values = true)]
    board: Option<OsString>,
    #[command(flatten)]
    sample: SampleArgs,
    #[command(flatten)]
    longest: PlayLimitArgs,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

/// How many games are played for each number with a cut table by default. There are two numbers for each move, and a game of
/// Connect Four takes most of a second.
const GAMES_IF_SEARCHED: u64 = 2;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
    /// A picture; only for m,n,k-games
    Svg,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let form = args.format.of(&args.output)?;
    let document = Document::picture_if(form == Form::Svg, &args.table, "moves", &args.output)?;
    let source = table_arg::source(&args.table)?;
    args.output.check_input(source.file())?;
    if form == Form::Svg && source.game().mnk().is_none() {
        return Err(table::no_board(
            source.game(),
            ("a picture of the moves", "moves connect:4,4,4 --format svg"),
            "`--format text` or `--format json` lists them",
        ));
    }
    let game = source.game();
    let (position, named) = if let Some(board) = &args.board {
        (source.position(board)?, board.clone())
    } else {
        (game.start(), game.notation(game.start()).to_string().into())
    };
    // The smallest boards of some games leave nobody a move.
    let position = board_arg::unfinished(game, position, &named)?;
    let longest = args.longest.of(source.game());
    let sample = match args.sample.sample() {
        None if !can_be_exact(source.game(), position, longest)? => Some(Sample::DEFAULT),
        asked => asked,
    };
    let table = source.table()?;
    let sample = args.sample.for_table(sample, &table.table, GAMES_IF_SEARCHED);
    let (any, game, how) = (&table.table, table.table.game(), (sample, longest));
    let (task, things) =
        if sample.is_some() { ("playing", "games") } else { ("computing", "chances") };
    let report = progress::counting_things(task, things, 0, |bar| {
        let done = &|done, of| bar.set(done, of);
        match game.board(position) {
            // Boards take less memory.
            Some((game, board)) => MovesReport::new(&any.as_of(game), board, how, done),
            None => MovesReport::new(any, position, how, done),
        }
    })
    .map_err(|error| table.trouble(error))?;
    match (form, game.board(position)) {
        (Form::Json, _) => args.output.write(|out| format::json(out, &report)),
        (Form::Svg, Some((game, board))) => {
            document.write(|out| picture::write(out, &game, board, &report))
        }
        _ => args.output.write_text(|out| text::write(out, game, position, &report)),
    }?;
    Ok(Finding::Fine)
}

fn can_be_exact(
    game: &AnyGame,
    position: AnyPosition,
    longest: PlayLimit,
) -> Result<bool, Trouble> {
    progress::waiting("counting positions", || match game.board(position) {
        // Boards take less memory.
        Some((game, board)) => MovesReport::can_be_exact(&game, board, longest),
        None => MovesReport::can_be_exact(game, position, longest),
    })
    .map_err(out_of_memory)
}
