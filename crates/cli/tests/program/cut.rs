//! Cut tables, and games whose values are searched.

use std::fs;

use crate::{Folder, data_sets::moves_change_nothing_else};

const GAME: &str = "connect:4,4,4";

/// A folder with the cut table of [`GAME`].
fn folder() -> Folder {
    let folder = Folder::new();
    let solved = folder.fine(&["solve", GAME, "--plies", "5", "-o", "c.perfect"]);
    assert!(solved.contains(" positions of the first 5 plies solved\n"), "{solved}");
    assert_eq!(folder.names(), ["c.perfect"]);
    folder
}

#[test]
fn every_command_answers_below_the_cut_as_with_the_whole_table() {
    let folder = folder();
    let same = |args: &[&str]| {
        let of = |table: &'static str| {
            let args: Vec<_> =
                args.iter().map(|&arg| if arg == "T" { table } else { arg }).collect();
            folder.fine(&args)
        };
        assert_eq!(of("c.perfect").replace("c.perfect", GAME), of(GAME), "{args:?}");
    };
    for columns in ["................", "23", "1122334", "22223333"] {
        same(&["probe", "T", columns, "--json"]);
        same(&["probe", "T", columns, "--line"]);
    }
    same(&["moves", "T", "2222333341", "--json"]);
    same(&["arena", "easy", "perfect", "--game", "T", "--games", "5", "--json"]);
    // Searched games take long. Who says how many does not have to be told.
    let sampled = folder.run(&["moves", "c.perfect", "2222333341", "--seed", "3", "--json"]);
    assert!(sampled.out.contains("\"games\": 2"), "{}", sampled.out);
    assert!(
        sampled.err.contains("so each number comes from 2 games: `--games 100` plays more"),
        "{}",
        sampled.err
    );
}

#[test]
fn positions_of_other_games_are_answered_below_the_cut() {
    let folder = Folder::new();
    for (game, position) in [("hex:3", "X.OX....."), ("nim:2,3,4", "0,3,1")] {
        folder.fine(&["solve", game, "--plies", "1", "-o", "g.perfect"]);
        let [mut cut, mut whole] =
            ["g.perfect", game].map(|table| folder.json(&["probe", table, position, "--json"]));
        for answer in [&mut cut, &mut whole] {
            // The numbers of positions are those of a table.
            answer.as_object_mut().unwrap().remove("code");
        }
        assert_eq!(cut, whole, "{game}");
    }
}

#[test]
fn what_another_run_has_kept_is_not_overwritten() {
    let folder = Folder::new();
    // Nothing is searched if the table cannot be written.
    let message = folder.trouble(&["solve", "connect4", "--plies", "5", "-o", "no/c.perfect"]);
    assert!(message.contains("no/c.perfect cannot be written"), "{message}");
    fs::write(folder.path("c.perfect.partial"), "my notes").unwrap();
    let message = folder.trouble(&["solve", GAME, "--plies", "5", "-o", "c.perfect"]);
    assert!(message.contains("remove it, or write to another file"), "{message}");
    assert_eq!(fs::read(folder.path("c.perfect.partial")).unwrap(), b"my notes");
}

#[test]
fn what_is_stored_is_what_is_counted_listed_and_compared() {
    let folder = folder();
    let stats = folder.json(&["stats", "c.perfect", "--json"]);
    assert_eq!(stats["plies"], 5);
    let whole = folder.json(&["stats", GAME, "--json"]);
    assert_eq!(stats["by_ply"].as_array().unwrap()[..], whole["by_ply"].as_array().unwrap()[..6]);
    let text = folder.fine(&["stats", "c.perfect"]);
    assert!(
        text.contains("\nThe table stores the first 5 plies: only these are counted.\n"),
        "{text}"
    );
    // Values are stored, and only those of moves are searched.
    moves_change_nothing_else(&folder, "c.perfect", "board,value");
    let listed = folder.fine(&["dump", "c.perfect"]).lines().count() - 1;
    assert_eq!(stats["positions"], listed);
    assert_eq!(folder.json(&["dump", "c.perfect", "--format", "json"])["plies"], 5);
    #[cfg(feature = "parquet")]
    for (table, is_cut) in [("c.perfect", true), ("tictactoe", false)] {
        folder.fine(&["dump", table, "--columns", "value", "-o", "p.parquet"]);
        let file = fs::read(folder.path("p.parquet")).unwrap();
        assert_eq!(String::from_utf8_lossy(&file).contains("plies"), is_cut, "{table}");
    }
    let compared = folder.fine(&["diff", "c.perfect", GAME]);
    let said = "\nA table stores the first 5 plies: only these are compared.\nThe same in all ";
    assert!(compared.contains(said) && compared.ends_with(" positions.\n"), "{compared}");
    let compared = folder.json(&["diff", GAME, "c.perfect", "--json"]);
    let plies = compared["by_ply"].as_array().map(Vec::len);
    assert_eq!((&compared["plies"], plies), (&5.into(), Some(6)));

    let proven = folder.fine(&["verify", "c.perfect"]);
    assert!(
        proven.replace('\n', " ").contains("of the first 5 plies, which the table"),
        "{proven}"
    );
    let again = folder.fine(&["regenerate", "c.perfect"]);
    assert!(again.contains("the same, byte for byte"), "{again}");
    let planned = folder.json(&["plan", GAME, "--plies", "5", "--json"]);
    assert_eq!(planned["plies"], 5);
    let planned = folder.json(&["plan", "hex:3", "--plies", "2", "--json"]);
    assert_eq!([&planned["slots"], &planned["searched"]], [42, 36]);

    folder.fine(&["solve", GAME, "-o", "whole.perfect"]);
    folder.fine(&["pack", "whole.perfect", "--plies", "5", "-o", "p.perfect"]);
    let [cut, packed] = ["c.perfect", "p.perfect"].map(|file| fs::read(folder.path(file)).unwrap());
    assert!(cut == packed);
}

#[test]
fn lists_say_that_only_what_is_stored_was_looked_at() {
    let folder = folder();
    let said = "connect:4,4,4 (positions of the first 5 plies, which the table stores): ";
    for list in ["longest", "puzzles"] {
        let text = folder.fine(&[list, "c.perfect"]).replace('\n', " ");
        assert!(text.starts_with(said), "{text}");
        let [cut, whole] =
            ["c.perfect", GAME].map(|table| folder.json(&[list, table, "--limit", "1", "--json"]));
        assert_eq!((&cut["stored_plies"], whole.get("stored_plies")), (&5.into(), None), "{list}");
    }
    // These are not only those that are stored.
    let first = folder.json(&["puzzles", "c.perfect", "--plies", "2", "--json"]);
    assert_eq!(first.get("stored_plies"), None);
}

#[test]
fn a_sample_of_a_cut_table_has_positions_of_all_plies() {
    let folder = folder();
    let args =
        ["dump", "c.perfect", "--sample", "40", "--seed", "3", "--columns", "ply,board,remoteness"];
    let sample = folder.fine(&args);
    assert_eq!(sample, folder.fine(&args));
    let plies: Vec<u32> = sample
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(plies.len() == 40 && plies.is_sorted(), "{sample}");
    assert!(plies.iter().any(|&ply| ply < 5) && plies.iter().any(|&ply| ply > 11), "{sample}");
}

#[test]
fn what_cannot_be_done_says_why() {
    let folder = folder();
    for (args, message) in [
        (&["solve", GAME, "--plies", "0"][..], "a cut table stores the first plies"),
        (&["solve", GAME, "--plies", "16"], "is later than ply 16, so nothing would be cut"),
        (&["solve", GAME, "--plies", "-1"], "a cut table stores the first plies"),
        (&["solve", "achi", "--plies", "3"], "play can return to a position"),
        (&["solve", GAME, "--plies", "3", "-o", "f/"], "name a file with `-o FILE`"),
        (
            &["plan", "connect4", "--plies", "42"],
            "is later than ply 42, so nothing would be cut: leave out `--plies`",
        ),
        (&["plan", "connect4", "--plies", "30"], "cannot be stored"),
        (&["plan", "nim:1,2", "--plies", "3"], "is later than ply 2, so nothing would be cut"),
        (&["plan", "hex:4", "--plies", "6", "--memory", "1MB"], "do not fit into memory"),
        (&["export", "anki", "connect4"], "the book of connect:7,6,4 is cut"),
        (
            &["export", "json", "connect4"],
            "`perfect-play export html connect:7,6,4 -o page.html` makes",
        ),
        (&["export", "tree", "connect4"], "the book of connect:7,6,4 is cut"),
        (&["export", "c", "c.perfect"], "is cut: it stores only the first plies"),
        (
            &["dump", "c.perfect", "--format", "graph"],
            "this table of connect:4,4,4 stores only the first 5 plies, and a graph has all positions: choose another",
        ),
        (&["pack", "c.perfect", "-o", "d.perfect"], "is no folder"),
        (
            &["pack", "c.perfect", "--plies", "3", "-o", "c.perfect"],
            "both the file to read and the file",
        ),
        (&["probe", "c.perfect", "11111"], "full"),
        (&["stats", "connect:8,7,4"], "is too large to solve here"),
        (&["verify", "connect4"], "a file is needed here"),
    ] {
        let answer = folder.trouble(args);
        assert!(answer.replace('\n', " ").contains(message), "{args:?}: {answer}");
    }
    let mut bytes = fs::read(folder.path("c.perfect")).unwrap();
    for place in (0..bytes.len()).step_by(7) {
        bytes[place] ^= 64;
        fs::write(folder.path("d.perfect"), &bytes).unwrap();
        folder.trouble(&["probe", "d.perfect", "11"]);
        bytes[place] ^= 64;
    }
    fs::write(folder.path("d.perfect"), &bytes[..bytes.len() - 1]).unwrap();
    folder.trouble(&["play", "d.perfect"]);
}

#[test]
fn connect_four_is_answered_at_once() {
    let folder = Folder::new();
    let middle = folder.fine(&["probe", "connect4", "4"]);
    assert!(middle.contains("O to move: X wins in 40 plies."), "{middle}");
    let trap = folder.fine(&["probe", "connect:7,6,4", "4444445653"]);
    assert!(trap.contains("to move"), "{trap}");
    let unknown =
        folder.run(&["probe", "connect:8,7,4", "8312714658731186433723763175356826557745"]);
    assert_eq!(unknown.code, Some(0), "{unknown:?}");
    assert!(unknown.err.contains("its values are searched, which may take long"), "{unknown:?}");
}
