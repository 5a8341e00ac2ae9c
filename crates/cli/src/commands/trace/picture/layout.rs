//! The layout of the picture. A tree that is too wide is folded: symmetric calls are drawn once. If it is still too
//! wide, its widest parts are wrapped, so that the first call stays in view.

use std::collections::BTreeMap;

use perfect_play_analysis::canonical;
use perfect_play_core::Player;
use perfect_play_engine::AnyPosition;
use perfect_play_generator::Algorithm;

use super::{
    super::tree::{Node, Tree},
    card::Card,
};
use crate::drawing::figure::TEXT;

/// The space between two cards.
const GAP: i32 = 22;
/// The space around the cards of a grid.
const INSET: i32 = 10;
/// The space between a card and the cards below it.
const EDGE: i32 = 52;
/// The width limit of a picture. It may be exceeded if nothing else helps.
const MOST_WIDTH: i32 = 1_300;

/// A card, and everything below it.
pub(super) struct Item<'t> {
    pub(super) card: Card<'t>,
    pub(super) children: Vec<Self>,
    /// Whether the card is in the grid of its parent.
    pub(super) in_grid: bool,
    /// The middle and the top, relative to the tree's corner.
    pub(super) middle: i32,
    pub(super) top: i32,
    /// The size of the card.
    extent: (i32, i32),
}

/// How a tree is drawn.
#[derive(Clone, Copy)]
struct Style {
    /// Whether symmetric calls from one position are drawn once.
    folded: bool,
    /// The number of columns of a grid of calls that make no calls; `None` for no grids.
    columns: Option<i32>,
}

pub(super) struct Layout<'t> {
    pub(super) root: Item<'t>,
    /// The size of each position.
    pub(super) size: (i32, i32),
    /// The top of each depth.
    pub(super) tops: Vec<i32>,
    pub(super) width: i32,
    pub(super) height: i32,
    /// Whether any calls are folded.
    pub(super) folded: bool,
}

impl<'t> Layout<'t> {
    /// The first style that makes the tree narrow enough.
    pub(super) fn of(tree: &'t Tree) -> Self {
        // The results of alpha-beta and of a memo depend on earlier calls, so no two calls are alike.
        let folded = tree.algorithm == Algorithm::Minimax;
        let styles = [
            Style { folded: false, columns: None },
            Style { folded, columns: None },
            Style { folded, columns: Some(4) },
            Style { folded, columns: Some(3) },
            Style { folded, columns: Some(2) },
            Style { folded, columns: Some(1) },
        ];
        let mut layouts = styles.map(|style| Self::in_style(tree, style)).into_iter();
        let last = Style { folded, columns: Some(1) };
        layouts.find(Self::fits).unwrap_or_else(|| Self::in_style(tree, last))
    }

    fn in_style(tree: &'t Tree, style: Style) -> Self {
        let mut root = Item::of(tree.root(), 1, style);
        let size = root.position_size();
        root.measure(size);
        let mut heights = Vec::new();
        root.heights(0, style, &mut heights);
        let tops: Vec<_> = heights
            .iter()
            .scan(0, |top, height| {
                let this = *top;
                *top += height + EDGE;
                Some(this)
            })
            .collect();
        let height = tops.last().zip(heights.last()).map_or(0, |(top, height)| top + height);
        let width = root.width(style);
        // If a tree stays too wide, its left end is in view.
        root.place(0, 0, &tops, style, width > MOST_WIDTH);
        let folded = root.is_folded();
        Self { root, size, tops, width, height, folded }
    }

    /// Whether the picture is within the width limit.
    pub(super) const fn fits(&self) -> bool {
        self.width <= MOST_WIDTH
    }

    /// The distance from the top of a card to the text beside it.
    pub(super) fn middle(&self) -> i32 {
        self.root.card.head().1 + self.size.1 / 2 + TEXT / 3
    }
}

impl<'t> Item<'t> {
    fn of(node: Node<'t>, alike: usize, style: Style) -> Self {
        let nodes =
            if style.folded { folded(node) } else { node.children().map(|it| (it, 1)).collect() };
        let mut children: Vec<_> =
            nodes.into_iter().map(|(child, alike)| Self::of(child, alike, style)).collect();
        if !node.call.is_cut() {
            children.extend(Card::cut_off(node).map(Self::leaf));
        }
        let ends = children.iter().all(|child| child.children.is_empty());
        let wide = style.columns.is_some_and(|columns| {
            i32::try_from(children.len()).is_ok_and(|count| count > columns)
        });
        if ends && wide {
            for child in &mut children {
                child.in_grid = true;
            }
        }
        Self { children, ..Self::leaf(Card::Call { node, alike }) }
    }

    const fn leaf(card: Card<'t>) -> Self {
        let (middle, top, extent) = (0, 0, (0, 0));
        Self { card, children: Vec::new(), in_grid: false, middle, top, extent }
    }

    /// The size that has room for each position.
    fn position_size(&self) -> (i32, i32) {
        let own = self.card.size();
        self.children.iter().map(Self::position_size).fold(own, larger)
    }

    fn measure(&mut self, size: (i32, i32)) {
        self.extent = self.card.extent(size, self.in_grid);
        for child in &mut self.children {
            child.measure(size);
        }
    }

    /// The rows and the columns of its children's grid, and the size of a card in it.
    fn cells(&self, style: Style) -> Option<(i32, i32, (i32, i32))> {
        let columns = style.columns.filter(|_| self.children.iter().any(|child| child.in_grid))?;
        let count = i32::try_from(self.children.len()).ok()?;
        let cell = self.children.iter().map(|child| child.extent).fold((0, 0), larger);
        let rows = (count + columns - 1) / columns;
        // The fewest columns that need no more rows.
        Some((rows, (count + rows - 1) / rows, (cell.0 + GAP / 2, cell.1 + GAP / 2)))
    }

    /// The height of each depth.
    fn heights(&self, depth: usize, style: Style, heights: &mut Vec<i32>) {
        let mut raise = |depth: usize, height| {
            if heights.len() <= depth {
                heights.resize(depth + 1, 0);
            }
            heights[depth] = heights[depth].max(height);
        };
        raise(depth, self.extent.1);
        if let Some((rows, _, cell)) = self.cells(style) {
            raise(depth + 1, rows * cell.1 + 2 * INSET);
            return;
        }
        for child in &self.children {
            child.heights(depth + 1, style, heights);
        }
    }

    fn width(&self, style: Style) -> i32 {
        self.extent.0.max(self.width_below(style))
    }

    fn width_below(&self, style: Style) -> i32 {
        if let Some((_, columns, cell)) = self.cells(style) {
            return columns * cell.0 + 2 * INSET;
        }
        let widths: i32 = self.children.iter().map(|child| child.width(style) + GAP).sum();
        (widths - GAP).max(0)
    }

    /// Places an item and everything below it, from this left end.
    fn place(&mut self, left: i32, depth: usize, tops: &[i32], style: Style, at_left: bool) {
        let (width, below) = (self.width(style), self.width_below(style));
        self.top = tops.get(depth).copied().unwrap_or_default();
        let mut next = left + (width - below) / 2;
        let below_top = tops.get(depth + 1).copied().unwrap_or_default();
        if let Some((_, columns, cell)) = self.cells(style) {
            for (child, i) in self.children.iter_mut().zip(0..) {
                child.middle = next + INSET + (i % columns) * cell.0 + cell.0 / 2;
                child.top = below_top + INSET + (i / columns) * cell.1;
            }
        } else {
            for child in &mut self.children {
                let width = child.width(style);
                child.place(next, depth + 1, tops, style, at_left);
                next += width + GAP;
            }
        }
        self.middle = match (&*self.children, self.cells(style)) {
            ([first, .., last], None) if !at_left => i32::midpoint(first.middle, last.middle),
            ([first, ..], None) => first.middle,
            _ => left + width / 2,
        };
    }

    /// The frame of its children's grid: left, top, width and height.
    pub(super) fn grid(&self) -> Option<(i32, i32, i32, i32)> {
        let cards = self.children.iter().filter(|child| child.in_grid);
        let ends = cards.map(|child| {
            let half = child.extent.0 / 2;
            [child.middle - half, child.top, child.middle + half, child.top + child.extent.1]
        });
        let [left, top, right, bottom] =
            ends.reduce(|[a, b, c, d], [left, top, right, bottom]| {
                [a.min(left), b.min(top), c.max(right), d.max(bottom)]
            })?;
        Some((left - INSET, top - INSET, right - left + 2 * INSET, bottom - top + 2 * INSET))
    }

    fn is_folded(&self) -> bool {
        matches!(self.card, Card::Call { alike, .. } if alike > 1)
            || self.children.iter().any(Self::is_folded)
    }
}

/// The calls that a call makes. Of calls with symmetric positions, the first stands for all, with their number.
fn folded(node: Node<'_>) -> Vec<(Node<'_>, usize)> {
    let game = &node.tree.game;
    let mut places: BTreeMap<(AnyPosition, Player), usize> = BTreeMap::new();
    let mut kinds: Vec<(Node<'_>, usize)> = Vec::new();
    for child in node.children() {
        let key = (canonical(game, child.call.position), child.call.to_move);
        let place = *places.entry(key).or_insert(kinds.len());
        match kinds.get_mut(place) {
            Some((_, alike)) => *alike += 1,
            None => kinds.push((child, 1)),
        }
    }
    kinds
}

fn larger((width, height): (i32, i32), (w, h): (i32, i32)) -> (i32, i32) {
    (width.max(w), height.max(h))
}
