use anstream::adapter::strip_str;
use perfect_play_core::Game;

use super::*;

/// The drawing without colours after some moves from a position. The last move is marked.
fn drawn(name: &str, position: &str, moves: &[&str]) -> String {
    let game: AnyGame = name.parse().unwrap();
    let mut position = game.parse_position(position).unwrap();
    let (mut player, mut last) = (game.to_move(position), MoveCells::NONE);
    for text in moves {
        let mv = game.parse_move(position, text).unwrap_or_else(|| panic!("{name}: {text}"));
        last = game.points_at(position, mv);
        let after = game.play(position, mv);
        player = game.next(position, after).player(player);
        position = after;
    }
    let lines = Drawn::new(&game, position).for_player(player).after(last).lines();
    strip_str(&lines.join("\n")).to_string()
}

#[test]
fn the_last_move_is_marked_on_wide_boards_too() {
    assert_eq!(
        drawn("mnk:4,3,3", "X.../..../....", &["11"]),
        "  X |  2 |  3 |  4\n----+----+----+----\n  5 |  6 |  7 |  8\n----+----+----+----\n  9 | 10 \
         | 11 | [O]"
    );
}

#[test]
fn columns_that_are_not_full_have_their_number_above() {
    assert_eq!(
        drawn("connect:3,2,2", ".../O.X", &["3"]),
        " 1   2\n   |   |[X]\n---+---+---\n O |   |(X)"
    );
}

#[test]
fn each_kind_of_board_is_drawn_with_the_names_of_its_cells() {
    for (name, position, moves, lines) in [
        (
            "wild:3,3,3",
            "XX.......",
            &["X3"][..],
            &["(X)|(X)|[X]", "---+---+---", " 4 | 5 | 6", "---+---+---", " 7 | 8 | 9"][..],
        ),
        (
            "hexapawn:3,3",
            "OOO...XXX X",
            &["b1-b2"],
            &["3 O  O  O", "2 . [X] .", "1 X [.] X", "  a  b  c", "O to move"],
        ),
        (
            "hex:3",
            "XO..X....",
            &["b1"],
            &["3 X   O   .", "  2 .   X   .", "    1 .  [O]  .", "        a   b   c"],
        ),
        (
            "three-mens-morris",
            "XX.OO.O.X X",
            &["b3-c3"],
            &[
                " X--[.]-[X]    a3--b3--c3",
                " |   |   |     |   |   |",
                " O---O---.     a2--b2--c2",
                " |   |   |     |   |   |",
                " O---.---X     a1--b1--c1",
                "O to move",
            ],
        ),
        (
            "pong-hau-ki",
            "OX.OX X",
            &["2-3"],
            &[
                " O------[.]    1-------2",
                "   \\   / |       \\   / |",
                "    [X]  |         3   |",
                "   /   \\ |       /   \\ |",
                " O-------X     4-------5",
                "O to move",
            ],
        ),
        (
            "dots:2,1",
            "-.|..-. 0:0 O",
            &["4"],
            &[" + --- +  2  +", " |  O [|]    5", " + --- +  7  +", "X has 0, O has 1, O to move"],
        ),
        (
            "kalah:3,2",
            "2,2,2:0/2,2,2:0 X",
            &["2"],
            &[
                "          3     2     1",
                "          2     2     2",
                "    0                       1",
                "          2    [0]    3",
                "          1     2     3",
                "X to move",
            ],
        ),
    ] {
        let drawing = drawn(name, position, moves);
        assert_eq!(drawing.lines().collect::<Vec<_>>(), lines, "{name}\n{drawing}");
    }
}

/// In Quixo a position is drawn from the view of the side to move, and a play from the view of one player.
#[test]
fn the_cubes_of_a_player_keep_their_letter() {
    let drawing = drawn("quixo:3,3,3", ".........", &["a1-c1", "a3-c3"]);
    assert_eq!(drawing.matches('X').count(), 1, "{drawing}");
    assert!(drawing.contains("[O]") && drawing.lines().nth(2).unwrap().contains('X'), "{drawing}");
}

#[test]
fn boards_that_are_too_wide_are_the_text_of_the_game() {
    let game: AnyGame = "notakto:18,1,2".parse().unwrap();
    assert_eq!(Drawn::new(&game, game.start()).lines(), text(&game, game.start()));
    let game: AnyGame = "nim:1,2".parse().unwrap();
    assert_eq!(Drawn::new(&game, game.start()).lines(), ["pile 1: *", "pile 2: **"]);
}

#[test]
fn a_line_is_named_as_moves_name_its_cells() {
    let named = |name: &str, position: &str| {
        let game: AnyGame = name.parse().unwrap();
        line_named(&game, game.parse_position(position).unwrap())
    };
    assert_eq!(named("tictactoe", "X1OX4XOO8"), None);
    assert_eq!(named("tictactoe", "XOXOXO..X").unwrap(), "with 1, 5 and 9");
    // Two lines are complete; one is marked.
    assert_eq!(named("tictactoe", "XXXXOOXOO").unwrap(), "with 1, 2 and 3");
    assert_eq!(named("connect:3,3,3", "...OO.XXX").unwrap(), "in columns 1 to 3");
    assert_eq!(named("connect:3,3,3", "X..XO.XO.").unwrap(), "in column 1");
    assert_eq!(named("three-mens-morris", "XXXOO.O.. O").unwrap(), "with a3, b3 and c3");
    assert_eq!(named("hex:2", "X.XO"), None);
}
