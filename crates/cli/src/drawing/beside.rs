//! A drawing with text to its right.

use perfect_play_engine::{AnyGame, AnyPosition};

use crate::{
    drawing::plain_board,
    terminal::paint,
    text::wrap::{WIDTH, widest, wrapped},
};

/// The columns between a drawing and the text beside it.
pub(crate) const GAP: usize = 4;

/// Puts lines of text to the right of a drawing.
pub(crate) fn side_by_side(drawing: &[String], text: &[String]) -> Vec<String> {
    let width = widest(drawing);
    (0..drawing.len().max(text.len()))
        .map(|i| {
            let left = paint::to_left(drawing.get(i).map_or("", String::as_str), width);
            let right = text.get(i).map_or("", String::as_str);
            format!("{left}{:GAP$}{right}", "").trim_end().to_owned()
        })
        .collect()
}

/// The smallest width for text beside a drawing.
const BESIDE: usize = 32;

/// A position with text to its right, or below it if the drawing is wide: lines for a terminal, indented by two blanks.
/// A broken line of text continues below its second word.
pub(crate) fn explained(game: &AnyGame, position: AnyPosition, text: &[String]) -> Vec<String> {
    const LEFT: usize = 2;
    let drawing: Vec<_> =
        plain_board::position(game, position).iter().map(|line| paint::players(line)).collect();
    let beside = (WIDTH - LEFT).saturating_sub(widest(&drawing) + GAP);
    let room = if beside < BESIDE { WIDTH - LEFT } else { beside };
    let text: Vec<_> = text.iter().flat_map(|line| wrapped(line, room, 2 * GAP)).collect();
    let lines = if beside < BESIDE {
        drawing.into_iter().chain(text).collect()
    } else {
        side_by_side(&drawing, &text)
    };
    lines.iter().map(|line| format!("{:LEFT$}{line}", "").trim_end().to_owned()).collect()
}
