//! Where everything is on a sheet: a ply below the other, each on as many lines as it needs.

use std::collections::BTreeMap;

use perfect_play_core::{Board, Shape};

use super::graph::{Graph, Node};
use crate::figure::{self, PER_MM, TEXT};

/// Sheets in millimetres: A3, A2, A1 and A0, lying.
const SHEETS: [(i32, i32); 4] = [(420, 297), (594, 420), (841, 594), (1189, 841)];
pub(super) const MARGIN: i32 = 10 * PER_MM;
/// The height of the title.
pub(super) const TITLE: i32 = 8 * PER_MM;
/// The height of text that is read from where one reads the title.
pub(super) const WORDS: i32 = 4 * PER_MM;
/// Above the graph.
const HEAD: i32 = TITLE + 14 * PER_MM;
/// Below the graph.
const FOOT: i32 = 14 * PER_MM;
/// Left of the graph, where it says which ply it is.
const PLY: i32 = 30 * PER_MM;
/// Between two cards.
pub(super) const GAP: i32 = 2 * PER_MM;
/// Between two plies, where lines run.
const LEAST_EDGE: i32 = 9 * PER_MM;
const MOST_EDGE: i32 = 40 * PER_MM;

/// The card on which a position is drawn, with what it is worth below the board.
#[derive(Clone, Copy)]
pub(super) struct Card {
    pub(super) cell: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    /// From the card's left edge and from its top to the board.
    pub(super) inset: (i32, i32),
}

impl Card {
    pub(super) fn of(shape: Shape) -> Self {
        let longest = i32::from(shape.columns().max(shape.rows()));
        let cell = (24 / longest).clamp(5, 8);
        let (board_width, board_height) = figure::board_size(shape, cell);
        let width = board_width.max(2 * TEXT) + 2 * PER_MM;
        let height = board_height + PER_MM + TEXT;
        Self { cell, width, height, inset: ((width - board_width) / 2, PER_MM) }
    }
}

/// Where a card is.
pub(super) struct Place {
    pub(super) left: i32,
    pub(super) top: i32,
    /// The top of its ply's first line, and of the last.
    pub(super) first: i32,
    pub(super) last: i32,
}

/// Where everything is.
pub(super) struct Layout {
    /// The sheet, in millimetres.
    pub(super) sheet: (i32, i32),
    pub(super) card: Card,
    /// The top of each ply.
    pub(super) plies: Vec<i32>,
    pub(super) cards: BTreeMap<Board, Place>,
}

impl Layout {
    /// On the smallest sheet on which everything has its place; if there is none, on one as high as
    /// need be.
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let card = Card::of(graph.game.shape());
        let counts: Vec<_> = graph.plies.iter().map(|nodes| length(nodes)).collect();
        let needed = |(width, _): (i32, i32)| {
            let lines: i32 = counts.iter().map(|&count| lines(count, across(width), card)).sum();
            let edges = (length(&counts) - 1).max(0);
            (lines * (card.height + GAP) - GAP * (edges + 1), edges)
        };
        let room = |(_, height): (i32, i32)| height * PER_MM - 2 * MARGIN - HEAD - FOOT;
        let fits = |sheet: &(i32, i32)| {
            let (cards, edges) = needed(*sheet);
            cards + edges * LEAST_EDGE <= room(*sheet)
        };
        let [.., largest] = SHEETS;
        let sheet = SHEETS.into_iter().find(fits).unwrap_or_else(|| {
            let (cards, edges) = needed(largest);
            let missing = cards + edges * LEAST_EDGE - room(largest);
            (largest.0, largest.1 + missing / PER_MM + 1)
        });
        let (cards, edges) = needed(sheet);
        let edge = (room(sheet) - cards).checked_div(edges).unwrap_or(0).min(MOST_EDGE);
        let mut layout = Self { sheet, card, plies: Vec::new(), cards: BTreeMap::new() };
        let mut top = MARGIN + HEAD + (room(sheet) - cards - edges * edge) / 2;
        let mut order = graph.plies.first().into_iter().flatten().map(|node| node.board).collect();
        for (nodes, &count) in graph.plies.iter().zip(&counts) {
            let lines = lines(count, across(sheet.0), card);
            let last = top + (lines - 1) * (card.height + GAP);
            layout.plies.push(top);
            layout.place(order, lines, (top, last));
            order = layout.below(nodes);
            top = last + card.height + edge;
        }
        layout
    }

    /// Places a ply's cards, in this order, on so many lines: column by column, so that what is next
    /// to one another in the order is so on the sheet.
    fn place(&mut self, order: Vec<Board>, lines: i32, (first, last): (i32, i32)) {
        let columns = (length(&order) + lines - 1) / lines;
        let across = across(self.sheet.0);
        for (board, i) in order.into_iter().zip(0..) {
            let (column, line) = (i / lines, i % lines);
            let middle = MARGIN + PLY + (2 * column + 1) * across / (2 * columns);
            let (left, top) =
                (middle - self.card.width / 2, first + line * (self.card.height + GAP));
            self.cards.insert(board, Place { left, top, first, last });
        }
    }

    /// What the moves from a ply lead to, in the order of where they come from, above all of where
    /// an optimal move does: so that lines are short and cross one another less.
    fn below(&self, nodes: &[Node]) -> Vec<Board> {
        let mut from: BTreeMap<Board, [Vec<i32>; 2]> = BTreeMap::new();
        for node in nodes {
            let x = self.cards.get(&node.board).map_or(0, |place| place.left);
            for (&child, &optimal) in &node.children {
                let [by_optimal, by_any] = from.entry(child).or_default();
                by_any.push(x);
                if optimal {
                    by_optimal.push(x);
                }
            }
        }
        let mean = |[by_optimal, by_any]: &[Vec<i32>; 2]| {
            let from = if by_optimal.is_empty() { by_any } else { by_optimal };
            // In hundredths, so that few are the same.
            100 * from.iter().sum::<i32>() / length(from).max(1)
        };
        let mut order: Vec<_> = from.iter().map(|(&board, from)| (mean(from), board)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, board)| board).collect()
    }
}

/// How much of a sheet's width there is for cards.
fn across(width: i32) -> i32 {
    width * PER_MM - 2 * MARGIN - PLY
}

/// How many lines so many cards take.
fn lines(count: i32, across: i32, card: Card) -> i32 {
    let columns = ((across + GAP) / (card.width + GAP)).max(1);
    (count + columns - 1) / columns
}

fn length<T>(items: &[T]) -> i32 {
    i32::try_from(items.len()).unwrap_or(i32::MAX)
}
