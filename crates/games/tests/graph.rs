//! Games read from files: what was written is read again, and errors name the line.

use std::{
    collections::HashMap,
    fmt::{Display, Write},
    path::Path,
    process::Command,
};

use super::brute_force::{Worth, solve, solve_any};
use super::random::Random;
use perfect_play_core::{Game, Move, Outcome, Player, Scheme};
use perfect_play_games::{Clobber, Family, Graph, Kalah, Othello, ReadGraphErrorKind};
use serde_json::{Map, Value, json};

fn read(file: &str) -> Graph {
    Graph::read("game.jsonl", file.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

/// A game as lines of JSON.
fn written(game: impl Display) -> (String, HashMap<String, Worth>) {
    let solved = solve(game);
    let (game, mut file) = (&solved.game, String::new());
    let name = |position| game.notation(position).to_string();
    for (&position, moves) in solved.positions.iter().zip(&solved.moves) {
        let mut line = json!({
            "position": name(position),
            "to_move": game.to_move(position).to_string(),
        });
        if game.end(position).is_none() {
            let moves = moves.iter().map(|&(mv, to, _)| {
                let label = game.move_text(position, mv).to_string();
                (label, Value::from(name(solved.positions[to])))
            });
            line["moves"] = moves.collect::<Map<_, _>>().into();
        } else if game.scheme() == Scheme::Score {
            line["score"] = game.score(position).into();
        } else {
            line["outcome"] = game.end(position).unwrap().outcome().to_string().into();
        }
        writeln!(file, "{line}").unwrap();
    }
    let names = solved.positions.iter().map(|&position| name(position));
    (file, names.zip(solved.worths.iter().copied()).collect())
}

fn same_as_a_graph(game: impl Display) {
    let (file, worths) = written(game);
    let graph = read(&file);
    assert_eq!(graph.positions(), worths.len());
    let solved = solve_any(graph.into());
    assert_eq!(solved.positions.len(), worths.len());
    for (&position, worth) in solved.positions.iter().zip(&solved.worths) {
        let name = solved.game.notation(position).to_string();
        assert_eq!(*worth, worths[&name], "{name}");
        assert_eq!(solved.game.parse_position(&name), Ok(position));
    }
}

#[test]
fn any_game_is_the_same_as_a_graph() {
    same_as_a_graph(Clobber::new(3, 3).unwrap());
    same_as_a_graph(Kalah::new(3, 2).unwrap());
    same_as_a_graph(Othello::new(2, 4).unwrap());
}

/// A position of a random game: the side to move, the end of the game, and the positions its moves lead to.
struct Node {
    to_move: Player,
    end: Option<(&'static str, Value)>,
    moves: Vec<usize>,
}

fn random_game(random: &mut Random) -> Vec<Node> {
    let (count, scored) = (1 + random.below(12), random.below(4) == 0);
    let (one_player, forwards) = (random.below(4) == 0, random.below(3) == 0);
    (0..count)
        .map(|at| {
            let to_move = if one_player || random.below(2) == 0 { Player::X } else { Player::O };
            let choices = if forwards { at + 1..count } else { 0..count };
            let ends = choices.is_empty() || random.below(4) == 0;
            let end = ends.then(|| {
                if scored {
                    ("score", Value::from(i16::from(random.byte()).clamp(0, 254) - 127))
                } else {
                    ("outcome", Value::from(["loss", "draw", "win"][random.below(3)]))
                }
            });
            let moves = if ends { 0 } else { 1 + random.below(4) };
            let to = (0..moves).map(|_| choices.start + random.below(choices.len())).collect();
            Node { to_move, end, moves: to }
        })
        .collect()
}

#[test]
fn ten_thousand_random_games_are_read_as_they_were_written() {
    let mut random = Random(14);
    let mut repeating = 0;
    for _ in 0..10_000 {
        let nodes = random_game(&mut random);
        // Lines in a random order, except that the start comes first.
        let mut order: Vec<_> = (1..nodes.len()).collect();
        (1..order.len()).for_each(|i| order.swap(i, random.below(i + 1)));
        order.insert(0, 0);
        let mut file = String::new();
        for &at in &order {
            let node = &nodes[at];
            let mut line =
                json!({ "position": format!("p {at}"), "to_move": node.to_move.to_string() });
            if let Some((kind, end)) = &node.end {
                line[kind] = end.clone();
            } else {
                let moves = node.moves.iter().enumerate();
                let moves = moves.map(|(i, to)| (format!("m{i}"), format!("p {to}").into()));
                line["moves"] = moves.collect::<Map<_, _>>().into();
            }
            writeln!(file, "{line}").unwrap();
        }
        let game = read(&file);
        for (line, &at) in (0..).zip(&order) {
            let node = &nodes[at];
            assert_eq!(game.notation(line).to_string(), format!("p {at}"));
            assert_eq!(game.parse_position(&format!("p {at}")), Ok(line));
            assert_eq!(game.to_move(line), node.to_move);
            let end = game.terminal(line).map(|outcome| match game.scheme() {
                Scheme::Score => {
                    assert_eq!(i16::from(outcome.number()), game.score(line).signum());
                    ("score", Value::from(game.score(line)))
                }
                Scheme::Remoteness => ("outcome", Value::from(outcome.to_string())),
            });
            assert_eq!(end, node.end);
            assert_eq!(game.legal_moves(line).len() as usize, node.moves.len());
            for mv in game.legal_moves(line) {
                let label = game.move_text(line, mv).to_string();
                assert_eq!(game.parse_move(line, &label), Some(mv));
                let of_node: usize = label[1..].parse().unwrap();
                assert_eq!(order[game.play(line, mv) as usize], node.moves[of_node]);
            }
        }
        assert_eq!(game.repeats(), has_cycle(&nodes), "{file}");
        repeating += usize::from(game.repeats());
    }
    assert!((2000..8000).contains(&repeating), "{repeating}");
}

/// Whether a position that is reachable from the start can be reached from itself.
fn has_cycle(nodes: &[Node]) -> bool {
    let after = |from: usize| {
        let (mut found, mut next) = (nodes[from].moves.clone(), 0);
        while let Some(&at) = found.get(next) {
            for to in &nodes[at].moves {
                if !found.contains(to) {
                    found.push(*to);
                }
            }
            next += 1;
        }
        found
    };
    after(0).into_iter().chain([0]).any(|at| after(at).contains(&at))
}

#[test]
fn long_ways_and_unreachable_loops() {
    let count = 100_000;
    let line = |at: usize, to: usize| {
        format!("{{\"position\":\"{at}\",\"to_move\":\"X\",\"moves\":{{\"on\":\"{to}\"}}}}\n")
    };
    let end =
        |at: usize| format!("{{\"position\":\"{at}\",\"to_move\":\"X\",\"outcome\":\"win\"}}\n");
    let way: String = (0..count).map(|at| line(at, at + 1)).collect();
    assert!(!read(&(way.clone() + &end(count))).repeats());
    assert!(read(&(way.clone() + &line(count, 0))).repeats());
    assert!(read(&(way + &line(count, count))).repeats());
    // A cycle of unreachable positions.
    let game = read(&(end(0) + &line(1, 2) + &line(2, 1)));
    assert!(!game.repeats());
    assert_eq!((game.positions(), solve_any(game.into()).positions.len()), (3, 1));
}

#[test]
fn one_player_finds_the_shortest_way() {
    let file = r#"{"position": "start", "to_move": "X", "moves": {"far": "a", "near": "b", "trap": "t", "cliff": "c"}}
{"position": "a", "to_move": "X", "moves": {"on": "b"}}
{"position": "b", "to_move": "X", "moves": {"on": "goal", "back": "start"}}
{"position": "goal", "to_move": "X", "outcome": "win"}
{"position": "t", "to_move": "X", "moves": {"wait": "t", "jump": "spikes"}}
{"position": "c", "to_move": "X", "moves": {"fall": "d"}}
{"position": "d", "to_move": "X", "moves": {"fall": "spikes"}}
{"position": "spikes", "to_move": "X", "outcome": "loss"}
"#;
    let solved = solve_any(read(file).into());
    for (name, worth) in [
        ("start", Worth::Win(2)),
        ("a", Worth::Win(2)),
        ("b", Worth::Win(1)),
        ("goal", Worth::Win(0)),
        ("t", Worth::Draw),
        ("c", Worth::Loss(2)),
        ("spikes", Worth::Loss(0)),
    ] {
        assert_eq!(solved.worth(name), worth, "{name}");
    }
    let game = solved.game;
    assert_eq!(game.winner(game.parse_position("goal").unwrap()), Some(Player::X));
    assert_eq!(game.winner(game.parse_position("spikes").unwrap()), Some(Player::O));
}

const A: &str = r#"{"position": "a", "to_move": "X", "moves": {"left": "b", "right": "c"}}"#;
const B: &str = r#"{"position": "b", "to_move": "O", "outcome": "loss"}"#;
const C: &str = r#"{"position": "c", "to_move": "O", "outcome": "draw"}"#;

#[test]
fn what_may_differ() {
    let game = read(&[A, B, C].join("\n"));
    assert_eq!(game.terminal(1), Some(Outcome::Loss));
    for file in [
        [A, B, C].join("\n") + "\n",
        [A, C, B].join("\r\n") + "\r\n",
        format!("\u{feff}{A}\n{B}\n{C}"),
        [A, B, C].join("\n").replace("{\"position", "  { \"position"),
        [A, B, C].join("\n").replace("\"b\"", "\"\\u0062\""),
        [A, B, C].join("\n").replace("\"outcome\"", "\"score\": null, \"moves\": {}, \"outcome\""),
        [A, B, C].join("\n").replace("\"b\"", "\"\u{e9} \u{4e2d} b\""),
    ] {
        let other = read(&file);
        assert_eq!(other.legal_moves(0), game.legal_moves(0), "{file}");
        let left = other.play(0, other.parse_move(0, "left").unwrap());
        assert_eq!(other.terminal(left), Some(Outcome::Loss), "{file}");
        assert_ne!(other.checksum(), game.checksum());
    }
    assert_eq!(read(&[A, B, C].join("\n")).checksum(), game.checksum());
    assert_eq!(Family::of(&game.to_string()), Some(Family::Graph));
    // Numbers that are not positions or moves.
    assert_eq!((game.legal_moves(3).len(), game.terminal(u32::MAX)), (0, None));
    assert_eq!((game.play(0, 255), game.play(9, 0), game.to_move(9)), (0, 9, Player::X));
    assert_eq!(game.notation(9).to_string() + &game.move_text(0, 9).to_string(), "9");
    assert_eq!(game.score(0), 0);
}

/// Whether an error is the expected one.
type Is = fn(&ReadGraphErrorKind) -> bool;

#[test]
#[expect(clippy::too_many_lines, reason = "a list of mistakes")]
fn what_is_wrong_is_told_with_its_line_and_what_to_do() {
    use ReadGraphErrorKind as Kind;
    let moves = |count: usize| {
        let moves: Vec<_> = (0..count).map(|i| format!("\"m{i}\": \"b\"")).collect();
        format!(
            "{{\"position\": \"a\", \"to_move\": \"X\", \"moves\": {{{}}}}}\n{B}",
            moves.join(",")
        )
    };
    let with =
        |field: &str| format!("{A}\n{B}\n{{\"position\": \"c\", \"to_move\": \"O\", {field}}}");
    let named = |name: &str| {
        format!("{{\"position\": \"{name}\", \"to_move\": \"O\", \"outcome\": \"win\"}}")
    };
    let labelled = |label: &str| with(&format!("\"moves\": {{\"{label}\": \"a\"}}"));
    let cases: [(String, &str, Is); 38] = [
        (String::new(), "the file is empty: write a line for each", |k| matches!(k, Kind::Empty)),
        ("\n".into(), "line 1: the line is empty: remove it", |k| matches!(k, Kind::EmptyLine)),
        (format!("{A}\n{B}\n{C}\n \r\n"), "line 4: the line is empty", |k| {
            matches!(k, Kind::EmptyLine)
        }),
        (format!("{A}\n\n{B}\n{C}\n"), "line 2: the line is empty", |k| {
            matches!(k, Kind::EmptyLine)
        }),
        (
            format!("{A}\n{B}"),
            "line 1: the move `right` leads to `c`, which no line describes: add a line",
            |k| matches!(k, Kind::MissingPosition { label, name } if label == "right" && name == "c"),
        ),
        (format!("{C}\n{A}"), "line 2: the move `left` leads to `b`", |k| {
            matches!(k, Kind::MissingPosition { .. })
        }),
        (format!("{A}\n{B}\n{C}\n{B}"), "line 4: `b` was described in line 2: remove one", |k| {
            matches!(k, Kind::Duplicate { first: 2, .. })
        }),
        (
            with("\"outcome\": \"win\", \"moves\": {\"m\": \"a\"}"),
            "line 3: the position has an end, and moves: remove",
            |k| matches!(k, Kind::MovesAfterTheEnd),
        ),
        (
            with("\"score\": 3, \"moves\": {\"m\": \"a\"}"),
            "line 3: the position has an end, and moves",
            |k| matches!(k, Kind::MovesAfterTheEnd),
        ),
        (with("\"moves\": {}"), "line 3: the position has neither moves nor an end: add", |k| {
            matches!(k, Kind::NeitherMovesNorEnd)
        }),
        (with("\"score\": null"), "line 3: the position has neither moves nor an end", |k| {
            matches!(k, Kind::NeitherMovesNorEnd)
        }),
        (
            moves(257),
            "line 1: the position has 257 moves, and at most 256 are possible: split",
            |k| matches!(k, Kind::TooManyMoves { found: 257 }),
        ),
        (
            with("\"outcome\": \"win\", \"score\": 3"),
            "line 3: the position has an outcome and a score: use only outcomes or only scores",
            |k| matches!(k, Kind::OutcomeAndScore),
        ),
        (
            with("\"score\": 3"),
            "line 3: this end is not of the same kind as that in line 2: give",
            |k| matches!(k, Kind::OutcomesAndScores { first: 2 }),
        ),
        (with("\"score\": 128"), "line 3: the score 128 is not from -127 to 127: count", |k| {
            matches!(k, Kind::ScoreBeyond127 { score: 128 })
        }),
        (with("\"score\": -128"), "line 3: the score -128 is not from -127 to 127", |k| {
            matches!(k, Kind::ScoreBeyond127 { .. })
        }),
        (with("\"score\": 99999999999999999999"), "line 3, column", |k| {
            matches!(k, Kind::WrongField { .. })
        }),
        (with("\"score\": 1.5"), "invalid type: floating point `1.5`", |k| {
            matches!(k, Kind::WrongField { .. })
        }),
        (
            with("\"outcome\": \"lost\""),
            "unknown variant `lost`, expected one of `loss`, `draw`, `win`",
            |k| matches!(k, Kind::WrongField { .. }),
        ),
        (
            with("\"result\": \"loss\""),
            "line 3, column 42: unknown field `result`, expected one of `position`",
            |k| matches!(k, Kind::WrongField { column: 42, .. }),
        ),
        (with("\"score\": 3, \"score\": 4"), "duplicate field `score`", |k| {
            matches!(k, Kind::WrongField { .. })
        }),
        (
            with("\"moves\": [\"a\"]"),
            "expected an object with a position's name for each move",
            |k| matches!(k, Kind::WrongField { .. }),
        ),
        (with("\"moves\": {\"m\": 1}"), "invalid type: integer `1`", |k| {
            matches!(k, Kind::WrongField { .. })
        }),
        (
            r#"{"position": "a", "outcome": "win"}"#.into(),
            "line 1, column 35: missing field `to_move`",
            |k| matches!(k, Kind::WrongField { .. }),
        ),
        (
            r#"{"position": "a", "to_move": "Y", "outcome": "win"}"#.into(),
            "unknown variant `Y`, expected `X` or `O`",
            |k| matches!(k, Kind::WrongField { .. }),
        ),
        ("[1, 2]".into(), "line 1, column", |k| matches!(k, Kind::WrongField { .. })),
        (
            format!("{A}\nposition b"),
            "line 2, column 1: this is not JSON: expected value: write one object a line",
            |k| matches!(k, Kind::NotJson { column: 1, .. }),
        ),
        (format!("{A} {B}\n{C}"), "this is not JSON: trailing characters", |k| {
            matches!(k, Kind::NotJson { .. })
        }),
        (A.replace("}}", "}"), "this is not JSON: EOF while parsing", |k| {
            matches!(k, Kind::NotJson { .. })
        }),
        (format!("{A}\n{{\"position\":\n"), "line 2, column 12: this is not JSON", |k| {
            matches!(k, Kind::NotJson { .. })
        }),
        (named(""), "line 1: `` cannot be the name of a position: it must not be empty", |k| {
            matches!(k, Kind::BadName { .. })
        }),
        (named(" a"), "` a` cannot be the name", |k| matches!(k, Kind::BadName { .. })),
        (named("a\\n"), "`a\\n` cannot be the name", |k| matches!(k, Kind::BadName { .. })),
        (named("a\u{202e}"), "`a\\u{202e}` cannot be the name", |k| {
            matches!(k, Kind::BadName { .. })
        }),
        (labelled(""), "line 3: `` cannot be the name of a move: it must not be empty", |k| {
            matches!(k, Kind::BadLabel { .. })
        }),
        (labelled("jump left"), "`jump left` cannot be the name of a move", |k| {
            matches!(k, Kind::BadLabel { .. })
        }),
        (
            with("\"moves\": {\"m\": \"a\", \"n\": \"a\", \"m\": \"b\"}"),
            "line 3: the position has two moves `m`: give one",
            |k| matches!(k, Kind::RepeatedMove { .. }),
        ),
        (
            format!("{A}\n{}", " ".repeat((1 << 20) + 1)),
            "line 2: the line is longer than 1048576 bytes",
            |k| matches!(k, Kind::LongLine),
        ),
    ];
    for (file, message, is) in cases {
        let shown: String = file.chars().take(300).collect();
        let error = Graph::read("game.jsonl", file.as_bytes()).expect_err(&shown);
        assert!(is(error.kind()), "{shown}\n{error:?}");
        assert!(error.to_string().contains(message), "{shown}\n{error}");
        assert!(error.to_string().chars().all(|c| !c.is_control() && c != '\u{202e}'), "{error}");
    }
    assert_eq!(read(&moves(256)).legal_moves(0).len(), 256);
    assert_eq!(read(&moves(256)).play(0, Move::MAX), 1);
    let of_most_bytes = format!("{B}{}\n{C}", " ".repeat((1 << 20) - B.len()));
    assert_eq!(read(&of_most_bytes).positions(), 2);

    let error = Graph::read("game.jsonl", b"{\"position\": \"\xff\"}".as_slice()).unwrap_err();
    assert!(matches!(error.kind(), Kind::NotUtf8 { column: 15 }), "{error}");
    assert!(error.to_string().starts_with("line 1, column 15: this is not UTF-8: save"), "{error}");

    let error = Graph::open("no such file.jsonl").unwrap_err();
    assert!(error.to_string().starts_with("the file cannot be read: "), "{error}");
    assert!(std::error::Error::source(&error).is_some() && error.line() == 0);
    assert!(Graph::open(env!("CARGO_MANIFEST_DIR")).is_err());
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random(15);
    let file = [A, B, C].join("\n");
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = file.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.byte(),
                1 => bytes.truncate(at + 1),
                _ => {
                    let from = random.below(bytes.len());
                    bytes[at] = bytes[from];
                }
            }
        }
        match Graph::read("game.jsonl", bytes.as_slice()) {
            Ok(game) => {
                accepted += 1;
                assert!(solve_any(game.into()).positions.len() <= 3);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty() && error.line() <= 4);
            }
        }
    }
    assert!(accepted > 100 && refused > 10_000, "{accepted} {refused}");
}

/// The root of the workspace, whichever of its packages this is compiled for.
fn root() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above.find(|folder| folder.join("examples").is_dir()).unwrap()
}

#[test]
fn the_example_level_is_the_one_that_its_script_writes() {
    let kept = std::fs::read_to_string(root().join("data/level.jsonl")).unwrap();
    let script = root().join("examples/graph/level.py");
    let Ok(made) = Command::new("python3").arg("-B").arg(script).output() else {
        assert!(std::env::var_os("CI").is_none(), "there is no Python 3");
        eprintln!("skipped: there is no Python 3");
        return;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_eq!(String::from_utf8_lossy(&made.stdout).replace("\r\n", "\n"), kept);
}

#[test]
fn the_example_level_has_a_way_to_the_door() {
    let game = Graph::open(root().join("data/level.jsonl")).unwrap();
    assert_eq!(game.to_string(), "graph:level.jsonl");
    assert!(game.repeats());
    let solved = solve_any(game.into());
    assert_eq!(solved.worths[0], Worth::Win(18));
    let count = |is: fn(&Worth) -> bool| solved.worths.iter().filter(|worth| is(worth)).count();
    // Places with a way to the door, then spikes, then the shaft without a way out.
    assert_eq!(count(|worth| matches!(worth, Worth::Win(_))), 34);
    assert_eq!(count(|worth| matches!(worth, Worth::Loss(0))), 14);
    assert_eq!(count(|worth| *worth == Worth::Draw), 5);
    assert_eq!(solved.worths.len(), 53);
}
