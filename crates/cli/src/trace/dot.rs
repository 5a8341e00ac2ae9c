//! The tree for graphviz.

use std::io::{self, Write};

use super::{CHOICE, Node, Tree, below, signed};
use crate::{draw, number::grouped};

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    writeln!(out, "digraph minimax {{")?;
    let (total, rule) = (tree.total(), tree.rule());
    writeln!(out, "  label=\"{}, plain minimax: {total}\\n{rule}\\n{}\"", tree.game, CHOICE)?;
    writeln!(out, "  labelloc=t; bgcolor=white; fontname=\"sans-serif\"")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"monospace\"]")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none]")?;
    write_call(out, tree.root())?;
    writeln!(out, "}}")
}

fn write_call(out: &mut dyn Write, node: Node<'_>) -> io::Result<()> {
    let Node { call, chosen, .. } = node;
    let drawing = draw::dot_lines(&node.drawing());
    let pen = |chosen| if chosen { 3 } else { 1 };
    let (number, title) = (call.number, draw::dot_text(&node.title()));
    writeln!(
        out,
        "  c{number} [label=\"call {}: {title}\\n{drawing}\\nscore {}\", penwidth={}]",
        grouped(number),
        signed(call.score),
        pen(chosen)
    )?;
    if call.is_cut() {
        writeln!(out, "  b{number} [label=\"{}\", shape=plaintext]", below(call))?;
        writeln!(out, "  c{number} -> b{number} [style=dotted]")?;
    }
    for child in node.children() {
        write_call(out, child)?;
        let (score, pen) = (signed(child.call.score), pen(child.chosen));
        let number_below = child.call.number;
        writeln!(out, "  c{number} -> c{number_below} [label=\" {score} \", penwidth={pen}]")?;
    }
    Ok(())
}
