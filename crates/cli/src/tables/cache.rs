//! The cache of solved games: a table is kept, and read the next time. `perfect-play cache` lists what is kept.

pub(crate) mod folder;
pub(crate) mod settings;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use perfect_play_core::{Objective, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyTable, OpenAnyError, OpenAnyErrorKind};
use perfect_play_file::OpenErrorKind;
use perfect_play_games::Family;

use crate::{
    tables::disk,
    terminal::{
        exit::Trouble,
        interruption::{self, tell},
    },
};
use folder::{Folder, touch};

/// The table of a game. It is read from the cache, or solved now and kept if that took noticeable time. Also returns
/// the path of the kept file, if the table was read from it. If the table cannot be kept, this prints a message. It is
/// not an error.
pub(crate) fn solved_once(
    game: &AnyGame,
    objective: Objective,
    solve: impl FnOnce() -> Result<AnyTable, Trouble>,
) -> Result<(AnyTable, Option<PathBuf>), Trouble> {
    let name = game.to_string();
    // The rules of other games may be others the next time: those in a file, or those of the program's author.
    let is_built_in = game.family().is_some_and(|family| family != Family::Graph);
    let Some(folder) = Folder::of_environment()?.filter(|_| is_built_in) else {
        return Ok((solve()?, None));
    };
    let patience = settings::patience()?;
    let file = folder.file(&name, objective);
    let is_there = file.is_file();
    if is_there {
        match AnyTable::open_as(&file, game.clone()) {
            Ok(table) if table.objective() == objective => {
                touch(&file);
                return Ok((table, Some(file)));
            }
            Ok(_) => tell(&useless(&file, &name, "has another objective than its name says")),
            Err(error) => tell(&useless(&file, &name, &reason(&error))),
        }
    }
    let started = Instant::now();
    let table = solve()?;
    // A useless file is always replaced: otherwise every run would report it again.
    if is_there || started.elapsed() >= patience {
        tell(&match keep(&table, &folder, &file) {
            Ok(()) => format!(
                "{game} is solved once and kept in {}; `perfect-play cache` lists what is kept",
                Shown(file.display())
            ),
            Err(trouble) => format!("warning: {game} is solved, and cannot be kept: {trouble}"),
        });
    }
    Ok((table, None))
}

/// Reports that a kept file cannot be used.
fn useless(file: &Path, game: &str, why: &str) -> String {
    format!("warning: {} {why}: {game} is solved again", Shown(file.display()))
}

/// The reason why a kept file cannot be used.
fn reason(error: &OpenAnyError) -> String {
    match error.kind() {
        OpenAnyErrorKind::Open(OpenErrorKind::Version { .. }) | OpenAnyErrorKind::OtherRules(_) => {
            "was written by another version of perfect-play"
        }
        OpenAnyErrorKind::Open(OpenErrorKind::Io(error)) => {
            return format!("cannot be read: {error}");
        }
        _ => "is damaged",
    }
    .to_owned()
}

/// Keeps a table, and removes others if there are too many.
fn keep(table: &AnyTable, folder: &Folder, file: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(folder.path()).map_err(|error| {
        let path = Shown(folder.path().display());
        Trouble::new(format!("the folder {path} cannot be made: {error}"))
    })?;
    let _task = interruption::task(None);
    table.write(file)?;
    if folder.make_room(file)? {
        return Ok(());
    }
    let limit = disk::shown(folder.limit());
    Err(Trouble::new(format!(
        "it takes more than the {limit} that the cache may have: PERFECT_PLAY_CACHE_SIZE allows more"
    )))
}
