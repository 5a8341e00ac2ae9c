//! The answers of the commands, for people and for programs.

use insta::assert_snapshot;
use perfect_play_games::Family;
use serde_json::json;

use crate::{Folder, keys};

#[test]
fn probe_draws_the_board_with_each_moves_worth() {
    let folder = Folder::new();
    assert_snapshot!("probe_won", folder.fine(&["probe", "tictactoe", "X1OX4XOO8"]));
    assert_snapshot!("probe_lost", folder.fine(&["probe", "tictactoe", "xo-/-x-/---"]));
    assert_snapshot!("probe_drawn", folder.fine(&["probe", "tictactoe", "X........"]));
    assert_snapshot!("probe_over", folder.fine(&["probe", "tictactoe", "XXXOO...."]));
    assert_snapshot!("probe_full", folder.fine(&["probe", "tictactoe", "XOXXOOOXX"]));
    assert_snapshot!("probe_misere", folder.fine(&["probe", "tictactoe+misere", "XXXOO...."]));
    assert_snapshot!("probe_4x3", folder.fine(&["probe", "mnk:4,3,3", "XO../..../...."]));
}

#[test]
fn probe_json_has_the_promised_form() {
    let folder = Folder::new();
    let text = folder.fine(&["probe", "tictactoe", "X1OX4XOO8", "--json"]);
    assert_eq!(
        keys(&text),
        [
            "game",
            "position",
            "board",
            "code",
            "to_move",
            "terminal",
            "winner",
            "outcome",
            "remoteness",
            "optimal_moves",
            "outcome_preserving_moves",
            "best_move",
            "moves"
        ]
    );
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&text).unwrap(),
        json!({
            "game": "tictactoe",
            "position": "X.OX.XOO.",
            "board": "X.OX.XOO.",
            "code": 1 + 2 * 9 + 27 + 243 + 2 * 729 + 2 * 2187,
            "to_move": "X",
            "terminal": false,
            "winner": null,
            "outcome": "win",
            "remoteness": 1,
            "optimal_moves": [4],
            "outcome_preserving_moves": [4],
            "best_move": 4,
            "moves": [
                {"cell": 1, "outcome": "loss", "remoteness": 2},
                {"cell": 4, "outcome": "win", "remoteness": 1},
                {"cell": 8, "outcome": "loss", "remoteness": 2},
            ],
        })
    );
    let over = folder.json(&["probe", "tictactoe", "OOOXX.X..", "--format", "json"]);
    assert_eq!(over["winner"], "O");
    assert_eq!((&over["terminal"], &over["to_move"]), (&json!(true), &json!("X")));
    assert_eq!((&over["outcome"], &over["remoteness"]), (&json!("loss"), &json!(0)));
    assert_eq!((&over["best_move"], &over["moves"]), (&json!(null), &json!([])));
}

#[test]
fn a_board_may_begin_with_a_minus() {
    let folder = Folder::new();
    assert_eq!(folder.json(&["probe", "tictactoe", "---------", "--json"])["code"], 0);
    assert_eq!(folder.json(&["probe", "tictactoe", "-x-------", "--json"])["code"], 3);
    assert_eq!(folder.json(&["probe", "--json", "tictactoe", "--x------"])["code"], 9);
    // Without a board, the start.
    let [start, board] = [&[][..], &["........."]]
        .map(|board| folder.fine(&[&["probe", "tictactoe", "--line"], board].concat()));
    assert_eq!(start, board);
    assert!(folder.fine(&["probe", "connect:4,4,4", "--line"]).contains("a draw"));
}

#[test]
fn games_lists_what_can_be_solved() {
    let folder = Folder::new();
    assert_snapshot!("games", folder.fine(&["games"]));
    let games = folder.json(&["games", "--json"]);
    assert_eq!(games[0]["name"], "tictactoe");
    assert_eq!(games[0]["baked"], true);
    assert_eq!(games[2]["cells"], json!({"least": 1, "most": 25}));
    assert_eq!(games[4]["cells"], json!({"least": 1, "most": 42}));
}

#[test]
fn games_prints_the_rules_of_each_family() {
    let folder = Folder::new();
    for family in Family::ALL {
        let text = folder.fine(&["games", family.name()]);
        assert!(text.starts_with(&format!("{family}: ")), "{text}");
        assert!(text.ends_with(&format!("\n\n{}\n", family.rules())), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let json = folder.json(&["games", &family.to_string(), "--json"]);
        let expected = json!({
            "name": family.to_string(),
            "description": family.about(),
            "limits": Some(family.limits()).filter(|limits| !limits.is_empty()),
            "cells": match family {
                Family::Mnk => json!({"least": 1, "most": 25}),
                Family::Connect => json!({"least": 1, "most": 42}),
                _ => json!(null),
            },
            "options": family.options(),
            "rules": family.rules(),
        });
        assert_eq!(json, expected);
    }
    assert_snapshot!("games_kalah", folder.fine(&["games", "kalah:3,3"]));
    assert_snapshot!("games_achi", folder.fine(&["games", "achi"]));
    assert_snapshot!("games_connect", folder.fine(&["games", "connect4"]));
    let mnk = folder.fine(&["games", "mnk"]);
    assert_eq!(folder.fine(&["games", "tictactoe"]), mnk);
    assert_eq!(folder.fine(&["games", "tictactoe+misere"]), mnk);
    assert_eq!(folder.fine(&["games", "mnk:M,N,K+misere"]), mnk);
    assert_eq!(folder.fine(&["games", "connect4"]), folder.fine(&["games", "connect"]));
}

#[test]
fn games_knows_no_other_game() {
    let folder = Folder::new();
    let typo = folder.trouble(&["games", "kalha:3,3"]);
    assert_eq!(typo, "error: there is no game `kalha:3,3`: did you mean `kalah:3,3`?\n");
    let typo = folder.trouble(&["games", "kalha", "--json"]);
    assert_eq!(typo, "error: there is no game `kalha`: did you mean `kalah`?\n");
    let poker = folder.trouble(&["games", "poker"]);
    assert!(poker.starts_with("error: there is no game `poker`: "), "{poker}");
    assert!(folder.trouble(&["games", "hex:99"]).contains("N is 1 to 5; try `hex:3`"));
    for typed in ["", "-1", "\u{1b}[2J", "m.perfect"] {
        folder.trouble(&["games", typed]);
    }
}

#[test]
fn stats_counts() {
    let folder = Folder::new();
    assert_snapshot!("stats", folder.fine(&["stats", "tictactoe"]));
    let text = folder.fine(&["stats", "tictactoe", "--json"]);
    let promised = [
        "game",
        "objective",
        "positions",
        "canonical",
        "terminal",
        "outcomes",
        "by_ply",
        "by_remoteness",
        "start",
    ];
    assert_eq!(keys(&text), promised);
    let stats: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(stats["positions"], 5_478);
    assert_eq!(stats["canonical"], 765);
    assert_eq!(stats["terminal"], json!({"total": 958, "x_wins": 626, "o_wins": 316, "draws": 16}));
    assert_eq!(stats["outcomes"], json!({"win": 2836, "draw": 1068, "loss": 1574}));
    assert_eq!(
        stats["by_ply"][2],
        json!({"ply": 2, "positions": 72, "win": 48, "draw": 24, "loss": 0})
    );
    assert_eq!(
        stats["by_remoteness"][0],
        json!({"remoteness": 0, "positions": 958, "win": 0, "draw": 16, "loss": 942})
    );
    assert_eq!(
        stats["start"],
        json!({"outcome": "draw", "remoteness": 9, "score": null, "optimal_moves": [0, 1, 2, 3, 4, 5, 6, 7, 8]})
    );
}

#[test]
fn dump_writes_every_position_in_each_format() {
    let folder = Folder::new();
    let csv = folder.fine(&["dump", "tictactoe"]);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "code,board,ply,to_move,terminal,winner,outcome,value,remoteness,optimal_moves,\
             outcome_preserving_moves"
        )
    );
    let rows: Vec<_> = lines.collect();
    assert_eq!(rows.len(), 5_478);
    assert_eq!(rows[0], "0,.........,0,X,false,,draw,0,9,0 1 2 3 4 5 6 7 8,0 1 2 3 4 5 6 7 8");
    assert!(rows.contains(&"229,XXXOO....,5,O,true,X,loss,-1,0,,"), "{rows:?}");
    let codes: Vec<u64> =
        rows.iter().map(|row| row.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(codes.is_sorted());

    let jsonl = folder.fine(&["dump", "tictactoe", "--format", "jsonl"]);
    let records: Vec<serde_json::Value> =
        jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let json = folder.json(&["dump", "tictactoe", "--json"]);
    assert_eq!(json["game"], "tictactoe");
    assert_eq!(json["objective"], "fastest");
    assert_eq!(json["positions"].as_array(), Some(&records));
    for (row, record) in rows.iter().zip(&records) {
        let list = |key: &str| {
            let list = record[key].as_array().unwrap();
            list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let fields = [
            record["code"].to_string(),
            record["board"].as_str().unwrap().to_owned(),
            record["ply"].to_string(),
            record["to_move"].as_str().unwrap().to_owned(),
            record["terminal"].to_string(),
            record["winner"].as_str().unwrap_or_default().to_owned(),
            record["outcome"].as_str().unwrap().to_owned(),
            record["value"].to_string(),
            record["remoteness"].to_string(),
            list("optimal_moves"),
            list("outcome_preserving_moves"),
        ];
        assert_eq!(*row, fields.join(","));
    }
}

#[test]
fn dumped_records_are_what_probe_answers() {
    let folder = Folder::new();
    let dump = folder.json(&["dump", "mnk:3,2,2", "--json"]);
    for record in dump["positions"].as_array().unwrap().iter().step_by(17) {
        let board = record["board"].as_str().unwrap();
        let probed = folder.json(&["probe", "mnk:3,2,2", board, "--json"]);
        for key in ["code", "terminal", "winner", "outcome", "remoteness", "optimal_moves"] {
            assert_eq!(record[key], probed[key], "{board}: {key}");
        }
    }
}
