//! The complete map of optimal play, walked to every end.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
};

use insta::assert_snapshot;
use roxmltree::Node;
use serde_json::Value;

use crate::{Folder, figures, files};

const BLUE: &str = "#1f5fa8";
const ORANGE: &str = "#c0480b";
const INK: &str = "#222222";

/// A walk of a map: the table that the map should show, and the map read as by a program.
struct Walk<'r> {
    records: &'r HashMap<String, Value>,
    columns: usize,
    side: &'static str,
    boards: usize,
    /// How many lines of play end with each winner.
    ends: BTreeMap<String, usize>,
}

/// All entries of a table, by board.
fn records(folder: &Folder, table: &str) -> HashMap<String, Value> {
    let dump = folder.fine(&["dump", table, "--format", "jsonl"]);
    let records = dump.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.map(|record| (record["board"].as_str().unwrap().to_owned(), record)).collect()
}

/// The board with one more mark.
fn with(board: &str, cell: usize, mark: &str) -> String {
    assert_eq!(&board[cell..=cell], ".", "{board} {cell}");
    format!("{}{mark}{}", &board[..cell], &board[cell + 1..])
}

fn is_board(node: &Node<'_, '_>) -> bool {
    node.has_attribute("data-board")
}

impl Walk<'_> {
    /// Walks a board of the map. It follows `before`, and this many boards enclose it.
    fn board(&mut self, node: Node<'_, '_>, before: &str, depth: usize) {
        self.boards += 1;
        let cell = |name| node.attribute(name).map(|cell| cell.parse::<usize>().unwrap());
        assert_eq!(cell("data-move").is_some(), depth > 0);
        let mut board = before.to_owned();
        if let Some(mv) = cell("data-move") {
            let record = &self.records[&board];
            assert_ne!(record["to_move"], self.side);
            board = with(&board, mv, record["to_move"].as_str().unwrap());
        }
        let record = &self.records[&board];
        if record["terminal"] == false && record["to_move"] == self.side {
            let answer = cell("data-answer").unwrap();
            assert_eq!(record["optimal_moves"][0], answer, "{board}");
            board = with(&board, answer, self.side);
        } else {
            assert_eq!(cell("data-answer"), None, "{board}");
        }
        assert_eq!(node.attribute("data-board"), Some(&*board));

        let record = self.records[&board].clone();
        let inner: Vec<_> = node.children().filter(is_board).collect();
        if record["terminal"] == true {
            let winner = record["winner"].as_str().unwrap_or("none");
            assert_eq!(node.attribute("data-winner"), Some(winner));
            assert!(inner.is_empty());
            *self.ends.entry(winner.to_owned()).or_default() += 1;
        } else {
            assert_eq!(node.attribute("data-winner"), None);
            let replies = inner.iter().map(|node| node.attribute("data-move").unwrap().to_owned());
            let empty = board.match_indices('.').map(|(cell, _)| cell.to_string());
            assert_eq!(replies.collect::<Vec<_>>(), empty.collect::<Vec<_>>(), "{board}");
        }
        if node.has_attribute("transform") {
            self.is_drawn(node, &board);
        }
        for inner in inner {
            self.board(inner, &board, depth + 1);
        }
    }

    /// Checks the drawing against the attributes: the marks on the board, the boards in its cells, and the stroke
    /// through its line.
    fn is_drawn(&self, node: Node<'_, '_>, board: &str) {
        let mut seen = vec!["."; board.len()];
        // The mark in the last empty cell has its own group.
        let last =
            node.children().filter(|node| is_board(node) && !node.has_attribute("transform"));
        let filled = last.clone().next().map(|last| last.attribute("data-board").unwrap());
        let paths = last.chain([node]).flat_map(|node| node.children());
        let mut struck = false;
        for path in paths.filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "path"))) {
            let mark = match path.attribute("stroke").unwrap() {
                BLUE => "X",
                ORANGE => "O",
                other => {
                    struck |= other == INK;
                    continue;
                }
            };
            for cell in path.attribute("d").unwrap().split('M').skip(1) {
                seen[self.cell(cell)] = mark;
            }
        }
        assert_eq!(seen.concat(), filled.unwrap_or(board));
        let winner = &self.records[filled.unwrap_or(board)]["winner"];
        assert_eq!(struck, !winner.is_null(), "{board}");
        for inner in node.children().filter(|node| node.has_attribute("transform")) {
            let place = inner.attribute("transform").unwrap().strip_prefix("translate(").unwrap();
            assert_eq!(inner.attribute("data-move"), Some(&*self.cell(place).to_string()));
        }
    }

    /// The cell of a place at the beginning of a text.
    fn cell(&self, place: &str) -> usize {
        let mut numbers = place.split([' ', ',', ')']);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cell")]
        let mut next = || (numbers.next().unwrap().parse::<f64>().unwrap() / 100.0) as usize;
        let column = next();
        next() * self.columns + column
    }
}

/// Walks the map of a table with these records for a side. Returns how many boards it has, and how lines of play end.
fn walk(
    folder: &Folder,
    table: &str,
    records: &HashMap<String, Value>,
    columns: usize,
    side: &'static str,
) -> (usize, BTreeMap<String, usize>) {
    let svg = folder.fine(&["export", "map", table, "--as", &side.to_lowercase()]);
    figures::texts(&svg);
    let document = figures::document(&svg);
    let first = document.descendants().find(|node| node.has_attribute("data-as")).unwrap();
    assert_eq!(first.attribute("data-as"), Some(side));
    let start = ".".repeat(records.keys().next().unwrap().len());
    let mut walk = Walk { records, columns, side, boards: 0, ends: BTreeMap::new() };
    walk.board(first, &start, 0);
    assert_eq!(walk.boards, document.descendants().filter(is_board).count());
    (walk.boards, walk.ends)
}

#[test]
fn every_line_of_play_is_there_and_every_answer_is_the_best_move() {
    let folder = Folder::new();
    // These numbers come from another program.
    for (game, columns, for_x, for_o) in [
        ("tictactoe", 3, 91, 952),
        ("tictactoe+misere", 3, 585, 1_629),
        ("mnk:4,2,2", 4, 8, 57),
        ("mnk:3,2,2+misere", 3, 21, 41),
        ("mnk:8,1,3", 8, 127, 557),
        ("mnk:1,5,2", 1, 5, 26),
        ("mnk:1,1,1", 1, 1, 2),
    ] {
        let records = records(&folder, game);
        assert_eq!(walk(&folder, game, &records, columns, "X").0, for_x, "{game}");
        assert_eq!(walk(&folder, game, &records, columns, "O").0, for_o, "{game}");
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn a_side_that_follows_the_map_never_loses_what_is_drawn() {
    let folder = Folder::new();
    for game in ["tictactoe", "tictactoe+misere"] {
        let records = records(&folder, game);
        for (side, other) in [("X", "O"), ("O", "X")] {
            let (_, ends) = walk(&folder, game, &records, 3, side);
            assert_eq!(ends.keys().collect::<Vec<_>>().len(), 2, "{ends:?}");
            assert!(!ends.contains_key(other), "{ends:?}");
        }
    }
    // A won game is not drawn either.
    let (_, ends) = walk(&folder, "mnk:4,3,3", &records(&folder, "mnk:4,3,3"), 4, "X");
    assert_eq!(ends.keys().collect::<BTreeSet<_>>(), BTreeSet::from([&"X".to_owned()]));
}

#[test]
fn the_map_says_what_it_is_and_is_the_same_each_time() {
    let folder = Folder::new();
    let svg = folder.fine(&["export", "map", "tictactoe"]);
    let texts = figures::texts(&svg);
    assert_eq!(texts[0], "tictactoe: the complete map of optimal play for X");
    assert_eq!(
        texts[1],
        "With perfect play a draw in 9 plies. Boards: 91. Lines of play: 73, of which X wins 71, \
         draws 2 and loses 0."
    );
    folder.fine(&["export", "map", "tictactoe", "--as", "X", "-o", "x.svg"]);
    assert_eq!(fs::read_to_string(folder.path("x.svg")).unwrap(), svg);
    // The complete output of a small map.
    assert_snapshot!("map_svg", folder.fine(&["export", "map", "mnk:2,2,2", "--as", "o"]));
}

#[test]
fn a_file_has_the_map_of_its_own_best_moves() {
    let folder = Folder::new();
    let outcome = ["solve", "mnk:4,2,2", "--objective", "outcome", "-o", "outcome.perfect"];
    folder.fine(&outcome);
    walk(&folder, "outcome.perfect", &records(&folder, "outcome.perfect"), 4, "X");
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    let map = |table: &str| folder.fine(&["export", "map", table, "--as", "o"]);
    assert_eq!(map("tictactoe.perfect"), map("tictactoe"));
}

#[test]
fn what_has_no_map() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "tictactoe.perfect"]);
    // No entry for positions in which X began in a corner.
    files::altered(&folder, "missing.perfect", "X........", u8::MAX);
    let mut messages = String::new();
    for args in [
        &["mnk:4,3,3+misere", "--as", "o"][..],
        &["mnk:4,4,3", "--as", "o"],
        &["mnk:4,3,4+misere"],
        &["mnk:6,6,4"],
        &["checkers"],
        &["x.perfect"],
        &["X........"],
        &["missing.perfect", "--as", "o"],
        &["tictactoe", "-o", "."],
        &["tictactoe", "-o", "none/x.svg"],
        &["tictactoe.perfect", "-o", "tictactoe.perfect"],
    ] {
        let args: Vec<_> = ["export", "map"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_maps", messages);
    folder.trouble(&["export", "map", "tictactoe", "--as", "z"]);
    folder.trouble(&["export", "maps", "tictactoe"]);
}
