//! A game that breaks the promise of its kind has no numbering, and the error names the broken promise.

use perfect_play_core::{Board, Kind, Lines, Move, Next, Objective};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    numbering::{HeldSections, NotNumbered, TierTable, Tiers},
    solve,
};
use perfect_play_test_kit::{Lying, lies};

/// The result of `Game::image_of_move`.
type ImageOfMove = fn(Move, u8) -> Move;

/// The game without symmetries.
fn asymmetric(name: &str) -> Lying<Mnk> {
    Lying::new(name.parse().unwrap(), lies().symmetries(|_| 1).image_of_move(|_, mv, _, _| mv))
}

fn two_symmetries(name: &str, image_of_move: ImageOfMove) -> Lying<Mnk> {
    asymmetric(name).with(|lies| {
        lies.symmetries(|_| 2).image_of_move(move |_, mv, by, _| image_of_move(mv, by))
    })
}

/// The broken promise, as the error names it.
fn broken(liar: &Lying<Mnk>) -> &'static str {
    let honest = Tiers::of(&liar.game).unwrap();
    assert!(!honest.is_of(liar), "{liar}");
    match Tiers::of(liar).unwrap_err() {
        NotNumbered::NotOfItsKind { why } => why,
        other => panic!("{other}"),
    }
}

#[test]
fn each_broken_promise_is_named() {
    let three = asymmetric("mnk:3,3,3");
    assert!(Tiers::of(&three).is_ok());
    let start = Board::from_bitboards(1, 0).unwrap();
    assert_eq!(
        broken(&three.with(|lies| lies.start(move |_| start))),
        "its start is not the empty board"
    );
    let why = "its codes are not the codes of the boards of its size";
    for codes in [0, 19_682, 19_684, u64::MAX] {
        assert_eq!(broken(&three.with(|lies| lies.codes(move |_| codes))), why);
    }
    let kind = Kind::Placement(Lines::new(4, 4, 3).unwrap());
    assert_eq!(broken(&three.with(|lies| lies.kind(move |_| kind))), why);
    let why = "its `max_plies` is less than the number of cells";
    for max_plies in [0, 8] {
        assert_eq!(broken(&three.with(|lies| lies.max_plies(move |_| max_plies))), why);
    }
    let why = "its symmetry 0 is not the identity";
    assert_eq!(broken(&three.with(|lies| lies.symmetries(|_| 0))), why);
    let mirrored = |_, mv, _, _| mv / 3 * 3 + 2 - mv % 3;
    assert_eq!(broken(&three.with(|lies| lies.image_of_move(mirrored))), why);
}

#[test]
fn symmetries_that_are_none_are_refused() {
    let images: [(ImageOfMove, &str); 6] = [
        (|_, _| 0, "one of its symmetries is not a permutation of its moves"),
        (|mv, symmetry| mv + symmetry, "one of its symmetries is not a permutation of its moves"),
        (
            |mv, symmetry| if symmetry == 0 { mv } else { u8::MAX },
            "one of its symmetries is not a permutation of its moves",
        ),
        // The inverse is missing.
        (
            |mv, symmetry| if symmetry == 0 { mv } else { (mv + 1) % 9 },
            "two of its symmetries in sequence are not a symmetry",
        ),
        // Applied twice it is the identity, but rows do not stay rows.
        (
            |mv, symmetry| match (mv, symmetry) {
                (0, 1) => 1,
                (1, 1) => 0,
                _ => mv,
            },
            "one of its symmetries does not map lines to lines",
        ),
        (
            |mv, symmetry| if symmetry == 0 { mv } else { mv ^ 8 },
            "one of its symmetries is not a permutation of its moves",
        ),
    ];
    for (image_of_move, why) in images {
        let liar = two_symmetries("mnk:3,3,3", image_of_move);
        assert_eq!(broken(&liar), why);
    }
    // Columns are numbered from 1.
    let image_of_move = |mv, symmetry| if symmetry == 0 { mv } else { 3 - mv };
    let liar = two_symmetries("connect:3,3,3", image_of_move);
    assert_eq!(broken(&liar), "one of its symmetries is not a permutation of its moves");
    let error = Tiers::of(&liar).unwrap_err().to_string();
    let expected = "the game is not of the kind that `kind` returns: one of its symmetries is not a \
                    permutation of its moves";
    assert_eq!(error, expected);
}

#[test]
fn a_numbering_by_other_symmetries_is_that_of_another_game() {
    let liar = asymmetric("mnk:3,3,3");
    let honest = || Tiers::of(&liar.game).unwrap();
    assert!(honest().is_of(&liar.game) && !honest().is_of(&liar));
    assert!(!Tiers::of(&liar).unwrap().is_of(&liar.game));
    // No value is read before the first probe.
    let sections = HeldSections::default;
    let objective = Objective::Fastest;
    assert!(TierTable::new(liar.clone(), objective, honest().into(), sections()).is_none());
    assert!(TierTable::new(liar.game, objective, honest().into(), sections()).is_some());
}

#[test]
fn a_line_game_is_not_believed_when_it_is_solved_by_code() {
    let solved = |liar: Lying<Mnk>| solve(liar, Objective::Fastest, &mut |_, _| ());
    let three = asymmetric("mnk:3,3,3");
    assert!(solved(three.clone()).is_ok());
    assert!(solved(three.with(|lies| lies.next(|_, _, _| Next::Same))).is_err());
}
