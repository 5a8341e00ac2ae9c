//! The tree as a figure, as articles draw it.

mod card;
mod layout;

use std::io::{self, Write};

use perfect_play_core::Player;
use svg::node::element::Group;

use self::{
    card::{Card, GHOST, rows},
    layout::{Item, Layout},
};
use super::tree::{CHOICE, Tree};
use crate::{
    drawing::figure::{self, INK, LINE, PAPER, PENCIL, RED, TEXT, centred, text},
    text::wrap::wrapped,
};

const MARGIN: i32 = 16;
/// The space left of the tree, which says who chooses.
const WHO: i32 = 88;
/// The smallest width of the text above the tree.
const WORDS: i32 = 520;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    let layout = Layout::of(tree);
    let title = tree.title();
    let width = (layout.width + WHO).max(figure::width_of(&title)).max(WORDS);
    let words = words(tree, layout.folded);
    let columns = usize::try_from(width / figure::width_of("x")).unwrap_or(usize::MAX);
    let words: Vec<_> = words.iter().flat_map(|words| wrapped(words, columns, 0)).collect();
    let head = MARGIN + TEXT + LINE + rows(words.len()) + MARGIN;
    let height = head + layout.height + MARGIN;
    let mut document = figure::figure(width + 2 * MARGIN, height, &title)
        .add(text(MARGIN, MARGIN + TEXT, title).set("font-weight", "bold"));
    for (line, i) in words.into_iter().zip(2..) {
        document = document.add(text(MARGIN, MARGIN + i * LINE, line).set("fill", PENCIL));
    }
    let left = MARGIN + WHO + (width - WHO - layout.width) / 2;
    for (depth, &top) in layout.tops.iter().enumerate() {
        if let Some(who) = who(&layout.root, depth) {
            let y = head + top + layout.middle();
            document = document.add(text(MARGIN, y, who).set("fill", PENCIL));
        }
    }
    let mut drawing = Drawing { edges: Group::new(), cards: Group::new() };
    drawing.item(&layout, &layout.root, (left, head));
    figure::write(out, &document.add(drawing.edges).add(drawing.cards))
}

/// Whether the picture is within the width limit.
pub(super) fn fits(tree: &Tree) -> bool {
    Layout::of(tree).fits()
}

/// The text above the tree.
fn words(tree: &Tree, folded: bool) -> Vec<String> {
    let folded = folded.then_some("Of symmetric calls from one position the first is drawn.");
    let particular = tree.particular();
    let notes: Vec<_> = particular.into_iter().chain(folded).collect();
    let first = format!("{}. {CHOICE}: the heavy lines; the heaviest are best play.", tree.rule());
    let calls = format!("Calls: {}.", tree.counts.line());
    [first, notes.join(" "), calls].into_iter().filter(|words| !words.is_empty()).collect()
}

/// The side that chooses at this depth, and what it chooses; `None` if that differs between calls.
fn who(root: &Item<'_>, depth: usize) -> Option<&'static str> {
    let players = choosers(root, depth);
    let (first, rest) = players.split_first()?;
    rest.iter().all(|player| player == first).then_some(match first {
        Player::X => "X: largest",
        Player::O => "O: smallest",
    })
}

/// The side that chooses at this depth below a call.
fn choosers(item: &Item<'_>, depth: usize) -> Vec<Player> {
    match (depth, &item.card) {
        (0, Card::Call { node, .. }) if node.call.best_move.is_some() => vec![node.call.to_move],
        (0, _) => Vec::new(),
        _ => item.children.iter().flat_map(|child| choosers(child, depth - 1)).collect(),
    }
}

struct Drawing {
    edges: Group,
    cards: Group,
}

impl Drawing {
    /// Draws an item and everything below it. Positions are relative to the top left corner of the whole tree.
    fn item(&mut self, layout: &Layout<'_>, item: &Item<'_>, corner: (i32, i32)) {
        let size = layout.size;
        let (x, top) = (corner.0 + item.middle, corner.1 + item.top);
        let card = item.card.draw((x, top), size, item.in_grid);
        self.cards = std::mem::take(&mut self.cards).add(card);
        let from = (x, top + item.card.head().1 + size.1 + TEXT / 2);
        if let Some((left, top, width, height)) = item.grid() {
            // One line leads to the whole grid.
            let (left, top) = (corner.0 + left, corner.1 + top);
            let to = (left + width / 2, top);
            self.edge(figure::line(from, to, 1).set("stroke", PENCIL));
            let frame = figure::frame((left, top), (width, height)).set("stroke", PENCIL);
            self.edge(frame);
        }
        for child in &item.children {
            if !child.in_grid {
                let to = (corner.0 + child.middle, corner.1 + child.top - TEXT / 3);
                self.lead(from, to, &child.card);
            }
            self.item(layout, child, corner);
        }
    }

    fn edge(&mut self, edge: impl Into<Box<dyn svg::Node>>) {
        self.edges = std::mem::take(&mut self.edges).add(edge);
    }

    /// The line to a card, with the score that it returns.
    fn lead(&mut self, from: (i32, i32), to: (i32, i32), card: &Card<'_>) {
        let line = figure::line(from, to, card.pen());
        let (line, label, colour, weight) = match card {
            Card::Call { node, .. } => {
                let (weight, colour) = if node.taken { ("bold", INK) } else { ("normal", PENCIL) };
                (line.set("stroke", colour), node.returned(), INK, weight)
            }
            Card::CutOff { .. } => {
                let line = line.set("stroke", RED).set("stroke-dasharray", GHOST);
                (line, "cut off".to_owned(), RED, "normal")
            }
        };
        self.edge(line);
        // Nearer to the child, where the lines are farther apart.
        let (x, y) = (from.0 + (to.0 - from.0) * 3 / 5, from.1 + (to.1 - from.1) * 3 / 5);
        let label = centred(x, y + TEXT / 3, label)
            .set("font-weight", weight)
            .set("fill", colour)
            .set("stroke", PAPER)
            .set("stroke-width", 5)
            .set("paint-order", "stroke");
        self.edge(label);
    }
}
