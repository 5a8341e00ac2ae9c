//! `grade`, `puzzles` and `longest`: levels, programs and files of moves, held against the table.

use std::{fs, thread, time::Duration};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{Folder, keys};

/// A program that answers each line by these lines of the shell. `$line` is the question.
fn program(answer: &str) -> String {
    format!("while read -r line; do {answer}; done")
}

#[test]
fn a_level_is_graded_in_words_and_in_json() {
    let folder = Folder::new();
    assert_snapshot!("grade_novice", folder.fine(&["grade", "tictactoe", "novice"]));
    assert_snapshot!(
        "grade_sample",
        folder.fine(&["grade", "mnk:4,3,3", "easy", "--sample", "300"])
    );
    let text = folder.fine(&["grade", "tictactoe", "perfect", "--over", "reached", "--json"]);
    let promised = [
        "game",
        "positions",
        "count",
        "right_in_outcome",
        "right_in_distance",
        "outcome_regret",
        "plies_regret",
        "failures",
        "by_ply",
        "by_depth",
        "mistakes",
        "best_responses",
        "exploitability",
    ];
    assert_eq!(keys(&text), promised);
    let graded: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(graded["exploitability"], 0.0);
    assert_eq!((&graded["positions"], &graded["mistakes"]), (&json!("reached"), &json!([])));
    let all = folder.json(&["grade", "tictactoe", "perfect", "--over", "all", "--json"]);
    assert!(graded["count"].as_u64() < all["count"].as_u64());
    let points = folder.json(&["grade", "dots:2,1", "blind", "--json"]);
    assert!(points["score_regret"]["value"].as_f64() > Some(0.0));
    // One of nine moves is the same for any seed: a sample that is all there is.
    let few = ["grade", "mnk:2,1,1", "blind", "--sample", "9"];
    assert!(folder.fine(&few).contains("in all 1 position in which"));
    let few = folder.json(&[&few[..], &["--json"]].concat());
    assert_eq!((&few["count"], &few["seed"]), (&json!(1), &json!(1)));
    assert_eq!(few["right_in_outcome"], json!({"value": 1.0}));
    // Nothing is given away in these four positions, but in others: 0.0548 plies on average.
    let four = ["grade", "tictactoe", "easy", "--sample", "4", "--seed", "2", "--json"];
    let plies = folder.json(&four)["plies_regret"].clone();
    assert!(plies["value"] == 0.0 && plies["high"].as_f64() > Some(0.0548), "{plies}");
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_grade_needs_no_best_response() {
    // Play comes to the same positions at many plies.
    let graded = ["grade", "three-mens-morris", "easy", "--max-plies", "65535"];
    let text = Folder::new().fine(&graded);
    assert!(text.contains("in all ") && text.contains("The best response is not worked"), "{text}");
    assert!(!text.contains("exploitability") && text.contains("worst mistakes"), "{text}");
}

#[test]
fn a_program_is_asked_and_what_it_does_wrong_is_counted() {
    let folder = Folder::new();
    let asked = |answer: &str, options: &[&str]| {
        let program = program(answer);
        folder.json(&[&["grade", "mnk:3,2,2", "--program", &program, "--json"], options].concat())
    };
    // The first legal move, by a program that reads JSON. `master` plays another one.
    let first =
        asked(r#"m=${line#*legal_moves\":[\"}; echo "{\"move\": ${m%%\"*}}""#, &["--ask", "json"]);
    assert_eq!(first["failures"], json!({}));
    assert!(first["answers"]["count"].as_u64() > Some(0));
    let file = "position,move\n......,0\nX.....,1\n";
    fs::write(folder.path("m.csv"), file).unwrap();
    let given = folder.json(&["grade", "mnk:3,2,2", "--moves", "m.csv", "--json"]);
    assert_eq!((&given["positions"], &given["count"]), (&json!("given"), &json!(2)));

    let all = first["count"].as_u64().unwrap();
    for (answer, failure) in [
        ("echo no", "illegal"),
        ("echo 77", "illegal"),
        ("echo '{\"moves\":{\"0\":0.4}}'", "illegal"),
    ] {
        let graded = asked(answer, &[]);
        assert_eq!(graded["failures"], json!({ failure: all }), "{answer}");
        assert_eq!(graded["best_responses"][0]["value"], 1.0);
    }
    // It ends at the first position of each start, after an answer.
    let crashed = folder.json(&[
        "grade",
        "mnk:3,2,2",
        "--program",
        "read -r line; echo 5; read -r line",
        "--json",
    ]);
    assert!(crashed["failures"]["crashed"].as_u64() > Some(1), "{crashed}");
    let late = folder.json(&[
        "grade",
        "mnk:2,1,1",
        "--program",
        "cat > /dev/null; sleep 100",
        "--timeout",
        "1",
        "--json",
    ]);
    assert_eq!(late["failures"], json!({"late": 1}));
    // What it has started ends with it.
    let noisy = "(while sleep 0.05; do echo >> alive; done) & cat > /dev/null; wait";
    let graded =
        folder.json(&["grade", "mnk:2,1,1", "--program", noisy, "--timeout", "1", "--json"]);
    assert_eq!(graded["failures"], json!({"late": 1}));
    let size = || fs::metadata(folder.path("alive")).unwrap().len();
    let before = size();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(size(), before);
    // Chances: both moves of the only position.
    let chances = folder.json(&[
        "grade",
        "mnk:2,1,1",
        "--program",
        &program(r#"echo '{"moves": {"0": 0.25, "1": 0.75}}'"#),
        "--json",
    ]);
    assert_eq!(chances["right_in_outcome"]["value"], 1.0);
}

#[test]
fn moves_are_graded_from_files() {
    let folder = Folder::new();
    fs::write(
        folder.path("plays.jsonl"),
        "{\"play\": [0, 1, 4]}\n\n{\"position\": \"X........\", \"move\": \"4\"}\n",
    )
    .unwrap();
    assert_snapshot!("grade_plays", folder.fine(&["grade", "tictactoe", "--moves", "plays.jsonl"]));
    fs::write(folder.path("c.csv"), "position,move,chance\nX........,4,0.5\nX........,1,0.5\n")
        .unwrap();
    let half = folder.json(&["grade", "tictactoe", "--moves", "c.csv", "--json"]);
    assert_eq!((&half["count"], &half["right_in_outcome"]["value"]), (&json!(1), &json!(0.5)));
    // A number is that of `probe --json`, a text the game's own: in this game they differ.
    let best = folder.json(&["probe", "dots:1,2", "--json"])["best_move"].clone();
    let moves = json!({"position": "....... 0:0 X", "move": best}).to_string();
    fs::write(folder.path("d.jsonl"), moves).unwrap();
    let optimal = folder.json(&["grade", "dots:1,2", "--moves", "d.jsonl", "--json"]);
    assert_eq!(optimal["right_in_distance"]["value"], 1.0);
    let played = folder.json(&["grade", "dots:1,2", "blind", "--json"]);
    let again = json!({"play": played["best_responses"][0]["play"]["line"]}).to_string();
    fs::write(folder.path("d.jsonl"), again).unwrap();
    folder.json(&["grade", "dots:1,2", "--moves", "d.jsonl", "--json"]);
    // What is never played may be no move.
    let zero = r#"{"position": "X........", "moves": {"4": 1, "0": 0, "99": 0}}"#;
    fs::write(folder.path("z.jsonl"), zero).unwrap();
    assert_eq!(
        folder.json(&["grade", "tictactoe", "--moves", "z.jsonl", "--json"])["failures"],
        json!({})
    );
    // `connect` numbers columns from 1.
    fs::write(folder.path("columns.jsonl"), "{\"play\": [2, \"2\", 3, 3]}\n").unwrap();
    assert_eq!(
        folder.json(&["grade", "connect:4,4,4", "--moves", "columns.jsonl", "--json"])["count"],
        4
    );
}

#[test]
fn puzzles_and_long_wins_are_listed() {
    let folder = Folder::new();
    let mut texts = String::new();
    for args in [
        &["puzzles", "tictactoe", "--limit", "2"][..],
        &["puzzles", "tictactoe", "--kind", "trap", "--limit", "1"],
        &["puzzles", "hexapawn:4,4", "--kind", "zugzwang", "--limit", "1"],
        &["puzzles", "mnk:3,1,3", "--kind", "deep"],
        &["puzzles", "connect4", "--plies", "3", "--limit", "2"],
        &["longest", "tictactoe", "--limit", "1"],
        &["longest", "mnk:2,1,2"],
        &["longest", "mnk:2,1,1"],
        &["longest", "clobber:1,1"],
    ] {
        texts += format!("$ {}\n{}\n", args.join(" "), folder.fine(args)).as_str();
    }
    assert_snapshot!("puzzles", texts);
    for line in texts.lines().filter(|line| !line.starts_with('$')) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let deep = folder.json(&["puzzles", "tictactoe", "--kind", "deep", "--limit", "3", "--json"]);
    assert_eq!(
        deep["positions"][0]["difficulty"],
        json!({"right": 1, "legal": 8, "depth": 6, "trap": 5})
    );
    let lines = folder.fine(&["puzzles", "tictactoe", "--limit", "4", "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 4);
    let csv = folder.fine(&["longest", "tictactoe", "--format", "csv"]);
    assert!(
        csv.starts_with(
            "position,outcome,remoteness,score,optimal_moves,right,legal,depth,trap\nXO"
        ),
        "{csv}"
    );
    let sampled =
        ["puzzles", "connect:4,4,4", "--kind", "deep", "--sample", "50", "--seed", "3", "--json"];
    assert_eq!(folder.json(&sampled), folder.json(&sampled));
    // Only positions that can be puzzles are drawn. There are 627.
    let all = ["puzzles", "tictactoe", "--json"];
    let sampled = [&all[..], &["--sample", "627"]].concat();
    assert_eq!(folder.json(&sampled), folder.json(&all));
}

#[test]
fn what_cannot_be_graded_is_said() {
    let folder = Folder::new();
    fs::write(folder.path("over.csv"), "position,move\nXXX.OO...,3\n").unwrap();
    fs::write(folder.path("none.csv"), "position,move\n").unwrap();
    fs::write(folder.path("other.csv"), "board,best\nX........,4\n").unwrap();
    fs::write(folder.path("bad.jsonl"), "{\"play\": [0, 0]}\n").unwrap();
    fs::write(folder.path("worse.jsonl"), "{\"position\": \"X........\"}\n").unwrap();
    let chance = "{\"position\": \"X........\", \"move\": 4, \"chance\": 0.5}\n";
    fs::write(folder.path("chance.jsonl"), chance).unwrap();
    fs::write(folder.path("csv.txt"), "position,move\nX........,4\n").unwrap();
    fs::write(folder.path("sum.csv"), "position,move,chance\nX........,4,0.5\nX........,1,0.4\n")
        .unwrap();
    let mut messages = String::new();
    for args in [
        &["grade", "tictactoe"][..],
        &["grade", "tictactoe", "novise"],
        &["grade", "tictactoe", "novice", "--program", "cat"],
        &["grade", "tictactoe", "--program", "exit 3"],
        &["grade", "mnk:2,1,1", "--program", "echo hello; while read -r line; do echo 0; done"],
        &["grade", "mnk:2,1,1", "--program", "while read -r line; do echo 0; echo 1; done"],
        &["grade", "tictactoe", "--moves", "missing.csv"],
        &["grade", "tictactoe", "--moves", "over.csv"],
        &["grade", "tictactoe", "--moves", "none.csv"],
        &["grade", "tictactoe", "--moves", "other.csv"],
        &["grade", "tictactoe", "--moves", "bad.jsonl"],
        &["grade", "tictactoe", "--moves", "worse.jsonl"],
        &["grade", "tictactoe", "--moves", "chance.jsonl"],
        &["grade", "tictactoe", "--moves", "csv.txt"],
        &["grade", "tictactoe", "--moves", "sum.csv"],
        &["grade", "connect4", "blind", "--over", "reached"],
        &["grade", "tictactoe", "blind", "--over", "all", "--sample", "5"],
        &["puzzles", "dots:1,1", "--kind", "trap"],
        &["puzzles", "tictactoe", "--kind", "hard"],
        &["puzzles", "tictactoe", "--plies", "3", "--sample", "5"],
        &["puzzles", "tictactoe", "--plies", "-1"],
        &["puzzles", "tictactoe", "--plies", "3", "--seed", "4"],
        &["grade", "tictactoe", "novice", "--ask", "json"],
        &["grade", "tictactoe", "--moves", "sum.csv", "--timeout", "3"],
        &["grade", "tictactoe", "novice", "--over", "sample", "--max-plies", "5"],
        &["grade", "tictactoe", "--moves", "sum.csv", "--max-plies", "5"],
        &["grade", "connect4", "blind", "--max-plies", "5"],
        &["grade", "mnk:4,3,3", "--program", "cat", "--max-plies", "5"],
        &["longest", "dots:1,1"],
    ] {
        let message = folder.trouble(args);
        messages +=
            format!("$ {}\n{}\n", args.join(" "), message.lines().next().unwrap_or_default())
                .as_str();
    }
    assert_snapshot!("grade_troubles", messages);
}
