//! A game with the name of another one, and a game with fewer symmetries: their tables are not mixed up.

use std::fs;

use perfect_play_core::{Game, Objective};
use perfect_play_file::{TableFile, TierWriter, WriteErrorKind, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::solve_tiers;
use perfect_play_numbering::{TierNumbering, TierTable, Tiers};
use perfect_play_proof::diff_if_equal;
use perfect_play_test_kit::{Lying, lies};

use super::solved::{SMALL, Solved};

/// A game with another name, or with only some of its symmetries.
fn other(game: Mnk, name: &str, symmetries: &'static [u8]) -> Lying<Mnk> {
    let of_game = move |symmetry: u8| symmetries[usize::from(symmetry)];
    let lies = lies()
        .name(name)
        .symmetries(|_| u8::try_from(symmetries.len()).unwrap())
        .image(move |board, symmetry, _| game.image(board, of_game(symmetry)))
        .image_of_move(move |at, mv, symmetry, _| game.image_of_move(at, mv, of_game(symmetry)));
    Lying::new(game, lies)
}

const ALL: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn a_table_is_opened_with_the_rules_that_it_was_made_with() {
    let solved = Solved::new("tictactoe");
    let honest = other(solved.game, "tictactoe", ALL);
    let misere = other("tictactoe+misere".parse().unwrap(), "tictactoe", ALL);
    for bytes in [solved.bytes(SMALL), to_bytes(&solved.table()).unwrap()] {
        let open = |game| TableFile::read(&*bytes).unwrap().into_table::<_, TierNumbering>(game);
        assert!(open(honest.clone()).is_ok());
        assert_eq!(
            open(misere.clone()).unwrap_err().to_string(),
            "the table was made with other rules or tiers of tictactoe than those it is opened with"
        );
    }
    // The parts of the board depend on the symmetries.
    let fewer = other(solved.game, "tictactoe", &[0]);
    let tiers = |game| Tiers::of(game).unwrap().cells();
    let is_other = tiers(&fewer) != tiers(&honest);
    let error =
        TableFile::read(&*solved.bytes(SMALL)).unwrap().into_table::<_, TierNumbering>(fewer);
    assert_eq!(error.is_err(), is_other);
}

#[test]
fn a_file_under_way_is_not_gone_on_with_by_other_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let solved = Solved::new("tictactoe");
    let writer = solved.writer(&path, SMALL).unwrap();
    solved.write_tiers(&writer, 5);
    let partial = writer.partial_path().to_path_buf();
    drop(writer);
    let before = fs::read(&partial).unwrap();
    let other = other("tictactoe+misere".parse().unwrap(), "tictactoe", ALL);
    let tiers = Tiers::of(&other).unwrap();
    let writer = TierWriter::with_settings(&path, &other, Objective::Fastest, tiers, SMALL);
    let error = writer.map(drop).unwrap_err();
    assert!(matches!(error.kind(), WriteErrorKind::OtherTable { .. }), "{error}");
    assert_eq!(fs::read(&partial).unwrap(), before);
}

#[test]
fn tables_of_other_slots_are_not_the_same() {
    for (name, symmetries) in [
        ("connect:3,6,3", &[&[0][..], &[0, 1]][..]),
        ("mnk:3,4,3", &[&[0], &[0, 1], &[0, 2], &[0, 3], &[0, 1, 2, 3]]),
    ] {
        let table = |symmetries| {
            let game = other(name.parse().unwrap(), "other", symmetries);
            let numbering = Tiers::of(&game).unwrap();
            let sections = solve_tiers(&game, &numbering, &|_| ()).unwrap();
            TierTable::new(game, Objective::Fastest, numbering.into(), sections).unwrap()
        };
        let tables: Vec<_> = symmetries.iter().map(|&symmetries| table(symmetries)).collect();
        for (i, first) in tables.iter().enumerate() {
            for (j, second) in tables.iter().enumerate() {
                let same = diff_if_equal(first, second, &mut |_, _| ()).unwrap();
                assert_eq!(same.is_some(), i == j, "{name}");
            }
        }
    }
}
