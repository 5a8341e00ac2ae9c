//! The graph for graphviz.

use std::io::{self, Write};

use perfect_play_core::{Game, Player};

use super::{
    graph::{Graph, Node},
    picture::{edge_colour, label, winner},
};
use crate::drawing::{figure, graphviz};

pub(super) fn write(out: &mut dyn Write, graph: &Graph<'_>) -> io::Result<()> {
    writeln!(out, "digraph positions {{")?;
    let label = [Some(graph.title()), Some(graph.lines().to_owned()), graph.left_out()];
    let label: Vec<_> = label.into_iter().flatten().collect();
    writeln!(out, "  label=\"{}\"", label.join("\\n"))?;
    writeln!(out, "  labelloc=t; bgcolor=white; fontname=\"sans-serif\"; ranksep=2")?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"]")?;
    writeln!(out, "  edge [arrowhead=none]")?;
    for (ply, nodes) in graph.plies.iter().enumerate() {
        writeln!(out, "  {{ rank=same")?;
        for node in nodes {
            write_node(out, graph, node)?;
        }
        writeln!(out, "  }}")?;
        let first = |ply: usize| graph.plies.get(ply).and_then(|nodes| nodes.first());
        if let (Some(from), Some(to)) = (first(ply), first(ply + 1)) {
            // An invisible line keeps each ply below the one before it, even if no move connects them.
            let [from, to] = [from, to].map(|node| graph.game.notation(node.board));
            writeln!(out, "  \"{from}\" -> \"{to}\" [style=invis]")?;
        }
        for node in nodes {
            let from = graph.game.notation(node.board);
            for (to, optimal) in graph.edges(ply, node) {
                let to = graph.game.notation(to);
                let colour = edge_colour(winner(graph.game, node), optimal);
                let pen = if optimal { 2 } else { 1 };
                writeln!(out, "  \"{from}\" -> \"{to}\" [color=\"{colour}\", penwidth={pen}]")?;
            }
        }
    }
    writeln!(out, "}}")
}

fn write_node(out: &mut dyn Write, graph: &Graph<'_>, node: &Node) -> io::Result<()> {
    let drawing = graphviz::board(graph.game.shape(), node.board, None);
    let winner = winner(graph.game, node);
    let style = match winner {
        _ if node.entry.is_terminal() => "filled,bold",
        Some(Player::O) => "filled,dashed",
        _ => "filled",
    };
    writeln!(
        out,
        "    \"{}\" [label=\"{drawing}\\n{}\", style=\"{style}\", fillcolor=\"{}\"]",
        graph.game.notation(node.board),
        label(node),
        figure::ground(winner)
    )
}
