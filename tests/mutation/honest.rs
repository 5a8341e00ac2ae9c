//! Right files, of games of every kind and in every layout, to be changed.

use std::{
    collections::HashMap,
    fs,
    sync::{LazyLock, Mutex},
};

use perfect_play_generator::{
    core::{DirectTable, Game, Layout, Mnk, Objective, Probe, Value},
    index::{Index, Levels},
    solve, solve_levels,
};
use perfect_play_table::{LevelWriter, Settings, to_bytes};

use crate::{file::Parts, stones::Stones};

/// How a file holds its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// By code, as the game's layout is.
    Code,
    /// By code, in bytes.
    CodeInBytes,
    /// By index, in blocks of so many bytes.
    Index(u32),
}

/// The parts of the right file of this game, made once.
pub(crate) fn honest(game: &str, objective: Objective, form: Form) -> Parts {
    type Key = (String, Objective, Form);
    static KNOWN: LazyLock<Mutex<HashMap<Key, Parts>>> = LazyLock::new(Mutex::default);
    let key = (game.to_owned(), objective, form);
    KNOWN.lock().unwrap().entry(key).or_insert_with(|| made(game, objective, form)).clone()
}

fn made(name: &str, objective: Objective, form: Form) -> Parts {
    let file = match (Stones::named(name), form) {
        (Some(game), Form::CodeInBytes) => in_bytes(game, objective),
        (Some(game), _) => to_bytes(&solve(game, objective).unwrap()).unwrap(),
        (None, form) => {
            let game = name.parse::<Mnk>().unwrap();
            match form {
                Form::Code => to_bytes(&solve(game, objective).unwrap()).unwrap(),
                Form::CodeInBytes => in_bytes(game, objective),
                Form::Index(block_bytes) => by_index(game, objective, block_bytes),
            }
        }
    };
    Parts::of(&file)
}

fn in_bytes<G: Game + Copy>(game: G, objective: Objective) -> Vec<u8> {
    let solution = solve(game, objective).unwrap();
    let mut slots = vec![Value::NONE; usize::try_from(game.codes()).unwrap()];
    for position in solution.positions() {
        let slot = usize::try_from(game.encode(position)).unwrap();
        slots[slot] = solution.value(position).unwrap().byte();
    }
    to_bytes(&DirectTable::new(game, objective, Layout::Bytes, slots).unwrap()).unwrap()
}

fn by_index(game: Mnk, objective: Objective, block_bytes: u32) -> Vec<u8> {
    let index = Index::of(&game).unwrap();
    let table = solve_levels(game, objective, index, &|_| ()).unwrap();
    let settings = Settings { block_bytes, compression: 1 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.perfect");
    let mut writer =
        LevelWriter::with_settings(&path, game, objective, table.index(), settings).unwrap();
    while let Some(level) = writer.next_level() {
        let Ok(values) = table.level(level);
        writer.write_level(level, &values).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path).unwrap()
}
