//! `perfect-play play`: a game on the screen, against a level of play or between two levels.

mod command;
mod dialogue;
mod ply;
mod review;
mod screen;
mod seats;
mod session;
mod terminal;
mod watch;

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use perfect_play_core::Player;

use crate::{
    args::{number_arg, own_game, table_arg},
    terminal::exit::{Finding, Trouble},
};

use self::{
    dialogue::Dialogue,
    seats::{LevelFor, Seats},
    session::Session,
    terminal::{Stop, Terminal},
    watch::watch,
};

/// Play a game on the screen, against a level of play; or watch two levels play
#[derive(clap::Args)]
#[command(after_help = "\
Cells are numbered from 1, row by row from the top left. Where marks fall, you
type a column, numbered from 1 at the left. In games without cells, you type a
move as the list of moves shows it. The screen explains everything else, and
`help` lists what you can type. A game between two levels counts as a draw after
200 plies if the game can repeat a position, otherwise after 1000. So does a
game in which the machine makes as many moves in a row.

Levels, from weak to strong:
  easy          takes a win at hand, or any move that does not lose at once
  medium        also sees your next move coming
  hard          looks 6 plies ahead, and errs now and then
  perfect       any of the best moves
  tricky        of the best moves, one that is likely to be answered wrong
  lookahead(N)  looks N plies ahead; `lookahead:N` needs no quotes
Levels of the tutorials on minimax, and one with a chance of your own:
  blind         any move
  novice        often only the second best move
  master        always the best move; of equally good ones, always the same
  skill(P)      one of the best moves with chance P, otherwise another;
                `skill:P` needs no quotes

With the same seed and the same entries, the same game is played again.

Examples:
  perfect-play play
  perfect-play play connect:4,4,4 --level medium
  perfect-play play othello:4,4
  perfect-play play mnk:4,3,3 --as o --level perfect
  perfect-play play tictactoe+misere --level skill:0.9 --hints
  perfect-play play --level x=easy --level o=hard")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `kalah:3,2`) or a .perfect file
    #[arg(default_value = own_game::default_name())]
    table: OsString,
    /// The side that you play; X moves first [default: x, or the side that no level plays]
    #[arg(
        long = "as",
        value_name = "SIDE",
        ignore_case = true,
        value_parser = PossibleValuesParser::new(["x", "o"]).map(|side| {
            if side.eq_ignore_ascii_case("o") { Player::O } else { Player::X }
        }),
    )]
    side: Option<Player>,
    /// The level of the machine: `easy`, `medium`, `hard`, `perfect` or another level; `o=hard` sets one side; if both
    /// sides have a level, the two play each other [default: easy]
    #[arg(long = "level", value_name = "LEVEL", value_parser = seats::level_for)]
    levels: Vec<LevelFor>,
    /// The seed of the machine's random choices [default: a random number]
    #[arg(long, value_name = "N", value_parser = number_arg::seed)]
    seed: Option<u64>,
    /// Before every move, show what each cell, column or move is worth, as `hint` does
    #[arg(long)]
    hints: bool,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let seats = Seats::new(args.side, &args.levels)?;
    let table = table_arg::table(&args.table)?;
    let session = Session::new(&table, args.seed.unwrap_or_else(rand::random));
    let terminal = Terminal::new();
    let ended = match seats {
        Seats::Person { side, opponent } => {
            Dialogue::new(session, terminal, side, opponent, args.hints).run()
        }
        Seats::Levels { x, o } => watch(session, terminal, [x, o], args.hints),
    };
    match ended {
        Ok(()) | Err(Stop::Unread) => Ok(Finding::Fine),
        Err(Stop::Trouble(trouble)) => Err(trouble),
    }
}
