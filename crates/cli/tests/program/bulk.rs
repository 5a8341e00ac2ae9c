//! `probe TABLE -`: positions from standard input.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Output, Stdio},
    thread,
};

use serde_json::{Value, json};

use crate::{Folder, any_game::games};

/// The program's reaction to this input: its exit code, the lines, and the text on standard error.
fn answers(folder: &Folder, args: &[&str], input: Vec<u8>) -> (Option<i32>, Vec<Value>, String) {
    let mut command = folder.command(&[&["probe"], args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writing = thread::spawn(move || stdin.write_all(&input).unwrap());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writing.join().unwrap();
    let lines = String::from_utf8(stdout).unwrap();
    let answers = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (status.code(), answers, String::from_utf8(stderr).unwrap())
}

#[test]
fn positions_of_every_family_are_answered_as_they_are_dumped() {
    let folder = Folder::new();
    let same = [
        "code",
        "position",
        "to_move",
        "terminal",
        "winner",
        "outcome",
        "remoteness",
        "optimal_moves",
        "outcome_preserving_moves",
    ];
    for game in games() {
        let dumped = folder.fine(&["dump", game, "--format", "jsonl"]);
        let dumped: Vec<Value> =
            dumped.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // As many positions as a short test has time for, from all parts of the table.
        let probed: Vec<_> = dumped.iter().step_by(dumped.len().div_ceil(500)).collect();
        let mut input = Vec::new();
        for record in &probed {
            writeln!(input, "{}", record["position"].as_str().unwrap()).unwrap();
        }
        let (code, answers, err) = answers(&folder, &[game, "-"], input);
        assert_eq!((code, &*err, answers.len()), (Some(0), "", probed.len()), "{game}");
        for (answer, record) in answers.iter().zip(probed) {
            assert_eq!(answer["game"], game);
            for field in same {
                assert_eq!(answer[field], record[field], "{game} {field}: {record}");
            }
        }
    }
}

#[test]
fn an_answer_is_that_of_a_single_probe() {
    let folder = Folder::new();
    for (game, position) in [
        ("tictactoe", "X1OX4XOO8"),
        ("connect:4,4,4", "2233"),
        ("hex:2", "X..."),
        ("nim:1,2", "0,2"),
    ] {
        for line in [&[][..], &["--line"]] {
            let args = [&[game, "-"], line].concat();
            let (code, of_line, err) = answers(&folder, &args, position.into());
            assert_eq!((code, &*err), (Some(0), ""), "{game}");
            let single = folder.json(&[&["probe", game, position, "--json"], line].concat());
            assert_eq!(of_line, [single], "{game}");
        }
    }
}

#[test]
fn a_line_without_an_answer_says_why_and_the_others_are_answered() {
    let folder = Folder::new();
    let mut input = b"X........\r\nbad\n\nXXXOOO...\n\xff\xfe\n".to_vec();
    input.resize(input.len() + 70_000, b'X');
    input.extend(b"\nXO.......");
    let (code, answers, err) = answers(&folder, &["tictactoe", "-"], input);
    assert_eq!(code, Some(2));
    assert_eq!(
        err,
        "error: 5 of 7 lines have no answer; the first is line 2: its answer says why\n"
    );
    assert_eq!(answers.len(), 7);
    assert_eq!((&answers[0]["code"], &answers[6]["code"]), (&json!(1), &json!(7)));
    for line in 2..=6 {
        let answer = answers[line - 1].as_object().unwrap();
        assert_eq!((answer.len(), &answer["line"]), (2, &json!(line)));
    }
    let error = |line: usize| answers[line - 1]["error"].as_str().unwrap();
    assert!(error(2).starts_with("character 1 is `b`"), "{}", error(2));
    assert!(error(4).contains("both"), "{}", error(4));
    assert!(error(6).starts_with("the line has more than 65,536 bytes"), "{}", error(6));
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    let folder = Folder::new();
    let mut command = folder.command(&["probe", "tictactoe", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (position, code) in [("X........", 1), (".X.......", 3), ("..X......", 9)] {
        // Sent in two parts: half a line has no answer yet.
        let (start, end) = position.split_at(4);
        stdin.write_all(start.as_bytes()).unwrap();
        stdin.flush().unwrap();
        writeln!(stdin, "{end}").unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["code"], json!(code));
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_order_is_kept_whatever_the_number_of_threads() {
    let folder = Folder::new();
    let csv = folder.fine(&["dump", "tictactoe", "--columns", "board"]);
    let boards = csv.strip_prefix("board\n").unwrap();
    let input = boards.repeat(4);
    let outputs = ["1", "2", "3"].map(|threads| {
        let mut command = folder.command(&["probe", "tictactoe", "-"]);
        command.env("RAYON_NUM_THREADS", threads).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.clone());
        let writing = thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        let output = child.wait_with_output().unwrap();
        writing.join().unwrap();
        output.stdout
    });
    assert!(outputs[0] == outputs[1] && outputs[0] == outputs[2]);
    let text = std::str::from_utf8(&outputs[0]).unwrap();
    for (line, board) in text.lines().zip(input.lines()) {
        assert!(line.contains(&format!("\"position\":\"{board}\"")), "{board}: {line}");
    }
}
