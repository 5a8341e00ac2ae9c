//! The tree for people, on a terminal of 80 columns.

use std::io::{self, Write};

use perfect_play_core::Player;

use super::{CHOICE, Node, Tree, below, signed};
use crate::{
    draw::{self, GAP, WIDTH},
    number::grouped,
};

/// The scores that are listed one by one.
const LISTED: usize = 4;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    writeln!(out, "{}, plain minimax: {}", tree.game, tree.total())?;
    writeln!(out, "Scores: {}.", tree.rule())?;
    writeln!(out, "{CHOICE}; * is chosen.\n")?;
    write_call(out, tree.root(), "", "")
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
        draw::side_by_side(&drawing, &text)
    } else {
        drawing.into_iter().chain(text.into_iter().map(|line| format!(" {line}"))).collect()
    };
    for (i, line) in lines.iter().enumerate() {
        writeln!(out, "{}", format!("{}{line}", before(i)).trim_end())?;
    }
    let children = node.children();
    let last = children.len();
    for (i, child) in children.enumerate() {
        let (first, below) = match (i + 1 == last, child.chosen) {
            (false, false) => ("├─", "│ "),
            (false, true) => ("┝━", "│ "),
            (true, false) => ("└─", "  "),
            (true, true) => ("┕━", "  "),
        };
        writeln!(out, "{rest}│")?;
        write_call(out, child, &format!("{rest}{first}"), &format!("{rest}{below}"))?;
    }
    Ok(())
}

/// What is said beside a call's position.
fn lines(node: Node<'_>) -> Vec<String> {
    let Node { tree, call, chosen, .. } = node;
    let star = if chosen { " *" } else { "" };
    let to_move = call.to_move;
    let mut lines = vec![format!("call {}: {}{star}", grouped(call.number), node.title())];
    let score = signed(call.score);
    let Some(best) = call.best_move.map(|mv| tree.move_text(call, mv)) else {
        let end = match call.score {
            1.. => "X wins",
            0 => "a draw",
            ..0 => "O wins",
        };
        lines.push(format!("score {score}: {end}"));
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
    let scores: Vec<_> = call.children.iter().map(|child| signed(child.score)).collect();
    lines.push(match scores.len() {
        1 => format!("score {score}"),
        2..=LISTED => format!("score {score}, the {extreme} of {}", scores.join(", ")),
        count => format!("score {score}, the {extreme} of {count} scores"),
    });
    lines.push(format!("{to_move} takes {best}"));
    lines
}
