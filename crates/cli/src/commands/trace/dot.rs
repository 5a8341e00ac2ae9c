//! The tree for graphviz.

use std::io::{self, Write};

use super::{
    cut_off::CutOff,
    tree::{CHOICE, Node, Tree, below, known_from},
};
use crate::{
    drawing::graphviz,
    text::{numbers::grouped, wrap::wrapped},
};

/// The width of a note in columns.
const NOTE: usize = 28;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    writeln!(out, "digraph minimax {{")?;
    let calls = format!("Calls: {}", tree.counts.line());
    let (title, rule) = (tree.title(), tree.rule());
    let lines = [Some(&*title), Some(rule), Some(CHOICE), tree.particular(), Some(&*calls)];
    let label: Vec<_> = lines.into_iter().flatten().map(graphviz::text).collect();
    writeln!(out, "  label=\"{}\"", label.join("\\n"))?;
    writeln!(out, "  labelloc=t; bgcolor=white; fontname=\"sans-serif\"")?;
    writeln!(out, "  node [shape=box, style=rounded, fontname=\"monospace\"]")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", arrowhead=none]")?;
    write_call(out, tree.root())?;
    writeln!(out, "}}")
}

/// The width of a line.
fn pen(node: Node<'_>) -> u8 {
    match (node.chosen, node.taken) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => 1,
    }
}

fn write_call(out: &mut dyn Write, node: Node<'_>) -> io::Result<()> {
    let call = node.call;
    let drawing = graphviz::lines(&node.drawing());
    let (number, title) = (call.number, graphviz::text(&node.title()));
    let window = node.window().map_or_else(String::new, |window| format!("\\nwindow {window}"));
    let from = known_from(call);
    let remembered = from.as_ref().map_or_else(String::new, |from| format!("\\nas in {from}"));
    let style = if from.is_some() { ", style=\"rounded,dotted\"" } else { "" };
    writeln!(
        out,
        "  c{number} [label=\"call {}: {title}\\n{drawing}{window}\\nscore {}{remembered}\", penwidth={}{style}]",
        grouped(number),
        node.returned(),
        if node.chosen { 3 } else { 1 }
    )?;
    if call.is_cut() {
        writeln!(out, "  b{number} [label=\"{}\", shape=plaintext]", below(call))?;
        writeln!(out, "  c{number} -> b{number} [style=dotted]")?;
    }
    for child in node.children() {
        write_call(out, child)?;
        let (score, pen, below) = (child.returned(), pen(child), child.call.number);
        writeln!(out, "  c{number} -> c{below} [label=\" {score} \", penwidth={pen}]")?;
    }
    let cut_off = CutOff::of(node).filter(|_| !call.is_cut());
    if let Some(CutOff { moves, why, .. }) = cut_off {
        let lines = wrapped(&format!("cut off: {moves}. {why}."), NOTE, 0);
        let label: Vec<_> = lines.iter().map(|line| graphviz::text(line)).collect();
        let style = "style=\"rounded,dashed\", color=firebrick";
        writeln!(out, "  x{number} [label=\"{}\", {style}]", label.join("\\n"))?;
        writeln!(
            out,
            "  c{number} -> x{number} [style=dashed, color=firebrick, label=\" not tried \"]"
        )?;
    }
    Ok(())
}
