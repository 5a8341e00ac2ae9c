//! `perfect-play probe`: answers for one position, or for each line of standard input.

mod best_play;
mod bulk;

use std::{
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_analysis::noun;
use perfect_play_core::{Entry, Game, MoveValues, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};

use self::best_play::{Probed, best_play, print_line};
use crate::{
    args::{format::FormatArgs, table_arg},
    drawing::plain_board,
    positions::{move_name, outcome_text, value_text::ValueText},
    terminal::{
        exit::{Finding, Trouble},
        paint,
    },
    text::wrap::write_wrapped,
};

/// Look a position up: its outcome, the optimal moves, and what each move is worth
#[derive(clap::Args)]
#[command(after_help = "\
A board is written row by row from the top left: X, O and `.` for an empty cell,
and `/` between rows if you like. Lower case, `_` and `-` are accepted too.
Cells are numbered from 1 in the same order. On a board of up to nine cells, the
number of a cell may also stand for an empty cell. All numbers may count from 0
instead, as in programs. The answer in JSON counts cells from 0.

Where marks fall, a move is the number of a column, from 1 at the left. The
board may be given as the columns played in their order, one digit each.

In the answer, `5:W1*` means that a move at cell (or column) 5 is optimal and
wins in 1 ply for the player who moves there. The best move is the lowest
optimal one.

With `-` for the board, positions are read from standard input, one a line. The
answer to each is a line of JSON, in the same order, with the fields of
`--json`. A line without an answer gives an object of `line` and `error`. The
other lines are answered nevertheless, and the exit code is 2.

If a game and a file have the same name, the name means the game: `./tictactoe`
is the file.

Examples:
  perfect-play probe tictactoe
  perfect-play probe tictactoe X2OX5XOO9
  perfect-play probe tictactoe XO./.X./... --json
  perfect-play probe mnk:4,3,3 ............
  perfect-play probe connect:4,4,4 2233 --line
  perfect-play probe m.perfect XO../..../..../....
  perfect-play probe tictactoe - < positions.txt > answers.jsonl")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    table: OsString,
    /// The board or position, or the moves from the start in quotes [default: the start]; X is to move if a board has as
    /// many X as O. For `connect`, also the columns played. `-` reads one position a line from standard input
    #[arg(allow_hyphen_values = true)]
    board: Option<OsString>,
    /// Show how the game continues to its end if both sides always make the best move
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    if args.board.as_deref() == Some("-".as_ref()) {
        if args.format.is_text() {
            return Err(Trouble::new(
                "the answers to positions from standard input are lines of JSON: leave `--format text` out",
            ));
        }
        return bulk::run(&args.table, args.line);
    }
    let source = table_arg::source(&args.table)?;
    let start = source.game().start();
    let (arg, board) = match &args.board {
        Some(arg) => (arg.clone(), source.position(arg)?),
        None => (source.game().notation(start).to_string().into(), start),
    };
    let table = source.table()?;
    let game = table.table.game();
    let (answer, worths) = table.answer(board)?;
    let entry = answer.entry;
    let best_play = args.line.then(|| best_play(&table, board, &arg)).transpose()?;
    let probed = Probed { answer, best_play };
    args.format.print(&probed, |out| {
        print_text(out, &table.table, board, entry, &worths)?;
        probed.best_play.as_ref().map_or(Ok(()), |best_play| print_line(out, game, best_play))
    })?;
    Ok(Finding::Fine)
}

fn print_text(
    out: &mut dyn Write,
    table: &AnyTable,
    position: AnyPosition,
    entry: Entry,
    worths: &MoveValues,
) -> io::Result<()> {
    let (game, objective) = (table.game(), table.objective());
    for line in drawing(game, position, entry, worths) {
        writeln!(out, "  {}", paint::players(&line))?;
    }
    writeln!(out)?;
    if game.end(position).is_some() {
        let end = outcome_text::any_end(game, position);
        return write_wrapped(out, &format!("{game}: the game is over, {end}."));
    }
    let to_move = if game.is_impartial() {
        "who is to move".to_owned()
    } else {
        game.to_move(position).to_string()
    };
    let result = paint::outcome(entry.outcome, outcome_text::result(game, position, entry));
    let who = if game.is_impartial() {
        String::new()
    } else {
        format!(", {} to move", paint::players(&to_move))
    };
    write_wrapped(out, &format!("{game} ({objective}){who}: {result}."))?;
    if let Some(best) = entry.best_move().and_then(|best| worths.get(best)) {
        let mv = move_name::name(game, position, best.mv);
        let optimal = match entry.optimal_moves.len() {
            1 => "the only optimal move".to_owned(),
            several => format!("the first of {several} optimal moves"),
        };
        writeln!(out, "Best move: {mv}, {optimal}.")?;
        if game.mnk().is_some() {
            let label = outcome_text::move_worth(game, position, best, entry);
            let (noun, worth) = (noun(game), ValueText::from(best));
            let (outcome, measure) = (worth.outcome, worth.measure());
            writeln!(
                out,
                "{label} means: {noun} {mv}, a {outcome} for {to_move}{measure}, optimal."
            )?;
        }
        writeln!(out)?;
    }
    let title = format!("What each {} is worth for {to_move}:", noun(game));
    writeln!(out, "{}", paint::heading(title))?;
    for line in outcome_text::moves_by_worth(game, position, entry, worths, "  ") {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Draws the position, with the worth of each move if there is room for it.
fn drawing(
    game: &AnyGame,
    position: AnyPosition,
    entry: Entry,
    worths: &MoveValues,
) -> Vec<String> {
    let Some((mnk, board)) = game.board(position) else {
        return plain_board::position(game, position);
    };
    let open = mnk.open_cells(board);
    let drawing = plain_board::board(mnk.shape(), board, |cell| {
        let worth = worths.get(mnk.move_to_cell(cell)).filter(|_| open >> cell & 1 == 1);
        let label = worth.map(|worth| outcome_text::move_worth(game, position, worth, entry));
        label.unwrap_or_else(|| ".".to_owned())
    });
    if plain_board::fits(&drawing) { drawing } else { plain_board::position(game, position) }
}
