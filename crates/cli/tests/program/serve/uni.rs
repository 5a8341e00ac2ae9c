//! The interface of `GamesmanUni`'s front end.

use std::io::Write;

use perfect_play::TICTACTOE;
use perfect_play_core::Outcome;
use perfect_play_games::Mnk;
use serde_json::{Value, json};

use super::{Service, read};
use crate::Folder;

#[test]
fn requests_of_gamesmanunis_front_end_are_answered_in_its_shapes() {
    // Recorded when version 5.0.35 of it was driven in Chromium against this program, a move played in each game.
    let recorded = include_str!("../uni_requests.jsonl");
    let service = Service::start(&["tictactoe", "connect:4,4,4", "nim:1,2,3"]);
    let mut connection = service.connect();
    let mut kinds = [0; 5];
    for line in recorded.lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let target = request["target"].as_str().unwrap();
        let mut bytes = format!("{} {target} HTTP/1.1\r\n", request["method"].as_str().unwrap());
        for (name, value) in request["headers"].as_object().unwrap() {
            bytes.extend([name, ": ", value.as_str().unwrap(), "\r\n"]);
        }
        // All on one connection, as the front end does.
        connection.write_all((bytes + "\r\n").as_bytes()).unwrap();
        let reply = read(&mut connection).unwrap();
        // The front end came from another port of the same machine.
        let origin = "\r\naccess-control-allow-origin: http://127.0.0.1:8090\r\n";
        assert!(reply.head.contains(origin), "{reply:?}");
        let answer = reply.fine();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
        let kind = match parts[..] {
            [] => is_list_of_games(&answer),
            [game] => is_game(&answer, game),
            [game, "regular"] => is_variant(&answer, game),
            [_, "regular", "instructions"] => is_text(&answer["instructions"]),
            [game, "regular", "positions"] => {
                let position = query.strip_prefix("p=").unwrap();
                is_position(&answer, position);
                is_true(&service.folder, game, &answer)
            }
            _ => panic!("{target}"),
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

fn is_text(value: &Value) -> usize {
    assert!(value.as_str().is_some_and(|text| text.len() > 3), "{value}");
    3
}

fn is_list_of_games(answer: &Value) -> usize {
    let games = answer.as_array().unwrap();
    assert_eq!(games.len(), 3);
    for game in games {
        is_text(&game["id"]);
        // A history of moves has a colon behind the name.
        assert!(!game["name"].as_str().unwrap().contains(':'), "{game}");
        assert_eq!((&game["type"], &game["gui"]), (&json!("twoPlayer"), &json!("v3")));
    }
    0
}

fn is_game(answer: &Value, game: &str) -> usize {
    assert_eq!(answer["id"], game);
    is_text(&answer["name"]);
    let variants = json!([{"id": "regular", "name": "Regular", "gui": "v3"}]);
    assert_eq!(answer["variants"], variants);
    assert_eq!(answer["allowCustomVariantCreation"], false);
    assert_eq!(answer["supportsWinBy"], false);
    1
}

fn is_variant(answer: &Value, game: &str) -> usize {
    assert_eq!((&answer["id"], &answer["gui"]), (&json!("regular"), &json!("v3")));
    let (start, drawn) = match game {
        "tictactoe" => ("1_---------", "1_---------"),
        "connect:4,4,4" => ("1_----------------", "1_----------------"),
        _ => ("1_1,2,3", "1_b--bb-bbb"),
    };
    assert_eq!(answer["startPosition"], start);
    assert_eq!(answer["autoguiStartPosition"], drawn);
    let cells = u8::try_from(drawn.len() - 2).unwrap();
    let drawing = &answer["imageAutoGUIData"];
    let theme = &drawing["themes"][drawing["defaultTheme"].as_str().unwrap()];
    let space: Vec<f64> = serde_json::from_value(theme["space"].clone()).unwrap();
    let centers: Vec<[f64; 2]> = serde_json::from_value(theme["centers"].clone()).unwrap();
    assert_eq!((space[0] * space[1], centers.len()), (f64::from(cells), cells.into()));
    assert!(centers.iter().all(|center| (0.0..space[0]).contains(&center[0])));
    for mark in ["x", "o", "b"] {
        assert!(theme["charImages"][mark]["image"].as_str().unwrap().contains("_circle."));
        assert!(theme["charImages"][mark]["scale"].is_number());
    }
    assert!(theme["circleButtonRadius"].is_number());
    2
}

/// The order in which a player likes the values best.
fn rank(value: &Value) -> usize {
    let values = ["win", "tie", "draw", "lose"];
    values.into_iter().position(|name| value == name).unwrap_or_else(|| panic!("{value}"))
}

fn is_position(answer: &Value, asked: &str) {
    assert_eq!(answer["position"], asked);
    is_drawn(answer);
    rank(&answer["positionValue"]);
    assert!(answer["remoteness"].is_u64());
    let moves = answer["moves"].as_array().unwrap();
    let mut best = None;
    for pair in moves.windows(2) {
        assert!(rank(&pair[0]["moveValue"]) <= rank(&pair[1]["moveValue"]), "{answer}");
    }
    for mv in moves {
        is_opposite(&mv["moveValue"], &mv["positionValue"]);
        is_drawn(mv);
        // The other player's turn.
        assert_ne!(mv["position"].as_str().unwrap()[..2], asked[..2]);
        let remoteness = mv["remoteness"].as_u64().unwrap();
        let (value, first) = best
            .filter(|(value, _)| *value == &mv["moveValue"])
            .unwrap_or((&mv["moveValue"], remoteness));
        best = Some((value, first));
        assert_eq!(mv["deltaRemoteness"], json!(remoteness.abs_diff(first)), "{answer}");
        assert!(mv["move"].is_string() && mv["autoguiMove"].is_string());
    }
    assert_eq!(moves[0]["moveValue"], answer["positionValue"]);
    assert_eq!(moves[0]["remoteness"].as_u64().unwrap() + 1, answer["remoteness"]);
}

/// The position that is drawn: the cells. In Nim each row has the stones of a pile.
fn is_drawn(answer: &Value) {
    let position = answer["position"].as_str().unwrap();
    let (turn, text) = position.split_once('_').unwrap();
    let drawn = if text.contains(',') {
        let pile = |stones: &str| format!("{:-<3}", "b".repeat(stones.parse().unwrap()));
        format!("{turn}_{}", text.split(',').map(pile).collect::<String>())
    } else {
        position.to_owned()
    };
    assert_eq!(answer["autoguiPosition"], drawn);
}

fn is_opposite(mover: &Value, other: &Value) {
    let opposite = match mover.as_str().unwrap() {
        "win" => "lose",
        "lose" => "win",
        same => same,
    };
    assert_eq!(other, opposite);
}

/// Compares with what is known without this program's tables: plain minimax, and the theory of Nim.
fn is_true(folder: &Folder, game: &str, answer: &Value) -> usize {
    let theirs = |answer: &Value| answer["position"].as_str().unwrap()[2..].to_owned();
    let positions = answer["moves"].as_array().unwrap().iter().chain([answer]);
    for position in positions {
        let text = theirs(position);
        let (value, remoteness) = (&position["positionValue"], position["remoteness"].as_u64());
        match game {
            "tictactoe" => {
                let board = Mnk::TICTACTOE.parse(&text).unwrap();
                let entry = TICTACTOE.probe(board).unwrap();
                let outcome = match entry.outcome {
                    Outcome::Win => "win",
                    Outcome::Draw => "tie",
                    Outcome::Loss => "lose",
                };
                assert_eq!((value, remoteness), (&json!(outcome), entry.remoteness.map(u64::from)));
            }
            "nim:1,2,3" => {
                let piles = text.split(',').map(|pile| pile.parse::<u64>().unwrap());
                let is_lost = piles.fold(0, |sum, pile| sum ^ pile) == 0;
                assert_eq!(value, if is_lost { "lose" } else { "win" }, "{text}");
            }
            _ => {
                let probed = folder.json(&["probe", game, &text, "--json"]);
                let outcome = probed["outcome"]
                    .as_str()
                    .unwrap()
                    .replace("draw", "tie")
                    .replace("loss", "lose");
                assert_eq!((value, remoteness), (&json!(outcome), probed["remoteness"].as_u64()));
            }
        }
    }
    4
}

/// A game for points, and one in which play may never end.
#[test]
fn a_move_is_worth_points_or_plies() {
    let service = Service::start(&["dots:1,2", "three-mens-morris"]);
    assert_eq!(service.get("/dots:1,2/").fine()["supportsWinBy"], true);
    for game in ["dots:1,2", "three-mens-morris"] {
        let variant = service.get(&format!("/{game}/regular/")).fine();
        let start = variant["startPosition"].as_str().unwrap();
        let target = format!("/{game}/regular/positions/?p={}", start.replace(' ', "%20"));
        let position = service.get(&target).fine();
        assert!(!position["moves"].as_array().unwrap().is_empty());
        for mv in position["moves"].as_array().unwrap() {
            rank(&mv["moveValue"]);
            assert_eq!(mv["winby"].is_i64(), game == "dots:1,2");
        }
    }
}

/// What is answered to a position of a game.
fn position(service: &Service, game: &str, position: &str) -> Value {
    let position = position.replace(' ', "%20");
    service.get(&format!("/{game}/regular/positions/?p={position}")).fine()
}

#[test]
fn every_board_is_drawn_with_its_moves() {
    let games = [
        ("hexapawn:3,3", "1_OOO...XXX X", "1_ooo---xxx", [3.0, 3.0], "a1-a2", "M_6_3_x"),
        ("three-mens-morris", "1_XX.OO.O.X X", "1_xx-oo-o-x", [3.0, 3.0], "b3-c3", "M_1_2_x"),
        ("dots:1,2", "2_-...... 0:0 O", "2_b--------", [3.0, 5.0], "2", "A_-_1_x"),
        (
            "kalah:3,2",
            "1_2,2,2:0/2,2,2:0 X",
            "1_........~2~2~2~0~2~2~2~0",
            [5.0, 2.0],
            "1",
            "A_-_0_x",
        ),
        // Both marks may be put on a cell, so the moves are listed.
        ("wild:2,2,2", "2_X...", "2_x---", [2.0, 2.0], "O2", "O2"),
        ("hex:2", "1_....", "1_----", [2.5, 2.0], "a1", "A_-_2_x"),
    ];
    let service = Service::start(&games.map(|(game, ..)| game));
    for (game, asked, drawn, space, mv, button) in games {
        let variant = service.get(&format!("/{game}/regular/")).fine();
        let theme = &variant["imageAutoGUIData"]["themes"]["normal"];
        assert_eq!(theme["space"], json!(space), "{game}");
        let centers: Vec<[f64; 2]> = serde_json::from_value(theme["centers"].clone()).unwrap();
        let (cells, _) = drawn[2..].split_once('~').unwrap_or((&drawn[2..], ""));
        assert_eq!(centers.len(), cells.len(), "{game}");
        for [x, y] in centers {
            assert!((0.5..=space[0] - 0.5).contains(&x) && (0.5..=space[1] - 0.5).contains(&y));
        }
        for character in cells.chars().filter(|character| !"-.".contains(*character)) {
            assert!(theme["charImages"][character.to_string()]["image"].is_string(), "{game}");
        }
        let answer = position(&service, game, asked);
        assert_eq!(
            (&answer["position"], &answer["autoguiPosition"]),
            (&json!(asked), &json!(drawn))
        );
        let moves = answer["moves"].as_array().unwrap();
        let found = moves.iter().find(|found| found["move"] == mv);
        assert_eq!(found.unwrap_or_else(|| panic!("{answer}"))["autoguiMove"], button, "{game}");
        let mut buttons: Vec<_> = moves.iter().map(|mv| mv["autoguiMove"].to_string()).collect();
        buttons.sort();
        buttons.dedup();
        assert_eq!(buttons.len(), moves.len(), "{game}: each move has a button of its own");
    }
}

/// In Quixo a position has the cubes of the side to move first.
#[test]
fn the_cubes_of_a_player_keep_their_image() {
    let service = Service::start(&["quixo:2,2,2"]);
    let first = &position(&service, "quixo:2,2,2", "1_....")["moves"][0];
    let drawn = first["autoguiPosition"].as_str().unwrap();
    assert!(drawn.starts_with("2_") && drawn.matches('x').count() == 1, "{drawn}");
    assert!(!drawn.contains('o'), "{drawn}");
}
