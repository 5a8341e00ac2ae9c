//! The names of positions and their counts in games with and without cells, plies and players.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// A game without cells, and one of its positions that is not over.
const STONES: [&str; 2] = ["nim:1,2", "1,2"];
/// A game of cells, and such a position.
const CELLS: [&str; 2] = ["tictactoe", "X1OX4XOO8"];

/// The JSON answers of the commands about positions: an object from each.
fn answers(folder: &Folder, [game, position]: [&str; 2]) -> Vec<Value> {
    let dump = folder.json(&["dump", game, "--json"]);
    let lines = folder.fine(&["dump", game, "--format", "jsonl"]);
    let tree = folder.json(&["trace", game, position, "--json"]);
    vec![
        folder.json(&["probe", game, position, "--json"]),
        folder.json(&["moves", game, position, "--json"]),
        dump["positions"][0].clone(),
        serde_json::from_str(lines.lines().next().unwrap()).unwrap(),
        tree["root"].clone(),
        tree,
    ]
}

#[test]
fn positions_are_called_boards_only_in_games_of_cells() {
    let folder = Folder::new();
    for answer in answers(&folder, CELLS) {
        assert!(answer["position"].is_string(), "{answer}");
        assert_eq!(answer["position"], answer["board"]);
    }
    for answer in answers(&folder, STONES) {
        assert!(answer["position"].is_string(), "{answer}");
        assert!(answer.get("board").is_none(), "{answer}");
    }
    for (game, name) in [(CELLS[0], "board"), (STONES[0], "position")] {
        let csv = folder.fine(&["dump", game]);
        assert!(csv.starts_with(&format!("code,{name},ply,")), "{csv}");
    }
    let positions = folder.trouble(&["diff", "nim:1,2", "nim:1,3"]);
    assert_eq!(positions, "error: nim:1,2 and nim:1,3 have different positions\n");
}

/// Two positions. The answer gives the outcome of the second one.
fn rules(outcome: &str) -> String {
    format!(
        "{{\"position\": \"a\", \"to_move\": \"X\", \"moves\": {{\"on\": \"b\"}}}}\n\
         {{\"position\": \"b\", \"to_move\": \"O\", \"outcome\": \"{outcome}\"}}\n"
    )
}

#[test]
fn a_difference_shows_a_ply_only_where_plies_are_counted() {
    let folder = Folder::new();
    for (folder_of, outcome) in [("first", "loss"), ("second", "win")] {
        fs::create_dir(folder.path(folder_of)).unwrap();
        fs::write(folder.path(folder_of).join("g.jsonl"), rules(outcome)).unwrap();
    }
    let files = ["first/g.jsonl", "second/g.jsonl"].map(|file| format!("graph:{file}"));
    let args = ["diff", &files[0], &files[1]];
    let text = folder.different(&args);
    assert!(text.contains("2 of 2 positions differ") && !text.contains("  ply "), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("    0 ")), "{text}");
    let json: Value =
        serde_json::from_str(&folder.different(&[&args[..], &["--json"]].concat())).unwrap();
    assert!(json.get("by_ply").is_none(), "{json}");
    assert_eq!(json["differences"][0]["position"], "a");
}

#[test]
fn counts_have_the_groups_that_the_game_has() {
    let folder = Folder::new();
    for (game, groups, absent) in [
        ("tictactoe", &["by_ply", "by_remoteness"][..], &["by_score"][..]),
        ("hexapawn:3,3", &["by_remoteness"], &["by_ply", "by_score"]),
        ("kalah:2,2", &["by_score"], &["by_ply", "by_remoteness"]),
        ("dots:1,1", &["by_ply", "by_score"], &["by_remoteness"]),
    ] {
        let stats = folder.json(&["stats", game, "--json"]);
        let text = folder.fine(&["stats", game]);
        for group in groups {
            let rows = stats[group].as_array().unwrap();
            let counted: u64 = rows.iter().map(|row| row["positions"].as_u64().unwrap()).sum();
            assert_eq!(stats["positions"], counted, "{game}");
            let heading = format!("{:>10}    positions", group.trim_start_matches("by_"));
            assert!(text.contains(&heading), "{text}");
        }
        for group in absent {
            assert!(stats.get(group).is_none(), "{game} {group}");
            let heading = format!("{:>10}    positions", group.trim_start_matches("by_"));
            assert!(!text.contains(&heading), "{text}");
        }
    }
    let cyclic = folder.fine(&["stats", "three-mens-morris"]);
    assert!(cyclic.contains("\n      none"), "{cyclic}");
}

#[test]
fn an_impartial_game_has_no_winner_by_name() {
    let folder = Folder::new();
    let text = folder.fine(&["stats", "nim:1,2"]);
    assert!(text.contains("\nterminal      1: a player has won 1, drawn 0\n"), "{text}");
    assert!(!text.contains('X') && !text.contains('O'), "{text}");
    let stats = folder.json(&["stats", "nim:1,2", "--json"]);
    assert_eq!(stats["terminal"], serde_json::json!({"total": 1, "draws": 0}));
}
