//! Attacked: the npm package in Node.js. It opens right, damaged and forged files of small games of lines, from bytes, a
//! blob, and a source that gives parts.
//!
//! A defeat: a wrong answer of a right or damaged file; a damaged file that is proven, or a forged one with a wrong answer;
//! an error that is not for the user; a crash. After a damaged file the same instance must open the next one.
//!
//! The truth is plain minimax, by `tests/oracle`. The variable `SIEGE_NPM` is the folder of the package, `crates/web` after
//! `crates/web/build`.

use std::{
    env, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use perfect_play_file::StoredNumbering;
use perfect_play_test_kit::{Case, Random, besiege, skip};
use serde_json::{Value, json};

use super::{file::Parts, interruptions::whole, is_true, oracle::Oracle, text};

/// As many positions are asked for of each file.
const MOST_ASKED: u64 = 700;

/// The name of a game, and its truth. Some have a file with many sections.
fn random_game(random: &mut Random) -> (String, Oracle) {
    let (columns, rows) = random.of(&[(3, 3), (3, 3), (4, 2), (2, 4), (1, 5), (3, 1), (4, 4)]);
    let k = 1 + random.below::<usize>(columns.max(rows));
    let falls = columns * rows > 9 || random.once_in(2);
    let is_misere = random.once_in(3);
    let truth = if falls { Oracle::falling } else { Oracle::new };
    let (family, misere) =
        (if falls { "connect" } else { "mnk" }, if is_misere { "+misere" } else { "" });
    (format!("{family}:{columns},{rows},{k}{misere}"), truth(columns, rows, k, is_misere))
}

/// A file, and what kind it is.
fn random_file(random: &mut Random, right: &[u8]) -> (&'static str, Vec<u8>) {
    let mut parts = Parts::of(right);
    // Small frames are read one by one. By tiers the game says how many entries each of them has.
    if parts.header.numbering == StoredNumbering::Codes {
        parts.header.settings.frame_slots = random.of(&[7, 64, 1 << 14]);
    }
    // Of the smallest games the rules tell every value, and none is stored.
    if random.once_in(3) && parts.places() > 0 {
        let before = parts.sections.clone();
        for _ in 0..random.of(&[1, 1, 5]) {
            let place = random.below(parts.places());
            let byte = random.of(&[parts.get(place) ^ 1, 0, 1, 126, 127, 128, 253, 254, 255]);
            parts.set(place, byte);
        }
        let kind = if parts.sections == before { "right" } else { "forged" };
        return (kind, parts.to_bytes());
    }
    let mut file = parts.to_bytes();
    match random.below(4_u8) {
        0 => return ("right", file),
        1 => file.truncate(random.below(file.len() as u64)),
        _ => {
            let place: usize = random.below(file.len() as u64);
            file[place] ^= random.of(&[1, 2, 16, 128, 255]);
        }
    }
    ("damaged", file)
}

/// Whether an error is one that a user may see.
fn is_clear(error: &Value) -> bool {
    let text = error.as_str().unwrap_or("Error: ");
    text.starts_with("Error: ") && !text.contains("has a fault") && !text.contains("out of memory")
}

/// What the package says of each file.
fn asked(package: &str, questions: &Value) -> Vec<Value> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/siege/npm.mjs");
    let mut node = Command::new("node")
        .arg(driver)
        .arg(package)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    node.stdin.take().unwrap().write_all(questions.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn npm() {
    let Ok(package) = env::var("SIEGE_NPM") else {
        return skip("SIEGE_NPM must be the folder of the built npm package");
    };
    besiege(module_path!(), |case| {
        let folder = tempfile::tempdir().unwrap();
        let (game, truth) = random_game(&mut case.random);
        let (right, _) = whole(&game);
        let (mut files, mut kinds) = (Vec::new(), Vec::new());
        for nth in 0..10 {
            let (kind, bytes) = random_file(&mut case.random, &right);
            let path = folder.path().join(nth.to_string());
            fs::write(&path, bytes).unwrap();
            let source = case.random.of(&["bytes", "blob", "own"]);
            files.push(json!({ "path": path, "source": source }));
            kinds.push(kind);
        }
        let codes = codes(case, &truth);
        let positions: Vec<String> = codes.iter().map(|&code| text(&truth, code)).collect();
        let answers = asked(&package, &json!({ "files": files, "positions": positions }));
        assert_eq!(answers.len(), kinds.len(), "{game}");
        for ((said, kind), file) in answers.iter().zip(kinds).zip(files) {
            assert!(is_clear(&said["error"]), "{game}, a {kind} file: {}", said["error"]);
            let wrong = said["answers"].as_array().and_then(|answers| {
                let mut all = answers.iter().zip(&codes);
                let is_right = |answer: &Value, code| {
                    is_clear(&answer["error"])
                        && (kind == "damaged" && !answer["error"].is_null()
                            || is_true(&truth, answer, code))
                };
                all.find(|(answer, code)| !is_right(answer, **code))
            });
            let is_proven = said["proven"] == true;
            case.note(format!("{kind}{}", if is_proven { ", proven" } else { "" }));
            assert!(
                is_proven == (kind == "right") || kind == "forged",
                "{game}, a {kind} file {file}: {}",
                said["error"]
            );
            if let Some((answer, &code)) = wrong
                && (kind != "forged" || is_proven)
            {
                panic!("{game}, a {kind} file {file}: {} {answer}", text(&truth, code));
            }
        }
    });
}

/// The boards that are asked for: of a small game all that are reachable, and some that may not be.
fn codes(case: &mut Case, truth: &Oracle) -> Vec<u64> {
    let mut codes = truth.positions();
    codes.sort_unstable();
    while codes.len() as u64 > MOST_ASKED {
        let place: usize = case.random.below(codes.len() as u64);
        codes.swap_remove(place);
    }
    codes.extend((0..20).map(|_| case.random.below::<u64>(truth.codes())));
    codes
}
