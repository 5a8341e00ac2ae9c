//! The moves on a board, as a heat map.

use std::io::{self, Write};

use perfect_play_analysis::{MoveReport, MovesReport, WrongTurns};
use perfect_play_core::{Board, Game};
use perfect_play_games::Mnk;
use svg::node::element::{Group, Rectangle};

use super::{label::worth, text::percent};
use crate::{
    drawing::figure::{self, BLUE, LINE, PENCIL, TEXT, centred, text},
    positions::{move_name, outcome_text},
    text::numbers,
};

const CELL: i32 = 96;
const MARGIN: i32 = 20;
const HEAD: i32 = 118;
/// The smallest difference between the darkest and the lightest shade.
const SPAN: f64 = 0.2;
/// The shares of the colour for the smallest and the largest chance.
const PALEST: f64 = 0.06;
const DARKEST: f64 = 0.55;

pub(super) fn write(
    out: &mut dyn Write,
    game: &Mnk,
    board: Board,
    report: &MovesReport,
) -> io::Result<()> {
    let (shape, to_move) = (game.shape(), game.to_move(board));
    let (board_width, board_height) = figure::board_size(shape, CELL);
    let title =
        format!("{game}, {to_move} to move: {}", outcome_text::result(game, board, report.entry));
    let chances = || report.moves.iter().map(|mv| mv.perfect_against_random.win.value());
    let (least, most) = (chances().fold(1.0, f64::min), chances().fold(0.0, f64::max));
    // All squares may be nearly equal; nearly equal chances should also look similar.
    let span = (most - least).max(SPAN);
    let lines = [
        format!("The bluer, the likelier {to_move} wins"),
        "if it plays perfectly from there on".to_owned(),
        "and the other side at random; and how".to_owned(),
        "many of the other's replies go wrong.".to_owned(),
        format!("From {}% to {}%.", percent(least), percent(most)),
    ];
    let sampled = report.games.zip(report.seed).map(|(games, seed)| {
        let games = numbers::games(games);
        [format!("Counted in {games} each,"), format!("seed {seed}, with 95% intervals.")]
    });
    let lines: Vec<_> = lines.into_iter().chain(sampled.into_iter().flatten()).collect();
    let widest = lines.iter().map(|line| figure::width_of(line)).max().unwrap_or(0);
    let width = board_width.max(figure::width_of(&title)).max(widest) + 2 * MARGIN;
    let head = if report.games.is_some() { HEAD + 2 * LINE } else { HEAD };
    let height = head + board_height + MARGIN;
    let left = (width - board_width) / 2;
    let mut picture = figure::figure(width, height, &title)
        .add(text(MARGIN, MARGIN + TEXT / 2, title).set("font-weight", "bold"));
    for (line, i) in lines.into_iter().zip(2..) {
        picture = picture.add(text(MARGIN, MARGIN - TEXT / 2 + i * LINE, line).set("fill", PENCIL));
    }
    for mv in &report.moves {
        let Some(cell) = game.cell_of_move(board, mv.number()) else { continue };
        let (x, y) = figure::corner(shape, cell, CELL);
        let part = 1.0 - (most - mv.perfect_against_random.win.value()) / span;
        picture = picture.add(heat(game, (left + x, head + y), mv, part));
    }
    figure::write(out, &picture.add(figure::board((left, head), CELL, shape, board, None)))
}

/// The cell of a move with its shade, from 0 to 1, and its worth in words.
fn heat(game: &Mnk, (left, top): (i32, i32), mv: &MoveReport, shade: f64) -> Group {
    let chance = &mv.perfect_against_random.win;
    let middle = left + CELL / 2;
    // Ink must be readable on every shade, on light and on dark paper.
    let opacity = (100.0 * (PALEST + (DARKEST - PALEST) * shade.clamp(0.0, 1.0))).round() / 100.0;
    let name = move_name::number(game, mv.number());
    let WrongTurns { wrong, of } = mv.wrong_replies;
    let replies = if of > 0 { format!("{wrong} of {of} go wrong") } else { String::new() };
    let parts = if chance.interval().is_some() { 5 } else { 4 };
    let line = |i: i32, words: String| centred(middle, top + i * CELL / parts + TEXT / 3, words);
    let star = if mv.optimal { " *" } else { "" };
    let group = Group::new()
        .add(
            Rectangle::new()
                .set("x", left)
                .set("y", top)
                .set("width", CELL)
                .set("height", CELL)
                .set("fill", BLUE)
                .set("fill-opacity", opacity),
        )
        .add(line(1, format!("{name}: {}{star}", worth(mv).short())).set("font-weight", "bold"))
        .add(line(2, format!("{}%", percent(chance.value()))));
    let group = match chance.interval() {
        Some([low, high]) => {
            let interval = format!("{}–{}%", percent(low), percent(high));
            group.add(line(3, interval).set("font-size", TEXT - 2))
        }
        None => group,
    };
    group.add(line(parts - 1, replies).set("font-size", TEXT - 2))
}
