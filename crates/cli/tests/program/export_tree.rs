//! The graph of the canonical positions, compared with the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use insta::assert_snapshot;
use serde_json::Value;

use crate::{Folder, figures, files};

/// Known numbers of tic-tac-toe.
const BY_PLY: [usize; 10] = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15];

/// A position: ply, outcome and remoteness.
type Worth = (u64, String, u64);
/// A move between positions, and whether it is optimal.
type Edge = (String, String, bool);

/// The board's image with the smallest code, computed by moving marks on a 3 by 3 board.
fn canonical(board: &str) -> String {
    let cells: Vec<char> = board.chars().collect();
    let images = (0..8).map(|symmetry| {
        let mut image = vec!['.'; 9];
        for (cell, &mark) in cells.iter().enumerate() {
            let (mut column, mut row) = (cell % 3, cell / 3);
            if symmetry & 1 == 1 {
                column = 2 - column;
            }
            if symmetry & 2 == 2 {
                row = 2 - row;
            }
            if symmetry & 4 == 4 {
                (column, row) = (row, column);
            }
            image[3 * row + column] = mark;
        }
        image
    });
    let code = |image: &Vec<char>| {
        image.iter().rev().fold(0, |code, mark| {
            3 * code + ".XO".chars().position(|known| known == *mark).unwrap()
        })
    };
    images.min_by_key(code).unwrap().into_iter().collect()
}

/// The expected graph of tic-tac-toe, from all entries of the table.
fn expected(folder: &Folder, game: &str) -> (BTreeMap<String, Worth>, BTreeSet<Edge>) {
    let (mut positions, mut edges) = (BTreeMap::new(), BTreeMap::new());
    for line in folder.fine(&["dump", game, "--format", "jsonl"]).lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let board = record["board"].as_str().unwrap();
        let number = |key: &str| record[key].as_u64().unwrap();
        let outcome = record["outcome"].as_str().unwrap().to_owned();
        let here = canonical(board);
        positions.insert(here.clone(), (number("ply"), outcome, number("remoteness")));
        let optimal = record["optimal_moves"].as_array().unwrap();
        for (cell, _) in board.match_indices('.') {
            if record["terminal"] == false {
                let mut child = board.to_owned();
                child.replace_range(cell..=cell, record["to_move"].as_str().unwrap());
                let optimal = optimal.contains(&cell.into());
                *edges.entry((here.clone(), canonical(&child))).or_default() |= optimal;
            }
        }
    }
    (positions, edges.into_iter().map(|((from, to), optimal)| (from, to, optimal)).collect())
}

/// The contents of a picture.
fn shown(svg: &str) -> (BTreeMap<String, Worth>, BTreeSet<Edge>) {
    let document = figures::document(svg);
    let (mut positions, mut edges) = (BTreeMap::new(), BTreeSet::new());
    for node in document.descendants() {
        let text = |name| node.attribute(name).unwrap().to_owned();
        if node.has_attribute("data-board") {
            let number = |name| text(name).parse().unwrap();
            let worth = (number("data-ply"), text("data-outcome"), number("data-remoteness"));
            let label = node.last_element_child().unwrap().text().unwrap().trim().to_owned();
            assert_eq!(label, format!("{}{}", worth.1[..1].to_uppercase(), worth.2));
            assert_eq!(positions.insert(text("data-board"), worth), None);
        }
        if node.has_attribute("data-from") {
            let optimal = text("data-optimal") == "true";
            assert!(edges.insert((text("data-from"), text("data-to"), optimal)));
        }
    }
    (positions, edges)
}

#[test]
fn all_765_positions_are_there_with_what_the_table_says_of_them() {
    let folder = Folder::new();
    for game in ["tictactoe", "tictactoe+misere"] {
        let (positions, edges) = expected(&folder, game);
        let tree = |edges| folder.fine(&["export", "tree", game, "--edges", edges]);
        let all = tree("all");
        assert_eq!(shown(&all), (positions.clone(), edges.clone()));
        let optimal: BTreeSet<_> = edges.into_iter().filter(|(.., optimal)| *optimal).collect();
        assert_eq!(shown(&tree("optimal")), (positions.clone(), optimal));
        assert_eq!(shown(&tree("none")), (positions.clone(), BTreeSet::new()));
        assert_eq!(tree("all"), all);
        assert_eq!(tree("optimal"), folder.fine(&["export", "tree", game]));
        let of_ply = |ply| positions.values().filter(|worth| worth.0 == ply).count();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(of_ply), BY_PLY);
    }
    let (positions, _) = shown(&folder.fine(&["export", "tree", "tictactoe"]));
    let count = |outcome| positions.values().filter(|worth| worth.1 == outcome).count();
    assert_eq!(["win", "draw", "loss"].map(count).iter().sum::<usize>(), 765);
    let ends: Vec<_> = positions.values().filter(|worth| worth.2 == 0).collect();
    assert_eq!((ends.len(), ends.iter().filter(|worth| worth.1 == "draw").count()), (138, 3));
}

#[test]
fn the_graph_for_graphviz_is_that_of_the_picture() {
    let folder = Folder::new();
    for edges in ["optimal", "all", "none"] {
        let args = ["export", "tree", "tictactoe", "--edges", edges];
        let (positions, edges) = shown(&folder.fine(&args));
        let dot = folder.fine(&[&args[..], &["--format", "dot"]].concat());
        let (mut nodes, mut lines) = (BTreeSet::new(), BTreeSet::new());
        for line in dot.lines().filter(|line| !line.contains("invis")) {
            let names: Vec<_> = line.trim().split('"').collect();
            if line.contains("->") {
                let optimal = line.contains("penwidth=2");
                assert!(lines.insert((names[1].to_owned(), names[3].to_owned(), optimal)));
            } else if line.contains("fillcolor") {
                assert!(nodes.insert(names[1].to_owned()));
            }
        }
        assert_eq!(nodes, positions.into_keys().collect());
        assert_eq!(lines, edges);
    }
    let small = ["export", "tree", "mnk:2,2,2", "--format", "dot"];
    assert_snapshot!("tree_dot", folder.fine(&small));
}

/// Asserts that no two cards on the sheet overlap.
fn cards_are_apart(svg: &str) {
    let document = figures::document(svg);
    let cards = document.descendants().filter(|node| node.has_attribute("data-board"));
    let mut places: Vec<_> = cards
        .map(|card| {
            let card = card.first_element_child().unwrap();
            let number = |name| card.attribute(name).unwrap().parse::<i32>().unwrap();
            [number("x"), number("y"), number("width"), number("height")]
        })
        .collect();
    let view = document.root_element().attribute("viewBox").unwrap().to_owned();
    let view: Vec<i32> = view.split(' ').map(|number| number.parse().unwrap()).collect();
    places.sort_by_key(|&[left, top, ..]| (top, left));
    for &[left, top, width, height] in &places {
        assert!(left > 0 && top > 0 && left + width < view[2] && top + height < view[3]);
    }
    for pair in places.windows(2) {
        let [[left, top, width, height], [next_left, next_top, ..]] = [pair[0], pair[1]];
        assert!(
            if top == next_top { left + width < next_left } else { top + height < next_top },
            "{pair:?}"
        );
    }
}

#[test]
fn the_posters_are_in_order() {
    let folder = Folder::new();
    let small = folder.fine(&["export", "tree", "mnk:2,2,2"]);
    assert_snapshot!("tree_svg", small);
    for args in [
        &["tictactoe"][..],
        &["mnk:2,2,2"],
        &["mnk:1,1,1"],
        &["mnk:1,7,3", "--edges", "all"],
        &["mnk:12,1,3"],
        &["mnk:4,3,3", "--plies", "5", "--edges", "none"],
        &["tictactoe", "--plies", "0"],
    ] {
        let svg = folder.fine(&[&["export", "tree"], args].concat());
        figures::texts(&svg);
        cards_are_apart(&svg);
    }
    folder.fine(&["export", "tree", "mnk:2,2,2", "-o", "tree.svg"]);
    assert_eq!(fs::read_to_string(folder.path("tree.svg")).unwrap(), small);
}

#[test]
fn what_is_left_out_is_counted() {
    let folder = Folder::new();
    let first = folder.fine(&["export", "tree", "tictactoe", "--plies", "3"]);
    assert_eq!(shown(&first).0.len(), 54);
    let texts = figures::texts(&first);
    assert_eq!(texts[0], "tictactoe: 54 of 765 positions, symmetric ones counted once");
    assert_eq!(
        texts[1],
        "With perfect play a draw in 9 plies. Lines: the optimal moves. Left out: the 711 of plies \
         4 to 9."
    );
    // A number above the number of plies means all of them.
    let all = folder.fine(&["export", "tree", "tictactoe", "--plies", "255"]);
    assert_eq!(all, folder.fine(&["export", "tree", "tictactoe"]));
    assert!(!all.contains("Left out"));
    let eight = folder.fine(&["export", "tree", "tictactoe", "--plies", "8"]);
    assert!(eight.contains("Left out: the 15 of ply 9."));
    // As many plies as fit within a thousand positions.
    let texts = figures::texts(&folder.fine(&["export", "tree", "mnk:4,3,3"]));
    assert_eq!(texts[0], "mnk:4,3,3: 987 of 28,275 positions, symmetric ones counted once");
}

#[test]
fn what_has_no_tree() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    // No entry for positions in which X began in a corner.
    files::altered(&folder, "missing.perfect", "X........", u8::MAX);
    let mut messages = String::new();
    for args in [
        &["mnk:4,3,3", "--plies", "6"][..],
        &["mnk:4,3,3", "--plies", "255"],
        &["mnk:6,6,4"],
        &["checkers"],
        &["x.perfect"],
        &["X........"],
        &["missing.perfect", "--format", "dot"],
        &["tictactoe", "-o", "."],
        &["tictactoe", "--format", "dot", "-o", "none/x.dot"],
        &["tictactoe.perfect", "-o", "tictactoe.perfect"],
        &["tictactoe", "--plies", "-1"],
        &["tictactoe", "--plies", "256"],
        &["tictactoe", "--edges", "some"],
        &["tictactoe", "--format", "png"],
    ] {
        let args: Vec<_> = ["export", "tree"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_trees", messages);
}
