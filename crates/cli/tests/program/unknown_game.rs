//! Files of games that the program does not know.

use std::{error::Error, path::Path};

use insta::assert_snapshot;
use perfect_play_core::{Game, Objective, Player};
use perfect_play_file::{TableFile, write};
use perfect_play_generator::{numbering::SmallTable, solve};
use perfect_play_proof::verify;
use perfect_play_test_kit::{Listed, Lying, stones, to};

use crate::Folder;

#[test]
fn the_headers_facts_are_shown_and_how_to_go_on() {
    let folder = Folder::new();
    let table = solve(stones(12), Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&table, &folder.path("stones.perfect")).unwrap();
    let message = folder.trouble(&["verify", "stones.perfect"]);
    assert_snapshot!(message);
    for args in [
        &["probe", "stones.perfect", "XO......."][..],
        &["stats", "stones.perfect"],
        &["dump", "stones.perfect", "-o", "stones.csv"],
        &["diff", "tictactoe", "stones.perfect"],
        &["regenerate", "stones.perfect", "--write"],
        &["play", "stones.perfect"],
        &["export", "tree", "stones.perfect"],
    ] {
        assert_eq!(folder.trouble(args), message, "{args:?}");
    }
    assert_eq!(folder.names(), ["stones.perfect"]);
}

/// The players take one or two stones from a heap of seven in turn. The player who takes the last one wins.
fn heap() -> Lying<Listed> {
    let after = |left: u32| (1..=left.min(2)).map(move |taken| left - taken);
    let nodes: Vec<_> = (0..=7).map(|left| to(Player::X, after(left))).collect();
    let game = Listed { name: "heap", starts: vec![7], is_impartial: true, ..Listed::new(nodes) };
    Lying::honest(game.without_codes())
}

/// The lines of Rust that the program prints, in this file as well.
fn is_proven(path: &Path, game: impl Game + Sync) -> Result<bool, Box<dyn Error>> {
    let file = TableFile::open(path)?;
    let table: SmallTable<_> = file.into_table(game)?;
    let proof = verify(&table, &mut |_, _| ())?; // and diff, stats, records
    Ok(proof.is_proven())
}

/// The lines of Rust in a message, as they are in this file: with `path` for the path.
fn lines_of_rust(message: &str, name: &str) -> String {
    let path = format!("Path::new({name:?})");
    let lines = message.lines().filter(|line| line.starts_with("  let "));
    lines.map(|line| format!("  {}\n", line.replace(&path, "path"))).collect::<Vec<_>>().concat()
}

#[test]
fn the_lines_of_rust_open_and_prove_the_file() {
    let folder = Folder::new();
    let [codes, keys] = ["codes.perfect", "keys.perfect"];
    let table = solve(stones(12), Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&table, &folder.path(codes)).unwrap();
    let table = solve(heap(), Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&table, &folder.path(keys)).unwrap();

    for name in [codes, keys] {
        let message = folder.trouble(&["verify", name]);
        let lines = lines_of_rust(&message, name);
        assert_eq!(lines.lines().count(), 3, "{message}");
        let begin = include_str!("unknown_game.rs").split("Box<dyn Error>> {\n");
        assert!(begin.skip(1).any(|body| body.starts_with(&lines)), "{lines}");
    }
    assert!(folder.trouble(&["stats", keys]).contains("by the keys of the positions"));
    assert!(is_proven(&folder.path(codes), stones(12)).unwrap());
    assert!(is_proven(&folder.path(keys), heap()).unwrap());
}
