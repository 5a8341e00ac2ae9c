//! The moves for people: a table, and a small heat map of the board.

use std::io::{self, Write};

use perfect_play_analysis::{Chance, MoveChances, MoveReport, MovesReport, WrongTurns, noun};
use perfect_play_core::{Board, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

use super::label::{star, worth};
use crate::{
    drawing::plain_board,
    positions::{move_name, outcome_text},
    terminal::paint,
    text::{
        numbers,
        wrap::{WIDTH, wrapped, write_wrapped},
    },
};

/// The largest and the smallest width of a cell of the map.
const CELL: [usize; 2] = [12, 7];

pub(super) fn write(
    out: &mut dyn Write,
    game: &AnyGame,
    position: AnyPosition,
    report: &MovesReport,
) -> io::Result<()> {
    let result = outcome_text::result(game, position, report.entry);
    let result = paint::outcome(report.entry.outcome, result);
    let (mover, chances, goes) = if let Some(player) = report.to_move {
        let to_move = paint::players(&format!("{player} to move"));
        write_wrapped(out, &format!("{game}, {to_move}: {result}."))?;
        let goes = format!("if {player} goes");
        (player.to_string(), format!("the chances of {player}"), goes)
    } else {
        write_wrapped(out, &format!("{game}: {result}."))?;
        ("the mover".to_owned(), "the mover's chances".to_owned(), "the mover".to_owned())
    };
    if let Some((game, board)) = game.board(position) {
        if let Some(width) = cell_width(&game) {
            let squares = if game.has_gravity() { "columns" } else { "squares" };
            writeln!(
                out,
                "The {squares}, and the chance that {mover} wins if it plays perfectly and the other at\n\
                 random; * is optimal.\n"
            )?;
            map(out, &game, board, report, width)?;
        }
    } else {
        writeln!(out, "The moves; * is optimal.\n")?;
        for line in plain_board::position(game, position) {
            writeln!(out, "{}", format!("  {}", paint::players(&line)).trim_end())?;
        }
    }
    writeln!(out)?;
    let own = width_of_own(report);
    let wider = own - OWN;
    let noun = noun(game);
    let name_of = |mv: &MoveReport| move_name::name(game, position, mv.number());
    let names = report.moves.iter().map(|mv| name_of(mv).chars().count());
    let name = names.fold(NAME, usize::max);
    let head = format!(
        "  {goes:<left$}  perfect v. random    random v. perfect     {:wider$}wrong turns",
        "",
        left = name + 8
    );
    writeln!(out, "{}", paint::heading(head))?;
    let head = format!(
        "{noun:>column$}  worth    win  draw  loss      win  draw  loss     other     {:wider$}own",
        "",
        column = name + 2
    );
    writeln!(out, "{}", paint::heading(head))?;
    let left = name + 4;
    for Row { text, moves } in rows(report, &name_of, left, own) {
        let (first, others) =
            moves.split_first().map_or(("", &[][..]), |(first, others)| (first, others));
        writeln!(out, "  {first:>name$}  {text}")?;
        if !others.is_empty() {
            let others = format!("{:left$}the same: {}", "", others.join(" "));
            for line in wrapped(&others, WIDTH, left + 10) {
                writeln!(out, "{line}")?;
            }
        }
    }
    let worth = match report.scheme {
        Scheme::Remoteness => {
            "W, D or L for win, draw or loss under best play, and in how many plies"
        }
        Scheme::Score => "the points under best play",
    };
    writeln!(
        out,
        "\nWorth: {worth}.\n\
         Perfect v. random: {chances} in percent if it plays perfectly from\n\
         there on and the other at random. Random v. perfect: the other way round.\n\
         Wrong turns: moves that give the outcome away.\n\
         Other: replies of the opponent. Own: moves of {mover} after correct replies."
    )?;
    if let Some(plies) = report.max_plies {
        writeln!(out, "A game counts as a draw after {}.", numbers::plies(plies))?;
    }
    if let (Some(games), Some(seed)) = (report.games, report.seed) {
        writeln!(
            out,
            "From, to: the 95% interval (Wilson's) of the chance above it. Each chance was\n\
             counted in {} with seed {seed}.",
            numbers::games(games)
        )?;
    }
    Ok(())
}

/// The smallest width of the column of moves.
const NAME: usize = 4;

/// The width of the columns of wrong turns; the smallest width for the mover's own.
const OTHER: usize = 9;
const OWN: usize = 10;

/// The width of the column of the mover's own wrong turns, which are long on large boards.
fn width_of_own(report: &MovesReport) -> usize {
    let widths = report.moves.iter().map(|mv| wrong(mv.wrong_moves_after).len() + 2);
    widths.fold(OWN, usize::max)
}

pub(super) fn percent(value: f64) -> String {
    numbers::percent(value, 1)
}

/// The width of the map's cells; `None` if the board is too wide for a map.
fn cell_width(game: &Mnk) -> Option<usize> {
    let [most, least] = CELL;
    let columns = usize::from(game.shape().columns());
    // A cell has a blank on either side, and a line after it.
    let room = ((WIDTH - 2) / columns).saturating_sub(3);
    (room >= least).then_some(room.min(most))
}

/// The board with two lines for each cell: the worth of the move, and the chance as a number and a bar.
fn map(
    out: &mut dyn Write,
    game: &Mnk,
    board: Board,
    report: &MovesReport,
    width: usize,
) -> io::Result<()> {
    let shape = game.shape();
    let found = |cell: u8| {
        report.moves.iter().find(|mv| game.cell_of_move(board, mv.number()) == Some(cell))
    };
    let name = |cell| match (found(cell), board.at(cell)) {
        (Some(mv), _) => {
            let number = move_name::number(game, mv.number());
            format!("{number}:{}{}", worth(mv).painted_short(), star(mv))
        }
        (None, Some(mark)) => paint::players(&format!("{:^width$}", mark.to_string())),
        (None, None) => String::new(),
    };
    let chance = |cell| {
        found(cell).map_or_else(String::new, |mv| {
            format!("{}%", percent(mv.perfect_against_random.win.value()))
        })
    };
    let bar = |cell| {
        found(cell).map_or_else(String::new, |mv| {
            numbers::bar(mv.perfect_against_random.win.value(), width)
        })
    };
    let rule = vec!["-".repeat(width + 2); shape.columns().into()].join("+");
    for row in 0..shape.rows() {
        if row > 0 {
            writeln!(out, "  {rule}")?;
        }
        let cells = || row * shape.columns()..(row + 1) * shape.columns();
        for line in [&name as &dyn Fn(u8) -> String, &chance, &bar] {
            let cells: Vec<_> =
                cells().map(|cell| format!(" {} ", paint::to_left(&line(cell), width))).collect();
            writeln!(out, "  {}", cells.join("|").trim_end())?;
        }
    }
    Ok(())
}

/// A row of the table, and the moves that it describes.
struct Row {
    text: String,
    moves: Vec<String>,
}

/// The rows. Moves with the same numbers share a row. All lines of a row except the first are indented by this many
/// blanks.
fn rows(
    report: &MovesReport,
    name_of: &dyn Fn(&MoveReport) -> String,
    left: usize,
    own: usize,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for mv in &report.moves {
        let (text, name) = (row(mv, left, own), name_of(mv));
        match rows.iter_mut().find(|row| row.text == text) {
            Some(row) => row.moves.push(name),
            None => rows.push(Row { text, moves: vec![name] }),
        }
    }
    rows
}

/// The text about a move.
fn row(mv: &MoveReport, left: usize, own: usize) -> String {
    let [ours, theirs] = [&mv.perfect_against_random, &mv.random_against_perfect];
    let mut lines = vec![format!(
        "{}{}   {}   {:>OTHER$}{:>own$}",
        paint::to_left(&format!("{}{}", worth(mv).painted_short(), star(mv)), 5),
        numbers(ours, Chance::value),
        numbers(theirs, Chance::value),
        wrong(mv.wrong_replies),
        wrong(mv.wrong_moves_after),
    )];
    if ours.win.interval().is_none() {
        return lines.concat();
    }
    for (name, end) in [("from", 0), ("to", 1)] {
        let end = |share: &Chance| share.interval().map_or_else(|| share.value(), |ends| ends[end]);
        let numbers = [ours, theirs].map(|chances| numbers(chances, end)).join("   ");
        lines.push(format!("{:left$}{name:>5}{numbers}", ""));
    }
    lines.join("\n")
}

/// Each chance as a number in percent.
fn numbers(
    MoveChances { win, draw, loss, .. }: &MoveChances,
    number: impl Fn(&Chance) -> f64,
) -> String {
    let [win, draw, loss] = [win, draw, loss].map(|share| percent(number(share)));
    format!("{win:>6}{draw:>6}{loss:>6}")
}

fn wrong(WrongTurns { wrong, of }: WrongTurns) -> String {
    format!("{wrong} of {of}")
}
