//! The trees of minimax, alpha-beta and memos, in every form.

use std::{
    fs,
    time::{Duration, Instant},
};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{Folder, figures, keys};

const FIRST: &str = "X1OX4XOO8";
const SECOND: &str = "O.XX.X.OO";

#[test]
fn the_tree_is_drawn_for_a_terminal() {
    let folder = Folder::new();
    assert_snapshot!("trace_first", folder.fine(&["trace", "tictactoe", FIRST]));
    let second = folder.fine(&["trace", "tictactoe", SECOND, "--score", "ten"]);
    assert!(second.starts_with("tictactoe, plain minimax: 9 calls, best move 5, score +10\n"));
    assert_snapshot!("trace_second", second);
    let depth = folder.fine(&["trace", "tictactoe", SECOND, "--score", "depth"]);
    assert!(depth.contains("score +7: X wins"), "{depth}");
    let misere = folder.fine(&["trace", "tictactoe+misere", "XOXXOOO.X", "--score", "ten"]);
    assert_snapshot!("trace_misere", misere);
    let empty = folder.fine(&["trace", "tictactoe", ".........", "--max-depth", "1"]);
    assert_snapshot!("trace_empty", empty);
    let early = folder.fine(&["trace", "tictactoe", "X........"]);
    let wide = folder.fine(&["trace", "mnk:12,1,3", "XOXO.XO.....", "--max-depth", "6"]);
    let narrow = [early, second, depth, misere, empty, wide];
    for line in narrow.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// The calls of a tree in order.
fn calls(call: &Value) -> Vec<&Value> {
    let children = call["children"].as_array().unwrap();
    [call].into_iter().chain(children.iter().flat_map(calls)).collect()
}

#[test]
fn json_has_the_promised_form_and_the_tutorials_nine_calls() {
    let folder = Folder::new();
    let text = folder.fine(&["trace", "tictactoe", SECOND, "--score", "ten", "--json"]);
    assert_eq!(
        keys(&text),
        [
            "game",
            "position",
            "board",
            "algorithm",
            "score_rule",
            "calls",
            "calls_of",
            "index",
            "score",
            "root"
        ]
    );
    let tree: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tree["board"], SECOND);
    assert_eq!(tree["score_rule"], "ten");
    assert_eq!(
        (&tree["calls"], &tree["index"], &tree["score"]),
        (&json!(9), &json!(4), &json!(10))
    );
    let calls = calls(&tree["root"]);
    let column = |key: &str| calls.iter().map(|call| call[key].clone()).collect::<Vec<_>>();
    assert_eq!(json!(column("call")), json!([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!(json!(column("score")), json!([10, -10, -10, -10, 10, -10, 10, 10, -10]));
    assert_eq!(json!(column("move")), json!([null, 1, 4, 6, 4, 6, 1, 4, 4]));
    assert_eq!(json!(column("index")), json!([4, 4, null, null, null, 4, 4, null, null]));
    assert_eq!(json!(column("to_move")), json!(["X", "O", "X", "X", "O", "O", "X", "O", "X"]));
    assert_eq!(json!(column("calls_below")), json!([8, 2, 0, 0, 0, 3, 1, 0, 0]));
    assert_eq!(calls[7]["board"], "OOXXXXXOO");
    assert_eq!(
        calls[4],
        &json!({
            "call": 5,
            "position": "O.XXXX.OO",
            "board": "O.XXXX.OO",
            "to_move": "O",
            "move": 4,
            "score": 10,
            "index": null,
            "calls_below": 0,
            "children": [],
        })
    );
}

#[test]
fn a_large_tree_is_cut_and_its_totals_stay_exact() {
    let folder = Folder::new();
    let cut = folder.json(&["trace", "tictactoe", ".........", "--json"]);
    assert_eq!(cut["calls"], 549_946);
    let drawn = calls(&cut["root"]);
    assert_eq!(drawn.len(), 1 + 9 + 72);
    let leaves = drawn.iter().filter(|call| call["children"] == json!([]));
    let below: u64 = leaves.map(|call| call["calls_below"].as_u64().unwrap()).sum();
    assert_eq!(below + drawn.len() as u64, 549_946);
    let larger = folder.json(&["trace", "mnk:4,3,3", "............", "--max-depth", "1", "--json"]);
    assert!(larger["calls"].as_u64().unwrap() > 100_000_000);
    // The full depth is allowed, and play need not fill the board.
    for (game, board, all) in [
        ("tictactoe", FIRST, 9),
        ("tictactoe", ".XOXOX.XO", 3),
        ("mnk:3,3,1", ".........", 10),
        ("mnk:2,2,2", "....", 41),
    ] {
        let whole = folder.json(&["trace", game, board, "--max-depth", "255", "--json"]);
        assert_eq!((&whole["calls"], calls(&whole["root"]).len()), (&json!(all), all), "{board}");
    }
}

#[test]
fn without_a_board_the_tree_begins_at_the_start_and_fits_on_a_screen() {
    let folder = Folder::new();
    let start = folder.json(&["trace", "tictactoe", "--json"]);
    assert_eq!((&start["calls"], &start["board"]), (&json!(549_946), &json!(".........")));
    assert_eq!(calls(&start["root"]).len(), 10);
    let two = folder.json(&["trace", "tictactoe", "--max-depth", "2", "--json"]);
    assert_eq!(calls(&two["root"]).len(), 1 + 9 + 72);
    let whole = folder.json(&["trace", "nim:1,2", "--json"]);
    assert_eq!(whole["calls"], calls(&whole["root"]).len());
    // A position of a larger game that can be copied.
    let message = folder.trouble(&["trace", "connect:7,7,7", "--algorithm", "alpha-beta"]);
    let (_, nearer) = message.split_once("for example `perfect-play trace ").unwrap();
    let (game, board) = nearer.trim_end().trim_end_matches('`').split_once(' ').unwrap();
    assert!(folder.fine(&["trace", game, board]).contains("calls:"), "{message}");
}

#[test]
fn the_picture_is_the_tree() {
    let folder = Folder::new();
    let svg = folder.fine(&["trace", "tictactoe", SECOND, "--score", "ten", "--format", "svg"]);
    assert_snapshot!("trace_svg", svg);
    let texts = figures::texts(&svg);
    for number in 1..=9 {
        assert!(texts.contains(&format!("call {number}")), "{texts:?}");
    }
    // The scores of the eight calls below the first call, each on its edge.
    let on_edges = |score: &str| texts.iter().filter(|text| *text == score).count();
    assert_eq!((on_edges("+10"), on_edges("-10")), (3, 5));
    assert_eq!(figures::elements(&svg, "line").len(), 8);
    let heavy = figures::elements(&svg, "line");
    // Best play, and the moves that the other calls take.
    assert_eq!(heavy.iter().filter(|line| line["stroke-width"] == "5").count(), 1);
    assert_eq!(heavy.iter().filter(|line| line["stroke-width"] == "2").count(), 3);
    for words in ["X: largest", "O: smallest", "X wins", "O wins"] {
        assert!(texts.iter().any(|text| text == words), "{words}");
    }

    let cut =
        folder.fine(&["trace", "mnk:4,3,3", "XO..........", "--format", "svg", "--max-depth", "1"]);
    assert_eq!(figures::texts(&cut).iter().filter(|text| *text == "calls below").count(), 10);
    folder.fine(&["trace", "tictactoe", FIRST, "--format", "svg", "-o", "tree.svg"]);
    assert_eq!(folder.names(), ["tree.svg"]);
}

#[test]
fn alpha_beta_says_what_it_cuts_off_and_why() {
    let folder = Folder::new();
    let args = ["trace", "tictactoe", SECOND, "--score", "ten", "--algorithm", "alpha-beta"];
    let text = folder.fine(&args);
    assert!(text.starts_with("tictactoe, alpha-beta: 8 calls, best move 5, score +10\n"), "{text}");
    assert_snapshot!("trace_alpha_beta", text);
    let larger = ["trace", "tictactoe", "X...O....", "--algorithm", "alpha-beta"];
    for line in folder.fine(&larger).lines().chain(text.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }

    let tree = folder.json(&[&args[..], &["--json"]].concat());
    assert_eq!(tree["algorithm"], "alpha-beta");
    assert_eq!(
        tree["calls_of"],
        json!({
            "minimax": {"calls": 9, "remembered": 0},
            "alpha-beta": {"calls": 8, "remembered": 0},
            "memo": {"calls": 9, "remembered": 0},
            "memo-symmetric": {"calls": 9, "remembered": 0},
        })
    );
    let calls = calls(&tree["root"]);
    let column = |key: &str| calls.iter().map(|call| call[key].clone()).collect::<Vec<_>>();
    assert_eq!(json!(column("score")), json!([10, -10, -10, -10, 10, 10, 10, 10]));
    let [open, cut] = [json!([null, null]), json!([10, null])];
    assert_eq!(json!(column("window")[..3]), json!([open, open, open]));
    assert_eq!(json!(column("window")[5..]), json!([cut, cut, cut]));
    let bounds: Vec<_> = column("bound").into_iter().filter(|bound| bound != "exact").collect();
    assert_eq!(json!(bounds), json!(["at-most"]));
    assert_eq!((&calls[5]["untried"], &calls[5]["bound"]), (&json!([4]), &json!("at-most")));
    // The other searches try all moves.
    assert_eq!(column("untried").iter().filter(|moves| **moves != json!([])).count(), 1);

    let svg = folder.fine(&[&args[..], &["--format", "svg"]].concat());
    assert_snapshot!("trace_alpha_beta_svg", svg);
    let texts = figures::texts(&svg);
    for words in ["not tried: 5", "cut off", "(+10, +∞)", "≤ +10"] {
        assert!(texts.iter().any(|text| text == words), "{words} {texts:?}");
    }
    let dot = folder.fine(&[&args[..], &["--format", "dot"]].concat());
    assert_eq!(dot.matches("not tried").count(), 1);
    assert!(dot.contains("style=\"rounded,dashed\""), "{dot}");
}

#[test]
fn the_reason_of_a_cut_names_the_call_that_has_the_better_score() {
    let folder = Folder::new();
    let text = folder.fine(&["trace", "tictactoe", "XO..X..O.", "--algorithm", "alpha-beta"]);
    let joined = text.replace('\n', " ");
    let words: Vec<_> = joined.split_whitespace().filter(|word| !"│╎".contains(word)).collect();
    let sentences = words.join(" ");
    let reasons = sentences.matches("cut off: ").count();
    assert!(reasons > 0, "{text}");
    assert_eq!(sentences.matches(" already has ").count(), reasons, "{text}");
    assert_eq!(sentences.matches(" here. ").count(), reasons, "{text}");
}

#[test]
fn a_memo_names_the_call_that_it_remembers() {
    let folder = Folder::new();
    let board = "XOXOX.O..";
    let text = folder.fine(&["trace", "tictactoe", board, "--algorithm", "memo"]);
    assert_snapshot!("trace_memo", text);
    for (algorithm, images) in [("memo", false), ("memo-symmetric", true)] {
        let args = ["trace", "tictactoe", "XO.......", "--algorithm", algorithm];
        let tree = folder.json(&[&args[..], &["--json", "--max-depth", "9"]].concat());
        let all = calls(&tree["root"]);
        assert_eq!(tree["calls"], all.len());
        assert_eq!(tree["calls_of"][algorithm]["calls"], all.len());
        let (known, new): (Vec<&Value>, Vec<&Value>) =
            all.iter().copied().partition(|call| !call["remembered_from"].is_null());
        assert_eq!(tree["calls_of"][algorithm]["remembered"], known.len());
        let mut boards: Vec<_> = new.iter().map(|call| call["board"].as_str().unwrap()).collect();
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), new.len(), "each is looked at once");
        for call in known {
            let from = call["remembered_from"].as_u64().unwrap();
            let first = new.iter().find(|first| first["call"] == from).unwrap();
            assert!(from < call["call"].as_u64().unwrap());
            assert_eq!((&first["score"], &call["children"]), (&call["score"], &json!([])));
            assert!(images || first["board"] == call["board"]);
        }
        figures::texts(&folder.fine(&[&args[..], &["--format", "svg"]].concat()));
        let dot = folder.fine(&[&args[..], &["--format", "dot", "--max-depth", "9"]].concat());
        assert!(dot.contains("as in call "), "{dot}");
    }
}

#[test]
fn the_searches_stand_side_by_side() {
    let folder = Folder::new();
    let text = folder.fine(&["trace", "tictactoe", ".........", "--max-depth", "1"]);
    let counts = text.split_once("\ncalls: ").unwrap().1;
    assert_snapshot!("trace_counts", counts);
    // A count that only a walk can give has a limit.
    let large = folder.fine(&["trace", "mnk:13,1,4", ".............", "--max-depth", "1"]);
    assert!(large.contains("not counted: more than 1,000,000 calls"), "{large}");
    let large = folder.json(&["trace", "mnk:13,1,4", ".............", "--json"]);
    assert_eq!(large["calls_of"]["minimax"]["calls"], large["calls"]);
    assert_eq!(large["calls_of"]["memo"], json!(null));
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn the_searches_of_sixteen_cells_stand_side_by_side() {
    let folder = Folder::new();
    let board = "................";
    let large = folder.fine(&["trace", "mnk:4,4,4", board, "--max-depth", "1"]);
    assert!(large.contains("minimax         36,277,691,063,105"), "{large}");
    assert!(large.contains("not counted: more than 1,000,000 calls"), "{large}");
    let large = folder.json(&["trace", "mnk:4,4,4", board, "--json"]);
    assert_eq!(large["calls_of"]["alpha-beta"], json!(null));
    let message = folder.trouble(&["trace", "mnk:4,4,4", board, "--algorithm", "memo"]);
    assert!(message.contains("at most 2 million positions can be counted"), "{message}");
}

#[test]
fn a_wide_tree_is_folded_or_wrapped() {
    let folder = Folder::new();
    let width = |svg: &str| {
        let document = figures::document(svg);
        document.root_element().attribute("width").unwrap().parse::<u32>().unwrap()
    };
    for game in ["tictactoe", "notakto:3,3,3"] {
        let svg = folder.fine(&["trace", game, ".........", "--format", "svg"]);
        assert!(width(&svg) <= 1500, "{}", width(&svg));
        let texts = figures::texts(&svg);
        // The first moves: a corner, an edge, the centre. After a corner there are five kinds of replies.
        let calls = texts.iter().filter(|text| text.starts_with("call ")).count();
        assert_eq!(calls, 1 + 3 + 5 + 5 + 2, "{game}");
        assert_eq!(texts.iter().filter(|text| *text == "4 alike").count(), 4, "{game}");
    }
    for (board, algorithm) in [(".........", "memo"), ("X...O....", "alpha-beta")] {
        let args = ["trace", "tictactoe", board, "--algorithm", algorithm, "--format", "svg"];
        let svg = folder.fine(&args);
        assert!(width(&svg) <= 1500, "{}", width(&svg));
        figures::texts(&svg);
    }
}

#[test]
fn the_graph_for_graphviz_has_a_node_for_each_call_and_an_edge_to_each_but_the_first() {
    let folder = Folder::new();
    let dot = folder.fine(&["trace", "tictactoe", FIRST, "--format", "dot"]);
    assert_snapshot!("trace_dot", dot);
    let edges = dot.lines().filter(|line| line.contains("->")).count();
    let nodes = dot.lines().filter(|line| line.contains("label=\"call ")).count();
    assert_eq!((nodes, edges), (9, 8));
}

/// Its positions do not fit into the memory, but only those after this one are needed.
#[test]
fn a_game_that_is_too_large_to_be_solved_is_traced_near_its_end() {
    let folder = Folder::new();
    let trace = ["trace", "kalah:6,4", "0,0,0,0,0,1:20/0,0,0,0,0,2:25 X", "--json"];
    assert_eq!(folder.json(&trace)["calls"], 2);
}

/// Only a few random games are played, or the boards of a line game are counted by a formula.
#[test]
fn what_is_much_too_large_is_refused_at_once() {
    let folder = Folder::new();
    let began = Instant::now();
    for game in ["connect4", "mnk:5,5,4", "hex:5", "kalah:6,4", "dots:3,3"] {
        let trouble = folder.trouble(&["trace", game]);
        assert!(trouble.contains("the tree is too large"), "{trouble}");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn what_cannot_be_traced() {
    let folder = Folder::new();
    let mut messages = String::new();
    for args in [
        &["tictactoe", "XXXOO...."][..],
        &["tictactoe", "XXX......"],
        &["tictactoe", "XOXXOXOXO"],
        &["tictactoe", FIRST, "--max-depth", "0"],
        &["tictactoe", FIRST, "--max-depth", "-1"],
        &["tictactoe", FIRST, "--max-depth", "256"],
        &["tictactoe", FIRST, "--score", "nine"],
        &["tictactoe.perfect", FIRST],
        &["mnk:5,4,4", "XO..................", "--score", "depth"],
        &["connect:7,6,4", &".".repeat(42)],
        &["tictactoe", ".........", "--max-depth", "9", "--format", "svg"],
        &["mnk:4,4,4", "................", "--max-depth", "16"],
        &["tictactoe", FIRST, "--format", "svg", "-o", "."],
        &["tictactoe", FIRST, "--algorithm", "beta"],
        &["mnk:4,4,4", "................", "--algorithm", "alpha-beta"],
    ] {
        let args: Vec<_> = ["trace"].iter().chain(args).copied().collect();
        messages += &folder.trouble(&args);
    }
    assert_snapshot!("bad_traces", messages);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_cut_off_deep_in_a_tree_has_room_for_its_text() {
    let folder = Folder::new();
    let line = |number: u32, moves: &str| {
        let to_move = if number.is_multiple_of(2) { "X" } else { "O" };
        format!(r#"{{"position": "{number}", "to_move": "{to_move}", "moves": {{{moves}}}}}"#)
    };
    let end = |name, outcome| {
        format!(r#"{{"position": "{name}", "to_move": "X", "outcome": "{outcome}"}}"#)
    };
    let mut lines = vec![line(0, r#""a": "drawn", "b": "1""#)];
    lines.extend((1..45).map(|number| line(number, &format!(r#""a": "{}""#, number + 1))));
    lines.push(line(45, r#""a": "lost", "b": "drawn""#));
    lines.extend([end("drawn", "draw"), end("lost", "loss")]);
    fs::write(folder.path("deep.jsonl"), lines.join("\n")).unwrap();
    let deep = ["trace", "graph:deep.jsonl", "--algorithm", "alpha-beta", "--max-depth", "60"];
    let traced = folder.fine(&deep);
    let text = traced.lines().skip_while(|line| !line.contains("╳")).take(3);
    assert!(
        text.clone().all(|line| line.trim_start_matches(' ').chars().count() <= 30),
        "{traced}"
    );
    assert_eq!(text.count(), 3, "{traced}");
}

#[test]
fn the_tree_of_the_page_about_minimax_is_traced() {
    let folder = Folder::new();
    let page = include_str!("../../../runtime/minimax.md");
    let lines: Vec<_> = page.lines().filter(|line| line.starts_with("{\"position\"")).collect();
    assert_eq!(lines.len(), 7);
    fs::write(folder.path("tree.jsonl"), lines.join("\n")).unwrap();
    let traced = folder.fine(&["trace", "graph:tree.jsonl", "--algorithm", "alpha-beta"]);
    assert!(traced.contains("6 calls, best move left, score +3"), "{traced}");
    assert!(traced.contains("cut off: right"), "{traced}");
}
