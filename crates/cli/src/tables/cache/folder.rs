//! The folder of the cache: its files, and which of them are removed when there are too many.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use perfect_play_core::{Objective, Shown};
use perfect_play_file::{Header, TableFile};

use super::settings;
use crate::terminal::exit::Trouble;

/// The folder, which may not exist yet, and its size limit.
pub(crate) struct Folder {
    path: PathBuf,
    limit: u64,
}

/// A file of the folder that is named like a kept table.
pub(crate) struct KeptTable {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    /// When it was last read, or written.
    pub(crate) used: SystemTime,
}

impl KeptTable {
    /// The header of the file, if the file is a table.
    pub(crate) fn header(&self) -> Option<Header> {
        Some(TableFile::open(&self.path).ok()?.header().clone())
    }
}

/// The suffix of files that say how far a proof has come.
const PROOF: &str = ".proof";

/// The suffixes of unfinished and temporary files.
const PARTIAL: [&str; 2] = [".partial", ".partial-copy"];

/// The suffix of kept tables. Other files in the folder are left alone.
fn ending(objective: Objective) -> String {
    format!(".{objective}.perfect")
}

/// The file name of a game's table. All characters of games' names are allowed in file names, except the colon.
fn file_name(game: &str, objective: Objective) -> String {
    game.replace(':', "-") + &ending(objective)
}

impl Folder {
    /// The folder that the environment names; `None` if the cache is off.
    pub(crate) fn of_environment() -> Result<Option<Self>, Trouble> {
        let Some(path) = settings::folder() else { return Ok(None) };
        Ok(Some(Self { path, limit: settings::limit()? }))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The size limit in bytes.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The file of a game's table. It may not exist.
    pub(super) fn file(&self, game: &str, objective: Objective) -> PathBuf {
        self.path.join(file_name(game, objective))
    }

    /// The file about the proof of a table with this checksum. It may not exist.
    pub(crate) fn proof(&self, checksum: u32) -> PathBuf {
        self.path.join(format!("{checksum:08x}{PROOF}"))
    }

    /// All kept tables, the least recently used first.
    pub(crate) fn tables(&self) -> Result<Vec<KeptTable>, Trouble> {
        let mut tables =
            self.files(|name| Objective::ALL.map(ending).iter().any(|end| name.ends_with(end)));
        if let Ok(tables) = &mut tables {
            tables.sort_by_key(|kept| kept.used);
        }
        tables.map_err(|error| {
            Trouble::new(format!("{} cannot be read: {error}", Shown(self.path.display())))
        })
    }

    /// The files with such names. A file that is removed meanwhile is skipped.
    fn files(&self, is_one: impl Fn(&str) -> bool) -> io::Result<Vec<KeptTable>> {
        let folder = match self.path.read_dir() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut files = Vec::new();
        for file in folder {
            let file = file?;
            let Ok(about) = file.metadata() else { continue };
            if about.is_file() && file.file_name().to_str().is_some_and(&is_one) {
                let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push(KeptTable { path: file.path(), bytes: about.len(), used });
            }
        }
        Ok(files)
    }

    /// Removes the least recently used tables until the new table fits beside the others. If the new table alone is too
    /// large, it is the only one removed. Returns whether the new table stays.
    pub(super) fn make_room(&self, new: &Path) -> Result<bool, Trouble> {
        let tables = self.tables()?;
        if tables.iter().any(|kept| kept.path == new && kept.bytes > self.limit) {
            remove(new)?;
            return Ok(false);
        }
        let mut bytes: u64 = tables.iter().map(|kept| kept.bytes).sum();
        for kept in tables.iter().filter(|kept| kept.path != new) {
            if bytes <= self.limit {
                break;
            }
            remove(&kept.path)?;
            bytes -= kept.bytes;
        }
        Ok(true)
    }

    /// Removes the tables of one game, or all tables and what is kept of proofs. What interrupted programs have left of these
    /// tables is removed as well. Returns the number of removed tables and their bytes.
    pub(crate) fn clear(&self, game: Option<&str>) -> Result<(usize, u64), Trouble> {
        let names = game.map(|game| Objective::ALL.map(|objective| file_name(game, objective)));
        // `NAME`, `NAME.partial`, `NAME.partial-copy` and `.NAME.….partial` are about the table NAME.
        let is_of_game = |name: &str| {
            let name = name.strip_prefix('.').unwrap_or(name);
            names.as_ref().is_none_or(|names| names.iter().any(|table| name.starts_with(table)))
        };
        let is_named = |kept: &KeptTable| {
            kept.path.file_name().and_then(OsStr::to_str).is_some_and(is_of_game)
        };
        let tables: Vec<_> = self.tables()?.into_iter().filter(is_named).collect();
        let is_left = |name: &str| {
            let is_partial = PARTIAL.iter().any(|suffix| name.ends_with(suffix));
            is_partial && is_of_game(name) || name.ends_with(PROOF) && game.is_none()
        };
        let left = self.files(is_left).unwrap_or_default();
        for file in tables.iter().chain(&left) {
            remove(&file.path)?;
        }
        Ok((tables.len(), tables.iter().map(|kept| kept.bytes).sum()))
    }
}

/// Sets the time of last use to now. If the file cannot be written, it keeps its old time.
pub(super) fn touch(path: &Path) {
    let file = File::options().append(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
}

/// Removes a file. It is no error if another process has removed it already.
fn remove(path: &Path) -> Result<(), Trouble> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Trouble::new(format!("{} cannot be removed: {error}", Shown(path.display()))))
        }
        _ => Ok(()),
    }
}
