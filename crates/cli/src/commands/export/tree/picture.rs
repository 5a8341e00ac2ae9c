//! The graph as a poster.

use std::io::{self, Write};

use perfect_play_core::{Board, Cells, Game, Outcome, Player};
use perfect_play_games::Mnk;
use svg::node::element::{Group, Path, path::Data};

use super::{
    graph::{Graph, Node},
    layout::{Card, GAP, Layout, MARGIN, TITLE, WORDS},
};
use crate::positions::value_text::ValueText;
use crate::{
    drawing::figure::{self, PENCIL, PER_MM, TEXT, centred, text},
    positions::outcome_text,
    text::numbers::counted,
};

/// The height of an example card in the legend.
const SAMPLE: i32 = 6 * PER_MM;

pub(super) fn write(out: &mut dyn Write, graph: &Graph<'_>) -> io::Result<()> {
    let layout = Layout::of(graph);
    let title = graph.title();
    let mut poster = figure::poster(layout.sheet, &title)
        .add(text(MARGIN, MARGIN + TITLE, title).set("font-size", TITLE).set("font-weight", "bold"))
        .add(
            text(MARGIN, MARGIN + TITLE + 2 * WORDS, notes(graph))
                .set("font-size", WORDS)
                .set("fill", PENCIL),
        );
    for ((ply, nodes), &top) in graph.plies.iter().enumerate().zip(&layout.plies) {
        poster = poster.add(beside(graph, ply, nodes, top));
    }
    let (mut edges, mut cards) = (Group::new().set("fill", "none"), Group::new());
    for (ply, nodes) in graph.plies.iter().enumerate() {
        for node in nodes {
            for (to, optimal) in graph.edges(ply, node) {
                edges = add_edge(edges, graph, &layout, (node, to, optimal));
            }
            if let Some(place) = layout.cards.get(&node.board) {
                cards = cards.add(card(graph, layout.card, ply, node, (place.left, place.top)));
            }
        }
    }
    let foot = layout.sheet.1 * PER_MM - MARGIN - SAMPLE / 2;
    figure::write(out, &poster.add(edges).add(cards).add(legend(foot)))
}

/// The value of the game, the meaning of the lines, and what is left out.
fn notes(graph: &Graph<'_>) -> String {
    let start = graph.plies.first().and_then(|nodes| nodes.first());
    let worth = start.map(|start| {
        format!("With perfect play {}.", outcome_text::result(graph.game, start.board, start.entry))
    });
    let notes = [worth, Some(graph.lines().to_owned()), graph.left_out()];
    notes.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The text beside a ply.
fn beside(graph: &Graph<'_>, ply: usize, nodes: &[Node], top: i32) -> Group {
    let positions = counted(nodes.len() as u64, "position", "positions");
    let to_move = nodes.first().map(|node| graph.game.to_move(node.board));
    let to_move = to_move.map_or_else(String::new, |player| format!("{player} to move"));
    let line = |i: i32| top + TEXT + i * TEXT * 5 / 4;
    Group::new()
        .add(text(MARGIN, line(0), format!("ply {ply}")).set("font-weight", "bold"))
        .add(text(MARGIN, line(1), positions).set("fill", PENCIL))
        .add(text(MARGIN, line(2), to_move).set("fill", PENCIL))
}

/// Adds the line of a move.
fn add_edge(
    edges: Group,
    graph: &Graph<'_>,
    layout: &Layout,
    (from, to, optimal): (&Node, Board, bool),
) -> Group {
    let Some(drawing) = line(layout, from.board, to) else { return edges };
    let (pen, opacity) = if optimal { (1.5, 0.45) } else { (1.0, 0.2) };
    edges.add(
        Path::new()
            .set("d", drawing)
            .set("stroke", edge_colour(winner(graph.game, from), optimal))
            .set("stroke-width", pen)
            .set("stroke-opacity", opacity)
            .set("data-from", graph.game.notation(from.board).to_string())
            .set("data-to", graph.game.notation(to).to_string())
            .set("data-optimal", optimal),
    )
}

/// The line from a card to a card on the next ply. Between two plies it is free; within a ply of several lines it runs
/// beside the cards.
fn line(layout: &Layout, from: Board, to: Board) -> Option<Data> {
    let (card, beside) = (layout.card, GAP / 2 - 1);
    let (from, to) = (layout.cards.get(&from)?, layout.cards.get(&to)?);
    let bottom = from.last + card.height;
    let (mut drawing, x) = if from.top == from.last {
        let x = from.left + card.width / 2;
        (Data::new().move_to((x, bottom)), x)
    } else {
        let (right, y) = (from.left + card.width, from.top + card.height / 2);
        let x = right + beside;
        let start = Data::new().move_to((right, y));
        (start.horizontal_line_to(x).vertical_line_to(bottom), x)
    };
    let below = if to.top == to.first { to.left + card.width / 2 } else { to.left - beside };
    let middle = i32::midpoint(bottom, to.first);
    drawing = drawing.cubic_curve_to((x, middle, below, middle, below, to.first));
    if to.top != to.first {
        drawing = drawing.vertical_line_to(to.top + card.height / 2).horizontal_line_to(to.left);
    }
    Some(drawing)
}

/// The card of a position, with its worth.
fn card(graph: &Graph<'_>, card: Card, ply: usize, node: &Node, (left, top): (i32, i32)) -> Group {
    let (game, shape) = (graph.game, graph.game.shape());
    let (x, y) = (left + card.inset.0, top + card.inset.1);
    let grid = figure::grid((x, y), card.cell, shape);
    let (outcome, winner) = (node.entry.outcome, winner(game, node));
    let mut group = ground((left, top), card, winner, node.entry.is_terminal())
        .set("data-board", game.notation(node.board).to_string())
        .set("data-ply", ply)
        .set("data-outcome", outcome.to_string())
        .set("data-winner", winner.map_or("none".to_owned(), |winner| winner.to_string()))
        .set("data-remoteness", node.entry.remoteness.unwrap_or_default())
        .add(
            Path::new()
                .set("d", grid)
                .set("stroke", PENCIL)
                .set("stroke-width", 0.5)
                .set("fill", "none"),
        );
    for player in [Player::X, Player::O] {
        let marks = Cells::of(node.board.marks(player));
        let drawing = marks.fold(Data::new(), |drawing, cell| {
            let (column, row) = figure::corner(shape, cell, card.cell);
            let near = card.scale;
            let corner = (x + column + near, y + row + near);
            figure::with_mark(drawing, corner, card.cell - 2 * near, player)
        });
        if !drawing.is_empty() {
            group = group.add(
                Path::new()
                    .set("d", drawing)
                    .set("fill", "none")
                    .set("stroke", figure::colour(player))
                    .set("stroke-width", card.scale),
            );
        }
    }
    let struck = figure::strike((x, y), card.cell, game, node.board);
    let group = struck.into_iter().fold(group, Group::add);
    group.add(label_on((left, top), card, label(node)))
}

fn label_on((left, top): (i32, i32), card: Card, label: String) -> svg::node::element::Text {
    let y = top + card.height - 3 * card.scale;
    centred(left + card.width / 2, y, label).set("font-size", (TEXT - 3) * card.scale)
}

/// The winner under best play; `None` for a draw.
pub(super) fn winner(game: &Mnk, node: &Node) -> Option<Player> {
    let to_move = game.to_move(node.board);
    match node.entry.outcome {
        Outcome::Win => Some(to_move),
        Outcome::Draw => None,
        Outcome::Loss => Some(to_move.opponent()),
    }
}

/// An empty card. Its shade and its edge say who wins, and whether the game is over.
fn ground((left, top): (i32, i32), card: Card, winner: Option<Player>, is_over: bool) -> Group {
    let (size, colour) = ((card.width, card.height), edge_colour(winner, true));
    let edge = figure::frame((left, top), size)
        .set("fill", figure::ground(winner))
        .set("stroke", colour)
        .set("stroke-width", if is_over { 2.5 } else { 0.75 });
    let edge = if is_over { edge.set("rx", 0) } else { edge };
    Group::new().add(match winner {
        Some(Player::O) if !is_over => edge.set("stroke-dasharray", "3 2"),
        _ => edge,
    })
}

/// The legend of the cards' shades and edges.
fn legend(middle: i32) -> Group {
    let kinds = [
        (Some(Player::X), false, "W3", "X wins with best play"),
        (Some(Player::O), false, "L2", "O wins"),
        (None, false, "D5", "a draw"),
        (None, true, "D0", "the game is over"),
    ];
    let card = Card { cell: 0, width: 10 * PER_MM, height: SAMPLE, inset: (0, 0), scale: 1 };
    let mut left = MARGIN;
    let group = kinds.into_iter().fold(Group::new(), |group, (winner, is_over, label, words)| {
        let top = middle - card.height / 2;
        let words_left = left + card.width + WORDS / 2;
        let group = group
            .add(ground((left, top), card, winner, is_over))
            .add(centred(left + card.width / 2, middle + TEXT / 3, label))
            .add(text(words_left, middle + WORDS / 3, words).set("font-size", WORDS));
        left = words_left + figure::width_of(words) * WORDS / TEXT + WORDS;
        group
    });
    let letters = "W, D, L: a win, a draw or a loss for the side to move, in so many plies";
    group.add(text(left, middle + WORDS / 3, letters).set("font-size", WORDS).set("fill", PENCIL))
}

/// `W3`, `D5`, `L2`.
pub(super) fn label(node: &Node) -> String {
    ValueText::from(node.entry).short()
}

/// The colour of a line from a position that this player wins.
pub(super) fn edge_colour(winner: Option<Player>, optimal: bool) -> &'static str {
    match winner.filter(|_| optimal) {
        Some(player) => figure::colour(player),
        None => PENCIL,
    }
}
