//! Text for people fits a terminal of 80 columns, and equal facts share a row.

use crate::{Answer, Folder};

const COLUMNS: usize = 80;

/// Games with many moves, with long names of moves, with points, with repeated positions, with columns.
const GAMES: [&str; 8] = [
    "tictactoe",
    "mnk:7,2,3",
    "connect:5,3,3",
    "three-mens-morris",
    "kalah:2,2",
    "nim:1,2,3",
    "dots:2,2",
    "isolation:3,3",
];

#[track_caller]
fn assert_fits(folder: &Folder, args: &[&str]) -> String {
    let Answer { code, out, err } = folder.run(args);
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {err}");
    for line in out.lines() {
        assert!(line.chars().count() <= COLUMNS, "{args:?}: {line}");
    }
    assert!(!out.lines().any(|line| line.ends_with(' ')), "{args:?}:\n{out}");
    out
}

#[test]
fn every_answer_about_every_kind_of_game_fits() {
    GAMES.into_iter().for_each(every_answer_fits);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_answer_about_a_larger_game_fits() {
    every_answer_fits("quixo:3,3,3");
}

fn every_answer_fits(game: &str) {
    let folder = Folder::new();
    let start = folder.json(&["solve", game, "-o", "t.perfect", "--json"]);
    assert!(start["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{game}");
    let board = folder.fine(&["dump", "t.perfect", "--format", "jsonl", "--sample", "1"]);
    let board: serde_json::Value = serde_json::from_str(board.lines().next().unwrap()).unwrap();
    let board = board["position"].as_str().unwrap();
    for args in [
        &["solve", game][..],
        &["probe", game, board, "--line"],
        &["moves", game, "--games", "20"],
        &["stats", "t.perfect"],
        &["arena", "novice", "blind", "--game", game, "--games", "20"],
        &["grade", game, "easy", "--sample", "20"],
        &["puzzles", game, "--limit", "2"],
        &["verify", "t.perfect"],
        &["regenerate", "t.perfect"],
        &["diff", "t.perfect", game],
    ] {
        assert_fits(&folder, args);
    }
}

#[test]
fn wide_boards_fit() {
    let folder = Folder::new();
    for (game, columns) in [("mnk:10,1,3", 10), ("mnk:12,1,3", 12)] {
        let text = assert_fits(&folder, &["probe", game, &".".repeat(columns)]);
        assert!(text.contains(&[" . "; 9].join("|")), "{text}");
    }
}

#[test]
fn differences_with_many_moves_fit() {
    let folder = Folder::new();
    for [one, other] in
        [["tictactoe", "tictactoe+misere"], ["mnk:7,2,2", "mnk:7,2,3"], ["mnk:9,1,3", "mnk:9,1,2"]]
    {
        let text = assert_fits(&folder, &["diff", one, other]);
        assert!(text.contains("positions differ"), "{text}");
    }
}

#[test]
fn moves_that_are_worth_the_same_share_a_row() {
    let folder = Folder::new();
    let solved = folder.fine(&["solve", "tictactoe"]);
    assert!(solved.contains("\n  draw in 9 plies, optimal  1 2 3 4 5 6 7 8 9\n"), "{solved}");
    let probed = folder.fine(&["probe", "tictactoe", "X2OX5XOO9"]);
    let rows = "\n  win in 1 ply, optimal  5\n  loss in 2 plies        2 9\n";
    assert!(probed.ends_with(rows), "{probed}");
    let moves = folder.fine(&["moves", "tictactoe"]);
    assert_eq!(moves.matches("the same: ").count(), 2, "{moves}");
    assert!(moves.contains("\n        the same: 3 7 9\n"), "{moves}");
}
