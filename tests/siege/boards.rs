//! Attacked: what opens and proves files of m,n,k-games and games with falling marks: by code, by tiers in one section,
//! and by tiers in many. `tests/mutation` makes changes of one kind each; here all come together, on random boards.
//!
//! A defeat: a table that is proven and wrong, somewhere; a panic.
//!
//! The truth is plain minimax, by `tests/oracle`; `tests/mutation/judge.rs` compares.

use perfect_play_games::Mnk;
use perfect_play_generator::core::{Game, Objective};
use perfect_play_test_kit::{Case, Random, besiege};

use super::{
    counts::recounted,
    file::{Parts, encoded, mend},
    forged::change_header,
    forger::{Believer, Lies, believed, change, lies},
    honest::{Form, honest},
    judge::{From, Passes, Verdict, judge},
    places::Places,
};

#[test]
fn boards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.perfect");
    besiege(module_path!(), |case| {
        let (name, form) = loop {
            if let Some(found) = random_form(&mut case.random) {
                break found;
            }
        };
        case.note(format!("{form:?}"));
        let objective = case.random.of(&Objective::ALL);
        let honest = honest(&name, objective, form);
        assert_eq!(
            judge(&honest.to_bytes(), From::Memory, Passes::All),
            Verdict::Proven,
            "a right file"
        );
        for time in 0..10 {
            let file = forge(case, &honest, &name, form);
            let from = if case.random.once_in(4) { From::Disk(&path) } else { From::Memory };
            let said = judge(&file, from, if time == 0 { Passes::All } else { Passes::Proof });
            if let Verdict::Fooled(how) = &said {
                panic!("{name} ({form:?}): {how}");
            }
            case.note(format!("{said:?}"));
        }
    });
}

/// A board of at most nine cells, and a form of its table.
fn random_form(random: &mut Random) -> Option<(String, Form)> {
    let (columns, rows): (u8, u8) = (1 + random.below::<u8>(5_u8), 1 + random.below::<u8>(3_u8));
    let k = 1 + random.below::<u8>(columns.max(rows));
    let family = random.of(&["mnk", "connect"]);
    let misere = random.of(&["", "+misere"]);
    let game: Mnk = format!("{family}:{columns},{rows},{k}{misere}").parse().ok()?;
    let form = random.of(&[
        Form::Code,
        Form::Small,
        Form::Large(1),
        Form::Large(16),
        Form::Large(64),
        Form::Large(1 << 12),
    ]);
    (columns * rows <= 9).then(|| (game.to_string(), form))
}

/// A changed file, with right checksums.
fn forge(case: &mut Case, honest: &Parts, name: &str, form: Form) -> Vec<u8> {
    let random = &mut case.random;
    let mut parts = honest.clone();
    let places = parts.places();
    let kind = match random.below(8_u8) {
        0..3 => {
            let most = random.of(&[1, 2, 8, 1 + places]);
            change(random, &mut parts, places, most);
            "values"
        }
        3 | 4 => {
            let game: Mnk = name.parse().unwrap();
            let none = Lies::new();
            let mut right = Believer { game, lies: &none, values: [].into() };
            right.value(game.start());
            if form != Form::Code {
                for board in Places::of(&game).boards() {
                    right.value(board);
                }
            }
            let positions: Vec<_> = right.values.into_keys().collect();
            parts = believed(honest, &lies(&game, &positions, random), &[]);
            "consistent"
        }
        5 => {
            let [one, other]: [usize; 2] =
                [(); 2].map(|()| random.below(parts.sections.len() as u64));
            parts.sections.swap(one, other);
            "sections"
        }
        6 => {
            change_header(&mut parts.header, random);
            parts.header.settings.frame_slots = honest.header.settings.frame_slots;
            "the header"
        }
        _ => "bytes anywhere",
    };
    case.note(kind);
    let random = &mut case.random;
    match kind {
        "bytes anywhere" => {
            let mut file = parts.to_bytes();
            for _ in 0..random.of(&[1, 1, 3]) {
                let place: usize = random.below(file.len() as u64);
                file[place] ^= random.of(&[1, 2, 16, 128, 255]);
            }
            let _ = mend(&mut file);
            file
        }
        "the header" if random.once_in(2) => parts.to_bytes_with_header(&encoded(&parts.header)),
        "values" | "consistent" if random.once_in(2) => recounted(&parts).to_bytes(),
        _ => parts.to_bytes(),
    }
}
