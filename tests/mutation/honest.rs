//! Right files, of games of every kind and in every form, to be changed.

use std::{
    collections::HashMap,
    fs,
    sync::{LazyLock, Mutex},
};

use perfect_play_file::{Settings, TierWriter, to_bytes};
use perfect_play_games::Mnk;
use perfect_play_generator::{
    core::Objective,
    numbering::{TierTable, Tiers},
    solve, solve_tiers,
};

use super::{file::Parts, stones};

/// How a file holds its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// By code.
    Code,
    /// By tier, in one section, which is held in memory.
    Small,
    /// By tier, two sections a tier, in frames of so many bytes.
    Large(u32),
}

/// The parts of the right file of this game, made once.
pub(crate) fn honest(game: &str, objective: Objective, form: Form) -> Parts {
    type Key = (String, Objective, Form);
    static KNOWN: LazyLock<Mutex<HashMap<Key, Parts>>> = LazyLock::new(Mutex::default);
    let key = (game.to_owned(), objective, form);
    KNOWN.lock().unwrap().entry(key).or_insert_with(|| made(game, objective, form)).clone()
}

fn made(name: &str, objective: Objective, form: Form) -> Parts {
    let file = match (stones::named(name), form) {
        (Some(game), _) => to_bytes(&solve(game, objective, &mut |_, _| ()).unwrap()).unwrap(),
        (None, form) => {
            let game = name.parse::<Mnk>().unwrap();
            match form {
                Form::Code => to_bytes(&solve(game, objective, &mut |_, _| ()).unwrap()).unwrap(),
                Form::Small => to_bytes(&by_tier(game, objective)).unwrap(),
                Form::Large(frame_slots) => large(game, objective, frame_slots),
            }
        }
    };
    Parts::of(&file)
}

fn by_tier(game: Mnk, objective: Objective) -> TierTable<Mnk> {
    let tiers = Tiers::of(&game).unwrap();
    let sections = solve_tiers(&game, &tiers, &|_| ()).unwrap();
    TierTable::new(game, objective, tiers.into(), sections).unwrap()
}

fn large(game: Mnk, objective: Objective, frame_slots: u32) -> Vec<u8> {
    let table = by_tier(game, objective);
    let settings = Settings { frame_slots, compression: 1 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let writer = TierWriter::with_settings(
        &path,
        &game,
        objective,
        table.numbering().tiers().clone(),
        settings,
    )
    .unwrap();
    for (tier, [o, x]) in (0..).zip(&table.values().0) {
        writer.append(writer.pack(tier, [o, x]).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path).unwrap()
}
