//! Games in which marks fall: a move is a column, in every command.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{Folder, figures, keys, play::screen};

#[test]
fn probe_draws_each_columns_worth_where_a_mark_would_come_to_lie() {
    let folder = Folder::new();
    let game = "connect:4,4,4";
    assert_snapshot!("connect_probe", folder.fine(&["probe", game, "2233", "--line"]));
    assert_snapshot!("connect_won", folder.fine(&["probe", game, "1212121"]));
    // A full column; and O is to move.
    assert_snapshot!("connect_full", folder.fine(&["probe", "connect:3,3,3", "22211", "--line"]));
    let misere = ["probe", "connect:3,3,3+misere", "1213", "--line"];
    assert_snapshot!("connect_misere", folder.fine(&misere));
}

#[test]
fn probe_json_says_column() {
    let folder = Folder::new();
    let text = folder.fine(&["probe", "connect:3,3,3", "121", "--json"]);
    assert!(!keys(&text).contains(&"line".to_owned()), "{text}");
    let probed: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(probed["board"], "...X..XO.");
    assert_eq!(probed["best_move"], 1);
    let columns: Vec<_> = probed["moves"].as_array().unwrap().iter().collect();
    assert_eq!(columns.len(), 3);
    assert_eq!(*columns[0], json!({"column": 1, "outcome": "loss", "remoteness": 6}));
    assert_eq!((&columns[1]["column"], &columns[2]["column"]), (&json!(2), &json!(3)));
}

/// Plays a line move by move. The program is asked each time.
fn plays_itself(game: &str, board: &str) {
    let folder = Folder::new();
    let first = folder.json(&["probe", game, board, "--line", "--json"]);
    let line = first["line"].as_array().unwrap();
    assert_eq!(line.len() as u64, first["remoteness"].as_u64().unwrap(), "{first}");
    let Some(columns) = first["columns"].as_str() else {
        return;
    };
    let played = columns.len() - line.len();
    for (i, mv) in line.iter().enumerate() {
        let next = folder.json(&["probe", game, &columns[..played + i], "--line", "--json"]);
        assert_eq!(next["best_move"], *mv);
        assert_eq!(next["line"].as_array().unwrap()[..], line[i..]);
        assert_eq!(next["columns"], columns);
    }
    let end = folder.json(&["probe", game, columns, "--line", "--json"]);
    assert_eq!((&end["terminal"], &end["line"]), (&json!(true), &json!([])));
}

#[test]
fn a_line_is_as_long_as_the_position_is_remote_and_best_at_every_move() {
    plays_itself("connect:3,3,3", "1");
    plays_itself("connect:3,3,3", "12");
    plays_itself("connect:3,3,3+misere", "3");
    plays_itself("connect:3,2,3", "22");
    let folder = Folder::new();
    let start = folder.json(&["probe", "connect:3,3,3", ".........", "--line", "--json"]);
    assert_eq!(start["columns"].as_str().unwrap().len(), 9);
    // The order of moves on a board is unknown. Games in which marks stay have no list of columns.
    for (game, board) in [("connect:3,3,3", "...X..XO."), ("tictactoe", ".........")] {
        let probed = folder.json(&["probe", game, board, "--line", "--json"]);
        assert_eq!(
            probed["line"].as_array().unwrap().len() as u64,
            probed["remoteness"].as_u64().unwrap()
        );
        assert_eq!(probed.get("columns"), None);
    }
    assert_snapshot!("line_of_cells", folder.fine(&["probe", "tictactoe", "XO.......", "--line"]));
}

#[test]
fn a_board_and_the_columns_that_lead_to_it_are_the_same() {
    let folder = Folder::new();
    let game = "connect:3,3,3";
    for (columns, board) in [("1", "......X.."), ("121", ".../X../XO."), ("111222", "xo-ox-xo-")] {
        for command in ["probe", "trace", "moves"] {
            let by_columns = folder.fine(&[command, game, columns, "--json"]);
            assert_eq!(by_columns, folder.fine(&[command, game, board, "--json"]), "{command}");
        }
    }
    // On a small board, a cell's own number stands for an empty cell: this is a board, not nine moves.
    assert_eq!(folder.json(&["probe", game, "012345678", "--json"])["code"], 0);
}

#[test]
fn mistakes_with_columns_are_explained() {
    let folder = Folder::new();
    let mut messages = String::new();
    for board in [
        "",
        "5",
        "0123",
        "11111",
        "12121212",
        "1,1,1,1,1",
        "12x",
        "XO",
        "X.../..../..../...O",
        "..../..../XX../OO..",
        "..../..../OXO./XXXX",
        "..../..../..../XX..",
    ] {
        messages += &folder.trouble(&["probe", "connect:4,4,4", board]);
    }
    messages += &folder.trouble(&["probe", "connect:10,1,3", "12"]);
    messages += &folder.trouble(&["trace", "connect:3,3,3", "121212"]);
    messages += &folder.trouble(&["moves", "connect:3,3,3", "12121"]);
    messages += &folder.trouble(&["probe", "connect:3,3,3+misere", "121213"]);
    messages += &folder.trouble(&["probe", "tictactoe", "55"]);
    messages += &folder.trouble(&["probe", "4432", "connect:4,4,4"]);
    assert_snapshot!("connect_mistakes", messages);
}

#[test]
fn names_that_are_nearly_right_are_understood() {
    let folder = Folder::new();
    let mut messages = String::new();
    for name in [
        "connect:",
        "connect5",
        "connect-four:4,4,4",
        "conect:4,4,4",
        "connect:4,4",
        "connect:4,4,5",
        "connect:4,4,4+miser",
    ] {
        messages += &folder.trouble(&["stats", name]);
    }
    assert_snapshot!("connect_names", messages);
}

#[test]
fn connect_four_and_other_boards_that_are_too_large_are_explained_in_two_sentences() {
    let folder = Folder::new();
    let mut messages = String::new();
    for (name, is_searched) in [
        ("connect:8,7,4", true),
        ("connect:9,9,4", false),
        ("connect:8,8,4", false),
        ("connect:8,8,5", false),
        ("connect:5,8,4", true),
        ("connect:2,16,4", true),
        ("mnk:6,6,6", true),
        ("mnk:19,19,5", false),
        ("mnk:15,15,5+misere", false),
    ] {
        let message = folder.trouble(&["stats", name]);
        assert_eq!(folder.trouble(&["solve", name]), message);
        if !is_searched {
            for args in [&["probe", name, "4"][..], &["play", name], &["moves", name]] {
                assert_eq!(folder.trouble(args), message, "{args:?}");
            }
        }
        assert_eq!(message.matches(". ").count(), 1, "{message}");
        messages += &message;
    }
    assert_snapshot!("connect_too_large", messages);
}

#[test]
fn a_person_types_columns() {
    let entries = ["", "help", "0", "5", "x", "2", "hint", "2", "2", "2", "2 3", "undo", "1", "q"];
    let args = ["connect:4,4,4", "--seed", "1", "--level", "perfect"];
    assert_snapshot!("connect_play", screen(&args, &entries));
}

#[test]
fn levels_play_in_columns_and_the_end_is_explained() {
    let args = ["connect:3,3,3", "--level", "x=perfect", "--level", "o=blind", "--seed", "4"];
    assert_snapshot!("connect_watch", screen(&[&args[..], &["--hints"]].concat(), &[]));
    let args = ["connect:3,2,2+misere", "--level", "x=blind", "--level", "o=blind", "--seed", "3"];
    assert_snapshot!("connect_watch_misere", screen(&args, &[]));
}

#[test]
fn trace_and_squares_are_drawn_in_columns() {
    let folder = Folder::new();
    assert_snapshot!("connect_trace", folder.fine(&["trace", "connect:3,3,3", "121223"]));
    assert_snapshot!("connect_moves", folder.fine(&["moves", "connect:3,3,3", "12"]));
    let dot = folder.fine(&["trace", "connect:3,3,3", "121223", "--format", "dot"]);
    assert!(dot.contains("X plays 1\\n[X]X\u{a0}.\u{a0}\\n"), "{dot}");
    let squares = folder.json(&["moves", "connect:3,3,3", "12", "--json"]);
    assert_eq!(squares["moves"][2]["column"], 3);
    assert_eq!(squares["moves"][2].get("cell"), None);
}

#[test]
fn pictures_are_drawn_where_marks_fall() {
    let folder = Folder::new();
    let game = "connect:3,3,3";
    let trace = folder.fine(&["trace", game, "121223", "--format", "svg"]);
    assert!(figures::texts(&trace).contains(&"call 6".to_owned()), "{trace}");
    // The mark of each call except the first has its own background.
    let grounds = figures::elements(&trace, "rect");
    assert_eq!(grounds.iter().filter(|ground| ground["fill"] == "#f3dc9b").count(), 5);
    let squares = folder.fine(&["moves", game, "12", "--format", "svg"]);
    assert!(figures::texts(&squares).contains(&"3: D7".to_owned()), "{squares}");
    figures::texts(&folder.fine(&["export", "tree", game]));
    let tree = folder.fine(&["export", "tree", game, "--format", "dot"]);
    assert!(tree.contains("connect:3,3,3: 359 positions, symmetric ones counted once"));
}

#[test]
fn a_map_says_what_there_is_instead() {
    let folder = Folder::new();
    let (game, file) = ("connect:3,3,3", "c.perfect");
    folder.fine(&["solve", game, "-o", file]);
    let message = folder.trouble(&["export", "map", game, "-o", "out"]);
    assert_eq!(message, folder.trouble(&["export", "map", file, "-o", "out"]));
    assert_snapshot!("connect_not_exported", message);
    assert_eq!(folder.names(), [file]);
}

#[test]
fn a_table_of_falling_marks_goes_through_every_other_command() {
    let folder = Folder::new();
    let (game, file) = ("connect:3,3,3", "c.perfect");
    let (misere, other) = ("connect:3,3,3+misere", "m.perfect");
    folder.fine(&["solve", game, "-o", file]);
    folder.fine(&["solve", misere, "-o", other]);
    for args in [&["verify", file][..], &["regenerate", file], &["diff", game, file]] {
        folder.fine(args);
    }
    folder.different(&["diff", file, other]);
    let stats = folder.json(&["stats", game, "--json"]);
    let dump = folder.json(&["dump", file, "--json"]);
    assert_eq!(json!(dump["positions"].as_array().unwrap().len()), stats["positions"]);
    for record in dump["positions"].as_array().unwrap().iter().step_by(31) {
        let board = record["board"].as_str().unwrap();
        let probed = folder.json(&["probe", file, board, "--json"]);
        for key in ["code", "terminal", "winner", "outcome", "remoteness", "optimal_moves"] {
            assert_eq!(record[key], probed[key], "{board}: {key}");
        }
    }
    // In a game in which marks stay, the same board is another position.
    folder.trouble(&["diff", game, "tictactoe"]);
}

#[test]
fn levels_are_worth_what_the_exact_chances_say() {
    let folder = Folder::new();
    let arena = ["arena", "perfect", "blind", "--game", "connect:3,3,3"];
    assert_snapshot!("connect_arena", folder.fine(&arena));
    let sampled = folder.json(&[&arena[..], &["--games", "2000", "--json"]].concat());
    assert_eq!(sampled["game"], "connect:3,3,3");
}
