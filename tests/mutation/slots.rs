//! Every byte of every slot is changed, alone and together with others.

use crate::{
    check::Tally,
    honest::{Form, honest},
    judge::{From, Passes, Verdict, judge},
    random::Random,
};
use std::fs;

use perfect_play_engine::AnyTable;
use perfect_play_generator::{
    core::{Game, Mnk, Objective, Value},
    index::Index,
};

/// Games of every kind, and how their files hold the entries; so small that all can be tried.
const SMALLEST: [(&str, Form); 11] = [
    ("mnk:1,1,1", Form::Index(1)),
    ("mnk:3,1,2", Form::Index(4)),
    ("mnk:2,2,2", Form::Index(16)),
    ("mnk:2,2,2+misere", Form::Index(64)),
    ("connect:2,2,2", Form::Index(16)),
    ("connect:2,3,2+misere", Form::Index(64)),
    ("connect:3,1,2+misere", Form::Code),
    ("mnk:2,2,2", Form::Code),
    ("mnk:2,2,2", Form::CodeInBytes),
    ("stones:12", Form::Code),
    ("stones:12", Form::CodeInBytes),
];

/// The next larger ones.
const SMALL: [(&str, Form); 5] = [
    ("mnk:3,2,2", Form::Index(64)),
    ("mnk:3,2,3+misere", Form::Index(64)),
    ("connect:2,3,2", Form::Index(64)),
    ("connect:3,2,3", Form::Index(64)),
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
    for (game, form) in SMALLEST {
        every_slot(game, Objective::Fastest, form, &all);
    }
}

#[test]
fn every_byte_of_every_slot_set_to_what_is_near_an_end() {
    for (game, form) in SMALL {
        let ends = [0, 1, 2, 3, 126, 127, 128, 251, 252, 253, 254, 255];
        every_slot(game, Objective::Outcome, form, &ends);
    }
}

#[test]
fn every_set_of_slots_emptied() {
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:3,1,2", Form::Index(64)),
        ("mnk:2,1,2", Form::CodeInBytes),
        ("connect:3,1,2", Form::Index(64)),
    ] {
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
        ("mnk:2,2,2", Form::Index(64)),
        ("mnk:2,2,2+misere", Form::Index(64)),
        ("connect:2,2,2", Form::Index(64)),
        ("connect:2,3,2+misere", Form::Index(64)),
        ("stones:12", Form::CodeInBytes),
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

#[test]
fn some_slots_changed_at_random() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let mut random = Random::new(12);
    let mut tally = Tally::new();
    for (game, form, times) in [
        ("mnk:2,2,2", Form::Index(16), 4_000),
        ("mnk:3,2,2", Form::Index(64), 500),
        ("mnk:3,2,2+misere", Form::Index(64), 500),
        ("connect:2,3,2", Form::Index(64), 1_000),
        ("connect:3,3,3", Form::Index(64), 50),
        ("connect:3,3,3+misere", Form::Index(64), 50),
        ("tictactoe", Form::Index(64), 20),
        ("tictactoe+misere", Form::Index(64), 20),
        ("tictactoe", Form::Code, 50),
        ("tictactoe+misere", Form::CodeInBytes, 50),
        ("connect:4,3,3", Form::Index(1 << 12), 5),
        ("mnk:4,3,3", Form::Index(1 << 12), 5),
        ("mnk:4,3,3", Form::Code, 5),
        ("stones:12", Form::Code, 1_000),
        ("stones:100", Form::Code, 500),
    ] {
        for nth in 0..times {
            let objective = random.of(&[Objective::Fastest, Objective::Outcome]);
            let mut changed = honest(game, objective, form);
            let most = random.of(&[2, 8, 1 + changed.places()]);
            let places = changed.places();
            random.change(&mut changed, places, most);
            tally.add(game, &changed);
            if nth % 4 == 0 {
                tally.add_file(game, &changed.to_bytes(), From::Disk(&path));
            }
        }
    }
    tally.end();
}

/// Such tables are gone through in the order of their slots throughout.
#[test]
fn some_slots_of_boards_of_more_than_sixteen_cells() {
    let mut random = Random::new(18);
    let mut tally = Tally::new();
    for name in ["connect:2,9,2", "connect:2,9,3+misere"] {
        let honest = honest(name, Objective::Fastest, Form::Index(1 << 12));
        tally.add(name, &honest);
        // Most boards have a mark in the air, or somebody moved after the end.
        let game: Mnk = name.parse().unwrap();
        let index = Index::of(&game).unwrap();
        let is_possible = |slot: &u64| game.check(index.board(*slot).unwrap()).is_ok();
        let slots: Vec<u64> = (0..index.slots()).filter(is_possible).collect();
        for most in [1, 1, 1, 1, 10, 100] {
            let mut changed = honest.clone();
            for _ in 0..most {
                let slot = random.of(&slots);
                let byte = changed.get(slot);
                changed
                    .set(slot, if byte == Value::NONE { 1 } else { random.of(&[byte ^ 1, 255]) });
            }
            tally.add(name, &changed);
        }
    }
    assert!(tally.proven >= 2 && tally.not_proven >= 12, "{} proven", tally.proven);
    tally.end();
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
                random.change(&mut changed, honest.places(), most);
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
