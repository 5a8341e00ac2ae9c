//! Whole sections in the place of others, and bytes changed wherever they are in the file.

use perfect_play_generator::core::Objective;

use super::{
    check::Tally,
    file::{Parts, mend},
    honest::{Form, honest},
    judge::From,
};

#[test]
fn sections_of_a_table_in_the_place_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.perfect");
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:9,1,3", Form::Large(256)),
        ("mnk:5,2,3+misere", Form::Large(1 << 12)),
        ("connect:5,2,3", Form::Large(1 << 12)),
    ] {
        let honest = honest(game, Objective::Fastest, form);
        for first in 0..honest.sections.len() {
            // With one after it, with the same player's, and with the last one.
            for second in [first + 1, first + 2, honest.sections.len() - 1] {
                if second >= honest.sections.len() || second == first {
                    continue;
                }
                // Of the right length, and of the wrong one.
                let mut replaced = honest.clone();
                let cycled = honest.sections[second].iter().copied().cycle();
                replaced.sections[first] = cycled.take(honest.sections[first].len()).collect();
                let mut swapped = honest.clone();
                swapped.sections.swap(first, second);
                for (changed, how) in [(replaced, "entries"), (swapped, "sections")] {
                    let what = format!("{game}: {how} of section {second} for {first}");
                    tally.add_file(&what, &changed.to_bytes(), From::Disk(&path));
                }
            }
        }
    }
    tally.end();
}

/// All entries are there in their order.
#[test]
fn a_table_cut_into_other_sections() {
    let mut tally = Tally::new();
    for (game, form) in [
        ("mnk:9,1,3", Form::Large(256)),
        ("mnk:2,2,2", Form::Large(16)),
        ("mnk:2,2,2", Form::Small),
        ("connect:2,3,2", Form::Code),
    ] {
        let honest = honest(game, Objective::Fastest, form);
        let entries = honest.sections.concat();
        for nth in 0..honest.sections.len() {
            let mut changed = honest.clone();
            if let Some(byte) = changed.sections[nth].pop() {
                changed.sections.get_mut(nth + 1).into_iter().for_each(|next| next.insert(0, byte));
                tally.add_file(
                    &format!("{game}: {nth} is shorter"),
                    &changed.to_bytes(),
                    From::Memory,
                );
            }
            for added in [Vec::new(), vec![0]] {
                let mut changed = honest.clone();
                changed.sections.insert(nth, added);
                tally.add_file(
                    &format!("{game}: one more, {nth}"),
                    &changed.to_bytes(),
                    From::Memory,
                );
            }
            let mut changed = honest.clone();
            changed.sections.remove(nth);
            tally.add_file(&format!("{game}: without {nth}"), &changed.to_bytes(), From::Memory);
        }
        for parts in [1, 2, 3, entries.len()] {
            let sections = entries.chunks(entries.len().div_ceil(parts)).map(<[u8]>::to_vec);
            let changed = Parts { sections: sections.collect(), ..honest.clone() };
            tally.add_file(&format!("{game}: in {parts}"), &changed.to_bytes(), From::Memory);
        }
        let changed = Parts { sections: Vec::new(), ..honest.clone() };
        tally.add_file(&format!("{game}: no sections"), &changed.to_bytes(), From::Memory);
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
    for form in [Form::Small, Form::Large(64), Form::Code] {
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
                    let counts = other.header.positions_by_ply.clone();
                    let mut changed =
                        Parts { sections: other.sections, layout: other.layout, ..named };
                    tally.add(&what, &changed);
                    if changed.header.positions_by_ply != counts {
                        changed.header.positions_by_ply = counts;
                        tally.add(&what, &changed);
                    }
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
        ("mnk:3,2,2", "mnk:3,2,3", Form::Small),
        ("mnk:3,2,2", "mnk:3,2,2+misere", Form::Large(64)),
        ("connect:3,3,3", "connect:3,3,3+misere", Form::Large(64)),
        ("mnk:9,1,3", "mnk:9,1,3+misere", Form::Small),
        ("tictactoe", "tictactoe+misere", Form::Code),
    ];
    for (game, other, form) in pairs {
        let (honest, other) =
            (honest(game, Objective::Fastest, form), honest(other, Objective::Outcome, form));
        // In misère play the rules tell fewer values.
        let places = honest.places().min(other.places());
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
        ("mnk:2,2,2", Form::Large(16)),
        ("mnk:2,2,2", Form::Small),
        ("connect:2,3,2", Form::Large(64)),
        ("mnk:5,1,2", Form::Large(16)),
        ("mnk:2,2,2", Form::Code),
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
