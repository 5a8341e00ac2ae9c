//! `moves`: the worth of each move.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{
    Folder,
    enumeration::{Enumeration, Fraction, board},
    figures, keys,
};

#[test]
fn moves_are_drawn_for_a_terminal() {
    let folder = Folder::new();
    let mut texts = Vec::new();
    for (name, args) in [
        ("moves_empty", &["moves", "tictactoe"][..]),
        ("moves_corner", &["moves", "tictactoe", "X...O...."]),
        ("moves_won", &["moves", "tictactoe", "X1OX4XOO8"]),
        ("moves_4x3", &["moves", "mnk:4,3,3", "XO.........."]),
        ("moves_8x1", &["moves", "mnk:8,1,3", "XO......"]),
        ("moves_12x1", &["moves", "mnk:12,1,3", "XO.........."]),
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
fn squares_is_another_name_for_moves() {
    let folder = Folder::new();
    let of = |name| folder.fine(&[name, "tictactoe", "X...O...."]);
    assert_eq!(of("squares"), of("moves"));
}

#[test]
fn json_has_the_promised_form() {
    let folder = Folder::new();
    let text = folder.fine(&["moves", "tictactoe", "X1OX4XOO8", "--json"]);
    assert_eq!(
        keys(&text),
        [
            "game",
            "position",
            "board",
            "to_move",
            "outcome",
            "remoteness",
            "score",
            "optimal_moves",
            "exact",
            "games",
            "seed",
            "moves",
        ]
    );
    let report: Value = serde_json::from_str(&text).unwrap();
    let chance = |fraction: &str, value: f64| json!({"fraction": fraction, "value": value});
    assert_eq!(
        report["moves"][1],
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
    assert_eq!(report["moves"].as_array().unwrap().len(), 3);
    let how = json!([report["exact"], report["games"], report["seed"]]);
    assert_eq!(how, json!([true, null, null]));
    let args = ["moves", "tictactoe", "X1OX4XOO8", "--games", "50", "--json"];
    let sampled = folder.json(&args);
    let how = json!([sampled["exact"], sampled["games"], sampled["seed"]]);
    assert_eq!(how, json!([false, 50, 1]));
    let chances = &sampled["moves"][1]["perfect_against_random"];
    assert_eq!((&chances["win"]["count"], &chances["win"]["value"]), (&json!(50), &json!(1.0)));
    assert_eq!((&chances["loss"]["count"], &chances["loss"]["low"]), (&json!(0), &json!(0.0)));
    assert!(chances["loss"]["high"].as_f64().unwrap() > 0.05, "{chances}");
}

#[test]
fn chances_are_those_of_following_every_move() {
    let folder = Folder::new();
    let mut enumeration = Enumeration::default();
    for start in [".........", "X........", "....X....", "XO..X....", "X.O.X.O..", "O.XX.X.OO"] {
        let report = folder.json(&["moves", "tictactoe", start, "--json"]);
        let mover = report["to_move"].as_str().unwrap().chars().next().unwrap();
        let other = if mover == 'X' { 'O' } else { 'X' };
        for square in report["moves"].as_array().unwrap() {
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

/// The names of the chances of a square, and their object.
fn chances(square: &Value) -> impl Iterator<Item = (String, &Value)> {
    ["perfect_against_random", "random_against_perfect"].into_iter().flat_map(move |key| {
        let chances = square[key].as_object().unwrap().iter();
        chances.map(move |(result, chance)| (format!("{key} {result}"), chance))
    })
}

#[test]
fn sampled_chances_agree_with_the_exact_ones() {
    let folder = Folder::new();
    assert!(
        folder.fine(&["moves", "connect:2,2,2"]).contains("The columns, and the chance that X")
    );
    for (game, board) in [("tictactoe", "........."), ("connect:3,3,3", "...X..XO.")] {
        let exact = folder.json(&["moves", game, board, "--json"]);
        let sampled = folder.json(&["moves", game, board, "--games", "20000", "--json"]);
        let squares = |report: &Value| report["moves"].as_array().unwrap().clone();
        for (exact, sampled) in squares(&exact).iter().zip(&squares(&sampled)) {
            for ((name, exact), (_, sampled)) in chances(exact).zip(chances(sampled)) {
                let number = |value: &Value| value.as_f64().unwrap();
                let [low, high] = ["low", "high"].map(|end| number(&sampled[end]));
                // Twice as wide as the interval: the chance to miss it is one in ten thousand.
                let off = (number(&sampled["value"]) - number(&exact["value"])).abs();
                assert!(off <= high - low && high - low < 0.02, "{name}: {exact} {sampled}");
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_chances_for_any_number_of_threads() {
    let folder = Folder::new();
    let args = ["moves", "mnk:4,3,3", "--games", "2345", "--seed", "9", "--json"];
    let with_threads = |threads: &str| {
        let output = folder.command(&args).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let one = with_threads("1");
    for threads in ["2", "5"] {
        assert_eq!(with_threads(threads), one);
    }
    let other = folder.fine(&["moves", "mnk:4,3,3", "--games", "2345", "--json"]);
    assert_ne!(other.replace("\"seed\": 1", "\"seed\": 9"), one, "another seed, other games");
    // Different chances are sampled from different games.
    let squares: Value = serde_json::from_str(&one).unwrap();
    let wins = |square: usize| &squares["moves"][square]["random_against_perfect"]["loss"];
    assert_ne!(wins(0)["count"], wins(1)["count"]);
}

#[test]
fn where_exact_chances_would_take_too_long_they_are_sampled() {
    let folder = Folder::new();
    let large = folder.json(&["moves", "connect:5,4,4", "--json"]);
    let how = json!([large["exact"], large["games"], large["seed"]]);
    assert_eq!(how, json!([false, 10_000, 1]));
    let columns = large["moves"].as_array().unwrap();
    for (left, right) in [(0, 4), (1, 3)] {
        let chances = [left, right].map(|column: usize| &columns[column]["random_against_perfect"]);
        assert_eq!(chances[0], chances[1], "mirrored columns are alike: {left}, {right}");
    }
    // If few cells are empty, the chances of the same game are exact.
    let late = folder.json(&["moves", "connect:5,4,4", "1111222233", "--json"]);
    assert_eq!(late["exact"], true);
}

#[test]
fn sampled_chances_are_drawn_with_their_intervals() {
    let folder = Folder::new();
    let args = ["moves", "tictactoe", "X...O....", "--games", "1000", "--seed", "7"];
    let text = folder.fine(&args);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_snapshot!("moves_sampled", text);
    let svg = folder.fine(&[&args[..], &["--format", "svg"]].concat());
    let texts = figures::texts(&svg);
    assert!(texts.contains(&"Counted in 1,000 games each,".to_owned()), "{texts:?}");
    let json = folder.json(&[&args[..], &["--json"]].concat());
    let win = &json["moves"][0]["perfect_against_random"]["win"];
    let [low, high] = ["low", "high"].map(|end| 100.0 * win[end].as_f64().unwrap());
    assert!(texts.contains(&format!("{low:.1}–{high:.1}%")), "{texts:?} {win}");
}

#[track_caller]
fn columns_are_apart(game: &str, cells: usize) {
    let text = Folder::new().fine(&["moves", game]);
    let rows: Vec<_> = text.lines().filter(|line| line.contains(" of ")).collect();
    // The squares of the legend have no numbers.
    let rows: Vec<_> =
        rows.into_iter().filter(|row| row.trim().starts_with(char::is_numeric)).collect();
    let others = text.lines().filter_map(|line| line.trim().strip_prefix("the same: "));
    let others: usize = others.map(|names| names.split(' ').count()).sum();
    assert_eq!(rows.len() + others, cells, "{text}");
    for row in rows {
        let words: Vec<_> = row.split_whitespace().collect();
        // Cell, worth, six chances, and two pairs of numbers.
        assert_eq!(words.len(), 2 + 6 + 3 + 3, "{row}");
        assert!(row.chars().count() <= 80, "{row}");
    }
}

#[test]
fn columns_of_numbers_are_apart() {
    columns_are_apart("tictactoe", 9);
    columns_are_apart("mnk:4,3,3", 12);
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn columns_of_large_numbers_are_apart() {
    columns_are_apart("mnk:4,4,3", 16);
    columns_are_apart("mnk:4,4,4", 16);
}

#[test]
fn the_first_move_leaves_the_other_side_so_many_ways_to_go_wrong() {
    let folder = Folder::new();
    let report = folder.json(&["moves", "tictactoe", "--json"]);
    for square in report["moves"].as_array().unwrap() {
        // Against a corner only the centre holds. Against the centre only the corners hold. Against an edge the centre,
        // the corners beside it and the opposite edge hold.
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
    let svg = folder.fine(&["moves", "tictactoe", "X...O....", "--format", "svg"]);
    assert_snapshot!("moves_svg", svg);
    let texts = figures::texts(&svg);
    assert!(texts.contains(&"9: D7 *".to_owned()), "{texts:?}");
    // Seven squares and the paper.
    assert_eq!(figures::elements(&svg, "rect").len(), 8);
    figures::texts(&folder.fine(&["moves", "mnk:1,1,1", "--format", "svg"]));
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
        &["checkers"],
        // A wrong board is reported before a game is solved; this game could not be solved here.
        &["connect:6,6,4", ""],
        &["connect:6,6,4", "8"],
        &["tictactoe", "--games", "0"],
        &["X........"],
        // The start is an end.
        &["clobber:1,1"],
        &["othello:2,2"],
    ] {
        let args: Vec<_> = ["moves"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_moves", messages);
}
