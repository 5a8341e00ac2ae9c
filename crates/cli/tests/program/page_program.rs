//! The program in the pages of cut tables, which is checked in, has the rules and reads the tables of this program.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use perfect_play_test_kit::skip;
use serde_json::{Value, json};

use crate::{Folder, any_game::games};

#[test]
fn the_program_in_a_page_reads_the_tables_of_small_games() {
    let folder = Folder::new();
    let (mut asked, mut right, mut cut) = (Vec::new(), Vec::new(), 0);
    for (number, game) in games().into_iter().enumerate() {
        let file = format!("{number}.perfect");
        // Some games are too small for a cut, or their plays do not end.
        let whole = ["solve", game, "-o", &file];
        if folder.run(&[&whole[..], &["--plies", "1"]].concat()).code == Some(0) {
            cut += 1;
        } else {
            folder.fine(&whole);
        }
        let dump = folder.fine(&["dump", game, "--format", "jsonl"]);
        let records: Vec<Value> =
            dump.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let records: Vec<_> = records.iter().step_by(1 + records.len() / 20).cloned().collect();
        let positions: Vec<_> = records.iter().map(|record| &record["position"]).collect();
        asked.push(json!({ "file": folder.path(&file), "positions": positions }));
        right.push((game, records));
    }
    assert!(cut >= 10, "{cut}");
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/page_program.mjs");
    let node = Command::new("node")
        .arg(driver)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn();
    let Ok(mut node) = node else { return skip("node is not installed") };
    let written = node.stdin.take().unwrap().write_all(json!(asked).to_string().as_bytes());
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success() && written.is_ok());
    let said: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said.len(), right.len());
    for ((game, records), said) in right.into_iter().zip(said) {
        let rebuild = "if it was built from older sources, crates/cli/page/build builds it anew";
        let said = said.as_array().unwrap_or_else(|| panic!("{game}: {said}; {rebuild}"));
        assert_eq!(said.len(), records.len(), "{game}");
        for (record, said) in records.iter().zip(said) {
            for key in ["outcome", "remoteness", "optimal_moves"] {
                assert_eq!(said[key], record[key], "{game} {record}; {rebuild}");
            }
            // Points.
            if !said["score"].is_null() {
                assert_eq!(said["score"], record["value"], "{game} {record}; {rebuild}");
            }
        }
    }
}
