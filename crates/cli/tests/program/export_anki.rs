//! Flash cards, compared with a dump of the table.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::{Folder, figures};

/// The lines before the cards, and the fields of each card.
fn deck(file: &str) -> (Vec<&str>, Vec<[String; 4]>) {
    let head: Vec<_> = file.lines().take_while(|line| line.starts_with('#')).collect();
    let cards = file.lines().skip(head.len()).map(|line| {
        // No field of these decks contains a tab or the end of a line.
        let fields: Vec<_> = line.split('\t').map(unquoted).collect();
        fields.try_into().unwrap()
    });
    (head, cards.collect())
}

/// A field without the quotation marks that it may be in.
fn unquoted(field: &str) -> String {
    let inner = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
    let inner = inner.map_or_else(|| field.to_owned(), |inner| inner.replace("\"\"", "\u{1}"));
    assert!(!inner.contains('"'), "{field}");
    inner.replace('\u{1}', "\"")
}

/// The picture of a side of a card, and the text below it.
fn sides(field: &str) -> (&str, &str) {
    let end = field.find("</svg>").unwrap() + "</svg>".len();
    field.split_at(end)
}

#[test]
fn every_position_with_one_right_move_is_a_card_and_the_easiest_is_first() {
    let folder = Folder::new();
    let records = |args: &[&str]| -> HashMap<String, Value> {
        let dump = folder.fine(&[&["dump", "tictactoe", "--format", "jsonl"], args].concat());
        let records = dump.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        records.map(|record| (record["board"].as_str().unwrap().to_owned(), record)).collect()
    };
    let (all, canonical) = (records(&[]), records(&["--canonical"]));
    let opposite = |outcome: &str| match outcome {
        "win" => "loss",
        "loss" => "win",
        _ => "draw",
    };
    // The moves that keep the outcome, and the number of all moves.
    let right = |board: &str| {
        let (mover, outcome) = (all[board]["to_move"].as_str(), all[board]["outcome"].as_str());
        let child = |cell: usize| {
            let mut child = board.to_owned();
            child.replace_range(cell..=cell, mover.unwrap());
            child
        };
        let cells: Vec<_> = board.match_indices('.').map(|(cell, _)| cell).collect();
        let keeps = |cell: &usize| {
            opposite(all[&child(*cell)]["outcome"].as_str().unwrap()) == outcome.unwrap()
        };
        (cells.iter().copied().filter(keeps).collect::<Vec<_>>(), cells.len())
    };
    let asked = canonical.keys().filter(|board| {
        let record = &all[*board];
        record["terminal"] == false && record["outcome"] != "loss" && {
            let (right, moves) = right(board);
            right.len() == 1 && moves > 1
        }
    });
    let asked: BTreeSet<_> = asked.cloned().collect();
    let file = folder.fine(&["export", "anki", "tictactoe"]);
    let (head, cards) = deck(&file);
    assert_eq!(
        head,
        [
            "#separator:tab",
            "#html:true",
            "#notetype:Basic",
            "#deck:tictactoe: the only move",
            "#guid column:1",
            "#tags column:4",
            "#columns:GUID\tFront\tBack\tTags",
            "# 294 positions of tictactoe have one right move; here all of them, easiest first",
        ]
    );
    let mut wins = Vec::new();
    let mut boards = BTreeSet::new();
    for [guid, front, back, tags] in &cards {
        let board = guid.strip_prefix("perfect-play tictactoe ").unwrap();
        let record = &all[board];
        let cell = right(board).0[0];
        let mover = record["to_move"].as_str().unwrap();
        let (picture, question) = sides(front);
        figures::document(picture);
        assert!(question.starts_with(&format!("<p>{mover} is to move. Which move ")), "{question}");
        let (picture, answer) = sides(back);
        figures::document(picture);
        assert!(answer.starts_with(&format!("<p><b>{}</b>: ", cell + 1)), "{answer}");
        assert_eq!(*tags, format!("perfect-play {}", record["outcome"].as_str().unwrap()));
        if record["outcome"] == "win" {
            wins.push(record["remoteness"].as_u64().unwrap());
        }
        boards.insert(board.to_owned());
    }
    assert_eq!((&boards, cards.len()), (&asked, 294));
    assert!(wins.is_sorted() && wins[0] == 1);
    let (_, first) = deck(&folder.fine(&["export", "anki", "tictactoe", "--limit", "3"]));
    assert_eq!(first, cards[..3]);
}

#[test]
fn other_games_have_cards_too() {
    let folder = Folder::new();
    for (game, question) in [
        ("three-mens-morris", "X is to move. Which move wins?"),
        ("nim:3,4", "You are to move. Which move wins?"),
        ("dots:2,1", "Which move gets the most points?"),
        ("connect:3,3,3", "Which move holds the draw?"),
    ] {
        let file = folder.fine(&["export", "anki", game]);
        let (_, cards) = deck(&file);
        assert!(cards.iter().any(|[_, front, ..]| sides(front).1.contains(question)), "{game}");
        for [_, front, back, _] in &cards {
            figures::document(sides(front).0);
            figures::document(sides(back).0);
        }
    }
    let answer = folder.run(&["export", "anki", "mnk:1,1,1"]);
    assert_eq!(
        (answer.code, &*answer.err),
        (
            Some(2),
            "error: no position of mnk:1,1,1 has exactly one right move: there is nothing to ask\n"
        )
    );
}
