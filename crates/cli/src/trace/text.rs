//! The tree for people, on a terminal of 80 columns.

use std::io::{self, Write};

use perfect_play_core::{Board, Game, Player};
use perfect_play_generator::Call;

use super::{CHOICE, Tree, below, signed};
use crate::draw::{self, GAP, WIDTH, grouped};

/// The scores that are listed one by one.
const LISTED: usize = 4;

pub(super) fn write(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    writeln!(out, "{}, plain minimax: {}", tree.game, tree.total())?;
    writeln!(out, "Scores: {}.", tree.rule())?;
    writeln!(out, "{CHOICE}; * is chosen.\n")?;
    write_call(out, tree, &tree.root, true, "", "")
}

/// Writes a call, the calls it makes below it and to the right; `first` stands before its first
/// line, `rest` before all others.
fn write_call(
    out: &mut dyn Write,
    tree: &Tree,
    call: &Call<Board>,
    chosen: bool,
    first: &str,
    rest: &str,
) -> io::Result<()> {
    let drawing = draw::small_board(tree.game.shape(), call.position, tree.last_cell(call));
    let text = lines(tree, call, chosen);
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
    let children = Tree::children(call, chosen);
    let last = children.len();
    for (i, (child, chosen)) in children.enumerate() {
        let (first, below) = match (i + 1 == last, chosen) {
            (false, false) => ("├─", "│ "),
            (false, true) => ("┝━", "│ "),
            (true, false) => ("└─", "  "),
            (true, true) => ("┕━", "  "),
        };
        writeln!(out, "{rest}│")?;
        write_call(out, tree, child, chosen, &format!("{rest}{first}"), &format!("{rest}{below}"))?;
    }
    Ok(())
}

/// What is said beside a call's board.
fn lines(tree: &Tree, call: &Call<Board>, chosen: bool) -> Vec<String> {
    let star = if chosen { " *" } else { "" };
    let to_move = tree.to_move(call);
    let mut lines = vec![format!("call {}: {}{star}", grouped(call.number), tree.title(call))];
    let score = signed(call.score);
    let Some(best) = call.best_move else {
        let end = match tree.game.winner(call.position) {
            Some(winner) => format!("{winner} wins"),
            None => "a draw".to_owned(),
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
