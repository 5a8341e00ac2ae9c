//! Files of games that the program does not know.

use std::{error::Error, fmt, path::Path};

use insta::assert_snapshot;
use perfect_play_core::{CodeTable, Game, Move, Moves, Objective, Outcome, Player};
use perfect_play_file::{TableFile, write};
use perfect_play_generator::{Finding, find_and_solve, solve};
use perfect_play_proof::verify;
use perfect_play_test_kit::Stones;

use crate::Folder;

#[test]
fn the_headers_facts_are_shown_and_how_to_go_on() {
    let folder = Folder::new();
    let table = solve(Stones { pile: 12 }, Objective::Fastest, &mut |_, _| ()).unwrap();
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

/// The players take one or two stones from a heap in turn. The player who takes the last one wins.
#[derive(Clone, Copy)]
struct Heap;

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("heap")
    }
}

impl Game for Heap {
    type Position = u8;

    fn start(&self) -> u8 {
        7
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn to_move(&self, _: u8) -> Player {
        Player::X
    }

    fn legal_moves(&self, left: u8) -> Moves {
        (0..2).filter(|&mv| mv < left).collect()
    }

    fn play(&self, left: u8, mv: Move) -> u8 {
        left.saturating_sub(mv + 1)
    }

    fn terminal(&self, left: u8) -> Option<Outcome> {
        (left == 0).then_some(Outcome::Loss)
    }
}

/// The lines of Rust that the program prints, in this file as well.
mod printed {
    use super::*;

    pub(super) fn codes(path: &Path, game: Stones) -> Result<bool, Box<dyn Error>> {
        let file = TableFile::open(path)?;
        let table: CodeTable<_, _> = file.into_table(game)?;
        let proof = verify(&table, &mut |_, _| ())?; // and diff, stats, records
        Ok(proof.is_proven())
    }

    pub(super) fn keys(path: &Path, game: Heap) -> Result<bool, Box<dyn Error>> {
        let file = TableFile::open(path)?;
        let game = file.find(game)?;
        let table: CodeTable<_, _> = file.into_table(game)?;
        let proof = verify(&table, &mut |_, _| ())?; // and diff, stats, records
        Ok(proof.is_proven())
    }
}

/// The lines of Rust in a message, as they are in this file: with `path` for the path.
fn lines_of_rust(message: &str, name: &str) -> String {
    let path = format!("Path::new({name:?})");
    let lines = message.lines().filter(|line| line.starts_with("  let "));
    lines
        .map(|line| format!("      {}\n", line.replace(&path, "path")))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn the_lines_of_rust_open_and_prove_the_file() {
    let folder = Folder::new();
    let [codes, keys] = ["codes.perfect", "keys.perfect"];
    let (stones, finding) = (Stones { pile: 12 }, Finding::default());
    let table = solve(stones, Objective::Fastest, &mut |_, _| ()).unwrap();
    write(&table, &folder.path(codes)).unwrap();
    let table = find_and_solve(Heap, Objective::Fastest, finding, &mut |_, _| ()).unwrap();
    write(&table, &folder.path(keys)).unwrap();

    for (name, count) in [(codes, 3), (keys, 4)] {
        let message = folder.trouble(&["verify", name]);
        let lines = lines_of_rust(&message, name);
        assert_eq!(lines.lines().count(), count, "{message}");
        let begin = include_str!("unknown_game.rs").split("Box<dyn Error>> {\n");
        assert!(begin.skip(1).any(|body| body.starts_with(&lines)), "{lines}");
    }
    assert!(folder.trouble(&["stats", keys]).contains("by the keys of the positions"));
    assert!(printed::codes(&folder.path(codes), stones).unwrap());
    assert!(printed::keys(&folder.path(keys), Heap).unwrap());

    // Without `find`, the error says what to do.
    let file = TableFile::open(&folder.path(keys)).unwrap();
    let opened: Result<CodeTable<_, Vec<u8>>, _> = file.into_table(Heap);
    assert_eq!(
        opened.err().unwrap().to_string(),
        "the file stores the positions of heap as keys: call `file.find(game)?`, and pass the \
         result to `into_table`"
    );
}
