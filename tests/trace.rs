//! The trees of plain minimax: the tutorials' worked boards node by node, and the three ways of
//! scoring on every position.
#![cfg(feature = "direct")]

use perfect_play::{
    Board, Game, Mnk, Moves, Player, Printable, Probe, TICTACTOE, TICTACTOE_MISERE, Tabular,
};
use perfect_play_generator::{Call, ScoreRule, calls_to_depth, minimax, trace};

const GAME: Mnk = Mnk::TICTACTOE;

/// A call as the tutorials have it: its number, the move that led there, its score, its choice.
type Node = (u64, Option<u8>, i8, Option<u8>);

fn nodes(root: &Call<Board>) -> Vec<Node> {
    let node = (root.number, root.mv, root.score, root.best_move);
    let below = root.children.iter().flat_map(nodes);
    [node].into_iter().chain(below).collect()
}

fn tree(board: &str, rule: ScoreRule) -> Call<Board> {
    trace(&GAME, GAME.parse(board).unwrap(), rule, u8::MAX).unwrap()
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

/// The tree by its definition: walked as it is drawn, numbered by counting.
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
        score: live.score,
        best_move: live.best_move,
        calls: live.calls,
        children,
    }
}

#[test]
fn whole_trees_are_as_they_are_walked() {
    let boards = TICTACTOE.positions().filter(|&board| GAME.ply(board) >= 4);
    for board in boards.step_by(7) {
        for rule in ScoreRule::ALL {
            let root = trace(&GAME, board, rule, u8::MAX).unwrap();
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
    let whole = trace(&GAME, Board::EMPTY, ScoreRule::Unit, u8::MAX).unwrap();
    assert_eq!(whole.calls, 549_946);
    assert_eq!(calls_to_depth(&GAME, Board::EMPTY, u64::MAX).calls.last(), Some(&549_946));
    for depth in 0..=9 {
        let cut = trace(&GAME, Board::EMPTY, ScoreRule::Unit, depth).unwrap();
        agree(&cut, &whole, depth);
    }
}

/// How X sees the outcome.
fn sign_for_x(game: &Mnk, board: Board, number: i8) -> i8 {
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
            let outcome = sign_for_x(game, board, entry.outcome.number());
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
