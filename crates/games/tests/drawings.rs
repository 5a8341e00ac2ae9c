//! The drawings of every family. Pieces are compared with positions as text. The cells of moves are compared with their
//! text and their effect. Both are compared with the symmetries.

use std::{
    collections::{HashMap, HashSet},
    fmt::Display,
};

use perfect_play_core::{Drawing, Game, MoveCells, Moves, Outcome, Piece, Player};
use perfect_play_games::{Dots, Graph, Kalah, Morris, Nim, OneGap};

use super::brute_force::{Solved, solve};

/// The effect of the moves of a game.
#[derive(Clone, Copy, PartialEq)]
enum Moving {
    /// A piece is placed on an empty cell.
    Puts,
    /// A piece leaves a cell, and enters another cell or leaves the board. In some games pieces are placed first.
    Goes,
    /// A piece is taken from a cell, which may be filled again at once, and is pushed in at another cell.
    Pushes,
    /// Two empty cells are filled.
    Fills,
    /// A piece is removed from a cell.
    Takes,
}

/// Checks the games with these names at every reachable position.
fn check(moving: Moving, names: &[&str]) {
    for name in names {
        let solved = solve(name);
        pieces_are_those_of_the_text(&solved);
        moves_point_where_their_text_says(&solved);
        moves_change_the_cells_that_they_point_at(&solved, moving);
        // The two squares of a domino may be in either order.
        if moving != Moving::Fills {
            symmetries_move_cells(&solved);
        }
    }
}

/// The characters of a position's text that are cells.
fn cells_of_text(text: &str) -> impl Iterator<Item = char> {
    text.split(' ').next().unwrap().chars().filter(|&character| character != '/')
}

fn pieces_are_those_of_the_text(solved: &Solved) {
    let game = &solved.game;
    let drawing = game.drawing();
    for &position in &solved.positions {
        let text = game.notation(position).to_string();
        for cell in drawing.cells()..=u8::MAX {
            assert_eq!(game.piece(position, cell), None, "{game}: {text}: {cell}");
        }
        if matches!(drawing, Drawing::Pits { .. }) || text.contains(',') {
            continue;
        }
        let pieces: Vec<_> = (0..drawing.cells()).map(|cell| game.piece(position, cell)).collect();
        // A drawing may show more than the text, such as boxes in addition to edges.
        let written: Vec<_> = cells_of_text(&text).collect();
        assert!(written.len() <= pieces.len() && !written.is_empty(), "{game}: {text}");
        for (cell, (&piece, &character)) in pieces.iter().zip(&written).enumerate() {
            let letter = piece.map_or('.', Piece::letter);
            let same = letter == character
                || piece.is_some_and(|piece| match piece.to_string().as_str() {
                    "poison" => character == '#',
                    "edge" => character == '-' || character == '|',
                    _ => false,
                });
            assert!(same, "{game}: {text}: {cell} is {piece:?}");
        }
    }
}

fn moves_point_where_their_text_says(solved: &Solved) {
    let game = &solved.game;
    let drawing = game.drawing();
    for (&position, moves) in solved.positions.iter().zip(&solved.moves) {
        for &(mv, ..) in moves {
            let cells = game.points_at(position, mv);
            let text = game.move_text(position, mv).to_string();
            assert!(cells.iter().all(|cell| cell < drawing.cells()), "{game}: {text}: {cells:?}");
            let names: Vec<_> = cells.iter().map(|cell| game.cell_text(cell).to_string()).collect();
            // The text of a move is its cells with a separator, possibly after the name of a piece.
            let said = match (drawing, text.as_str()) {
                (_, "pass") => names.is_empty(),
                _ if text.contains("-from-") => names.len() == 1,
                // Columns have their own numbers.
                (Drawing::Squares { falls: true, .. }, _) => names.len() == 1,
                _ if cells.then.is_some() && !text.contains('x') => text == names[1..].join("-"),
                _ => {
                    let said = text.trim_start_matches(['K', 'R', 'X', 'O']).replace('x', "-");
                    said.trim_end_matches("-off") == names.join("-")
                }
            };
            assert!(said, "{game}: {text}: {names:?}");
        }
    }
}

fn moves_change_the_cells_that_they_point_at(solved: &Solved, moving: Moving) {
    let game = &solved.game;
    for (&position, moves) in solved.positions.iter().zip(&solved.moves) {
        let mut seen = HashMap::new();
        for &(mv, after, _) in moves {
            let after = solved.positions[after];
            let text =
                format!("{game}: {} {}", game.notation(position), game.move_text(position, mv));
            let cells = game.points_at(position, mv);
            let before = |cell: u8| game.piece(position, cell);
            // Swap the owners if the game is drawn from the view of the side to move.
            let then = |cell: u8| {
                let piece = game.piece(after, cell);
                if game.is_seen_by_mover() { piece.map(Piece::of_opponent) } else { piece }
            };
            let own = |piece: Option<Piece>| {
                piece.is_some_and(|piece| {
                    game.is_impartial() || piece.owner() == Some(game.to_move(position))
                })
            };
            match (moving, cells.from, cells.to) {
                (_, None, None) => assert!(text.ends_with("pass"), "{text}"),
                (Moving::Puts | Moving::Goes, None, Some(to)) => {
                    assert!(before(to).is_none(), "{text}");
                    let piece = then(to).unwrap_or_else(|| panic!("{text}"));
                    assert!(own(Some(piece)) || piece.owner().is_none(), "{text}");
                }
                (Moving::Goes, Some(from), to) => {
                    assert!(own(before(from)) && then(from).is_none_or(|then| !own(Some(then))));
                    assert!(to.is_none_or(|to| then(to) == before(from)), "{text}");
                    assert!(to.is_none_or(|to| !own(before(to))), "{text}");
                }
                (Moving::Pushes, Some(from), Some(to)) => {
                    assert!(before(from).is_none() || own(before(from)), "{text}");
                    assert!(then(to) == Some(Piece::mark(Player::X)) && from != to, "{text}");
                }
                (Moving::Fills, Some(from), Some(to)) => {
                    assert!(before(from).is_none() && before(to).is_none(), "{text}");
                    assert!(then(from).is_some() && then(to).is_some() && from != to, "{text}");
                }
                (Moving::Takes, Some(from), None) => {
                    let is_count = before(from).is_some_and(|piece| piece.owner().is_none());
                    assert!(is_count && then(from) != before(from), "{text}");
                }
                _ => panic!("{text}: {cells:?}"),
            }
            // One choice of cells is one move, except in Wild tic-tac-toe, where there are two marks to choose from.
            let choices = seen.entry((cells.from, cells.to, cells.then)).or_insert(0);
            *choices += 1;
            assert!(*choices <= if text.starts_with("wild") { 2 } else { 1 }, "{text}");
            // The third cell is filled, or a man on it is taken.
            let takes = game.move_text(position, mv).to_string().contains('x');
            assert!(cells.then.is_none_or(|cell| then(cell).is_some() != takes), "{text}");
        }
    }
}

/// A symmetry maps the cells of moves in the same way in every position, and the pieces with them.
fn symmetries_move_cells(solved: &Solved) {
    let game = &solved.game;
    for symmetry in 0..game.symmetries() {
        let mut images: HashMap<u8, u8> = HashMap::new();
        for (&position, moves) in solved.positions.iter().zip(&solved.moves) {
            let image = game.image(position, symmetry);
            for &(mv, ..) in moves {
                let here = game.points_at(position, mv);
                let there = game.points_at(image, game.image_of_move(position, mv, symmetry));
                for (cell, to) in here.iter().zip(there.iter()) {
                    let first = *images.entry(cell).or_insert(to);
                    assert_eq!(first, to, "{game}: {} {symmetry}", game.notation(position));
                }
                assert_eq!(here.iter().count(), there.iter().count());
            }
        }
        assert!(images.values().collect::<HashSet<_>>().len() == images.len(), "{game} {symmetry}");
        for &position in &solved.positions {
            let image = game.image(position, symmetry);
            let same = |exchanged: bool| {
                images.iter().all(|(&cell, &to)| {
                    let piece = game.piece(position, cell);
                    let piece = if exchanged { piece.map(Piece::of_opponent) } else { piece };
                    game.piece(image, to) == piece
                })
            };
            let exchanges = game.to_string().starts_with("wild");
            let text = game.notation(position);
            assert!(same(false) || exchanges && same(true), "{game}: {text} {symmetry}");
        }
    }
}

/// Line games return the line that ended the game. Its pieces are equal and in a straight line.
fn check_lines(names: &[&str]) {
    for name in names {
        let Solved { game, positions, .. } = solve(name);
        let mut lines = 0;
        for position in positions {
            let text = game.notation(position);
            let line: Vec<_> = game.line(position).iter().collect();
            let decided = game.terminal(position).is_some_and(|outcome| outcome != Outcome::Draw);
            assert_eq!(!line.is_empty(), decided, "{name}: {text}");
            let pieces: HashSet<_> =
                line.iter().map(|&cell| game.piece(position, cell).unwrap().letter()).collect();
            assert!(pieces.len() <= 1, "{name}: {text}");
            let places: Vec<_> = line.iter().map(|&cell| game.drawing().place(cell)).collect();
            let places: Vec<_> = places.into_iter().map(|at| at.unwrap().map(i16::from)).collect();
            let mut steps = places.windows(2).map(|two| [0, 1].map(|i| two[1][i] - two[0][i]));
            let first = steps.next();
            let is_straight = steps.all(|step| Some(step) == first);
            assert!(is_straight || name.starts_with("hex"), "{name}: {text}: {line:?}");
            lines += usize::from(decided);
        }
        assert!(lines > 0, "{name}");
    }
}

#[test]
fn marks() {
    check(Moving::Puts, &["tictactoe", "mnk:3,2,2", "connect:3,3,3", "connect:4,2,2+misere"]);
    check(Moving::Puts, &["wild:3,2,2", "wild:3,3,3"]);
    check(Moving::Puts, &["notakto:3,3,3", "notakto:4,2,2"]);
    check_lines(&["tictactoe", "tictactoe+misere", "connect:4,3,3", "mnk:4,3,2"]);
    check_lines(&["wild:3,3,3"]);
    check_lines(&["notakto:3,3,3"]);
}

#[test]
fn stones_on_points() {
    let morris = ["nine-holes", "three-mens-morris", "tapatan+rows", "achi+blocked-pass"];
    check(Moving::Goes, &morris);
    check_lines(&morris);
    check(Moving::Goes, &["morris:three,4", "morris:three,4+flying"]);
    check(Moving::Goes, &["mu-torere"]);
    check(Moving::Goes, &["pong-hau-ki"]);
}

#[test]
fn pieces_on_squares() {
    check(Moving::Goes, &["hexapawn:3,3", "hexapawn:4,3"]);
    check(Moving::Goes, &["dodgem:3"]);
    check(Moving::Goes, &["fox-and-hounds:4"]);
    check(Moving::Goes, &["krk:3", "krk:4"]);
    check(Moving::Goes, &["clobber:3,3", "clobber:4,2"]);
    check(Moving::Goes, &["isolation:3,3", "isolation:4,2"]);
    check(Moving::Pushes, &["quixo:3,3,3", "quixo:3,2,2"]);
    check_lines(&["quixo:3,3,3"]);
}

#[test]
fn boards_that_fill() {
    check(Moving::Puts, &["othello:4,2", "othello:2,4"]);
    check(Moving::Puts, &["hex:3"]);
    check_lines(&["hex:3"]);
    check(Moving::Puts, &["dots:2,1", "dots:2,2"]);
    check(Moving::Fills, &["domineering:3,3", "domineering:4,3"]);
}

#[test]
fn what_is_taken_away() {
    check(Moving::Takes, &["kalah:2,2", "kalah:3,1"]);
    check(Moving::Takes, &["nim:1,3,5", "nim:2,2"]);
    check(Moving::Takes, &["chomp:3,3", "chomp:4,2"]);
}

/// If a board has lines, stones move only along lines, and stones can move along every line.
#[test]
fn lines_are_those_along_which_stones_go() {
    fn check(game: impl Display) {
        let Solved { game, positions, moves, .. } = solve(game);
        let mut steps = HashSet::new();
        for (&position, moves) in positions.iter().zip(&moves) {
            for &(mv, ..) in moves {
                if let MoveCells { from: Some(from), to: Some(to), .. } =
                    game.points_at(position, mv)
                {
                    steps.insert([from.min(to), from.max(to)]);
                }
            }
        }
        let links =
            game.drawing().links().iter().map(|&[one, other]| [one.min(other), one.max(other)]);
        assert_eq!(steps, links.collect(), "{game}");
    }
    check(Morris::THREE_MENS_MORRIS);
    check(Morris::TAPATAN);
    check(Morris::ACHI);
    check("morris:three,4");
    check(OneGap::MU_TORERE);
    check(OneGap::PONG_HAU_KI);
    assert!(Morris::NINE_HOLES.drawing().links().is_empty());
}

#[test]
fn a_box_is_of_the_player_who_has_all_boxes() {
    let game: Dots = "dots:2,1".parse().unwrap();
    for (text, boxes) in [
        ("--|||-- 2:0 X", ["x", "x"]),
        ("--|||-- 0:2 O", ["o", "o"]),
        ("--|||-- 1:1 X", ["box", "box"]),
        ("-.||.-. 0:1 O", ["o", ""]),
    ] {
        let position = game.parse_position(text).unwrap();
        let found = [7, 8].map(|cell| game.piece(position, cell).map(|piece| piece.to_string()));
        assert_eq!(found.map(Option::unwrap_or_default), boxes, "{text}");
    }
}

#[test]
fn pits_hold_the_seeds_of_the_text() {
    let game: Kalah = "kalah:3,2".parse().unwrap();
    let position = game.parse_position("2,0,3:1/4,2,0:0 O").unwrap();
    let seeds: Vec<_> =
        (0..8).map(|cell| game.piece(position, cell).unwrap().to_string()).collect();
    assert_eq!(seeds, ["2", "0", "3", "1", "4", "2", "0", "0"]);
    assert_eq!(game.points_at(position, 2), MoveCells::from(5));
    let names: Vec<_> = (0..8).map(|cell| game.cell_text(cell).to_string()).collect();
    assert_eq!(names, ["1", "2", "3", "store", "1", "2", "3", "store"]);
}

/// All other drawings are lists: rows of stones that are too long, and games read from files.
#[test]
fn other_games_are_lists() {
    let game: Nim = "nim:200,50".parse().unwrap();
    assert_eq!((game.drawing(), game.piece(game.start(), 0)), (Drawing::List, None));
    assert_eq!(game.points_at(game.start(), 0), MoveCells::NONE);
    let file = r#"{"position": "door", "to_move": "X", "outcome": "win"}"#;
    let game = Graph::read("level.jsonl", file.as_bytes()).unwrap();
    assert_eq!((game.drawing(), game.piece(0, 0)), (Drawing::List, None));
    assert_eq!((game.line(0), game.points_at(0, 0)), (Moves::EMPTY, MoveCells::NONE));
    assert!(!game.is_seen_by_mover());
}
