//! Attacked: tables by tiers of more than 2^24 slots, in files. They are asked for random boards late in the game. Now and
//! then one value of a section is changed, with right checksums.
//!
//! A defeat: a wrong answer; a changed table that is proven, because the proof asks for every slot that has a meaning.
//!
//! The truth is plain minimax from the board on, by `tests/oracle`.

use std::{fs, path::Path};

use perfect_play_engine::{AnyTable, TierSolve};
use perfect_play_games::Mnk;
use perfect_play_generator::core::{Board, Objective, Probe};
use perfect_play_proof::Verification;
use perfect_play_test_kit::{Case, Random, besiege};

use super::{file::Parts, oracle::Oracle, truth::Answer};

/// Columns, rows and the length of a line.
type Shape = (usize, usize, usize);

/// The games, with columns, rows and the length of a line, and whether marks fall and lines lose.
const GAMES: [(&str, Shape, bool, bool); 4] = [
    ("connect:5,5,4", (5, 5, 4), true, false),
    ("connect:6,4,4", (6, 4, 4), true, false),
    ("connect:5,5,4+misere", (5, 5, 4), true, true),
    ("mnk:5,4,4", (5, 4, 4), false, false),
];

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn large() {
    let folder = tempfile::tempdir().unwrap();
    let files = GAMES.map(|(name, ..)| folder.path().join(name));
    let tables: Vec<AnyTable> = GAMES
        .iter()
        .zip(&files)
        .map(|((name, ..), path)| {
            let solve = TierSolve::new(name.parse::<Mnk>().unwrap()).unwrap();
            assert!(solve.slots() > 1 << 24, "{name}");
            solve.into_file(path, Objective::Fastest).unwrap().run(&|_| ()).unwrap();
            AnyTable::open(path).unwrap()
        })
        .collect();
    besiege(module_path!(), |case| {
        let nth: usize = case.random.below(GAMES.len());
        let (name, shape, falls, misere) = GAMES[nth];
        case.note(name);
        if case.random.once_in(200) {
            forged(case, &files[nth], folder.path());
        }
        let mut truth = Oracle::unexplored(shape, falls, misere);
        truth.explore_from(&late(&mut case.random, &truth, shape.0 * shape.1));
        let table = tables[nth].as_of(tables[nth].game().mnk().unwrap());
        for code in truth.positions() {
            let answer = Answer::new(truth.verdict(code).unwrap(), &truth.moves(code));
            let board = Board::from_code(code).unwrap();
            let said = (
                table.probe(board).unwrap(),
                table.value(board).unwrap(),
                table.outcome_preserving_moves(board).unwrap(),
            );
            let expected = (answer.entry(Objective::Fastest), answer.value(), answer.preserving);
            assert_eq!(said, expected, "{name}, code {code}");
        }
    });
}

/// A reachable board with at most nine empty cells, on which the game may be over.
fn late(random: &mut Random, rules: &Oracle, cells: usize) -> Vec<u64> {
    let marks = |board: &[u64]| board.iter().filter(|&&cell| cell != 0).count();
    loop {
        let mut board = vec![0; cells];
        let wanted = cells - random.below::<usize>(10_u8);
        loop {
            let after = rules.after(&board);
            if marks(&board) == wanted || after.is_empty() {
                break;
            }
            board = random.of(&after);
        }
        if marks(&board) + 9 >= cells {
            return board;
        }
    }
}

/// One value less, more, or another one.
fn forged(case: &mut Case, right: &Path, folder: &Path) {
    let random = &mut case.random;
    let mut parts = Parts::of(&fs::read(right).unwrap());
    let section = loop {
        let section: usize = random.below(parts.sections.len());
        if !parts.sections[section].is_empty() {
            break section;
        }
    };
    let slot: usize = random.below(parts.sections[section].len());
    let before = parts.sections[section][slot];
    let after = random.of(&[before ^ 1, before.wrapping_add(2), !before, 0, 127, 255]);
    parts.sections[section][slot] = after;
    // Every entry in a file has a meaning.
    let is_right = after == before;
    let path = folder.join("forged");
    fs::write(&path, parts.to_bytes()).unwrap();
    drop(parts);
    let proof = AnyTable::open(&path).unwrap().verify(&mut |_, _| ());
    let is_proven = proof.as_ref().is_ok_and(Verification::is_proven);
    assert_eq!(is_proven, is_right, "section {section}, slot {slot}: {after} in place of {before}");
    case.note(if is_right { "the same again" } else { "forged" });
}
