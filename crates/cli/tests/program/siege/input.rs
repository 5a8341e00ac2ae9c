//! Attacked: command lines, standard input and files of the program.
//!
//! A defeat: a panic; an exit code above 2; standard output beside an error; a changed file that is taken for right; a
//! wrong answer.
//!
//! The truth of tic-tac-toe is plain minimax.

use std::{
    fs,
    io::Write,
    process::{Output, Stdio},
};

use perfect_play_test_kit::{Case, Random, besiege};
use serde_json::Value;

use super::{command, is_true, text, tictactoe};

const GAMES: [&str; 12] = [
    "tictactoe",
    "mnk:3,3,3",
    "mnk:2,2,2",
    "connect:2,3,2",
    "nim:2,3",
    "kalah:2,1",
    "chomp:2,2",
    "hexapawn:3,3",
    "dots:1,1",
    "notakto:2,2,2",
    "graph:g.jsonl",
    "f.perfect",
];

const GRAPH: &str = r#"{"position": "a", "to_move": "X", "moves": {"left": "b", "right": "c"}}
{"position": "b", "to_move": "O", "moves": {"back": "a"}}
{"position": "c", "to_move": "O", "outcome": "loss"}
"#;

#[test]
fn input() {
    let right = tempfile::tempdir().unwrap();
    let files: Vec<Vec<u8>> = ["tictactoe", "nim:2,3", "connect:3,3,3"]
        .iter()
        .map(|game| {
            assert!(
                command(&["solve", game, "-o", "f.perfect"], right.path())
                    .output()
                    .unwrap()
                    .status
                    .success()
            );
            fs::read(right.path().join("f.perfect")).unwrap()
        })
        .collect();
    besiege(module_path!(), |case| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let mut graph = GRAPH.as_bytes().to_vec();
        let mut file = case.random.of(&files);
        match case.random.below(4_u8) {
            0 => return damaged(case, path, &mut file),
            1 => return positions(case, path, &files[0]),
            2 => change(&mut graph, &mut case.random),
            _ => {}
        }
        fs::write(path.join("f.perfect"), &file).unwrap();
        fs::write(path.join("g.jsonl"), &graph).unwrap();
        let args = command_line(&mut case.random);
        case.note(args[0].clone());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let stdin: Vec<u8> =
            (0..case.random.below::<u16>(200_u16)).map(|_| case.random.below(256_u16)).collect();
        let output = run(path, &args, &stdin);
        case.note(format!("code {}", output.status.code().unwrap()));
    });
}

/// Runs the program, which must end well or badly, but not in a panic.
fn run(folder: &std::path::Path, args: &[&str], stdin: &[u8]) -> Output {
    let mut command = command(args, folder);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{args:?}: {said}");
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{args:?} ended with {}: {said}", output.status);
    assert!(code != Some(2) || !said.is_empty(), "{args:?} ended without an error");
    // Of a list of positions, those before the wrong one are answered.
    let is_list = args.contains(&"-");
    assert!(
        code != Some(2) || output.stdout.is_empty() || is_list,
        "{args:?}: {}{said}",
        String::from_utf8_lossy(&output.stdout)
    );
    output
}

fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    if random.once_in(3) {
        bytes.truncate(random.below(bytes.len() as u64));
    } else {
        let place: usize = random.below(bytes.len() as u64);
        bytes[place] ^= random.of(&[1, 2, 16, 32, 128, 255]);
    }
}

/// A file that was changed is refused, whatever is done with it.
fn damaged(case: &mut Case, path: &std::path::Path, file: &mut Vec<u8>) {
    change(file, &mut case.random);
    fs::write(path.join("f.perfect"), &file).unwrap();
    let args: &[&str] = case.random.of(&[
        &["verify", "f.perfect"][..],
        &["stats", "f.perfect"],
        &["dump", "f.perfect"],
        &["diff", "f.perfect", "f.perfect"],
        &["regenerate", "f.perfect"],
        &["export", "c", "f.perfect", "-o", "/dev/stdout"],
        &["moves", "f.perfect"],
    ]);
    case.note(format!("{} of a damaged file", args[0]));
    let output = run(path, args, b"");
    assert_eq!(output.status.code(), Some(2), "{args:?} of a damaged file");
}

/// A list of boards, some of them no boards.
fn positions(case: &mut Case, path: &std::path::Path, file: &[u8]) {
    case.note("a list of positions");
    fs::write(path.join("f.perfect"), file).unwrap();
    let codes: Vec<u64> = (0..20).map(|_| case.random.below(tictactoe().codes())).collect();
    let lines: Vec<String> = codes.iter().map(|&code| text(tictactoe(), code)).collect();
    for (&code, line) in codes.iter().zip(&lines).take(3) {
        let output = run(path, &["probe", "f.perfect", line, "--json"], b"");
        let is_reachable = tictactoe().verdict(code).is_some();
        assert_eq!(output.status.success(), is_reachable, "{line}");
        if is_reachable {
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(is_true(tictactoe(), &answer, code), "{line}: {answer}");
        }
    }
    let output = run(path, &["probe", "f.perfect", "-", "--json"], lines.join("\n").as_bytes());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), codes.len(), "{answers}");
    for (line, &code) in answers.lines().zip(&codes) {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert!(is_true(tictactoe(), &answer, code), "{}: {line}", text(tictactoe(), code));
    }
}

fn command_line(random: &mut Random) -> Vec<String> {
    let strange = [
        "",
        "-",
        "--",
        "-o",
        "--json",
        "--help",
        "X........",
        "XO.......",
        "....",
        "112",
        "99999999999999999999",
        "-1",
        "\u{1b}[31m",
        "\u{202e}",
        "a\nb",
        "../../x",
        "/dev/null",
        "/",
        ".",
        "f.perfect",
        "g.jsonl",
        "graph:g.jsonl",
        "graph:",
        "mnk:0,0,0",
        "mnk:255,255,255",
        "mnk:3,3",
        "connect:1,63,63",
        "nim:",
        "nim:255,255",
        "a",
        "c",
        "(1, 2)",
        "\u{1f600}",
        "--objective",
        "outcome",
        "--format",
        "csv",
        "--threads",
        "0",
        "--memory",
        "1",
        "--unit",
        "none/there",
        "--line",
    ];
    let command = random.of(&[
        "probe", "probe", "trace", "diff", "solve", "export", "stats", "verify", "dump", "moves",
        "plan", "games", "pack", "arena",
    ]);
    let mut args = vec![command.to_owned()];
    if command == "export" {
        args.push(random.of(&["c", "python", "js", "json", "html", "map", "tree", "x"]).to_owned());
    }
    if command == "arena" {
        args.extend(["novice", "blind", "--games", "2", "--game"].map(str::to_owned));
    }
    if !random.once_in(8) {
        args.push(random.of(&GAMES).to_owned());
    }
    for _ in 0..random.below::<u8>(4_u8) {
        args.push(random.of(&strange).to_owned());
    }
    args
}
