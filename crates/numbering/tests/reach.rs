//! Whether a board is reachable, compared with a search that plays.

use std::collections::HashSet;

use perfect_play_core::{Board, Game};
use perfect_play_games::Mnk;
use perfect_play_numbering::is_reachable;

/// All reachable boards.
fn played(game: &Mnk) -> HashSet<Board> {
    let mut seen = HashSet::from([game.start()]);
    let mut unexplored = vec![game.start()];
    while let Some(board) = unexplored.pop() {
        for mv in game.legal_moves(board) {
            let child = game.play(board, mv);
            if seen.insert(child) {
                unexplored.push(child);
            }
        }
    }
    seen
}

fn agrees(game: &Mnk) {
    let mut left = played(game);
    for code in 0..game.codes() {
        let Ok(board) = game.decode(code) else { continue };
        if game.check(board).is_ok() && is_reachable(game, board) {
            assert!(left.remove(&board), "{game}: {board:?}");
        }
    }
    assert_eq!(left.iter().next(), None, "{game}");
}

#[test]
fn on_every_small_board_it_is_where_play_leads() {
    for m in 1..=10_u8 {
        for n in 1..=10 / m {
            for k in 1..=m.max(n) {
                let Ok(game) = Mnk::new(m, n, k) else { continue };
                for game in [game.gravity(), game.gravity().misere()] {
                    agrees(&game);
                }
                if m * n <= 9 {
                    agrees(&game);
                    agrees(&game.misere());
                }
            }
        }
    }
}

#[test]
fn on_some_larger_boards_it_is_where_play_leads() {
    for name in ["connect:4,4,4", "connect:4,4,3", "connect:7,2,2", "connect:2,7,4"] {
        agrees(&name.parse().unwrap());
    }
}
