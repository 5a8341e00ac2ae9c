//! The tree for graphviz.

use std::io::{self, Write};

use perfect_play_core::Board;
use perfect_play_generator::Call;

use super::{CHOICE, Tree, below, signed};
use crate::draw;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    writeln!(out, "digraph minimax {{")?;
    let (total, rule) = (tree.total(), tree.rule());
    writeln!(out, "  label=\"{}, plain minimax: {total}\\n{rule}\\n{}\"", tree.game, CHOICE)?;
    writeln!(out, "  labelloc=t; bgcolor=white; fontname=\"sans-serif\"")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"monospace\"]")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none]")?;
    write_call(out, tree, &tree.root, true)?;
    writeln!(out, "}}")
}

fn write_call(
    out: &mut dyn Write,
    tree: &Tree,
    call: &Call<Board>,
    chosen: bool,
) -> io::Result<()> {
    let drawing = draw::dot_board(tree.game.shape(), call.position, tree.last_cell(call));
    let pen = |chosen| if chosen { 3 } else { 1 };
    let (number, title) = (call.number, tree.title(call));
    writeln!(
        out,
        "  c{number} [label=\"call {}: {title}\\n{drawing}\\nscore {}\", penwidth={}]",
        draw::grouped(number),
        signed(call.score),
        pen(chosen)
    )?;
    if call.is_cut() {
        writeln!(out, "  b{number} [label=\"{}\", shape=plaintext]", below(call))?;
        writeln!(out, "  c{number} -> b{number} [style=dotted]")?;
    }
    for (child, chosen) in Tree::children(call, chosen) {
        write_call(out, tree, child, chosen)?;
        let (score, pen) = (signed(child.score), pen(chosen));
        writeln!(out, "  c{number} -> c{} [label=\" {score} \", penwidth={pen}]", child.number)?;
    }
    Ok(())
}
