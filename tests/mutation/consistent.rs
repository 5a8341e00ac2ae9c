//! Tables that are wrong but consistent: an entry is missing or wrong, and all other entries follow from that.

use std::collections::BTreeSet;

use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, Game, Objective, Value},
    numbering::is_reachable,
};
use perfect_play_test_kit::Random;

use super::{
    check::Tally,
    file::Parts,
    forger::{Lies, believed, lies},
    honest::{Form, honest},
    places::Places,
};

#[test]
fn every_lie_about_the_end_of_a_game() {
    let mut tally = Tally::new();
    for (name, form) in [
        ("mnk:2,2,2+misere", Form::Small),
        ("connect:2,2,2", Form::Large(64)),
        ("mnk:3,1,2", Form::Code),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        let game: Mnk = name.parse().unwrap();
        let ends = (0..game.codes()).filter_map(|code| game.decode(code).ok());
        let ends =
            ends.filter(|&board| game.check(board).is_ok() && game.terminal(board).is_some());
        for end in ends {
            for lie in [None, Some(Value::DRAW), Value::loss(0), Value::win(0)] {
                let images: BTreeSet<Board> =
                    (0..game.symmetries()).map(|symmetry| game.image(end, symmetry)).collect();
                let of_one = Lies::from([(end, lie)]);
                let of_all = images.into_iter().map(|image| (image, lie)).collect();
                tally.add(name, &believed(&honest, &of_one, &[]));
                tally.add(name, &believed(&honest, &of_all, &[]));
            }
        }
    }
    tally.end();
}

/// Boards that the rules alone do not rule out, each together with all that moves lead to from there: by code,
/// they must have no entry.
#[test]
fn tables_by_code_that_hold_what_no_play_leads_to() {
    let mut random = Random::new(8);
    let mut tally = Tally::new();
    for (name, times) in
        [("connect:2,3,2", 200), ("connect:2,3,3", 100), ("connect:3,3,3+misere", 30)]
    {
        let (honest, game, unreachable) = with_unreachable(name, Form::Code);
        for _ in 0..times {
            let board = random.of(&unreachable);
            let symmetries = random.of(&[1, game.symmetries()]);
            let reached: Vec<Board> =
                (0..symmetries).map(|symmetry| game.image(board, symmetry)).collect();
            tally.add(name, &believed(&honest, &Lies::new(), &reached));
        }
    }
    assert_eq!(tally.proven, 0);
    tally.end();
}

/// Such boards have values in a table by tiers, and give no answer all the same: right values, wrong ones and
/// those that are missing.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn tables_by_tiers_that_lie_of_what_no_play_leads_to() {
    let mut random = Random::new(9);
    let mut tally = Tally::new();
    for (name, form, times) in [
        ("connect:2,3,2", Form::Small, 100),
        ("connect:2,3,2", Form::Large(64), 100),
        ("connect:3,3,3+misere", Form::Large(64), 30),
        ("connect:3,5,3", Form::Small, 2),
        ("connect:2,8,3", Form::Large(64), 2),
    ] {
        let (honest, game, unreachable) = with_unreachable(name, form);
        for _ in 0..times {
            let lies = lies(&game, &unreachable, &mut random);
            // All that follows from the lies, and they alone.
            tally.add(name, &believed(&honest, &lies, &[]));
            let mut changed = honest.clone();
            let places = Places::of(&game);
            for (&board, lie) in &lies {
                if let Some(place) = places.place(board) {
                    changed.set(place, lie.map_or(Value::NONE, Value::byte));
                }
            }
            tally.add(name, &changed);
        }
    }
    tally.end();
}

/// The right table of a game, and the boards without a line to which no play leads, though the rules alone
/// do not rule them out.
fn with_unreachable(name: &str, form: Form) -> (Parts, Mnk, Vec<Board>) {
    let game: Mnk = name.parse().unwrap();
    let places = Places::of(&game);
    let boards = places.boards();
    let boards = boards.filter(|&board| game.check(board).is_ok() && !is_reachable(&game, board));
    let boards = boards.collect();
    (honest(name, Objective::Fastest, form), game, boards)
}
