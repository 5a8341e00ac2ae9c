//! `perfect-play probe`: what a table says of one position.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write},
};

use perfect_play_core::{
    Board, Entry, Game, Move, MoveValues, Moves, Outcome, Player, Printable, Probe, Tabular, Value,
};
use perfect_play_games::Mnk;
use perfect_play_table::{Contradiction, TableError, code_in_json};
use serde::Serialize;

use crate::worth::Worth;
use crate::{
    board_arg, draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    move_worth::MoveWorth,
    place,
    table_arg::{self, Table},
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

A game's name wins over a file of the same name; `./tictactoe` is the file.

Examples:
  perfect-play probe tictactoe X1OX4XOO8
  perfect-play probe tictactoe XO./.X./... --json
  perfect-play probe mnk:4,3,3 ............
  perfect-play probe connect:4,4,4 2233 --line
  perfect-play probe m.perfect XO../..../..../....")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    table: OsString,
    /// The board; X is to move if it has as many X as O. For `connect`, also the columns played
    #[arg(allow_hyphen_values = true)]
    board: OsString,
    /// Show how the game goes on to its end if both sides always make the best move
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Probed {
    game: String,
    board: String,
    #[serde(serialize_with = "code_in_json")]
    code: Option<u64>,
    to_move: Player,
    terminal: bool,
    winner: Option<Player>,
    outcome: Outcome,
    remoteness: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i8>,
    optimal_moves: Moves,
    outcome_preserving_moves: Moves,
    best_move: Option<Move>,
    moves: Vec<MoveWorth>,
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
    #[serde(skip)]
    end: Board,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let source = table_arg::source(&args.table)?;
    let board = board_arg::board(source.game(), &args.board)?;
    let table = source.table()?;
    let game = table.table.game();
    // The rules have no objection to the board, so a table that has no answer is wrong.
    let (entry, worths) = table
        .table
        .probe(board)
        .and_then(|entry| Ok((entry, table.table.move_values(board)?)))
        .map_err(|reason| table.trouble(TableError::at(game, board, reason)))?;
    let best = worths
        .iter()
        .map(|worth| worth.outcome)
        .max()
        .or_else(|| game.end(board).map(Value::outcome));
    if best != Some(entry.outcome) {
        let board = game.notation(board);
        let what = format!("`{board}` is a {}, but not by its moves", entry.outcome);
        return Err(table.contradiction(what));
    }
    let best_play = args.line.then(|| best_play(&table, board, &args.board)).transpose()?;
    let probed = Probed {
        game: game.to_string(),
        board: game.notation(board).to_string(),
        code: game.code(board),
        to_move: game.to_move(board),
        terminal: game.end(board).is_some(),
        winner: game.winner(board),
        outcome: entry.outcome,
        remoteness: entry.remoteness,
        score: entry.score,
        optimal_moves: entry.optimal_moves,
        outcome_preserving_moves: worths.outcome_preserving(),
        best_move: entry.best_move(),
        moves: MoveWorth::of(game, &worths),
        best_play,
    };
    args.format.print(&probed, |out| {
        print_text(out, &table.table, board, entry, &worths)?;
        probed.best_play.as_ref().map_or(Ok(()), |best_play| print_line(out, game, best_play))
    })?;
    Ok(Finding::Fine)
}

/// How the game goes on from a board that BOARD names.
fn best_play(table: &Table, board: Board, arg: &OsStr) -> Result<BestPlay, Trouble> {
    let game = table.table.game();
    let (mut line, mut end) = (Vec::new(), board);
    while game.end(end).is_none() {
        let entry = table.table.probe(end);
        let entry = entry.map_err(|reason| table.trouble(TableError::at(game, end, reason)))?;
        let best = entry.best_move().filter(|&best| game.legal_moves(end).contains(best));
        let best = best.ok_or_else(|| table.contradiction(Contradiction::at(game, end)))?;
        line.push(best);
        end = game.play(end, best);
    }
    let columns = board_arg::columns_played(game, arg, board);
    let columns = columns.map(|played| line.iter().fold(played, |all, mv| format!("{all}{mv}")));
    Ok(BestPlay { line, columns, end })
}

fn print_text(
    out: &mut dyn Write,
    table: &impl Probe<Game = Mnk>,
    board: Board,
    entry: Entry,
    worths: &MoveValues,
) -> io::Result<()> {
    let (game, objective) = (table.game(), table.objective());
    let to_move = game.to_move(board);
    let open = game.open_cells(board);
    let drawing = draw::board(game.shape(), board, |cell| {
        let worth = worths.get(game.move_to_cell(cell)).filter(|_| open >> cell & 1 == 1);
        worth.map_or_else(|| ".".to_owned(), |worth| draw::move_worth(worth, entry))
    });
    for line in drawing {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    if game.end(board).is_some() {
        let end = draw::end(game, board);
        return writeln!(out, "{game}: the game is over, {end}.");
    }
    writeln!(out, "{game} ({objective}), {to_move} to move: {}.", draw::result(entry, to_move))?;
    if let Some(best) = entry.best_move().and_then(|best| worths.get(best)) {
        let mv = best.mv;
        let (label, worth) = (draw::move_worth(best, entry), Worth::from(best));
        writeln!(out, "Best move {mv}; {}.", draw::optimal(entry.optimal_moves))?;
        writeln!(
            out,
            "Read {label} as: {} {mv}, {} for {to_move}{}, optimal.\n",
            place::noun(game),
            worth.outcome,
            worth.measure()
        )?;
    }
    writeln!(out, "{:>6}  worth for {to_move}", place::noun(game))?;
    for worth in worths.iter() {
        let optimal = if entry.optimal_moves.contains(worth.mv) { "  optimal" } else { "" };
        let of_move = Worth::from(worth);
        writeln!(out, "{}", format!("{:>6}  {of_move:<16}{optimal}", worth.mv).trim_end())?;
    }
    Ok(())
}

fn print_line(out: &mut dyn Write, game: &Mnk, best_play: &BestPlay) -> io::Result<()> {
    let BestPlay { line, columns, end } = best_play;
    if line.is_empty() {
        return Ok(());
    }
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    writeln!(out, "\nBest play from here: {}", moves.join(" "))?;
    if let Some(columns) = columns {
        writeln!(out, "The whole game, as columns played: {columns}")?;
    }
    writeln!(out, "The end: {}.\n", draw::end(game, *end))?;
    for row in draw::plain_board(game.shape(), *end) {
        writeln!(out, "  {row}")?;
    }
    Ok(())
}
