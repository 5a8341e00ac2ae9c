//! The layout of a sheet: the plies from top to bottom, each on as many lines as it needs.

use std::collections::BTreeMap;

use perfect_play_core::{Board, Shape};

use super::graph::{Graph, Node};
use crate::drawing::figure::{self, PER_MM, TEXT};

/// Sheets in millimetres: A3, A2, A1 and A0, in landscape.
const SHEETS: [(i32, i32); 4] = [(420, 297), (594, 420), (841, 594), (1189, 841)];
pub(super) const MARGIN: i32 = 10 * PER_MM;
/// The height of the title.
pub(super) const TITLE: i32 = 8 * PER_MM;
/// The height of text that is read from the same distance as the title.
pub(super) const WORDS: i32 = 4 * PER_MM;
/// The space above the graph.
const HEAD: i32 = TITLE + 14 * PER_MM;
/// The space below the graph.
const FOOT: i32 = 14 * PER_MM;
/// The space left of the graph, which holds the numbers of the plies.
const PLY: i32 = 30 * PER_MM;
/// The space between two cards.
pub(super) const GAP: i32 = 2 * PER_MM;
/// The largest scale of a card.
const LARGEST: i32 = 4;
/// The space between two plies, which holds the lines.
const LEAST_EDGE: i32 = 9 * PER_MM;
const MOST_EDGE: i32 = 40 * PER_MM;

/// The card of a position: the board, and its worth below.
#[derive(Clone, Copy)]
pub(super) struct Card {
    pub(super) cell: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    /// The position of the board, from the card's top left corner.
    pub(super) inset: (i32, i32),
    /// The scale, relative to the smallest card.
    pub(super) scale: i32,
}

impl Card {
    /// A card at this scale, relative to the smallest card.
    pub(super) fn of(shape: Shape, scale: i32) -> Self {
        let longest = i32::from(shape.columns().max(shape.rows()));
        let cell = (24 / longest).clamp(5, 8) * scale;
        let (board_width, board_height) = figure::board_size(shape, cell);
        let width = board_width.max(2 * TEXT * scale) + 2 * PER_MM * scale;
        let height = board_height + (PER_MM + TEXT) * scale;
        let inset = ((width - board_width) / 2, PER_MM * scale);
        Self { cell, width, height, inset, scale }
    }
}

/// The position of a card.
pub(super) struct MoveNumber {
    pub(super) left: i32,
    pub(super) top: i32,
    /// The tops of its ply's first line and last line.
    pub(super) first: i32,
    pub(super) last: i32,
}

/// The positions of all cards.
pub(super) struct Layout {
    /// The sheet, in millimetres.
    pub(super) sheet: (i32, i32),
    pub(super) card: Card,
    /// The top of each ply.
    pub(super) plies: Vec<i32>,
    pub(super) cards: BTreeMap<Board, MoveNumber>,
}

impl Layout {
    /// The layout on the smallest sheet that has room for everything, with the largest cards that fit. If no sheet has
    /// room, the sheet is as high as necessary.
    pub(super) fn of(graph: &Graph<'_>) -> Self {
        let counts: Vec<_> = graph.plies.iter().map(|nodes| length(nodes)).collect();
        let edges = (length(&counts) - 1).max(0);
        let needed = |(width, _): (i32, i32), card: Card| {
            let lines: i32 = counts.iter().map(|&count| lines(count, across(width), card)).sum();
            lines * (card.height + GAP) - GAP * (edges + 1)
        };
        let room = |(_, height): (i32, i32)| height * PER_MM - 2 * MARGIN - HEAD - FOOT;
        let fits = |sheet, card: Card| {
            needed(sheet, card) + edges * LEAST_EDGE.max(card.height / 2) <= room(sheet)
        };
        let card_of = |scale| Card::of(graph.game.shape(), scale);
        let [.., largest] = SHEETS;
        let sheet =
            SHEETS.into_iter().find(|&sheet| fits(sheet, card_of(1))).unwrap_or_else(|| {
                let missing = needed(largest, card_of(1)) + edges * LEAST_EDGE - room(largest);
                (largest.0, largest.1 + missing / PER_MM + 1)
            });
        let scales = (1..=LARGEST).rev().map(card_of);
        let card = scales.into_iter().find(|&card| fits(sheet, card)).unwrap_or(card_of(1));
        let cards = needed(sheet, card);
        let most = MOST_EDGE.max(card.height);
        let edge = (room(sheet) - cards).checked_div(edges).unwrap_or(0).min(most);
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

    /// Places a ply's cards on this many lines, in this order and column by column, so that neighbours in the order are
    /// neighbours on the sheet.
    fn place(&mut self, order: Vec<Board>, lines: i32, (first, last): (i32, i32)) {
        let columns = (length(&order) + lines - 1) / lines;
        let across = across(self.sheet.0);
        for (board, i) in order.into_iter().zip(0..) {
            let (column, line) = (i / lines, i % lines);
            let middle = MARGIN + PLY + (2 * column + 1) * across / (2 * columns);
            let (left, top) =
                (middle - self.card.width / 2, first + line * (self.card.height + GAP));
            self.cards.insert(board, MoveNumber { left, top, first, last });
        }
    }

    /// The positions after the moves from a ply, ordered by the positions that they come from; optimal moves count
    /// first. So lines are short and cross less often.
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
            // In hundredths, so that few means are equal.
            100 * from.iter().sum::<i32>() / length(from).max(1)
        };
        let mut order: Vec<_> = from.iter().map(|(&board, from)| (mean(from), board)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, board)| board).collect()
    }
}

/// The width of a sheet that is available for cards.
fn across(width: i32) -> i32 {
    width * PER_MM - 2 * MARGIN - PLY
}

/// How many lines this many cards take.
fn lines(count: i32, across: i32, card: Card) -> i32 {
    let columns = ((across + GAP) / (card.width + GAP)).max(1);
    (count + columns - 1) / columns
}

fn length<T>(items: &[T]) -> i32 {
    i32::try_from(items.len()).unwrap_or(i32::MAX)
}
