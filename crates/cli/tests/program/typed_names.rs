//! Names of games as people type them: spellings, second names, default sizes, and what is meant by a name that is wrong.

use std::fs;

use perfect_play_engine::{AnyGame, AnyTable, TypedName};
use perfect_play_games::Family;

use crate::Folder;

#[test]
fn names_are_read_as_people_type_them() {
    for (typed, name) in [
        ("ttt", "tictactoe"),
        ("tic-tac-toe", "tictactoe"),
        ("Tic Tac Toe", "tictactoe"),
        ("TicTacToe+Misere", "tictactoe+misere"),
        ("noughts and crosses", "tictactoe"),
        ("mnk:3,3,3", "tictactoe"),
        ("connect4", "connect:7,6,4"),
        ("connect-four", "connect:7,6,4"),
        ("Connect Four+misere", "connect:7,6,4+misere"),
        ("Connect_4", "connect:7,6,4"),
        ("reversi", "othello:4,4"),
        ("Othello: 4, 6", "othello:4,6"),
        ("connect:6x5x4", "connect:6,5,4"),
        ("nim:3.5.7", "nim:3,5,7"),
        ("Dots: 3 × 2", "dots:3,2"),
        ("dots:xx", ""),
        ("mancala:3,2", "kalah:3,2"),
        ("Dots and Boxes", "dots:2,2"),
        ("three men's morris", "three-mens-morris"),
        ("Fox & Hounds", ""),
        ("dodgem+BlockedLoses", "dodgem:3+blocked-loses"),
        ("kalah:-3,2", ""),
        ("tictactoe:3", ""),
        ("GRAPH:level.jsonl", ""),
        ("", ""),
        ("-", ""),
    ] {
        let game = TypedName::read(typed).game();
        assert_eq!(game.map_or_else(|_| String::new(), |game| game.to_string()), name, "{typed}");
        // A file's header has the name that the game prints.
        let exact: Result<AnyGame, _> = typed.parse();
        assert_eq!(exact.is_ok(), ["mnk:3,3,3", "connect4"].contains(&typed), "{typed}");
    }
}

#[test]
fn every_family_has_a_default_game_with_its_name() {
    for family in Family::ALL.into_iter().filter(|&family| family != Family::Graph) {
        let default = family.default_game();
        let game: AnyGame = default.parse().unwrap();
        assert_eq!((&*game.to_string(), Family::of(default)), (default, Some(family)));
        let typed = TypedName::read(family.name());
        assert_eq!((typed.name(), typed.has_default_size()), (default, default.contains(':')));
    }
}

#[test]
fn the_default_size_is_said_and_the_answer_has_the_whole_name() {
    let folder = Folder::new();
    let answer = folder.run(&["stats", "Nim", "--json"]);
    assert_eq!(answer.err, "Nim means nim:3,5,7: its default size\n");
    assert!(answer.out.contains("\"nim:3,5,7\""), "{}", answer.out);
    assert_eq!(folder.run(&["trace", "hex"]).err, "hex means hex:3: its default size\n");
    folder.fine(&["solve", "Dots and Boxes: 1, 2", "-o", "Dots"]);
    // A file comes before another spelling of a game, and after its exact name.
    let table = AnyTable::open(&folder.path("Dots")).unwrap();
    assert_eq!(perfect_play_core::Probe::game(&table).to_string(), "dots:1,2");
    assert!(folder.fine(&["stats", "Dots", "--json"]).contains("\"dots:1,2\""));
    fs::rename(folder.path("Dots"), folder.path("dots:2,1")).unwrap();
    assert!(folder.fine(&["stats", "dots:2,1", "--json"]).contains("\"dots:2,1\""));
    // A folder that is no table is not in the way.
    fs::create_dir(folder.path("nim")).unwrap();
    assert!(folder.run(&["stats", "nim", "--json"]).out.contains("\"nim:3,5,7\""));
}

#[test]
fn an_error_about_a_name_has_one_that_can_be_copied() {
    let folder = Folder::new();
    for (typed, copied) in [
        ("tictacto", "tictactoe"),
        ("TicTacTo+misere", "tictactoe+misere"),
        ("connectt4", "connect4"),
        ("connect4:5,4,4", "connect:5,4,4"),
        ("tictactoe:4,4,3", "mnk:4,4,3"),
        ("kala", "kalah"),
        ("morris", "three-mens-morris"),
        ("kala:9,9", "kalah:3,3"),
        ("otello:4,4", "othello:4,4"),
        ("kalah:9,9", "kalah:3,3"),
        ("hex:9", "hex:3"),
        ("mnk:3,3", "mnk:4,4,4"),
        ("mnk:3,3,x", "mnk:4,4,4"),
        ("mnk:3,3,4", "mnk:4,4,4"),
        ("dots:1,,2", "dots:2,2"),
        ("conect:6,5,4", "connect:6,5,4"),
        ("conect:6x5x4", "connect:6,5,4"),
        ("connect 6 5 4", "connect:6,5,4"),
        ("mnk4,3,3", "mnk:4,3,3"),
        ("hex4", "hex:4"),
        ("conect:6,5,4+misre", "connect:6,5,4+misere"),
        ("achi:3", "achi"),
        ("misere-tictactoe", "tictactoe+misere"),
        ("TicTacToe-Misere", "tictactoe+misere"),
        ("connect4 misere", "connect4+misere"),
        ("poker", "tictactoe"),
    ] {
        let message = folder.trouble(&["probe", typed, "start"]);
        assert!(message.contains(&format!("`{copied}`")), "{typed}: {message}");
        assert!(TypedName::read(copied).game().is_ok());
    }
}
