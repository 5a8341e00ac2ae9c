//! The tree as text, for a terminal of 80 columns.

use std::io::{self, Write};

use perfect_play_core::Player;

use super::{
    cut_off::CutOff,
    tree::{CHOICE, Node, Tree, below, known_from},
};
use crate::{
    drawing::{
        beside::{self, GAP},
        board,
    },
    terminal::paint,
    text::{
        numbers::grouped,
        wrap::{WIDTH, wrapped},
    },
};

/// The least width of a text, however deep it stands in the tree.
const LEAST_WIDTH: usize = 20;

/// The scores that are listed individually.
const LISTED: usize = 4;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    let legend = format!("Scores: {}.\n{CHOICE} (━). Best play: *.", tree.rule());
    writeln!(out, "{}\n{}", tree.title(), paint::players(&legend))?;
    for line in tree.particular().into_iter().flat_map(|text| wrapped(text, WIDTH, 0)) {
        writeln!(out, "{}", paint::players(&line))?;
    }
    writeln!(out)?;
    write_call(out, tree.root(), "", "")?;
    let rows = tree.counts.rows();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (names, calls) = (width(0), width(1));
    writeln!(out)?;
    for (i, [name, count, note]) in rows.iter().enumerate() {
        let head = if i == 0 { "calls:" } else { "" };
        let line = format!("{head:<7} {name:<names$}  {count:>calls$}  {note}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes a call, the calls it makes below it and to the right; `first` stands before its first
/// line, `rest` before all others.
fn write_call(out: &mut dyn Write, node: Node<'_>, first: &str, rest: &str) -> io::Result<()> {
    let drawing = node.drawing();
    let text = lines(node);
    let before = |i| if i == 0 { first } else { rest };
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let beside = rest.chars().count() + width(&drawing) + GAP + width(&text);
    let lines = if beside <= WIDTH {
        beside::side_by_side(&drawing, &text)
    } else {
        drawing.into_iter().chain(text.into_iter().map(|line| format!(" {line}"))).collect()
    };
    for (i, line) in lines.iter().enumerate() {
        let line = format!("{}{line}", before(i));
        writeln!(out, "{}", paint::players(line.trim_end()))?;
    }
    let cut_off = CutOff::of(node);
    let children = node.children();
    let last = children.len();
    for (i, child) in children.enumerate() {
        let (first, below) = match (i + 1 == last && cut_off.is_none(), child.taken) {
            (false, false) => ("├─", "│ "),
            (false, true) => ("┝━", "│ "),
            (true, false) => ("└─", "  "),
            (true, true) => ("┕━", "  "),
        };
        writeln!(out, "{rest}│")?;
        write_call(out, child, &format!("{rest}{first}"), &format!("{rest}{below}"))?;
    }
    if let Some(CutOff { moves, why, .. }) = cut_off.filter(|_| last > 0) {
        let text = format!("cut off: {moves}. {why}.");
        writeln!(out, "{rest}╎")?;
        // Deep in a tree there is little room.
        let width = WIDTH.saturating_sub(rest.chars().count() + 4).max(LEAST_WIDTH);
        for (i, line) in wrapped(&text, width, 0).iter().enumerate() {
            let line = paint::players(line);
            writeln!(out, "{rest}{}{line}", if i == 0 { "└╌╳ " } else { "    " })?;
        }
    }
    Ok(())
}

/// The text beside a call's position.
fn lines(node: Node<'_>) -> Vec<String> {
    let Node { tree, call, chosen, .. } = node;
    let star = if chosen { " *" } else { "" };
    let to_move = call.to_move;
    let mut lines = vec![format!("call {}: {}{star}", grouped(call.number), node.title())];
    lines.extend(node.window().map(|window| format!("window {window}")));
    let score = node.returned();
    if let Some(from) = known_from(call) {
        lines.push(format!("score {score}, remembered from {from}"));
        return lines;
    }
    let Some(best) = call.best_move.map(|mv| tree.move_text(call, mv)) else {
        let end = match call.score {
            1.. => "X wins",
            0 => "a draw",
            ..0 => "O wins",
        };
        lines.push(format!("score {score}: {end}"));
        let line = board::line_named(&tree.game, call.position);
        lines.extend(line.map(|line| format!("a line {line}")));
        return lines;
    };
    if call.is_cut() {
        lines.push(format!("score {score}, {to_move} takes {best}"));
        lines.push(format!("({})", below(call)));
        return lines;
    }
    let extreme = match to_move {
        Player::X => "largest",
        Player::O => "smallest",
    };
    let scores: Vec<_> = node.children().map(Node::returned).collect();
    lines.push(match scores.len() {
        1 => format!("score {score}"),
        2..=LISTED => format!("score {score}, the {extreme} of {}", scores.join(", ")),
        count => format!("score {score}, the {extreme} of {count} scores"),
    });
    lines.push(format!("{to_move} takes {best}"));
    lines
}
