//! Whole levels and blocks in the place of others, and bytes changed wherever they are in the file.

use perfect_play_generator::core::Objective;

use crate::{
    check::Tally,
    file::{Parts, mend},
    honest::{Form, honest},
    judge::From,
};

#[test]
fn levels_of_a_table_in_the_place_of_others() {
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:5,2,3", Form::Index(256)),
        ("mnk:5,2,3+misere", Form::Index(1 << 12)),
        ("connect:4,3,3", Form::Index(1 << 12)),
    ] {
        let honest = honest(game, Objective::Fastest, form);
        for first in 0..honest.levels.len() {
            // With one after it, and with the last one.
            for second in [first + 1, honest.levels.len() - 1] {
                if second == honest.levels.len() || second == first {
                    continue;
                }
                // Of the right length, and of the wrong one.
                let mut replaced = honest.clone();
                let cycled = honest.levels[second].iter().copied().cycle();
                replaced.levels[first] = cycled.take(honest.levels[first].len()).collect();
                let mut swapped = honest.clone();
                swapped.levels.swap(first, second);
                let mut counts = honest.clone();
                counts.counts.swap(first, second);
                for (changed, how) in
                    [(replaced, "entries"), (swapped, "levels"), (counts, "counts")]
                {
                    let what = format!("{game}: {how} of level {second} for {first}");
                    tally.add_file(&what, &changed.to_bytes(), From::Memory);
                }
            }
        }
    }
    tally.end();
}

#[test]
fn entries_of_one_game_under_the_name_of_another() {
    let games = [
        "mnk:3,2,2",
        "mnk:3,2,2+misere",
        "mnk:3,2,3",
        "mnk:3,2,3+misere",
        "mnk:2,3,2",
        "connect:3,2,2",
        "connect:3,2,2+misere",
        "connect:3,2,3",
        "connect:3,2,3+misere",
        "connect:2,3,2",
    ];
    let mut tally = Tally::new();
    for form in [Form::Index(64), Form::Code, Form::CodeInBytes] {
        for game in games {
            for other in games {
                for objective in [Objective::Fastest, Objective::Outcome] {
                    let (named, other) =
                        (honest(game, objective, form), honest(other, Objective::Fastest, form));
                    if named.places() != other.places() {
                        continue;
                    }
                    let what = format!("{game} ({form:?}) with entries of {}", other.header.game);
                    // With the counts of the one, and of the other.
                    tally.add(&what, &Parts { levels: other.levels.clone(), ..named.clone() });
                    let mut changed = Parts { header: named.header, ..other };
                    changed.add_up();
                    tally.add(&what, &changed);
                }
            }
        }
    }
    tally.end();
}

#[test]
fn parts_of_one_table_in_another() {
    let mut tally = Tally::new();
    let pairs = [
        ("mnk:3,2,2", "mnk:3,2,3", Form::Index(64)),
        ("mnk:3,2,2", "mnk:3,2,2+misere", Form::Index(64)),
        ("connect:3,3,3", "connect:3,3,3+misere", Form::Index(64)),
        ("tictactoe", "tictactoe+misere", Form::Code),
    ];
    for (game, other, form) in pairs {
        let (honest, other) =
            (honest(game, Objective::Fastest, form), honest(other, Objective::Outcome, form));
        let places = honest.places();
        for part in 0..16 {
            let mut changed = honest.clone();
            for place in places * part / 16..places * (part + 1) / 16 {
                changed.set(place, other.get(place));
            }
            tally.add(&format!("{game}, part {part}"), &changed);
        }
    }
    tally.end();
}

#[test]
fn any_byte_of_a_file() {
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:2,2,2", Form::Index(16)),
        ("connect:2,3,2", Form::Index(64)),
        ("mnk:2,2,2", Form::CodeInBytes),
        ("stones:12", Form::Code),
    ] {
        let file = honest(game, Objective::Fastest, form).to_bytes();
        for place in 0..file.len() {
            for by in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut changed = file.clone();
                changed[place] ^= by;
                mend(&mut changed);
                tally.add_file(&format!("byte {place} changed by {by}"), &changed, From::Memory);
            }
        }
    }
    tally.end();
}
