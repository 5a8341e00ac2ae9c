//! `perfect-play probe`: what a table says of one position.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_core::{
    Board, Entry, Game, Mnk, Move, MoveValues, Moves, Outcome, ParseBoardErrorKind, Player, Probe,
};
use serde::Serialize;

use crate::{
    draw,
    exit::{Finding, Trouble},
    output::FormatArgs,
    table_arg,
};

/// Look a position up: its outcome, the optimal moves, and what each move is worth
#[derive(clap::Args)]
#[command(after_help = "\
Boards are written row by row: X, O and `.` for an empty cell, `/` between rows if you like. Lower
case, `_` and `-` are read too, and up to ten cells a cell's own index for an empty one.

Examples:
  perfect-play probe tictactoe X1OX4XOO8
  perfect-play probe tictactoe XO./.X./... --json
  perfect-play probe mnk:4,3,3 ............
  perfect-play probe m.perfect XO../..../..../....")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    /// The board, X to move if it has as many X as O
    #[arg(allow_hyphen_values = true)]
    board: String,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Probed {
    game: String,
    board: String,
    code: u64,
    to_move: Player,
    terminal: bool,
    winner: Option<Player>,
    outcome: Outcome,
    remoteness: u8,
    optimal_moves: Moves,
    outcome_preserving_moves: Moves,
    best_move: Option<Move>,
    moves: Vec<MoveWorth>,
}

#[derive(Serialize)]
struct MoveWorth {
    cell: Move,
    outcome: Outcome,
    remoteness: u8,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let table = table_arg::table(&args.table)?.table;
    let game = table.game();
    let board = parse(game, &args.board)?;
    let entry = table.probe(board).map_err(|error| {
        let drawing = draw::plain_board(game.shape(), board).join("\n  ");
        Trouble::Message(format!("`{}` is {error}\n  {drawing}", args.board))
    })?;
    let worths = table.move_values(board)?;
    let probed = Probed {
        game: game.to_string(),
        board: game.notation(board).to_string(),
        code: game.encode(board),
        to_move: game.to_move(board),
        terminal: entry.is_terminal(),
        winner: game.winner(board),
        outcome: entry.outcome,
        remoteness: entry.remoteness,
        optimal_moves: entry.optimal_moves,
        outcome_preserving_moves: worths.outcome_preserving(),
        best_move: entry.best_move(),
        moves: worths
            .iter()
            .map(|worth| MoveWorth {
                cell: worth.mv,
                outcome: worth.outcome,
                remoteness: worth.remoteness,
            })
            .collect(),
    };
    args.format.print(&probed, |out| print_text(out, game, board, entry, &worths))?;
    Ok(Finding::Fine)
}

/// Reads the board; an error shows the place.
fn parse(game: &Mnk, text: &str) -> Result<Board, Trouble> {
    game.parse(text).map_err(|error| {
        let message = match error.kind() {
            ParseBoardErrorKind::TooShort { .. } | ParseBoardErrorKind::TooLong { .. } => {
                let (columns, rows) = (game.shape().columns(), game.shape().rows());
                format!("{error}: {game} is played on {columns} columns and {rows} rows")
            }
            _ => error.to_string(),
        };
        let before: String = text.chars().take(error.place() - 1).collect();
        Trouble::at(text, &before, "", message)
    })
}

fn print_text(
    out: &mut dyn Write,
    game: &Mnk,
    board: Board,
    entry: Entry,
    worths: &MoveValues,
) -> io::Result<()> {
    let to_move = game.to_move(board);
    let labels: Vec<(Move, String)> = worths
        .iter()
        .map(|worth| {
            let letter = match worth.outcome {
                Outcome::Win => 'W',
                Outcome::Draw => 'D',
                Outcome::Loss => 'L',
            };
            let star = if entry.optimal_moves.contains(worth.mv) { "*" } else { "" };
            (worth.mv, format!("{}:{letter}{}{star}", worth.mv, worth.remoteness))
        })
        .collect();
    let drawing = draw::board(game.shape(), board, |cell| {
        let label = labels.iter().find(|&&(mv, _)| mv == cell);
        label.map_or_else(|| ".".to_owned(), |(_, label)| label.clone())
    });
    for line in drawing {
        writeln!(out, "  {line}")?;
    }
    if entry.is_terminal() {
        let end = match game.winner(board) {
            Some(player) => format!("{player} has won"),
            None => "a draw".to_owned(),
        };
        return writeln!(out, "\n{game}: the game is over, {end}.");
    }
    writeln!(out, "\n{game}, {to_move} to move: {}.", draw::result(entry, to_move))?;
    if let Some(best) = entry.best_move() {
        let noun = if entry.optimal_moves.len() == 1 { "move" } else { "moves" };
        writeln!(out, "Best move {best}; optimal {noun} {}.", entry.optimal_moves)?;
    }
    writeln!(out, "\n  move  worth for {to_move}")?;
    for worth in worths.iter() {
        let optimal = if entry.optimal_moves.contains(worth.mv) { "optimal" } else { "" };
        let worth = format!(
            "{:>6}  {:<17}{optimal}",
            worth.mv,
            draw::worth(worth.outcome, worth.remoteness)
        );
        writeln!(out, "{}", worth.trim_end())?;
    }
    Ok(())
}
