//! The tree as JSON, for programs.

use std::collections::BTreeMap;

use perfect_play_analysis::PositionText;
use perfect_play_core::{Game, Move, Moves, Player, Shown};
use perfect_play_generator::{Algorithm, Bound, CallCount, ScoreRule, Window};
use serde::Serialize;

use super::{
    counts,
    tree::{Node, Tree},
};

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    #[serde(flatten)]
    position: PositionText,
    algorithm: &'static str,
    score_rule: &'static str,
    calls: u64,
    /// The calls of every search; null if they are not counted.
    calls_of: BTreeMap<&'static str, Option<CallsOf>>,
    index: Option<Move>,
    score: i16,
    root: CallReport,
}

#[derive(Serialize)]
struct CallsOf {
    calls: u64,
    /// How many of them take the score from a memo.
    remembered: u64,
}

#[derive(Serialize)]
struct CallReport {
    call: u64,
    #[serde(flatten)]
    position: PositionText,
    to_move: Player,
    #[serde(rename = "move")]
    mv: Option<Move>,
    /// The move as the game writes it, if that differs from the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    score: i16,
    index: Option<Move>,
    calls_below: u64,
    /// Only for alpha-beta.
    #[serde(flatten)]
    alpha_beta: Option<AlphaBeta>,
    /// Only for a memo.
    #[serde(flatten)]
    memo: Option<Memo>,
    children: Vec<CallReport>,
}

#[derive(Serialize)]
struct Memo {
    /// The call that found the score, if this one did not.
    remembered_from: Option<u64>,
}

#[derive(Serialize)]
struct AlphaBeta {
    /// Null for minus infinity and for plus infinity.
    window: [Option<i16>; 2],
    bound: &'static str,
    untried: Moves,
}

const fn calls_of(CallCount { calls, remembered }: CallCount) -> CallsOf {
    CallsOf { calls, remembered }
}

pub(super) fn report(tree: &Tree) -> Report {
    let root = call_report(tree.root());
    Report {
        game: tree.game.to_string(),
        position: position_text(tree.root()),
        algorithm: counts::name(tree.algorithm),
        score_rule: tree.rule.map_or("points", ScoreRule::name),
        calls: tree.root.calls,
        calls_of: tree
            .counts
            .iter()
            .map(|(name, count)| (name, count.ok().map(calls_of)))
            .collect(),
        index: root.index,
        score: root.score,
        root,
    }
}

fn call_report(node: Node<'_>) -> CallReport {
    let call = node.call;
    let number = call.mv.map(|mv| mv.to_string());
    let text = node
        .parent
        .zip(call.mv)
        .map(|(parent, mv)| Shown(node.tree.game.move_text(parent.position, mv)).to_string());
    let alpha_beta = || {
        let Window { alpha, beta } = call.window;
        let bound = match call.bound {
            Bound::Exact => "exact",
            Bound::AtLeast => "at-least",
            Bound::AtMost => "at-most",
        };
        AlphaBeta { window: [alpha, beta], bound, untried: call.untried }
    };
    let has_memo = matches!(node.tree.algorithm, Algorithm::Memo | Algorithm::SymmetricMemo);
    CallReport {
        call: call.number,
        position: position_text(node),
        to_move: call.to_move,
        mv: call.mv,
        text: text.filter(|text| Some(text) != number.as_ref()),
        score: call.score,
        index: call.best_move,
        calls_below: call.calls - 1,
        alpha_beta: (node.tree.algorithm == Algorithm::AlphaBeta).then(alpha_beta),
        memo: has_memo.then_some(Memo { remembered_from: call.known_from }),
        children: node.children().map(call_report).collect(),
    }
}

fn position_text(node: Node<'_>) -> PositionText {
    PositionText::new(&node.tree.game, node.call.position)
}
