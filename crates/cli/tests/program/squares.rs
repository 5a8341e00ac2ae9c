//! What each square is worth.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{
    Folder,
    enumeration::{Enumeration, Fraction, board},
    figures, keys,
};

#[test]
fn squares_are_drawn_for_a_terminal() {
    let folder = Folder::new();
    let mut texts = Vec::new();
    for (name, args) in [
        ("squares_empty", &["squares", "tictactoe"][..]),
        ("squares_corner", &["squares", "tictactoe", "X...O...."]),
        ("squares_won", &["squares", "tictactoe", "X1OX4XOO8"]),
        ("squares_4x3", &["squares", "mnk:4,3,3", "XO.........."]),
        ("squares_8x1", &["squares", "mnk:8,1,3", "XO......"]),
        ("squares_12x1", &["squares", "mnk:12,1,3", "XO.........."]),
    ] {
        let text = folder.fine(args);
        assert_snapshot!(name, text);
        texts.push(text);
    }
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn json_has_the_promised_form() {
    let folder = Folder::new();
    let text = folder.fine(&["squares", "tictactoe", "X1OX4XOO8", "--json"]);
    assert_eq!(
        keys(&text),
        ["game", "board", "to_move", "outcome", "remoteness", "optimal_moves", "squares"]
    );
    let report: Value = serde_json::from_str(&text).unwrap();
    let chance = |fraction: &str, value: f64| json!({"fraction": fraction, "value": value});
    assert_eq!(
        report["squares"][1],
        json!({
            "cell": 4,
            "outcome": "win",
            "remoteness": 1,
            "optimal": true,
            "perfect_against_random": {
                "win": chance("1", 1.0), "draw": chance("0", 0.0), "loss": chance("0", 0.0),
            },
            "random_against_perfect": {
                "win": chance("1", 1.0), "draw": chance("0", 0.0), "loss": chance("0", 0.0),
            },
            "wrong_replies": {"wrong": 0, "of": 0},
            "wrong_moves_after": {"wrong": 0, "of": 0},
        })
    );
    assert_eq!(report["squares"].as_array().unwrap().len(), 3);
}

#[test]
fn chances_are_those_of_walking_every_game() {
    let folder = Folder::new();
    let mut enumeration = Enumeration::default();
    for start in [".........", "X........", "....X....", "XO..X....", "X.O.X.O..", "O.XX.X.OO"] {
        let report = folder.json(&["squares", "tictactoe", start, "--json"]);
        let mover = report["to_move"].as_str().unwrap().chars().next().unwrap();
        let other = if mover == 'X' { 'O' } else { 'X' };
        for square in report["squares"].as_array().unwrap() {
            let cell = usize::try_from(square["cell"].as_u64().unwrap()).unwrap();
            let mut after = start.to_owned();
            after.replace_range(cell..=cell, &mover.to_string());
            for (key, own, others) in [
                ("perfect_against_random", "perfect", "blind"),
                ("random_against_perfect", "blind", "perfect"),
            ] {
                let levels = if mover == 'X' { [own, others] } else { [others, own] };
                let ends = enumeration.games(board(&after), levels);
                let chance = |who: char| {
                    let wins = ends.iter().filter(|((winner, _), _)| *winner == who);
                    wins.map(|(_, chance)| chance).sum::<Fraction>().to_string()
                };
                for (result, who) in [("win", mover), ("draw", '.'), ("loss", other)] {
                    assert_eq!(
                        square[key][result]["fraction"],
                        chance(who),
                        "{after} {key} {result}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_first_move_leaves_the_other_side_so_many_ways_to_go_wrong() {
    let folder = Folder::new();
    let report = folder.json(&["squares", "tictactoe", "--json"]);
    for square in report["squares"].as_array().unwrap() {
        // To a corner only the centre is an answer; to the centre the corners; to an edge the
        // centre, the corners beside it and the edge opposite.
        let wrong = match square["cell"].as_u64().unwrap() {
            0 | 2 | 6 | 8 => 7,
            _ => 4,
        };
        assert_eq!(square["wrong_replies"], json!({"wrong": wrong, "of": 8}));
        let right = 8 - wrong;
        assert_eq!(square["wrong_moves_after"]["of"], 7 * right);
    }
}

#[test]
fn the_heat_map_has_a_shade_for_each_square() {
    let folder = Folder::new();
    let svg = folder.fine(&["squares", "tictactoe", "X...O....", "--format", "svg"]);
    assert_snapshot!("squares_svg", svg);
    let texts = figures::texts(&svg);
    assert!(texts.contains(&"8: D7 *".to_owned()), "{texts:?}");
    // Seven squares and the paper.
    assert_eq!(figures::elements(&svg, "rect").len(), 8);
    figures::texts(&folder.fine(&["squares", "mnk:1,1,1", "--format", "svg"]));
}

#[test]
fn what_has_no_squares() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["tictactoe", "XXXOO...."][..],
        &["tictactoe", "XOXXOOOXX"],
        &["tictactoe+misere", "XXXOO...."],
        &["tictactoe", "O........"],
        &["tictactoe", "XX"],
        &["chess"],
        &["mnk:4,4,4"],
        &["X........"],
    ] {
        let args: Vec<_> = ["squares"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_squares", messages);
}
