//! The moves for people: of a board a small heat map, and the numbers.

use std::io::{self, Write};

use perfect_play_core::{Board, Scheme};
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_games::Mnk;

use super::{
    chances::Chances,
    report::{MoveReport, Report, Wrong},
};
use crate::{
    draw::{self, WIDTH},
    number, place,
    share::Share,
};

/// The most and the least width of a cell of the map.
const CELL: [usize; 2] = [12, 7];

pub(super) fn write(
    out: &mut dyn Write,
    game: &AnyGame,
    position: AnyPosition,
    report: &Report,
) -> io::Result<()> {
    let result = draw::result(game, position, report.entry);
    let (mover, chances, goes) = if let Some(player) = report.to_move {
        writeln!(out, "{game}, {player} to move: {result}.")?;
        let goes = format!("if {player} goes");
        (player.to_string(), format!("the chances of {player}"), goes)
    } else {
        writeln!(out, "{game}: {result}.")?;
        ("the mover".to_owned(), "the mover's chances".to_owned(), "the mover".to_owned())
    };
    if let (AnyGame::Mnk(game), AnyPosition::Board(board)) = (game, position) {
        if let Some(width) = cell_width(game) {
            writeln!(
                out,
                "The squares, and the chance that {mover} wins if it plays perfectly and the other at\n\
                 random; * is optimal.\n"
            )?;
            map(out, game, board, report, width)?;
        }
    } else {
        writeln!(out, "The moves; * is optimal.\n")?;
        for line in draw::position(game, position) {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
    }
    writeln!(out)?;
    let own = width_of_own(report);
    let wider = own - OWN;
    let noun = place::noun(game);
    let names = report.moves.iter().map(|mv| mv.mv.to_string().chars().count());
    let name = names.fold(NAME, usize::max);
    writeln!(
        out,
        "  {goes:<left$}  perfect v. random    random v. perfect     {:wider$}wrong turns",
        "",
        left = name + 8
    )?;
    writeln!(
        out,
        "{noun:>column$}  worth    win  draw  loss      win  draw  loss     other     {:wider$}own",
        "",
        column = name + 2
    )?;
    for mv in &report.moves {
        row(out, mv, name, own)?;
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
         Wrong turns: the replies of the other that give the outcome away; and of all\n\
         moves that {mover} then has after the other replies, those that do."
    )?;
    if let Some(plies) = report.max_plies {
        writeln!(out, "A game counts as a draw after {}.", number::plies(plies))?;
    }
    if let (Some(games), Some(seed)) = (report.games, report.seed) {
        writeln!(
            out,
            "From, to: the 95% interval (Wilson's) of the chance above it. Each chance was\n\
             counted in {} with seed {seed}.",
            number::games(games)
        )?;
    }
    Ok(())
}

/// The least width of the column of the moves.
const NAME: usize = 4;

/// The width of the columns of wrong turns, that of one's own at least.
const OTHER: usize = 9;
const OWN: usize = 10;

/// The width of the column of one's own wrong turns: on large boards these are long.
fn width_of_own(report: &Report) -> usize {
    let widths = report.moves.iter().map(|mv| wrong(mv.wrong_moves_after).len() + 2);
    widths.fold(OWN, usize::max)
}

pub(super) fn percent(value: f64) -> String {
    number::percent(value, 1)
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
    let found = |cell: u8| {
        report.moves.iter().find(|mv| game.cell_of_move(board, mv.number()) == Some(cell))
    };
    let name = |cell| match (found(cell), board.at(cell)) {
        (Some(mv), _) => mv.label(),
        (None, Some(mark)) => format!("{:^width$}", mark.to_string()),
        (None, None) => String::new(),
    };
    let chance = |cell| {
        found(cell).map_or_else(String::new, |mv| {
            format!("{}%", percent(mv.perfect_against_random.win.value()))
        })
    };
    let bar = |cell| {
        found(cell)
            .map_or_else(String::new, |mv| draw::bar(mv.perfect_against_random.win.value(), width))
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

fn row(out: &mut dyn Write, mv: &MoveReport, column: usize, own: usize) -> io::Result<()> {
    let [ours, theirs] = [&mv.perfect_against_random, &mv.random_against_perfect];
    writeln!(
        out,
        "  {:>column$}  {:<5}{}   {}   {:>OTHER$}{:>own$}",
        mv.mv,
        format!("{}{}", mv.mv.worth.short(), mv.star()),
        numbers(ours, Share::value),
        numbers(theirs, Share::value),
        wrong(mv.wrong_replies),
        wrong(mv.wrong_moves_after),
    )?;
    if ours.win.interval().is_none() {
        return Ok(());
    }
    for (name, end) in [("from", 0), ("to", 1)] {
        let end = |share: &Share| share.interval().map_or_else(|| share.value(), |ends| ends[end]);
        let left = column + 9;
        writeln!(out, "{name:>left$}{}   {}", numbers(ours, end), numbers(theirs, end))?;
    }
    Ok(())
}

/// A number in percent for each chance.
fn numbers(Chances { win, draw, loss, .. }: &Chances, number: impl Fn(&Share) -> f64) -> String {
    let [win, draw, loss] = [win, draw, loss].map(|share| percent(number(share)));
    format!("{win:>6}{draw:>6}{loss:>6}")
}

fn wrong(Wrong { wrong, of }: Wrong) -> String {
    format!("{wrong} of {of}")
}
