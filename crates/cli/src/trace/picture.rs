//! The tree as the figure that the articles draw.

use std::io::{self, Write};

use perfect_play_core::Player;
use perfect_play_engine::{AnyGame, AnyPosition};
use perfect_play_generator::Call;
use svg::{Document, node::element::Group};

use super::{CHOICE, Node, Tree, signed};
use crate::{
    figure::{self, PAPER, PENCIL, TEXT, centred, text},
    number,
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
    let mut drawing = Drawing {
        size: size(tree.root()),
        next_left: MARGIN + WHO,
        edges: Group::new(),
        boards: Group::new(),
    };
    drawing.call(tree.root(), HEAD);
    let title = format!("{}, plain minimax: {}", tree.game, tree.total());
    let rule = format!("{}. {CHOICE}.", tree.rule());
    let width = (drawing.next_left - GAP + MARGIN)
        .max(figure::width_of(&title) + 2 * MARGIN)
        .max(figure::width_of(&rule) + 2 * MARGIN);
    let depth = deepest(&tree.root);
    let height = drawing.top_of(depth) + drawing.size.1 + 3 * TEXT + MARGIN;
    let mut document: Document = figure::figure(width, height, &title)
        .add(text(MARGIN, MARGIN + TEXT, title).set("font-weight", "bold"))
        .add(text(MARGIN, MARGIN + 5 * TEXT / 2, rule).set("fill", PENCIL));
    // At the last depth nobody chooses, unless the tree is cut there.
    for ply in 0..depth + i32::from(is_cut(&tree.root)) {
        let y = drawing.top_of(ply) + drawing.size.1 / 2 + TEXT / 3;
        if let Some(who) = who(&tree.root, ply) {
            document = document.add(text(MARGIN, y, who).set("fill", PENCIL));
        }
    }
    figure::write(out, &document.add(drawing.edges).add(drawing.boards))
}

/// Who chooses so many plies below the first position, and what; `None` if that is not the same everywhere.
fn who(root: &Call<AnyPosition>, ply: i32) -> Option<&'static str> {
    let players = choosers(root, ply);
    let (first, rest) = players.split_first()?;
    rest.iter().all(|player| player == first).then_some(match first {
        Player::X => "X: largest",
        Player::O => "O: smallest",
    })
}

/// Who is to move so many plies below a call.
fn choosers(call: &Call<AnyPosition>, ply: i32) -> Vec<Player> {
    match ply {
        0 => vec![call.to_move],
        _ => call.children.iter().flat_map(|child| choosers(child, ply - 1)).collect(),
    }
}

/// The size that each position of the tree has room in.
fn size(node: Node<'_>) -> (i32, i32) {
    if let Some(game) = node.tree.game.mnk() {
        return figure::board_size(game.shape(), CELL);
    }
    let own = figure::lines_size(&node.drawing());
    node.children().map(size).fold(own, |(width, height), (w, h)| (width.max(w), height.max(h)))
}

fn deepest(call: &Call<AnyPosition>) -> i32 {
    call.children.iter().map(|child| deepest(child) + 1).max().unwrap_or(0)
}

fn is_cut(call: &Call<AnyPosition>) -> bool {
    call.is_cut() || call.children.iter().any(is_cut)
}

/// What stands above a call's board.
fn number(call: &Call<AnyPosition>) -> String {
    format!("call {}", number::grouped(call.number))
}

struct Drawing {
    /// The size of a position.
    size: (i32, i32),
    /// Where the next board without children goes.
    next_left: i32,
    edges: Group,
    boards: Group,
}

impl Drawing {
    /// The top of the boards so many plies below the first.
    fn top_of(&self, ply: i32) -> i32 {
        HEAD + ply * (self.size.1 + EDGE + 2 * TEXT)
    }

    /// Draws a call with all below it; gives the middle of its board.
    fn call(&mut self, node: Node<'_>, top: i32) -> i32 {
        let ((width, height), call) = (self.size, node.call);
        let below = top + height + EDGE + 2 * TEXT;
        let children: Vec<_> =
            node.children().map(|child| (self.call(child, below), child)).collect();
        let middle = if let (Some(first), Some(last)) = (children.first(), children.last()) {
            i32::midpoint(first.0, last.0)
        } else {
            // The words may be wider than the board.
            let words = if call.is_cut() { figure::width_of(CALLS_BELOW) } else { 0 };
            let width = width.max(words).max(figure::width_of(&number(call)));
            self.next_left += width + GAP;
            self.next_left - GAP - width / 2
        };
        for &(x, child) in &children {
            self.edge((middle, top + height + TEXT / 2), (x, below - 3 * TEXT / 2), child);
        }
        self.place(node, (middle - width / 2, top));
        middle
    }

    /// The line to a child, with the score that comes back along it.
    fn edge(&mut self, from: (i32, i32), to: (i32, i32), child: Node<'_>) {
        let (pen, weight) = if child.chosen { (HEAVY, "bold") } else { (1, "normal") };
        let score = signed(child.call.score);
        // Nearer to the child, where the lines are further apart.
        let (x, y) = (from.0 + (to.0 - from.0) * 3 / 5, from.1 + (to.1 - from.1) * 3 / 5);
        let label = centred(x, y + TEXT / 3, score)
            .set("font-weight", weight)
            .set("stroke", PAPER)
            .set("stroke-width", 5)
            .set("paint-order", "stroke");
        self.edges = std::mem::take(&mut self.edges).add(figure::line(from, to, pen)).add(label);
    }

    /// The position of a call, its number above, and below it what is cut.
    fn place(&mut self, node: Node<'_>, (left, top): (i32, i32)) {
        let ((width, height), call) = (self.size, node.call);
        let middle = left + width / 2;
        let weight = if node.chosen { "bold" } else { "normal" };
        let position = match (&node.tree.game, call.position) {
            (AnyGame::Mnk(game), AnyPosition::Board(board)) => {
                figure::board((left, top), CELL, game.shape(), board, node.last_cell())
            }
            _ => figure::lines((left, top), &node.drawing()),
        };
        let mut group = Group::new()
            .add(position)
            .add(centred(middle, top - TEXT / 2, number(call)).set("font-weight", weight));
        if call.is_cut() {
            let calls = number::grouped(call.calls - 1);
            for (line, text) in (1..).zip([calls, CALLS_BELOW.to_owned()]) {
                group = group.add(
                    centred(middle, top + height + line * 5 * TEXT / 4, text).set("fill", PENCIL),
                );
            }
        }
        self.boards = std::mem::take(&mut self.boards).add(group);
    }
}
