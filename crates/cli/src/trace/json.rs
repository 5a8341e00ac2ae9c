//! The tree for programs.

use perfect_play_core::{Board, Game, Move, Player, Printable};
use perfect_play_games::Mnk;
use perfect_play_generator::Call;
use serde::Serialize;

use super::Tree;

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    board: String,
    score_rule: &'static str,
    calls: u64,
    index: Option<Move>,
    score: i8,
    root: CallReport,
}

#[derive(Serialize)]
struct CallReport {
    call: u64,
    board: String,
    to_move: Player,
    #[serde(rename = "move")]
    mv: Option<Move>,
    score: i8,
    index: Option<Move>,
    calls_below: u64,
    children: Vec<CallReport>,
}

pub(super) fn report(tree: &Tree) -> Report {
    let root = call_report(&tree.game, &tree.root);
    Report {
        game: tree.game.to_string(),
        board: root.board.clone(),
        score_rule: tree.rule.name(),
        calls: tree.root.calls,
        index: root.index,
        score: root.score,
        root,
    }
}

fn call_report(game: &Mnk, call: &Call<Board>) -> CallReport {
    CallReport {
        call: call.number,
        board: game.notation(call.position).to_string(),
        to_move: game.to_move(call.position),
        mv: call.mv,
        score: call.score,
        index: call.best_move,
        calls_below: call.calls - 1,
        children: call.children.iter().map(|child| call_report(game, child)).collect(),
    }
}
