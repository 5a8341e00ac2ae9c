//! `perfect-play probe`: what a table says of one position, or of each line of standard input.

mod bulk;

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    io::{self, Write},
};

use perfect_play_core::{Entry, Game, Move, MoveValues, Printable, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_table::{Contradiction, TableError};
use serde::Serialize;

use crate::{
    answer::Answer,
    board_arg, draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    place,
    table_arg::{self, Table},
    worth::Worth,
};

/// Look a position up: its outcome, the optimal moves, and what each move is worth
#[derive(clap::Args)]
#[command(after_help = "\
Boards are written row by row from the top left: X, O and `.` for an empty cell,
`/` between rows if you like. Lower case, `_` and `-` are read too, and up to
ten cells a cell's own number for an empty one. Cells are numbered from 0 in the
same order.

Where marks fall, a move is the number of a column, from 1 at the left, and the
board may be given as the columns played in their order, one digit each.

In the answer, `4:W1*` says of cell (or column) 4: a win in 1 ply for who moves
there, and optimal. The best move is the lowest of the optimal ones.

With `-` for the board, positions are read from standard input, one a line. The
answer to each is a line of JSON, in the same order, with the fields of `--json`.
A line without an answer gives an object of `line` and `error`; the others are
answered nevertheless, and the exit code is 2.

A game's name wins over a file of the same name; `./tictactoe` is the file.

Examples:
  perfect-play probe tictactoe X1OX4XOO8
  perfect-play probe tictactoe XO./.X./... --json
  perfect-play probe mnk:4,3,3 ............
  perfect-play probe connect:4,4,4 2233 --line
  perfect-play probe m.perfect XO../..../..../....
  perfect-play probe tictactoe - < positions.txt > answers.jsonl")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    table: OsString,
    /// The board; X is to move if it has as many X as O. For `connect`, also the columns played. `-` reads
    /// positions from standard input, one a line
    #[arg(allow_hyphen_values = true)]
    board: OsString,
    /// Show how the game goes on to its end if both sides always make the best move
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    format: FormatArgs,
}

/// An answer, and how the game goes on if that was asked for.
#[derive(Serialize)]
struct Probed {
    #[serde(flatten)]
    answer: Answer,
    #[serde(flatten)]
    best_play: Option<BestPlay>,
}

/// The best move, and the best one after it, and so on to the end of the game.
#[derive(Serialize)]
struct BestPlay {
    line: Vec<Move>,
    /// Where marks fall, the whole game as the columns played, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<String>,
    /// The moves as the game writes them, if these are not their numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Vec<String>>,
    /// Whether it would go on for ever: the last position of the line was there before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    repeats: bool,
    #[serde(skip)]
    end: AnyPosition,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    if args.board == "-" {
        return bulk::run(args);
    }
    let source = table_arg::source(&args.table)?;
    let board = board_arg::position(source.game(), &args.board)?;
    let table = source.table()?;
    let game = table.table.game();
    let (answer, entry, worths) = Answer::of(&table, board)?;
    let best_play = args.line.then(|| best_play(&table, board, &args.board)).transpose()?;
    let probed = Probed { answer, best_play };
    args.format.print(&probed, |out| {
        print_text(out, &table.table, board, entry, &worths)?;
        probed.best_play.as_ref().map_or(Ok(()), |best_play| print_line(out, game, best_play))
    })?;
    Ok(Finding::Fine)
}

/// How the game goes on from a board that BOARD names.
fn best_play(table: &Table, from: AnyPosition, arg: &OsStr) -> Result<BestPlay, Trouble> {
    let game = table.table.game();
    let (mut line, mut texts, mut end) = (Vec::new(), Vec::new(), from);
    let mut met = HashSet::from([from]);
    let mut repeats = false;
    while game.end(end).is_none() && !repeats {
        let entry = table.table.probe(end);
        let entry = entry.map_err(|reason| table.trouble(TableError::at(game, end, reason)))?;
        let best = entry.best_move().filter(|&best| game.legal_moves(end).contains(best));
        let best = best.ok_or_else(|| table.contradiction(Contradiction::at(game, end)))?;
        line.push(best);
        texts.push(game.move_text(end, best).to_string());
        end = game.play(end, best);
        repeats = !met.insert(end);
    }
    let board = game.mnk().zip(from.board());
    let columns = board.and_then(|(game, board)| board_arg::columns_played(game, arg, board));
    let columns = columns.map(|played| line.iter().fold(played, |all, mv| format!("{all}{mv}")));
    let are_numbers = line.iter().zip(&texts).all(|(mv, text)| mv.to_string() == *text);
    Ok(BestPlay { line, columns, texts: (!are_numbers).then_some(texts), repeats, end })
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
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    if game.end(position).is_some() {
        let end = draw::any_end(game, position);
        return writeln!(out, "{game}: the game is over, {end}.");
    }
    let to_move = if game.is_impartial() {
        "who is to move".to_owned()
    } else {
        game.to_move(position).to_string()
    };
    let result = draw::result(game, position, entry);
    if game.is_impartial() {
        writeln!(out, "{game} ({objective}): {result}.")?;
    } else {
        writeln!(out, "{game} ({objective}), {to_move} to move: {result}.")?;
    }
    let text = |mv| Shown(game.move_text(position, mv)).to_string();
    if let Some(best) = entry.best_move().and_then(|best| worths.get(best)) {
        let mv = text(best.mv);
        let worth = Worth::from(best);
        let optimal: Vec<_> = entry.optimal_moves.iter().map(text).collect();
        let noun = if optimal.len() == 1 { "optimal move" } else { "optimal moves" };
        writeln!(out, "Best move {mv}; {noun} {}.", optimal.join(" "))?;
        if game.mnk().is_some() {
            writeln!(
                out,
                "Read {} as: {} {mv}, {} for {to_move}{}, optimal.",
                draw::move_worth(game, position, best, entry),
                place::noun(game),
                worth.outcome,
                worth.measure()
            )?;
        }
        writeln!(out)?;
    }
    let width = worths.iter().map(|worth| text(worth.mv).chars().count()).fold(6, usize::max);
    writeln!(out, "{:>width$}  worth for {to_move}", place::noun(game))?;
    for worth in worths.iter() {
        let optimal = if entry.optimal_moves.contains(worth.mv) { "  optimal" } else { "" };
        let of_move = Worth::from(worth);
        let line = format!("{:>width$}  {of_move:<16}{optimal}", text(worth.mv));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The position, on a board with what each move is worth.
fn drawing(
    game: &AnyGame,
    position: AnyPosition,
    entry: Entry,
    worths: &MoveValues,
) -> Vec<String> {
    let (AnyGame::Mnk(game), AnyPosition::Board(board)) = (game, position) else {
        return draw::position(game, position);
    };
    let open = game.open_cells(board);
    draw::board(game.shape(), board, |cell| {
        let worth = worths.get(game.move_to_cell(cell)).filter(|_| open >> cell & 1 == 1);
        let label = worth.map(|worth| draw::move_worth(game, board, worth, entry));
        label.unwrap_or_else(|| ".".to_owned())
    })
}

fn print_line(out: &mut dyn Write, game: &AnyGame, best_play: &BestPlay) -> io::Result<()> {
    let BestPlay { line, columns, texts, repeats, end } = best_play;
    if line.is_empty() {
        return Ok(());
    }
    let numbers = || line.iter().map(ToString::to_string).collect();
    let moves: Vec<_> = texts.clone().unwrap_or_else(numbers);
    writeln!(out, "\nBest play from here: {}", Shown(moves.join(" ")))?;
    if let Some(columns) = columns {
        writeln!(out, "The whole game, as columns played: {columns}")?;
    }
    if *repeats {
        writeln!(out, "This position was there before, and so on for ever:\n")?;
    } else {
        writeln!(out, "The end: {}.\n", draw::any_end(game, *end))?;
    }
    for row in draw::position(game, *end) {
        writeln!(out, "  {row}")?;
    }
    Ok(())
}
