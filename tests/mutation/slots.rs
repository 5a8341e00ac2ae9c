//! Every byte of every slot is changed, alone and together with others.

use super::{
    check::Tally,
    forger::change,
    honest::{Form, honest},
    judge::{From, Passes, Verdict, judge},
    places::Places,
};
use std::fs;

use perfect_play_engine::AnyTable;
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::{Board, Game, Objective, Value},
    numbering::is_reachable,
};
use perfect_play_test_kit::Random;

/// Games of every kind, and how their files hold the entries; so small that all can be tried.
const SMALLEST: [(&str, Form); 10] = [
    ("mnk:1,1,1", Form::Large(1)),
    ("mnk:3,1,2", Form::Large(4)),
    ("mnk:2,2,2", Form::Small),
    ("mnk:2,2,2", Form::Large(16)),
    ("mnk:2,2,2+misere", Form::Large(64)),
    ("connect:2,2,2", Form::Small),
    ("connect:2,3,2+misere", Form::Large(64)),
    ("connect:3,1,2+misere", Form::Code),
    ("mnk:2,2,2", Form::Code),
    ("stones:12", Form::Code),
];

/// The next larger ones.
const SMALL: [(&str, Form); 6] = [
    ("mnk:3,2,2", Form::Large(64)),
    ("mnk:3,2,3+misere", Form::Small),
    ("connect:2,3,2", Form::Small),
    ("connect:3,2,3", Form::Large(64)),
    ("mnk:7,1,3", Form::Large(64)),
    ("stones:100", Form::Code),
];

fn every_slot(game: &str, objective: Objective, form: Form, bytes: &[u8]) {
    let mut tally = Tally::new();
    let honest = honest(game, objective, form);
    for place in 0..honest.places() {
        for &byte in bytes {
            let mut changed = honest.clone();
            changed.set(place, byte);
            if byte == Value::NONE {
                tally.add(game, &changed);
            } else {
                tally.add_file(game, &changed.to_bytes(), From::Memory);
            }
        }
    }
    tally.end();
}

#[test]
fn every_byte_of_every_slot_set_to_each_value() {
    let all: Vec<u8> = (0..=255).collect();
    for (game, form) in &SMALLEST[..4] {
        every_slot(game, Objective::Fastest, *form, &all);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_byte_of_every_slot_of_more_games_set_to_each_value() {
    let all: Vec<u8> = (0..=255).collect();
    for (game, form) in &SMALLEST[4..] {
        every_slot(game, Objective::Fastest, *form, &all);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_byte_of_every_slot_set_to_what_is_near_an_end() {
    for (game, form) in SMALL {
        every_slot(game, Objective::Outcome, form, &[0, 127, 254]);
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn every_byte_of_every_slot_set_to_what_is_next_to_an_end() {
    for (game, form) in SMALL {
        every_slot(game, Objective::Outcome, form, &[1, 128, 255]);
    }
}

#[test]
fn every_set_of_slots_emptied() {
    let mut tally = Tally::new();
    for (game, form) in
        [("mnk:3,1,2", Form::Small), ("mnk:2,1,2", Form::Code), ("connect:3,1,2", Form::Large(64))]
    {
        let honest = honest(game, Objective::Fastest, form);
        for set in 1_u64..1 << honest.places() {
            let mut changed = honest.clone();
            for place in (0..honest.places()).filter(|place| set >> place & 1 == 1) {
                changed.set(place, Value::NONE);
            }
            tally.add(game, &changed);
        }
    }
    tally.end();
}

#[test]
fn every_pair_of_slots_emptied() {
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:2,2,2", Form::Small),
        ("mnk:2,2,2+misere", Form::Large(64)),
        ("connect:2,2,2", Form::Large(64)),
        ("connect:2,3,2+misere", Form::Small),
        ("stones:12", Form::Code),
    ] {
        let honest = honest(game, Objective::Fastest, form);
        for first in 0..honest.places() {
            for second in 0..first {
                let mut changed = honest.clone();
                changed.set(first, Value::NONE);
                changed.set(second, Value::NONE);
                tally.add(game, &changed);
            }
        }
    }
    tally.end();
}

/// Some have a middle part, and some have many tiers.
#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn some_slots_of_larger_boards() {
    let mut random = Random::new(18);
    let mut tally = Tally::new();
    for (name, form) in [
        ("connect:2,8,2", Form::Large(64)),
        ("connect:3,5,3+misere", Form::Small),
        ("connect:3,5,3", Form::Large(1 << 12)),
        ("connect:5,3,3", Form::Large(1 << 12)),
    ] {
        let honest = honest(name, Objective::Fastest, form);
        tally.add(name, &honest);
        let game: Mnk = name.parse().unwrap();
        let places = Places::of(&game);
        let boards = places.boards().filter(|&board| is_open(&game, board));
        let boards: Vec<u64> = boards.filter_map(|board| places.place(board)).collect();
        for most in [1, 1, 1, 1, 10, 100] {
            let mut changed = honest.clone();
            for _ in 0..most {
                let place = random.of(&boards);
                let byte = changed.get(place);
                changed.set(place, random.of(&[byte ^ 1, 255]));
            }
            tally.add(name, &changed);
        }
    }
    assert!(tally.proven == 4 && tally.not_proven == 24, "{} proven", tally.proven);
    tally.end();
}

/// Whether a table must have the value of this board: the board is reachable, and its value does not follow
/// directly from the rules.
fn is_open(game: &Mnk, board: Board) -> bool {
    let leads_there = game.check(board).is_ok() && is_reachable(game, board);
    leads_there && game.kind().static_value(board).is_none()
}

#[test]
fn changed_tables_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("anew.perfect");
    let mut random = Random::new(20);
    let mut tally = Tally::new();
    for (game, form) in SMALLEST.into_iter().chain(SMALL) {
        let honest = honest(game, Objective::Fastest, form);
        for most in [0, 1, 1, 4, 100] {
            let mut changed = honest.clone();
            if most > 0 {
                change(&mut random, &mut changed, honest.places(), most);
            }
            let file = changed.to_bytes();
            let Ok(table) = AnyTable::read(&*file) else { continue };
            table.write(&path).unwrap();
            let anew = fs::read(&path).unwrap();
            tally.add_file(game, &anew, From::Memory);
            if judge(&file, From::Memory, Passes::Proof) == Verdict::Proven {
                assert_eq!(judge(&anew, From::Memory, Passes::All), Verdict::Proven, "{game}");
            }
        }
    }
    tally.end();
}

#[test]
fn what_is_right_is_proven_wherever_it_is_read_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("right.perfect");
    for objective in [Objective::Fastest, Objective::Outcome] {
        for (game, form) in SMALLEST.into_iter().chain(SMALL) {
            let file = honest(game, objective, form).to_bytes();
            for from in [From::Memory, From::Disk(&path)] {
                assert_eq!(judge(&file, from, Passes::All), Verdict::Proven, "{game} {form:?}");
            }
        }
    }
}
