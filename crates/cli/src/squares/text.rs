//! The squares for people: a small heat map, and the numbers.

use std::io::{self, Write};

use perfect_play_core::Board;
use perfect_play_games::Mnk;

use super::{
    chances::Chances,
    report::{Report, Square, Wrong},
};
use crate::worth::Worth;
use crate::{
    draw::{self, WIDTH},
    place,
    share::Share,
};

/// The most and the least width of a cell of the map.
const CELL: [usize; 2] = [12, 7];

pub(super) fn write(
    out: &mut dyn Write,
    game: &Mnk,
    board: Board,
    report: &Report,
) -> io::Result<()> {
    let to_move = report.to_move;
    writeln!(out, "{game}, {to_move} to move: {}.", draw::result(game, board, report.entry))?;
    if let Some(width) = cell_width(game) {
        writeln!(
            out,
            "The squares, and the chance that {to_move} wins if it plays perfectly and the other at\n\
             random; * is optimal.\n"
        )?;
        map(out, game, board, report, width)?;
    }
    writeln!(out)?;
    let own = width_of_own(report);
    let wider = own - OWN;
    writeln!(
        out,
        "  if {to_move} goes     perfect v. random    random v. perfect     {:wider$}wrong turns",
        ""
    )?;
    writeln!(
        out,
        "{:>6}  worth    win  draw  loss      win  draw  loss     other     {:wider$}own",
        place::noun(game),
        ""
    )?;
    for square in &report.squares {
        row(out, square, own)?;
    }
    writeln!(
        out,
        "\nWorth: W, D or L for win, draw or loss under best play, and in how many plies.\n\
         Perfect v. random: the chances of {to_move} in percent if it plays perfectly from\n\
         there on and the other at random. Random v. perfect: the other way round.\n\
         Wrong turns: the replies of the other that give the outcome away; and of all\n\
         moves that {to_move} then has after the other replies, those that do."
    )?;
    if let (Some(games), Some(seed)) = (report.games, report.seed) {
        writeln!(
            out,
            "From, to: the 95% interval (Wilson's) of the chance above it. Each chance was\n\
             counted in {} with seed {seed}.",
            draw::games(games)
        )?;
    }
    Ok(())
}

/// The width of the columns of wrong turns, that of one's own at least.
const OTHER: usize = 9;
const OWN: usize = 10;

/// The width of the column of one's own wrong turns: on large boards these are long.
fn width_of_own(report: &Report) -> usize {
    let widths = report.squares.iter().map(|square| wrong(square.wrong_moves_after).len() + 2);
    widths.fold(OWN, usize::max)
}

/// `D9`, `W3`.
pub(super) fn worth(square: &Square) -> String {
    let Square { outcome, remoteness, score, .. } = *square;
    Worth { outcome, remoteness, score }.short()
}

pub(super) fn percent(value: f64) -> String {
    draw::percent(value, 1)
}

/// The width of the map's cells; `None` if the board is too wide for a map.
fn cell_width(game: &Mnk) -> Option<usize> {
    let [most, least] = CELL;
    let columns = usize::from(game.shape().columns());
    // A cell has a blank on either side, and a line to the next one.
    let room = ((WIDTH - 2) / columns).saturating_sub(3);
    (room >= least).then_some(room.min(most))
}

/// The board with two lines a cell: the move's worth, and the chance as a number and a bar.
fn map(
    out: &mut dyn Write,
    game: &Mnk,
    board: Board,
    report: &Report,
    width: usize,
) -> io::Result<()> {
    let shape = game.shape();
    let square = |cell: u8| report.squares.iter().find(|square| square.cell == cell);
    let name = |cell| match (square(cell), board.at(cell)) {
        (Some(square), _) => {
            let star = if square.optimal { "*" } else { "" };
            format!("{}:{}{star}", square.place, worth(square))
        }
        (None, Some(mark)) => format!("{:^width$}", mark.to_string()),
        (None, None) => String::new(),
    };
    let chance = |cell| {
        square(cell).map_or_else(String::new, |square| {
            format!("{}%", percent(square.perfect_against_random.win.value()))
        })
    };
    let bar = |cell| {
        square(cell).map_or_else(String::new, |square| {
            draw::bar(square.perfect_against_random.win.value(), width)
        })
    };
    let rule = vec!["-".repeat(width + 2); shape.columns().into()].join("+");
    for row in 0..shape.rows() {
        if row > 0 {
            writeln!(out, "  {rule}")?;
        }
        let cells = || row * shape.columns()..(row + 1) * shape.columns();
        for line in [&name as &dyn Fn(u8) -> String, &chance, &bar] {
            let cells: Vec<_> = cells().map(|cell| format!(" {:<width$} ", line(cell))).collect();
            writeln!(out, "  {}", cells.join("|").trim_end())?;
        }
    }
    Ok(())
}

fn row(out: &mut dyn Write, square: &Square, own: usize) -> io::Result<()> {
    let star = if square.optimal { "*" } else { "" };
    let [ours, theirs] = [&square.perfect_against_random, &square.random_against_perfect];
    writeln!(
        out,
        "  {:>4}  {:<5}{}   {}   {:>OTHER$}{:>own$}",
        square.place,
        format!("{}{star}", worth(square)),
        numbers(ours, Share::value),
        numbers(theirs, Share::value),
        wrong(square.wrong_replies),
        wrong(square.wrong_moves_after),
    )?;
    if ours.win.interval().is_none() {
        return Ok(());
    }
    for (name, end) in [("from", 0), ("to", 1)] {
        let end = |share: &Share| share.interval().map_or_else(|| share.value(), |ends| ends[end]);
        writeln!(out, "        {name:>5}{}   {}", numbers(ours, end), numbers(theirs, end))?;
    }
    Ok(())
}

/// A number in percent for each chance.
fn numbers(Chances { win, draw, loss }: &Chances, number: impl Fn(&Share) -> f64) -> String {
    let [win, draw, loss] = [win, draw, loss].map(|share| percent(number(share)));
    format!("{win:>6}{draw:>6}{loss:>6}")
}

fn wrong(Wrong { wrong, of }: Wrong) -> String {
    format!("{wrong} of {of}")
}
