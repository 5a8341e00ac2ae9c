//! Games with long plays. If plays end, only the memory limits their length.

use std::fs;

use serde_json::{Value, json};

use crate::Folder;

/// A game as a file, with a single play of this many plies that ends in a draw.
fn chain(folder: &Folder, plies: u32) -> String {
    let line = |ply: u32| {
        let player = if ply.is_multiple_of(2) { "X" } else { "O" };
        let rest = if ply == plies {
            json!({"position": ply.to_string(), "to_move": player, "outcome": "draw"})
        } else {
            let next = (ply + 1).to_string();
            json!({"position": ply.to_string(), "to_move": player, "moves": {"on": next}})
        };
        format!("{rest}\n")
    };
    let lines: String = (0..=plies).map(line).collect();
    fs::write(folder.path("chain.jsonl"), lines).unwrap();
    "graph:chain.jsonl".to_owned()
}

#[test]
fn a_play_that_is_too_long_for_a_trace_is_called_long_and_not_large() {
    let folder = Folder::new();
    let game = chain(&folder, 300);
    let message = folder.trouble(&["trace", &game, "0"]);
    assert_eq!(
        message,
        "error: graph:chain.jsonl cannot be traced from the start: the tree is too deep: a play takes more than 255 plies from there; begin \
         nearer to the end\n"
    );
    assert_eq!(folder.json(&["trace", &game, "45", "--json", "--max-depth", "1"])["calls"], 256);
}

#[test]
fn plays_of_a_game_without_circles_are_given_up_as_well() {
    let folder = Folder::new();
    let game = chain(&folder, 100_000);
    let given_up = |args: &[&str], plies: u16| {
        let arena = [&["arena", "blind", "blind", "--game", &game, "--games", "5"], args].concat();
        let report = folder.json(&[&arena[..], &["--json"]].concat());
        assert_eq!((&report["draws"]["count"], &report["max_plies"]), (&json!(5), &json!(plies)));
        assert_eq!(report["expected_plies"]["value"], json!(f64::from(plies)));
        (folder.fine(&arena), folder.fine(&[&["moves", &game, "--games", "5"], args].concat()))
    };
    let (arena, moves) = given_up(&[], 1_000);
    assert!(arena.ends_with("\n  and counts as a draw after 1,000 plies\n"), "{arena}");
    assert!(moves.contains("\nA game counts as a draw after 1,000 plies.\n"), "{moves}");
    given_up(&["--max-plies", "7"], 7);
}

#[test]
fn the_longest_play_that_was_asked_for_is_that_of_every_game() {
    let folder = Folder::new();
    let levels = ["arena", "blind", "blind", "--json", "--max-plies"];
    let arena = |plies: &str| -> Value { folder.json(&[&levels[..], &[plies]].concat()) };
    // After four plies no player has three in a row.
    let cut = arena("4");
    assert_eq!((&cut["draws"]["fraction"], &cut["max_plies"]), (&json!("1"), &json!(4)));
    // After five plies X has won in 1440 of 15,120 plays.
    let cut = arena("5");
    assert_eq!((&cut["x_wins"]["fraction"], &cut["max_plies"]), (&json!("2/21"), &json!(5)));
    // No play takes more than nine.
    let whole = arena("9");
    assert_eq!(whole, folder.json(&["arena", "blind", "blind", "--json"]));
    assert!(whole.get("max_plies").is_none(), "{whole}");
}
