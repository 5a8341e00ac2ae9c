//! The cache of solved games: a table is kept, and read the next time. `perfect-play cache` lists what is kept.

pub(crate) mod folder;
pub(crate) mod settings;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use perfect_play_core::{Objective, Probe, Shown};
use perfect_play_engine::{AnyGame, AnyTable, OpenAnyError, OpenAnyErrorKind};
use perfect_play_file::{CopyError, OpenErrorKind, TierWriter, WriteErrorKind};
use perfect_play_games::Family;

use crate::{
    tables::disk,
    terminal::{
        exit::Trouble,
        interruption::{self, tell},
        output, progress,
    },
};
use folder::{Folder, touch};

/// The place in the cache for the table of a game.
pub(crate) struct Place<'g> {
    game: &'g AnyGame,
    objective: Objective,
    folder: Folder,
    file: PathBuf,
    /// A table that is solved faster is not kept.
    patience: Duration,
    /// Why the file that is there is of no use.
    useless: Option<String>,
}

impl<'g> Place<'g> {
    /// The place for a game. `None` if its table is not kept: the cache is off, or the rules may be others the next time. These
    /// are rules in a file, or those of the program's author.
    pub(crate) fn of(game: &'g AnyGame, objective: Objective) -> Result<Option<Self>, Trouble> {
        let is_built_in = game.family().is_some_and(|family| family != Family::Graph);
        let Some(folder) = Folder::of_environment()?.filter(|_| is_built_in) else {
            return Ok(None);
        };
        let patience = settings::patience()?;
        let file = folder.file(&game.to_string(), objective);
        Ok(Some(Self { game, objective, folder, file, patience, useless: None }))
    }

    /// The file of the table. It may not exist.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// The table that is kept.
    pub(crate) fn kept(&mut self) -> Option<AnyTable> {
        if !self.file.is_file() {
            return None;
        }
        let why = match AnyTable::open_as(&self.file, self.game.clone()) {
            Ok(table) if table.objective() == self.objective => {
                touch(&self.file);
                return Some(table);
            }
            Ok(_) => "has another objective than its name says".to_owned(),
            Err(error) => reason(&error),
        };
        self.useless = Some(why);
        None
    }

    /// Solves the game now, and keeps its table if that took noticeable time. If the table cannot be kept, this prints a
    /// message. It is not an error.
    pub(crate) fn filled(
        self,
        solve: impl FnOnce() -> Result<AnyTable, Trouble>,
    ) -> Result<AnyTable, Trouble> {
        let Self { game, folder, file, .. } = &self;
        let shown = Shown(file.display());
        if let Some(why) = &self.useless {
            tell(&format!("warning: {shown} {why}: {game} is solved again"));
        }
        let started = Instant::now();
        let table = solve()?;
        // A useless file is always replaced: otherwise every run would report it again.
        if self.useless.is_some() || started.elapsed() >= self.patience {
            tell(&match keep(&table, folder, file) {
                Ok(()) => format!(
                    "{game} is solved once and kept in {shown}; `perfect-play cache` lists what is kept"
                ),
                Err(trouble) => format!("warning: {game} is solved, and cannot be kept: {trouble}"),
            });
        }
        Ok(table)
    }
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
    let path = folder.path();
    fs::create_dir_all(path).map_err(|error| output::no_folder(path, error))?;
    let _task = interruption::task(None);
    progress::waiting(&format!("keeping {}", table.game()), || table.write(file))
        .map_err(|error| unwritten(file, &error))?;
    if folder.make_room(file)? {
        return Ok(());
    }
    let limit = disk::shown(folder.limit());
    Err(Trouble::new(format!(
        "it takes more than the {limit} that the cache may have: PERFECT_PLAY_CACHE_SIZE allows more"
    )))
}

/// The error for a table that could not be written. Its unfinished file is removed, because nobody would look for it in the
/// cache.
fn unwritten(file: &Path, error: &CopyError) -> Trouble {
    let kind = match error {
        CopyError::Write(error) => Some(error.kind()),
        CopyError::Unreadable(_) => None,
    };
    let is_of_another_run = matches!(kind, Some(WriteErrorKind::Busy));
    if let Some(partial) = TierWriter::partial_of_copy(file).filter(|_| !is_of_another_run) {
        let _ = fs::remove_file(partial);
    }
    Trouble::new(match kind {
        // This error would say that the unfinished file is kept.
        Some(WriteErrorKind::Interrupted(error)) => {
            format!("{} cannot be written: {error}", Shown(file.display()))
        }
        _ => error.to_string(),
    })
}
