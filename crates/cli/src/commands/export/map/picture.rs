//! The map on a sheet of A3, with a title and a legend.

use std::io::{self, Write};

use perfect_play_core::{Board, Game, Player, Shape};
use svg::node::element::{Group, Text};

use super::{
    boards::Map,
    nested::{self, Age, CELL},
};
use crate::{
    drawing::figure::{self, PENCIL, PER_MM, TEXT, text},
    positions::outcome_text,
    text::numbers::grouped,
};

/// A sheet of A3, in millimetres.
const SHEET: (i32, i32) = (297, 420);
const MARGIN: i32 = 10 * PER_MM;
/// The height of the title, if the sheet is wide enough.
const TITLE: i32 = 10 * PER_MM;
/// The height of ordinary text.
const WORDS: i32 = 4 * PER_MM;
/// The distance between two lines of ordinary text.
const LINE: i32 = 7 * PER_MM;
/// The space above the map.
const HEAD: i32 = TITLE + 2 * LINE;
/// The width of an example in the legend.
const SAMPLE: i32 = 12 * PER_MM;
/// The space below the map.
const FOOT: i32 = 4 * LINE + SAMPLE;

pub(super) fn write(out: &mut dyn Write, map: &Map<'_>) -> io::Result<()> {
    let (game, side) = (&map.table.game, map.side);
    let [upright, lying] = [SHEET, (SHEET.1, SHEET.0)].map(|sheet| Layout::of(game.shape(), sheet));
    let Layout { sheet, left, top, scale, height } =
        if lying.scale > upright.scale { lying } else { upright };
    let across = sheet.0 * PER_MM - 2 * MARGIN;
    let title = format!("{game}: the complete map of optimal play for {side}");
    // Bold letters are wider than ordinary ones.
    let letters = TITLE.min(across * TEXT * 9 / 10 / figure::width_of(&title));
    let picture = nested::board(game, &map.first, 0)
        .set("data-game", game.to_string())
        .set("data-as", side.to_string())
        .set("transform", nested::placed(left, top, scale))
        .set("fill", "none")
        .set("stroke-linecap", "round");
    let (first, foot) = (whole(top) - HEAD, whole(top + height));
    let ends = map.first.ends();
    let mut poster = figure::poster(sheet, &title)
        .add(words(first + letters, title).set("font-size", letters).set("font-weight", "bold"))
        .add(words(first + TITLE + LINE, worth(map, &ends)).set("fill", PENCIL))
        .add(picture);
    for (line, i) in how_to_read(side).into_iter().zip(2..) {
        poster = poster.add(words(foot + i * LINE, line));
    }
    let samples = samples(map, &ends);
    let between = across / i32::try_from(samples.len()).unwrap_or(i32::MAX);
    for ((sample, name), i) in samples.into_iter().zip(0..) {
        let (left, top) = (MARGIN + i * between, foot + 4 * LINE);
        let scale = f64::from(SAMPLE) / f64::from(CELL);
        let middle = top + SAMPLE / 2 + WORDS / 3;
        poster = poster
            .add(sample.set("transform", nested::placed(left.into(), top.into(), scale)))
            .add(words(middle, name).set("x", left + SAMPLE + WORDS));
    }
    figure::write(out, &poster)
}

/// The position of the map on its sheet.
struct Layout {
    sheet: (i32, i32),
    left: f64,
    top: f64,
    scale: f64,
    height: f64,
}

impl Layout {
    /// The largest map that fits on this sheet, centred between the texts above and below it.
    fn of(shape: Shape, sheet: (i32, i32)) -> Self {
        let (across, down) = (sheet.0 * PER_MM - 2 * MARGIN, sheet.1 * PER_MM - 2 * MARGIN);
        let (across, down) = (f64::from(across), f64::from(down - HEAD - FOOT));
        let (width, height) = figure::board_size(shape, CELL);
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = (across / width).min(down / height);
        Self {
            sheet,
            left: f64::from(MARGIN) + (across - width * scale) / 2.0,
            top: f64::from(MARGIN + HEAD) + (down - height * scale) / 2.0,
            scale,
            height: height * scale,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a place on a sheet")]
fn whole(place: f64) -> i32 {
    place.round() as i32
}

fn words(y: i32, line: impl Into<String>) -> Text {
    text(MARGIN, y, line).set("font-size", WORDS)
}

/// The value of the game, and how the lines of play of the map end.
fn worth(map: &Map<'_>, ends: &[Board]) -> String {
    let (game, side) = (&map.table.game, map.side);
    let ending =
        |winner| grouped(ends.iter().filter(|&&end| game.winner(end) == winner).count() as u64);
    format!(
        "With perfect play {}. Boards: {}. Lines of play: {}, of which {side} wins {}, draws {} \
         and loses {}.",
        outcome_text::result(game, game.start(), map.start),
        grouped(map.boards),
        grouped(ends.len() as u64),
        ending(Some(side)),
        ending(None),
        ending(Some(side.opponent())),
    )
}

fn how_to_read(side: Player) -> [String; 2] {
    let other = side.opponent();
    let begin = match side {
        Player::X => "X begins with the heavy mark. ",
        Player::O => "",
    };
    [
        format!(
            "{begin}Find the cell where {other} goes: the board in it shows {side}'s best answer."
        ),
        "Go on within that board, to the end: a complete line, struck through, or a full board."
            .to_owned(),
    ]
}

/// The legend: the kinds of marks, and the backgrounds of those results that occur.
fn samples(map: &Map<'_>, ends: &[Board]) -> Vec<(Group, String)> {
    let (game, side) = (&map.table.game, map.side);
    let other = side.opponent();
    let marks = [
        (nested::sample(side, Age::Answer), format!("{side}'s answer")),
        (nested::sample(other, Age::Move), format!("{other}'s move")),
        (nested::sample(side, Age::Older), "older marks".to_owned()),
    ];
    let marks = marks.map(|(mark, name)| (Group::new().add(mark), name));
    let ends = [(Some(Player::X), "X has won"), (Some(Player::O), "O has won"), (None, "a draw")]
        .into_iter()
        .filter(|(winner, _)| ends.iter().any(|&end| game.winner(end) == *winner))
        .map(|(winner, name)| (Group::new().add(nested::sample_ground(winner)), name.to_owned()));
    marks.into_iter().chain(ends).collect()
}
