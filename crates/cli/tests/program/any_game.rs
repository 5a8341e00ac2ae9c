//! Every command with a small game of every family, and two games whose results were worked out by hand.

use std::{collections::BTreeSet, fs};

use perfect_play_engine::AnyGame;
use perfect_play_games::Family;
use serde_json::{Value, json};

use crate::{Folder, figures, play::screen};

/// A small game of the family; `None` if its games are files.
fn small(family: Family) -> Option<&'static str> {
    Some(match family {
        Family::Mnk => "mnk:2,2,2",
        Family::Connect => "connect:3,2,2",
        Family::Wild => "wild:2,2,2",
        Family::Notakto => "notakto:2,2,2",
        Family::NineHoles => "nine-holes",
        Family::ThreeMensMorris => "three-mens-morris",
        Family::Tapatan => "tapatan",
        Family::Achi => "achi",
        Family::Mills => "morris:three",
        Family::Hexapawn => "hexapawn:2,3",
        Family::Dodgem => "dodgem:2",
        Family::MuTorere => "mu-torere",
        Family::PongHauKi => "pong-hau-ki",
        Family::Quixo => "quixo:2,2,2",
        Family::FoxAndHounds => "fox-and-hounds:4",
        Family::Krk => "krk:3",
        Family::Othello => "othello:4,2",
        Family::Dots => "dots:1,2",
        Family::Kalah => "kalah:2,2",
        Family::Nim => "nim:1,2",
        Family::Chomp => "chomp:2,3",
        Family::Domineering => "domineering:2,2",
        Family::Clobber => "clobber:2,3",
        Family::Hex => "hex:2",
        Family::Isolation => "isolation:2,3",
        // Their smallest games have too many positions; the last has no names.
        Family::Teeko | Family::GobbletGobblers | Family::Chess | Family::Graph => return None,
    })
}

/// A small game of every family that has games with names.
pub(crate) fn games() -> Vec<&'static str> {
    let names = Family::ALL.into_iter().filter_map(small);
    let games: Vec<_> = names.filter(|name| name.parse::<AnyGame>().is_ok()).collect();
    assert!(games.len() >= 11, "{games:?}");
    games
}

/// The answer of `moves` for a game's start, with chances from a few games.
fn moves(folder: &Folder, game: &str) -> Value {
    folder.json(&["moves", game, "--games", "10", "--max-plies", "20", "--json"])
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

/// A move as a user types it: the game's own notation, or on a board of marks the number from 1.
fn typed(mv: &Value) -> String {
    let number = |key: &str| mv[key].as_u64();
    match (mv["text"].as_str(), number("cell")) {
        (Some(text), _) => text.to_owned(),
        (None, Some(cell)) => (cell + 1).to_string(),
        (None, None) => number("column").or(number("move")).unwrap().to_string(),
    }
}

#[test]
fn a_file_of_every_game_is_proven_listed_counted_and_compared() {
    let folder = Folder::new();
    for game in games() {
        folder.fine(&["solve", game, "-o", "a.perfect"]);
        let proof = folder.fine(&["verify", "a.perfect"]);
        assert!(proof.contains("proven"), "{proof}");
        let stats = folder.json(&["stats", "a.perfect", "--json"]);
        assert_eq!(stats, folder.json(&["stats", game, "--json"]));
        let outcomes = ["win", "draw", "loss"].map(|key| stats["outcomes"][key].as_u64().unwrap());
        let positions = stats["positions"].as_u64().unwrap();
        assert_eq!(outcomes.iter().sum::<u64>(), positions, "{game}");

        // Each position occurs once, and each can be read back.
        let csv = folder.fine(&["dump", game]);
        assert_eq!(csv.lines().count() as u64, positions + 1, "{game}");
        let dump = folder.fine(&["dump", "a.perfect", "--format", "jsonl"]);
        let records: Vec<Value> =
            dump.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let boards: BTreeSet<_> = records.iter().map(|record| text(record, "position")).collect();
        assert_eq!([boards.len() as u64, records.len() as u64], [positions; 2], "{game}");
        for record in records.iter().step_by(1 + records.len() / 5) {
            let probed = folder.json(&["probe", "a.perfect", text(record, "position"), "--json"]);
            for key in ["position", "outcome", "remoteness", "optimal_moves", "terminal"] {
                assert_eq!(probed[key], record[key], "{game} {record}");
            }
        }

        folder.fine(&["diff", game, "a.perfect"]);
        folder.fine(&["diff", "a.perfect", "a.perfect", "--json"]);
        folder.fine(&["regenerate", "a.perfect"]);
        fs::remove_file(folder.path("a.perfect")).unwrap();
        assert_eq!(folder.names(), [""; 0], "{game}");
    }
}

#[test]
fn the_moves_of_every_start_are_probed_and_followed() {
    let folder = Folder::new();
    for game in games() {
        let report = moves(&folder, game);
        let start = text(&report, "position");
        let probed = folder.json(&["probe", game, start, "--line", "--json"]);
        for key in
            ["game", "position", "to_move", "outcome", "remoteness", "optimal_moves", "score"]
        {
            assert_eq!(report[key], probed[key], "{game} {key}");
        }
        let moves = report["moves"].as_array().unwrap();
        assert_eq!(moves.len(), probed["moves"].as_array().unwrap().len(), "{game}");
        for (mv, probed) in moves.iter().zip(probed["moves"].as_array().unwrap()) {
            assert_eq!(typed(mv), typed(probed), "{game}");
            assert_eq!([&mv["outcome"], &mv["score"]], [&probed["outcome"], &probed["score"]]);
            for chances in [&mv["perfect_against_random"], &mv["random_against_perfect"]] {
                let counts = ["win", "draw", "loss"].map(|end| chances[end]["count"].as_u64());
                assert_eq!(counts.into_iter().map(Option::unwrap).sum::<u64>(), 10, "{game}");
            }
        }
        let drawn = folder.fine(&["moves", game, start, "--games", "10", "--max-plies", "20"]);
        assert!(drawn.starts_with(game), "{drawn}");
        assert!(drawn.contains("20 plies") == report.get("max_plies").is_some(), "{drawn}");
        for line in drawn.lines() {
            assert!(line.chars().count() <= 80 && line.trim_end() == line, "{line}");
        }
        let answer = folder.run(&["moves", game, "--format", "svg", "--games", "10"]);
        let is_board = answer.code == Some(0);
        assert!(is_board || answer.err.contains("is not an m,n,k-game"), "{answer:?}");
        let page = folder.fine(&["export", "html", game]);
        assert!(page.starts_with("<!doctype html>"), "{game}");
        for kind in ["map", "tree"] {
            let answer = folder.run(&["export", kind, game]);
            let is_refused = answer.code == Some(2) && answer.err.contains("`perfect-play ");
            assert!(is_refused || (is_board && answer.code == Some(0)), "{answer:?}");
        }
    }
}

#[test]
fn levels_play_every_game_as_the_table_says() {
    let folder = Folder::new();
    for game in games() {
        let arena = |x: &str, o: &str| {
            let levels = ["arena", x, o, "--game", game, "--max-plies", "20"];
            folder.json(&[&levels[..], &["--games", "50", "--json"]].concat())
        };
        let shares = |report: &Value| {
            ["x_wins", "draws", "o_wins"].map(|key| report[key]["count"].as_u64().unwrap())
        };
        assert_eq!(shares(&arena("blind", "novice")).iter().sum::<u64>(), 50, "{game}");
        // X moves first in all games used here.
        let best = match text(&moves(&folder, game), "outcome") {
            "win" => [50, 0, 0],
            "draw" => [0, 50, 0],
            _ => [0, 0, 50],
        };
        assert_eq!(shares(&arena("master", "perfect")), best, "{game}");
    }
}

#[test]
fn every_game_is_played_on_the_screen() {
    let folder = Folder::new();
    for game in games() {
        let report = moves(&folder, game);
        let first = typed(&report["moves"][0]);
        let typed = [
            "hint",
            &first,
            "undo",
            "board",
            "zz zz",
            "",
            "help",
            "level",
            "new",
            "swap",
            "undo",
            "level master",
            "new",
            "quit",
            "never read",
        ];
        let shown = screen(&[game, "--seed", "1"], &typed);
        let about = [
            &format!("{game}: ")[..],
            "You are X and move first; the machine plays O at level easy.",
            "is worth to you",
            "1. You ",
            "Taken back: ",
            "`zz zz` is neither a ",
            "You are O now, and the machine plays X.",
            "The machine plays at level master from now on",
            "quit        end; so does Ctrl-D",
        ];
        for said in about {
            assert!(shown.contains(said), "{game} {said}: {shown}");
        }
        assert!(!shown.contains("never read"), "{shown}");
        for args in [
            &[game, "--level", "x=blind", "--level", "o=perfect"][..],
            &[game, "--level", "x=novice", "--level", "o=blind", "--hints"],
        ] {
            let watched = screen(&[args, &["--seed", "3"]].concat(), &[]);
            let has_ended = ["has won", "A draw"].iter().any(|end| watched.contains(end));
            assert!(has_ended && watched.contains("\n1. X ("), "{watched}");
            assert!(!watched.contains("\n201. "), "{watched}");
        }
    }
}

#[test]
fn who_can_force_nothing_is_told_that_positions_come_back() {
    let game = "pong-hau-ki";
    if game.parse::<AnyGame>().is_err() {
        return;
    }
    let watched = screen(&[game, "--level", "x=perfect", "--level", "o=perfect"], &[]);
    assert!(watched.contains("\nThis position was there before: it comes for the 2nd time."));
    assert!(watched.contains("\n200. O (perfect) plays "), "{watched}");
    let end = "A draw: after 200 plies the game is given up.\n\
               No move changed the outcome: with best play pong-hau-ki is a draw.\n";
    assert!(watched.ends_with(end), "{watched}");
}

#[test]
fn the_tree_of_every_game_without_circles_ends_with_its_outcome() {
    let folder = Folder::new();
    for game in games() {
        let report = moves(&folder, game);
        let start = text(&report, "position");
        if report.get("max_plies").is_some() {
            let message = folder.trouble(&["trace", game, start]);
            assert!(message.contains("can repeat a position"), "{message}");
            continue;
        }
        let tree = folder.json(&["trace", game, start, "--json", "--max-depth", "1"]);
        let expected = match (report["score"].as_i64(), text(&report, "outcome")) {
            (Some(score), _) => score,
            (None, "win") => 1,
            (None, "draw") => 0,
            _ => -1,
        };
        assert_eq!(tree["score"], expected, "{game}");
        assert_eq!(tree["root"]["to_move"], "X", "{game}");
        let children = tree["root"]["children"].as_array().unwrap();
        let below = children.iter().map(|child| 1 + child["calls_below"].as_u64().unwrap());
        assert_eq!(tree["calls"].as_u64().unwrap(), 1 + below.sum::<u64>(), "{game}");
        let drawn = folder.fine(&["trace", game, start]);
        assert!(drawn.starts_with(&format!("{game}, plain minimax: ")), "{drawn}");
        let svg = folder.fine(&["trace", game, start, "--format", "svg", "--max-depth", "1"]);
        assert!(figures::texts(&svg).contains(&"call 1".to_owned()), "{svg}");
        let dot = folder.fine(&["trace", game, start, "--format", "dot"]);
        assert!(dot.starts_with("digraph minimax {"), "{dot}");
        let args = ["trace", game, start, "--score", "ten"];
        if report["score"].is_null() {
            folder.fine(&args);
        } else {
            let message = folder.trouble(&args);
            assert!(message.contains("played for points"), "{message}");
        }
    }
}

#[test]
fn every_game_is_exported_in_every_language() {
    let folder = Folder::new();
    for game in games() {
        for (language, file) in
            [("c", "a.h"), ("python", "a.py"), ("js", "a.mjs"), ("json", "a.json")]
        {
            assert_eq!(folder.fine(&["export", language, game, "-o", file]), "", "{game}");
            let written = fs::read_to_string(folder.path(file)).unwrap();
            assert!(written.contains(game), "{game} {language}");
            if language == "json" {
                let table: Value = serde_json::from_str(&written).unwrap();
                assert!(table.is_object(), "{game}");
            }
        }
    }
}

#[test]
fn nim_with_piles_of_one_and_two_is_that_of_the_textbook() {
    let folder = Folder::new();
    // Bouton's theory: the move that leaves 1 and 1 wins; every other move leaves a nim-sum other than 0.
    let probed = folder.json(&["probe", "nim:1,2", "1,2", "--line", "--json"]);
    let worths: Vec<_> = probed["moves"].as_array().unwrap().iter().collect();
    let worth = |mv: &Value| json!([mv["text"], mv["outcome"], mv["remoteness"]]);
    assert_eq!(
        json!(worths.into_iter().map(worth).collect::<Vec<_>>()),
        json!([["1-from-1", "loss", 2], ["1-from-2", "win", 3], ["2-from-2", "loss", 2]])
    );
    assert_eq!((&probed["to_move"], &probed["winner"]), (&Value::Null, &Value::Null));
    assert_eq!(probed["texts"], json!(["1-from-2", "1-from-1", "1-from-2"]));
    let stats = folder.json(&["stats", "nim:1,2", "--json"]);
    assert_eq!(stats["positions"], 6);
    assert_eq!(stats["outcomes"], json!({"win": 4, "draw": 0, "loss": 2}));

    // Calls: 1 of 0,0; 2 of 0,1 and of 1,0; 4 of 0,2; 5 of 1,1; and 1 + 4 + 5 + 2.
    let tree = folder.json(&["trace", "nim:1,2", "1,2", "--json"]);
    assert_eq!((&tree["calls"], &tree["score"]), (&json!(12), &json!(1)));
    assert_eq!(tree["root"]["children"][1]["text"], "1-from-2");
    assert_eq!(tree["root"]["children"][1]["calls_below"], 4);
    let message = folder.trouble(&["trace", "nim:1,2", "1,2", "--score", "depth"]);
    assert!(message.contains("positions of nim:1,2 do not contain it"), "{message}");

    // With random moves, the player to move wins 0,2 half the time and 1,1 never, so also 1,2 half the time.
    let arena = folder.json(&["arena", "blind", "blind", "--game", "nim:1,2", "--json"]);
    assert_eq!(
        (&arena["x_wins"]["fraction"], &arena["o_wins"]["fraction"]),
        (&json!("1/2"), &json!("1/2"))
    );
    let report = folder.json(&["moves", "nim:1,2", "--json"]);
    let wins = |mv: usize, key: &str| report["moves"][mv][key]["win"]["fraction"].clone();
    assert_eq!(wins(0, "perfect_against_random"), "1/2");
    assert_eq!(wins(1, "random_against_perfect"), "1");
    assert_eq!(report["moves"][0]["wrong_replies"], json!({"wrong": 1, "of": 2}));

    let typed = ["hint", "2-FROM-2", "undo", "1-from-2", "new", "quit"];
    let shown = screen(&["nim:1,2", "--level", "master"], &typed);
    for said in [
        " pile 1: *\n pile 2: **\n\nMoves: 1-from-1 1-from-2 2-from-2\nYour move, X: hint\n",
        "counting the plies to the end:\n  1-from-2: win in 3 plies (best)\n  1-from-1 and 2-from-2: loss in 2 plies\n",
        "1. You play 2-from-2.\n2. The machine plays 1-from-1.\n",
        "The machine has won.\nThe game was decided on move 1: you (X) played 2-from-2 and turned a win into a\n\
         loss. Playing 1-from-2 would have held the win.\n",
        "Taken back: 1-from-1 by O and 2-from-2 by X.\n",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
}

#[test]
fn one_box_is_that_of_who_draws_its_last_edge() {
    let folder = Folder::new();
    // O draws the fourth of four edges. A play is an order of the edges, a position is a set of them.
    let stats = folder.json(&["stats", "dots:1,1", "--json"]);
    assert_eq!((&stats["positions"], &stats["start"]["score"]), (&json!(16), &json!(-1)));
    let arena = folder.json(&["arena", "blind", "master", "--game", "dots:1,1", "--json"]);
    assert_eq!(
        (&arena["o_wins"]["fraction"], &arena["expected_plies"]["fraction"]),
        (&json!("1"), &json!("4"))
    );
    let start = text(&moves(&folder, "dots:1,1"), "position").to_owned();
    let tree = folder.json(&["trace", "dots:1,1", &start, "--json"]);
    assert_eq!((&tree["calls"], &tree["score"]), (&json!(1 + 4 + 12 + 24 + 24), &json!(-1)));
    assert_eq!(tree["score_rule"], "points");
    let watched = screen(&["dots:1,1", "--level", "x=blind", "--level", "o=blind", "--hints"], &[]);
    let end = "O (blind) has won by 1 point.\n\
               No move changed the outcome: with best play O wins dots:1,1.\n";
    assert!(watched.ends_with(end), "{watched}");
    assert!(watched.contains("What each move is worth to X:\n  every move: loss by 1 point\n"));
    let shown = screen(&["dots:1,1", "--as", "o", "--level", "blind"], &["quit"]);
    assert!(shown.contains("You are O; the machine plays X at level blind and moves first.\n"));
}

#[test]
fn what_is_no_game_no_position_or_no_move_is_said() {
    let folder = Folder::new();
    for (args, said) in [
        (&["play", "kalah:9,9"][..], "PITS is 1 to 6"),
        (&["solve", "kalah:9,9"], "PITS is 1 to 6"),
        (&["moves", "nim:300"], "the number is too large"),
        (&["moves", "nim:1,2", "one"], "is no position of nim:1,2"),
        (
            &["moves", "nim:1,2", "1,3"],
            "a pile has more stones than at the start; write a position, as the start `1,2`, or the moves",
        ),
        (&["moves", "nim:1,2", "0,0"], "the game is over on `0,0`"),
        (&["trace", "nim:1,2", "0,0"], "the game is over on `0,0`"),
        (&["probe", "hex:2", "XXXX"], "is no position of hex:2"),
        (&["probe", "kalah:2,2", "0,0:8/0,0:0 X"], "no play of kalah:2,2 leads to it"),
        (&["trace", "kalah:2,2", "0,0:8/0,0:0 X"], "no play of kalah:2,2 leads to it"),
        // It has a slot, but only those that play reaches are solved.
        (&["probe", "morris:three,4", "XX./O.O/.O. 1:1"], "no play of morris:three,4 leads to it"),
        (&["moves", "nim:1,2", "--max-plies", "0"], "--max-plies"),
        (
            &["export", "map", "hex:2"],
            "a map is only for these, as in `perfect-play export map tictactoe`: ",
        ),
        (
            &["export", "tree", "hex:2"],
            "a tree is only for these, as in `perfect-play export tree connect:4,4,4`: ",
        ),
    ] {
        let message = folder.trouble(args);
        assert!(message.contains(said), "{args:?}: {message}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_damaged_file_and_that_of_another_game_are_refused() {
    let folder = Folder::new();
    for (game, file) in [("nim:1,2", "nim.perfect"), ("kalah:2,2", "kalah.perfect")] {
        folder.fine(&["solve", game, "-o", file]);
    }
    let right = fs::read(folder.path("nim.perfect")).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(folder.path("x.perfect"), bytes).unwrap();
        let message = folder.trouble(&["verify", "x.perfect"]);
        assert_eq!(message.matches("x.perfect").count(), 1, "{message}");
        for args in [["play", "x.perfect"], ["moves", "x.perfect"], ["stats", "x.perfect"]] {
            assert_eq!(folder.trouble(&args), message, "{args:?}");
        }
    };
    for at in (0..right.len()).step_by(11) {
        let mut bytes = right.clone();
        bytes[at] ^= 1;
        refused(&bytes);
        refused(&right[..at]);
    }
    refused(&[&right[..], &[0]].concat());
    let message = folder.trouble(&["diff", "nim.perfect", "kalah.perfect"]);
    assert!(message.contains("nim:1,2") && message.contains("kalah:2,2"), "{message}");
    let message = folder.trouble(&["probe", "nim.perfect", "2,2:0/2,2:0 X"]);
    assert!(message.contains("is no position of nim:1,2"), "{message}");
}

#[test]
fn a_game_that_is_a_file_is_found_beside_its_table_and_never_replaced() {
    let folder = Folder::new();
    let rules = "{\"position\": \"a\", \"to_move\": \"X\", \"moves\": {\"on\": \"b\"}}\n\
                 {\"position\": \"b\", \"to_move\": \"O\", \"outcome\": \"loss\"}\n";
    fs::create_dir(folder.path("level")).unwrap();
    fs::write(folder.path("level/one.jsonl"), rules).unwrap();
    for args in [
        ["solve", "graph:level/one.jsonl", "-o", "level/one.jsonl"],
        ["dump", "graph:level/one.jsonl", "-o", "level/one.jsonl"],
    ] {
        let message = folder.trouble(&args);
        assert!(message.contains("is both the file to read and the file to write"), "{message}");
    }
    assert_eq!(fs::read_to_string(folder.path("level/one.jsonl")).unwrap(), rules);
    folder.fine(&["solve", "graph:level/one.jsonl", "-o", "level/one.perfect"]);
    // A file of the same name in the current folder is not used.
    let other = rules.replace("loss", "win");
    fs::write(folder.path("one.jsonl"), other).unwrap();
    assert!(folder.fine(&["verify", "level/one.perfect"]).contains("proven"));
    assert!(folder.fine(&["regenerate", "level/one.perfect"]).contains("the same, byte for byte"));
    let probed = folder.json(&["probe", "level/one.perfect", "a", "--json"]);
    assert_eq!((&probed["outcome"], &probed["moves"][0]["text"]), (&json!("win"), &json!("on")));
    // The table without its rules, or with other rules.
    fs::remove_file(folder.path("level/one.jsonl")).unwrap();
    assert!(folder.trouble(&["verify", "level/one.perfect"]).contains("other rules"));
    fs::remove_file(folder.path("one.jsonl")).unwrap();
    let message = folder.trouble(&["verify", "level/one.perfect"]);
    assert!(message.contains("there is no file one.jsonl beside the table"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_whose_path_is_no_text_is_refused_with_the_reason() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let folder = Folder::new();
    let name = OsStr::from_bytes(b"a\xff.jsonl");
    let rules = "{\"position\": \"a\", \"to_move\": \"X\", \"outcome\": \"loss\"}\n";
    fs::write(folder.0.path().join(name), rules).unwrap();
    let game = OsStr::from_bytes(b"graph:a\xff.jsonl");
    for command in ["solve", "stats", "play", "plan"] {
        let answer = folder.command(&[command]).arg(game).output().unwrap();
        let message = String::from_utf8(answer.stderr).unwrap();
        assert_eq!(answer.status.code(), Some(2), "{message}");
        assert!(
            message.starts_with("error: the path in `graph:a") && message.contains("is not UTF-8"),
            "{message}"
        );
    }
}

#[test]
fn an_end_of_the_game_without_a_code_is_probed() {
    let probed = Folder::new().json(&["probe", "morris:three", ".XO/.XO/..O", "--json"]);
    assert_eq!((&probed["outcome"], &probed["code"]), (&json!("loss"), &Value::Null));
}
