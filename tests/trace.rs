//! The trees of plain minimax, of alpha-beta and of minimax with a memo: the tutorials' worked boards node by node, every
//! search against a plain one, and the three ways of scoring on every position.
#![cfg(feature = "direct")]

use std::collections::BTreeMap;

use perfect_play::{Board, Game, Mnk, Moves, Player, Probe, TICTACTOE, TICTACTOE_MISERE};
use perfect_play_generator::{
    Algorithm, Bound, Call, ScoreRule, Window, calls_to_depth, minimax, trace,
};

const GAME: Mnk = Mnk::TICTACTOE;

/// A call as the tutorials have it: its number, the move that led there, its score, its choice.
type Node = (u64, Option<u8>, i16, Option<u8>);

fn nodes(root: &Call<Board>) -> Vec<Node> {
    let node = (root.number, root.mv, root.score, root.best_move);
    let below = root.children.iter().flat_map(nodes);
    [node].into_iter().chain(below).collect()
}

fn tree(board: &str, rule: ScoreRule) -> Call<Board> {
    trace(&GAME, GAME.parse(board).unwrap(), rule, Algorithm::Minimax, u8::MAX).unwrap()
}

#[test]
fn the_first_worked_board_node_by_node() {
    let root = tree("X1OX4XOO8", ScoreRule::Unit);
    assert_eq!((root.calls, root.score, root.best_move), (9, 1, Some(4)));
    assert_eq!(
        nodes(&root),
        [
            (1, None, 1, Some(4)),
            (2, Some(1), -1, Some(4)),
            (3, Some(4), -1, None),
            (4, Some(8), -1, None),
            (5, Some(4), 1, None),
            (6, Some(8), -1, Some(4)),
            (7, Some(1), 1, Some(4)),
            (8, Some(4), 1, None),
            (9, Some(4), -1, None),
        ]
    );
}

#[test]
fn the_second_worked_board_node_by_node() {
    let root = tree("O1XX4X6OO", ScoreRule::Ten);
    assert_eq!((root.calls, root.score, root.best_move), (9, 10, Some(4)));
    assert_eq!(
        nodes(&root),
        [
            (1, None, 10, Some(4)),
            (2, Some(1), -10, Some(4)),
            (3, Some(4), -10, None),
            (4, Some(6), -10, None),
            (5, Some(4), 10, None),
            (6, Some(6), -10, Some(4)),
            (7, Some(1), 10, Some(4)),
            (8, Some(4), 10, None),
            (9, Some(4), -10, None),
        ]
    );
}

/// The tree by its definition: a plain recursion that numbers the calls as it makes them.
fn walked(position: Board, mv: Option<u8>, rule: ScoreRule, counter: &mut u64) -> Call<Board> {
    *counter += 1;
    let number = *counter;
    let moves = GAME.legal_moves(position).iter();
    let children: Vec<_> =
        moves.map(|mv| walked(GAME.play(position, mv), Some(mv), rule, counter)).collect();
    let live = minimax(&GAME, position, rule);
    assert_eq!(live.calls, *counter + 1 - number);
    Call {
        number,
        position,
        to_move: GAME.to_move(position),
        mv,
        window: Window::OPEN,
        score: live.score,
        bound: Bound::Exact,
        best_move: live.best_move,
        untried: Moves::EMPTY,
        known_from: None,
        calls: live.calls,
        remembered: 0,
        children,
    }
}

#[test]
fn whole_trees_are_as_they_are_walked() {
    let boards = TICTACTOE.positions().filter(|&board| GAME.ply(board) >= Some(4));
    for board in boards.step_by(7) {
        for rule in ScoreRule::ALL {
            let root = trace(&GAME, board, rule, Algorithm::Minimax, u8::MAX).unwrap();
            assert_eq!(root, walked(board, None, rule, &mut 0));
        }
    }
}

#[test]
fn a_cut_tree_has_the_totals_and_the_numbers_of_the_whole() {
    fn agree(cut: &Call<Board>, whole: &Call<Board>, depth: u8) {
        assert_eq!((cut.number, cut.calls, cut.score), (whole.number, whole.calls, whole.score));
        assert_eq!((cut.position, cut.best_move), (whole.position, whole.best_move));
        assert_eq!(cut.is_cut(), depth == 0 && whole.calls > 1);
        assert_eq!(cut.children.len(), if depth == 0 { 0 } else { whole.children.len() });
        for (cut, whole) in cut.children.iter().zip(&whole.children) {
            agree(cut, whole, depth - 1);
        }
    }
    let whole = trace(&GAME, Board::EMPTY, ScoreRule::Unit, Algorithm::Minimax, u8::MAX).unwrap();
    assert_eq!(whole.calls, 549_946);
    let rule = ScoreRule::Unit;
    let to_depth = calls_to_depth(&GAME, Board::EMPTY, rule, Algorithm::Minimax, u64::MAX);
    assert_eq!(to_depth.unwrap().calls.last(), Some(&549_946));
    for depth in 0..=9 {
        let cut = trace(&GAME, Board::EMPTY, ScoreRule::Unit, Algorithm::Minimax, depth).unwrap();
        agree(&cut, &whole, depth);
    }
}

/// How X sees the outcome.
fn sign_for_x(game: &Mnk, board: Board, number: i16) -> i16 {
    match game.to_move(board) {
        Player::X => number,
        Player::O => -number,
    }
}

#[test]
fn all_three_scores_agree_with_the_table_on_every_position() {
    for table in [&TICTACTOE, &TICTACTOE_MISERE] {
        let game = table.game();
        for board in table.positions() {
            let entry = table.probe(board).unwrap();
            let outcome = sign_for_x(game, board, entry.outcome.number().into());
            for rule in ScoreRule::ALL {
                let live = minimax(game, board, rule);
                assert_eq!(live.score.signum(), outcome, "{rule} on {}", game.notation(board));
                let moves = table.outcome_preserving_moves(board).unwrap();
                assert!(live.best_move.is_none_or(|mv| moves.contains(mv)));
            }
        }
    }
}

#[test]
fn the_depth_aware_optimal_moves_are_the_tables_on_every_position() {
    for table in [&TICTACTOE, &TICTACTOE_MISERE] {
        let game = table.game();
        let mut positions = 0;
        for board in table.positions() {
            let score = |mv| minimax(game, game.play(board, mv), ScoreRule::Depth).score;
            let score = |mv| sign_for_x(game, board, score(mv));
            let legal = game.legal_moves(board);
            let best = legal.iter().map(score).max();
            let optimal: Moves = legal.iter().filter(|&mv| Some(score(mv)) == best).collect();
            let entry = table.probe(board).unwrap();
            assert_eq!(optimal, entry.optimal_moves, "{}", game.notation(board));
            // And the first of them is what plain minimax takes.
            assert_eq!(minimax(game, board, ScoreRule::Depth).best_move, entry.best_move());
            positions += 1;
        }
        assert!(positions >= 5_478);
    }
}

/// Plain alpha-beta for the tests, from a textbook: what it returns, how many calls it makes, and the first best move.
/// The scores are those of the rule, for X.
fn textbook(
    board: Board,
    rule: ScoreRule,
    (mut alpha, mut beta): (i32, i32),
    calls: &mut u64,
) -> (i32, Option<u8>) {
    *calls += 1;
    if GAME.terminal(board).is_some() {
        return (rule.score(&GAME, board).into(), None);
    }
    let x_moves = GAME.to_move(board) == Player::X;
    let mut best = (if x_moves { -1000 } else { 1000 }, None);
    for cell in (0..9).filter(|&cell| board.at(cell).is_none()) {
        let (score, _) = textbook(GAME.play(board, cell), rule, (alpha, beta), calls);
        if x_moves && score > best.0 || !x_moves && score < best.0 {
            best = (score, Some(cell));
        }
        if x_moves {
            alpha = alpha.max(score);
        } else {
            beta = beta.min(score);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Checks that every call of an alpha-beta tree has the numbers that its definition requires.
fn holds_together(call: &Call<Board>, rule: ScoreRule, next: &mut u64) {
    *next += 1;
    let truth = minimax(&GAME, call.position, rule);
    match call.bound {
        Bound::Exact => assert_eq!(call.score, truth.score),
        Bound::AtLeast => assert!(truth.score >= call.score),
        Bound::AtMost => assert!(truth.score <= call.score),
    }
    // A score within the window is exact.
    let Window { alpha, beta } = call.window;
    if alpha.is_none_or(|alpha| alpha < call.score) && beta.is_none_or(|beta| call.score < beta) {
        assert_eq!(call.bound, Bound::Exact);
    }
    let tried: Moves = call.children.iter().filter_map(|child| child.mv).collect();
    assert_eq!(tried.union(call.untried), GAME.legal_moves(call.position));
    assert!(tried.iter().max() < call.untried.iter().min() || call.untried.is_empty());
    let mut left = call.window;
    for child in &call.children {
        assert!(!left.is_closed());
        assert_eq!(child.window, left);
        assert_eq!(child.number, *next + 1);
        holds_together(child, rule, next);
        match call.to_move {
            Player::X => left.alpha = left.alpha.max(Some(child.score)),
            Player::O => {
                left.beta = Some(left.beta.map_or(child.score, |beta| beta.min(child.score)));
            }
        }
    }
    // Moves are left untried only if the window is closed.
    assert!(left.is_closed() || call.untried.is_empty());
    assert_eq!(call.number + call.calls, *next + 1);
}

#[test]
fn alpha_beta_is_the_textbooks() {
    let late = TICTACTOE.positions().filter(|&board| GAME.ply(board) >= Some(3)).step_by(3);
    for board in late.chain([Board::EMPTY]) {
        for rule in ScoreRule::ALL {
            let root = trace(&GAME, board, rule, Algorithm::AlphaBeta, u8::MAX).unwrap();
            let mut calls = 0;
            let (score, best_move) = textbook(board, rule, (-1000, 1000), &mut calls);
            assert_eq!((i32::from(root.score), root.calls), (score, calls));
            assert_eq!((root.best_move, root.bound), (best_move, Bound::Exact));
            if GAME.ply(board) >= Some(4) && board.code() % 3 == 0 {
                holds_together(&root, rule, &mut 0);
            }
        }
    }
    let counts = ScoreRule::ALL
        .map(|rule| trace(&GAME, Board::EMPTY, rule, Algorithm::AlphaBeta, 0).unwrap().calls);
    assert_eq!(counts, [18_297, 18_297, 20_866]);
}

/// Every search returns the result of plain minimax. A tree that is drawn in part has the same numbers as the
/// whole tree.
#[test]
fn every_search_returns_what_minimax_does() {
    fn same_numbers(part: &Call<Board>, whole: &Call<Board>) {
        assert_eq!((part.number, part.calls, part.score), (whole.number, whole.calls, whole.score));
        assert_eq!((part.remembered, part.known_from), (whole.remembered, whole.known_from));
        for (part, whole) in part.children.iter().zip(&whole.children) {
            same_numbers(part, whole);
        }
    }
    for board in TICTACTOE.positions().filter(|&board| GAME.ply(board) >= Some(3)).step_by(29) {
        for rule in ScoreRule::ALL {
            let live = minimax(&GAME, board, rule);
            for algorithm in Algorithm::ALL {
                let whole = trace(&GAME, board, rule, algorithm, u8::MAX).unwrap();
                assert_eq!((whole.score, whole.best_move), (live.score, live.best_move));
                assert!(whole.calls <= live.calls);
                for depth in 0..3 {
                    same_numbers(&trace(&GAME, board, rule, algorithm, depth).unwrap(), &whole);
                }
                let by_depth = calls_to_depth(&GAME, board, rule, algorithm, u64::MAX).unwrap();
                assert_eq!((by_depth.calls.last(), by_depth.whole), (Some(&whole.calls), true));
            }
        }
    }
}

/// A memo for the tests: positions by how they print, or the least print of the eight images.
fn remembering(
    board: Board,
    images: bool,
    (memo, calls): (&mut BTreeMap<String, (i16, u64)>, &mut u64),
    found: &mut Vec<(u64, Option<u64>, i16)>,
) -> i16 {
    *calls += 1;
    let number = *calls;
    let all = if images { GAME.symmetries() } else { 1 };
    let print = |symmetry| GAME.notation(GAME.image(board, symmetry)).to_string();
    let name = (0..all).map(print).min().unwrap();
    let place = found.len();
    if let Some(&(score, from)) = memo.get(&name) {
        found.push((number, Some(from), score));
        return score;
    }
    found.push((number, None, 0));
    let mut scores = Vec::new();
    for mv in GAME.legal_moves(board) {
        scores.push(remembering(GAME.play(board, mv), images, (memo, calls), found));
    }
    let best = match GAME.to_move(board) {
        Player::X => scores.into_iter().max(),
        Player::O => scores.into_iter().min(),
    };
    let score = best.unwrap_or_else(|| ScoreRule::Unit.score(&GAME, board));
    memo.insert(name, (score, number));
    found[place].2 = score;
    score
}

#[test]
fn a_memo_computes_every_position_once() {
    fn flat(call: &Call<Board>) -> Vec<(u64, Option<u64>, i16)> {
        let own = (call.number, call.known_from, call.score);
        [own].into_iter().chain(call.children.iter().flat_map(flat)).collect()
    }
    for (algorithm, positions) in [(Algorithm::Memo, 5_478), (Algorithm::SymmetricMemo, 765)] {
        let root = trace(&GAME, Board::EMPTY, ScoreRule::Unit, algorithm, u8::MAX).unwrap();
        let (mut memo, mut calls, mut found) = Default::default();
        let images = algorithm == Algorithm::SymmetricMemo;
        remembering(Board::EMPTY, images, (&mut memo, &mut calls), &mut found);
        assert_eq!((root.calls, root.calls - root.remembered), (calls, positions));
        assert_eq!(memo.len() as u64, positions);
        assert_eq!(flat(&root), found);
    }
}
