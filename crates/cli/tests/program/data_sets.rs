//! `dump` as data sets: columns, canonical positions, samples, graphs, Parquet. `tests/read_back.py` tests that other programs
//! read the Parquet files.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
};

use perfect_play_core::Game;
use perfect_play_engine::AnyGame;

use crate::{Folder, any_game::games};

#[test]
fn columns_are_those_asked_for_in_their_order() {
    let folder = Folder::new();
    let all = folder.fine(&["dump", "tictactoe"]);
    let some = folder.fine(&["dump", "tictactoe", "--columns", "remoteness,code,optimal_moves"]);
    assert!(some.starts_with("remoteness,code,optimal_moves\n9,0,0 1 2 3 4 5 6 7 8\n"));
    for (whole, part) in all.lines().zip(some.lines()) {
        let fields: Vec<_> = whole.split(',').collect();
        assert_eq!([fields[8], fields[0], fields[9]].join(","), part);
    }
    let jsonl =
        |columns| folder.fine(&["dump", "tictactoe", "--format", "jsonl", "--columns", columns]);
    assert!(jsonl("value,code").starts_with("{\"value\":0,\"code\":0}\n"));
    assert!(
        jsonl("position").starts_with("{\"position\":\".........\",\"board\":\".........\"}\n")
    );
    assert_eq!(jsonl("position"), jsonl("board"));
    let nim = folder.fine(&["dump", "nim:1,2", "--columns", "position,value"]);
    assert!(nim.starts_with("position,value\n"), "{nim}");
}

/// A dump without columns about moves reads fewer values. It must say the same of each position.
pub(super) fn moves_change_nothing_else(folder: &Folder, table: &str, columns: &str) {
    let with_moves = format!("{columns},optimal_moves");
    let dump = |columns: &str| folder.fine(&["dump", table, "--columns", columns]);
    let without = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
    assert!(dump(columns).lines().map(str::to_owned).eq(dump(&with_moves).lines().map(without)));
}

#[test]
fn what_a_dump_says_of_a_position_does_not_depend_on_the_other_columns() {
    let folder = Folder::new();
    // Draws in a game that returns to positions, such as Tapatan, have no remoteness.
    for game in ["tictactoe", "connect:3,3,3", "tapatan", "dots:1,2"] {
        let columns = "position,ply,to_move,terminal,winner,outcome,value,remoteness";
        moves_change_nothing_else(&folder, game, columns);
    }
}

#[test]
fn one_of_each_set_of_symmetric_positions_is_canonical() {
    let folder = Folder::new();
    let large = ["krk:3", "achi", "tapatan", "nine-holes", "three-mens-morris"];
    let small = games().into_iter().filter(|game| !large.contains(game));
    for game in small.chain(["tictactoe", "connect:3,3,3"]) {
        let count =
            |args: &[&str]| folder.fine(&[&["dump", game], args].concat()).lines().count() - 1;
        let stats = folder.json(&["stats", game, "--json"]);
        assert_eq!(stats["positions"], count(&[]), "{game}");
        assert_eq!(stats["canonical"], count(&["--canonical"]), "{game}");
    }
    // On a square board, no two of the positions are images of one another, and each position has its image among them.
    let boards = |args: &[&str]| -> Vec<Vec<u8>> {
        let csv = folder.fine(&[&["dump", "tictactoe", "--columns", "board"], args].concat());
        csv.lines().skip(1).map(|line| line.as_bytes().to_vec()).collect()
    };
    let canonical: HashSet<_> = boards(&["--canonical"]).into_iter().collect();
    let turned = |board: &[u8]| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|cell: usize| board[cell]).to_vec();
    let mirrored =
        |board: &[u8]| [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|cell: usize| board[cell]).to_vec();
    for board in boards(&[]) {
        let mut images = HashSet::new();
        let mut image = board;
        for _ in 0..4 {
            image = turned(&image);
            images.insert(mirrored(&image));
            images.insert(image.clone());
        }
        assert_eq!(images.intersection(&canonical).count(), 1, "{image:?}");
    }
}

#[test]
fn a_sample_is_a_part_of_the_table_and_the_same_for_a_seed() {
    let folder = Folder::new();
    let dump = |args: &[&str]| folder.fine(&[&["dump", "tictactoe+misere"], args].concat());
    let all = dump(&[]);
    let seven = dump(&["--sample", "500", "--seed", "7"]);
    assert_eq!(seven, dump(&["--seed", "7", "--sample", "500"]));
    assert_eq!(dump(&["--sample", "500"]), dump(&["--sample", "500", "--seed", "1"]));
    assert_ne!(seven, dump(&["--sample", "500"]));
    assert_eq!(seven.lines().count(), 501);
    // The sample is in the order of the table, so no position is there twice.
    let mut lines = all.lines();
    assert!(seven.lines().all(|line| lines.any(|other| other == line)));
    assert_eq!(dump(&["--sample", "100000000"]), all);
    let canonical = dump(&["--canonical"]);
    let sample = dump(&["--canonical", "--sample", "50"]);
    let mut lines = canonical.lines();
    assert!(sample.lines().all(|line| lines.any(|other| other == line)));
    assert_eq!(sample.lines().count(), 51);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_same_bytes_for_any_number_of_threads() {
    let folder = Folder::new();
    // More than two row groups.
    let files = ["1", "3"].map(|threads| {
        let args = ["dump", "connect:4,4,4", "--format", "parquet", "--columns", "code,value"];
        let mut command = folder.command(&args);
        let output = command.env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert!(output.status.success());
        output.stdout
    });
    assert!(files[0].starts_with(b"PAR1") && files[0].ends_with(b"PAR1"));
    assert!(files[0] == files[1]);
    folder.fine(&["dump", "tictactoe", "--format", "parquet", "-o", "t.parquet"]);
    let file = fs::read(folder.path("t.parquet")).unwrap();
    let text = String::from_utf8_lossy(&file);
    for fact in ["perfect-play version", "tictactoe", "fastest"] {
        assert!(text.contains(fact), "{fact}");
    }
}

#[test]
fn what_a_dump_cannot_have_is_refused() {
    let folder = Folder::new();
    for (args, error) in [
        (&["--columns", "code,code"][..], "has `code` twice"),
        (&["--columns", "code,nothing"], "invalid value 'nothing'"),
        (&["--columns", ""], "a value is required"),
        (&["--sample", "0"], "from 1 to 100000000"),
        (&["--seed", "1"], "--sample <N>"),
        (&["--format", "perfect", "--canonical"], "has the whole table"),
        (&["--format", "perfect", "--columns", "code"], "has the whole table"),
        (&["--format", "perfect", "--sample", "3"], "has the whole table"),
    ] {
        let said = folder.trouble(&[&["dump", "tictactoe"], args].concat());
        assert!(said.contains(error), "{args:?}: {said}");
    }
}

#[test]
fn a_graph_is_the_same_game() {
    let folder = Folder::new();
    for name in games().into_iter().chain(["tictactoe", "connect:3,3,3+misere"]) {
        let game: AnyGame = name.parse().unwrap();
        let write = ["dump", name, "--format", "graph", "-o", "graph.jsonl"];
        if game.is_impartial() {
            let message = folder.trouble(&write);
            assert!(message.contains("do not say who is to move"), "{message}");
            continue;
        }
        folder.fine(&write);
        let count = |table| fs::read_to_string(folder.path(table)).unwrap().lines().count();
        assert_eq!(folder.json(&["stats", name, "--json"])["positions"], count("graph.jsonl"));
        let mut is_single_start = true;
        game.other_starts(&mut |_| is_single_start = false);
        let starts = |table| {
            let solved = folder.json(&["solve", table, "--json"]);
            [solved["start"]["outcome"].clone(), solved["positions"].clone()]
        };
        if is_single_start {
            assert_eq!(starts(name), starts("graph:graph.jsonl"), "{name}");
        }
        // Each position has the same value, and as many good moves. Only the remoteness of a draw is not in a graph.
        let values = |table| -> BTreeSet<String> {
            const COLUMNS: &str = "position,to_move,terminal,winner,outcome,value,remoteness,optimal_moves,outcome_preserving_moves";
            let csv = folder.fine(&["dump", table, "--columns", COLUMNS]);
            let value = |line: &str| {
                let mut fields: Vec<_> = line.split(',').map(str::to_owned).collect();
                if fields[4] == "draw" {
                    fields[6].clear();
                }
                for moves in &mut fields[7..] {
                    *moves = moves.split_whitespace().count().to_string();
                }
                fields.join(",")
            };
            csv.lines().skip(1).map(value).collect()
        };
        let (of_game, of_graph) = (values(name), values("graph:graph.jsonl"));
        if is_single_start {
            assert_eq!(of_game, of_graph, "{name}");
        } else {
            assert!(of_graph.is_subset(&of_game), "{name}");
        }
    }
}

#[test]
fn a_graph_has_all_positions_and_only_the_rules() {
    let folder = Folder::new();
    let graph = folder.fine(&["dump", "mnk:1,2,2", "--format", "graph"]);
    let lines = [
        r#"{"position":"..","to_move":"X","moves":{"0":"X.","1":".X"}}"#,
        r#"{"position":"X.","to_move":"O","moves":{"1":"XO"}}"#,
        r#"{"position":".X","to_move":"O","moves":{"0":"OX"}}"#,
        r#"{"position":"OX","to_move":"X","outcome":"draw"}"#,
        r#"{"position":"XO","to_move":"X","outcome":"draw"}"#,
    ];
    assert_eq!(graph.lines().collect::<BTreeSet<_>>(), BTreeSet::from(lines));
    assert!(graph.starts_with(lines[0]));
    assert!(folder.fine(&["dump", "dots:1,1", "--format", "graph"]).contains(r#""score":1}"#));
    for part in [&["--canonical"][..], &["--sample", "2"], &["--columns", "code"]] {
        let message = folder.trouble(&[&["dump", "achi", "--format", "graph"], part].concat());
        assert!(message.contains("a graph has all positions"), "{message}");
    }
}
