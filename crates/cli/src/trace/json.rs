//! The tree for programs.

use perfect_play_core::{Move, Player};
use perfect_play_generator::ScoreRule;
use serde::Serialize;

use super::{Node, Tree};
use crate::position_text::PositionText;

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    #[serde(flatten)]
    position: PositionText,
    score_rule: &'static str,
    calls: u64,
    index: Option<Move>,
    score: i8,
    root: CallReport,
}

#[derive(Serialize)]
struct CallReport {
    call: u64,
    #[serde(flatten)]
    position: PositionText,
    to_move: Player,
    #[serde(rename = "move")]
    mv: Option<Move>,
    /// The move as the game writes it, if that is not the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    score: i8,
    index: Option<Move>,
    calls_below: u64,
    children: Vec<CallReport>,
}

pub(super) fn report(tree: &Tree) -> Report {
    let root = call_report(tree.root());
    Report {
        game: tree.game.to_string(),
        position: position_text(tree.root()),
        score_rule: tree.rule.map_or("points", ScoreRule::name),
        calls: tree.root.calls,
        index: root.index,
        score: root.score,
        root,
    }
}

fn call_report(node: Node<'_>) -> CallReport {
    let call = node.call;
    let number = call.mv.map(|mv| mv.to_string());
    CallReport {
        call: call.number,
        position: position_text(node),
        to_move: call.to_move,
        mv: call.mv,
        text: node.move_text().filter(|text| Some(text) != number.as_ref()),
        score: call.score,
        index: call.best_move,
        calls_below: call.calls - 1,
        children: node.children().map(call_report).collect(),
    }
}

fn position_text(node: Node<'_>) -> PositionText {
    PositionText::new(&node.tree.game, node.call.position)
}
