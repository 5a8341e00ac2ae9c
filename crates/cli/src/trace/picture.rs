//! The tree as the figure that the articles draw.

use std::io::{self, Write};

use perfect_play_core::{Board, Player};
use perfect_play_generator::Call;
use svg::{Document, node::element::Group};

use super::{CHOICE, Tree, signed};
use crate::{
    draw,
    figure::{self, PAPER, PENCIL, TEXT, centred, text},
};

/// The width of a cell.
const CELL: i32 = 18;
/// Between two boards.
const GAP: i32 = 26;
/// Between a board and the boards below it.
const EDGE: i32 = 64;
const MARGIN: i32 = 16;
/// Left of the tree, where it says who chooses.
const WHO: i32 = 90;
/// Above the tree.
const HEAD: i32 = 3 * MARGIN + 2 * TEXT;
/// What is said of a cut, below the number.
const CALLS_BELOW: &str = "calls below";
/// The width of the line to what is chosen.
const HEAVY: i32 = 4;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    let mut drawing =
        Drawing { tree, next_left: MARGIN + WHO, edges: Group::new(), boards: Group::new() };
    drawing.call(&tree.root, true, HEAD);
    let title = format!("{}, plain minimax: {}", tree.game, tree.total());
    let rule = format!("{}. {CHOICE}.", tree.rule());
    let width = (drawing.next_left - GAP + MARGIN)
        .max(figure::width_of(&title) + 2 * MARGIN)
        .max(figure::width_of(&rule) + 2 * MARGIN);
    let depth = deepest(&tree.root);
    let height = drawing.top_of(depth) + drawing.board_height() + 3 * TEXT + MARGIN;
    let mut document: Document = figure::figure(width, height, &title)
        .add(text(MARGIN, MARGIN + TEXT, title).set("font-weight", "bold"))
        .add(text(MARGIN, MARGIN + 5 * TEXT / 2, rule).set("fill", PENCIL));
    // At the last depth nobody chooses, unless the tree is cut there.
    for ply in 0..depth + i32::from(is_cut(&tree.root)) {
        let y = drawing.top_of(ply) + drawing.board_height() / 2 + TEXT / 3;
        document = document.add(text(MARGIN, y, who(tree, ply)).set("fill", PENCIL));
    }
    figure::write(out, &document.add(drawing.edges).add(drawing.boards))
}

/// Who chooses so many plies below the first board, and what.
fn who(tree: &Tree, ply: i32) -> String {
    let first = tree.to_move(&tree.root);
    match if ply % 2 == 0 { first } else { first.opponent() } {
        Player::X => "X: largest".to_owned(),
        Player::O => "O: smallest".to_owned(),
    }
}

fn deepest(call: &Call<Board>) -> i32 {
    call.children.iter().map(|child| deepest(child) + 1).max().unwrap_or(0)
}

fn is_cut(call: &Call<Board>) -> bool {
    call.is_cut() || call.children.iter().any(is_cut)
}

/// What stands above a call's board.
fn number(call: &Call<Board>) -> String {
    format!("call {}", draw::grouped(call.number))
}

struct Drawing<'a> {
    tree: &'a Tree,
    /// Where the next board without children goes.
    next_left: i32,
    edges: Group,
    boards: Group,
}

impl Drawing<'_> {
    fn board_height(&self) -> i32 {
        figure::board_size(self.tree.game.shape(), CELL).1
    }

    /// The top of the boards so many plies below the first.
    fn top_of(&self, ply: i32) -> i32 {
        HEAD + ply * (self.board_height() + EDGE + 2 * TEXT)
    }

    /// Draws a call with all below it; gives the middle of its board.
    fn call(&mut self, call: &Call<Board>, chosen: bool, top: i32) -> i32 {
        let (width, height) = figure::board_size(self.tree.game.shape(), CELL);
        let below = top + height + EDGE + 2 * TEXT;
        let children: Vec<_> = Tree::children(call, chosen)
            .map(|(child, chosen)| (self.call(child, chosen, below), child, chosen))
            .collect();
        let middle = if let (Some(first), Some(last)) = (children.first(), children.last()) {
            i32::midpoint(first.0, last.0)
        } else {
            // The words may be wider than the board.
            let words = if call.is_cut() { figure::width_of(CALLS_BELOW) } else { 0 };
            let width = width.max(words).max(figure::width_of(&number(call)));
            self.next_left += width + GAP;
            self.next_left - GAP - width / 2
        };
        for &(x, child, chosen) in &children {
            self.edge((middle, top + height + TEXT / 2), (x, below - 3 * TEXT / 2), child, chosen);
        }
        self.place(call, (middle - width / 2, top), chosen);
        middle
    }

    /// The line to a child, with the score that comes back along it.
    fn edge(&mut self, from: (i32, i32), to: (i32, i32), child: &Call<Board>, chosen: bool) {
        let (pen, weight) = if chosen { (HEAVY, "bold") } else { (1, "normal") };
        let score = signed(child.score);
        // Nearer to the child, where the lines are further apart.
        let (x, y) = (from.0 + (to.0 - from.0) * 3 / 5, from.1 + (to.1 - from.1) * 3 / 5);
        let label = centred(x, y + TEXT / 3, score)
            .set("font-weight", weight)
            .set("stroke", PAPER)
            .set("stroke-width", 5)
            .set("paint-order", "stroke");
        self.edges = std::mem::take(&mut self.edges).add(figure::line(from, to, pen)).add(label);
    }

    /// The board of a call, its number above, and below it what is cut.
    fn place(&mut self, call: &Call<Board>, (left, top): (i32, i32), chosen: bool) {
        let (width, height) = figure::board_size(self.tree.game.shape(), CELL);
        let middle = left + width / 2;
        let weight = if chosen { "bold" } else { "normal" };
        let (shape, last) = (self.tree.game.shape(), self.tree.last_cell(call));
        let mut group = Group::new()
            .add(figure::board((left, top), CELL, shape, call.position, last))
            .add(centred(middle, top - TEXT / 2, number(call)).set("font-weight", weight));
        if call.is_cut() {
            let calls = draw::grouped(call.calls - 1);
            for (line, text) in (1..).zip([calls, CALLS_BELOW.to_owned()]) {
                group = group.add(
                    centred(middle, top + height + line * 5 * TEXT / 4, text).set("fill", PENCIL),
                );
            }
        }
        self.boards = std::mem::take(&mut self.boards).add(group);
    }
}
