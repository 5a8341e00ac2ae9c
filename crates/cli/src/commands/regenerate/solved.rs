//! A table that is solved again, and where it is stored until it has been compared.

use std::{
    fs::{self, File, TryLockError},
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use perfect_play_core::{Objective, Shown};
use perfect_play_engine::{AnyGame, AnyTable, Method};
use perfect_play_file::{Settings, TableFile, is_stream, rename_over, replace};
use same_file::is_same_file;

use crate::{
    args::table_arg,
    tables::{
        scratch::Scratch,
        solving::{self, Destination, Limits},
        table,
    },
    terminal::{
        exit::Trouble,
        interruption::{self, Task},
        output, progress,
    },
};

/// The newly solved table.
pub(super) enum Solved {
    /// A small table: the bytes of its file.
    Bytes(Vec<u8>),
    /// A large table, in a file beside the original.
    Beside(Beside),
    /// A large table in a temporary folder, because the folder of the original is not writable.
    Scratch(Scratch),
}

impl Solved {
    /// Solves the game of `original`. If the original will be replaced, a large table must be beside it.
    pub(super) fn new(
        original: &Path,
        (game, objective, plies): (&AnyGame, Objective, Option<u16>),
        will_replace: bool,
        limits: Limits,
    ) -> Result<Self, Trouble> {
        let of_bytes = |table: AnyTable| Ok(Self::Bytes(table.to_bytes()?));
        if let Some(plies) = plies {
            return of_bytes(solving::first_plies(game, plies, objective, (limits, None))?.0);
        }
        if !is_large(game)? {
            limits.disk.has_no_effect(&format!("{game} is solved in memory"));
            return of_bytes(solving::on_the_spot(game, objective, limits.memory)?);
        }
        if !will_replace && (is_stream(original) || !can_make_files_beside(original)) {
            let scratch = Scratch::new()?;
            solving::into_files(game, objective, Destination::Scratch(&scratch), limits)?;
            return Ok(Self::Scratch(scratch));
        }
        Ok(Self::Beside(Beside::new(original, game, objective, limits)?))
    }

    /// The table of this game.
    pub(super) fn table(&self, game: &AnyGame) -> Result<AnyTable, Trouble> {
        match self {
            Self::Bytes(bytes) => Ok(AnyTable::read_as(&**bytes, game.clone())?),
            Self::Beside(beside) => table_arg::file(&beside.path),
            Self::Scratch(scratch) => table_arg::file(&scratch.table()),
        }
    }

    /// Whether the file holds the same bytes.
    pub(super) fn is_byte_for_byte(&self, file: &Path) -> Result<bool, Trouble> {
        let compared = File::open(file).and_then(|file| match self {
            Self::Bytes(bytes) => same_bytes(BufReader::new(file), &**bytes),
            Self::Beside(beside) => same_files(file, &beside.path),
            Self::Scratch(scratch) => same_files(file, &scratch.table()),
        });
        compared.map_err(|error| cannot_be("compared with the new table", file, &error))
    }

    /// Replaces the original.
    pub(super) fn replace(&self, original: &Path) -> Result<(), Trouble> {
        let _task = output::writing(original);
        match self {
            Self::Bytes(bytes) => Ok(replace(original, |out| out.write_all(bytes))?),
            Self::Beside(beside) => Ok(rename_over(&beside.path, original)?),
            Self::Scratch(scratch) => Ok(replace(original, |out| scratch.copy_to(out))?),
        }
    }
}

/// Whether a table is not held in memory.
fn is_large(game: &AnyGame) -> Result<bool, Trouble> {
    let slots = match Method::of(game).tiers() {
        Some(game) => solving::tiers(game)?.slots(),
        None => solving::rank_plan(game)?.map_or(0, |plan| plan.slots),
    };
    Ok(slots > Settings::MAX_HELD_BYTES)
}

/// `FILE.regenerated`. It is solved as `solve` does it: `FILE.regenerated.partial` keeps solved tiers when a run is
/// interrupted. If the comparison is interrupted, the finished file stays. The file is removed when this is dropped.
pub(super) struct Beside {
    path: PathBuf,
    /// A lock: no other run takes the file for one that an interrupted run left.
    _locked: File,
    _task: Task,
}

impl Beside {
    fn new(
        original: &Path,
        game: &AnyGame,
        objective: Objective,
        limits: Limits,
    ) -> Result<Self, Trouble> {
        let path = beside(original).map_err(|error| cannot_be("read", original, &error))?;
        resume_finished(original, &path, game, objective)?;
        let is_resumed = solving::into_files(game, objective, Destination::File(&path), limits)?;
        let task = interruption::task(Some(format!(
            "{} is solved and stays; this command compares it: {}",
            Shown(path.display()),
            interruption::command_line()
        )));
        let locked = locked(&path, File::try_lock_shared)?;
        if is_resumed {
            prove(&path)?;
        }
        Ok(Self { path, _locked: locked, _task: task })
    }
}

/// Proves a table that an earlier run has left. Its checksums do not show which program wrote it.
fn prove(path: &Path) -> Result<(), Trouble> {
    let table = table_arg::file(path)?;
    let path = Shown(path.display());
    let verification = progress::during("proving", |report| table.verify(report))
        .map_err(|error| table::unverified(&path, error))?;
    if verification.is_proven() {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "{path} holds wrong values, which an earlier run left: remove it, and run this command again"
    )))
}

impl Drop for Beside {
    fn drop(&mut self) {
        // The file is missing if it has replaced the original.
        let _ = fs::remove_file(&self.path);
    }
}

/// The file beside the original. Symbolic links are followed.
fn beside(original: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(original).is_ok_and(|there| there.is_symlink());
    // The name of a folder may end in `/`.
    let file = if is_link { fs::canonicalize(original)? } else { original.components().collect() };
    Ok(with_suffix(&file, ".regenerated"))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Whether files can be created in the folder of this file. A full disk is reported later, by the write itself.
fn can_make_files_beside(original: &Path) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};

    let probe = || {
        let beside = beside(original)?;
        let folder = beside.parent().filter(|folder| *folder != Path::new(""));
        tempfile::tempfile_in(folder.unwrap_or(Path::new(".")))
    };
    !probe().is_err_and(|error| matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem))
}

/// Makes the finished file of an interrupted run usable. A run that was interrupted during the comparison left a
/// finished file. The file is renamed to the name of an unfinished one: then it is checked as every unfinished file is,
/// and nothing is solved twice.
fn resume_finished(
    original: &Path,
    path: &Path,
    game: &AnyGame,
    objective: Objective,
) -> Result<(), Trouble> {
    let partial = with_suffix(path, ".partial");
    let [is_finished, is_partial] = [is_there(path)?, is_there(&partial)?];
    // While the file is locked, no other run renames it.
    let _locked = if is_finished { Some(lock_finished(path, game, objective)?) } else { None };
    // A run that ended between the last two calls of this function has left two names of one file.
    let is_linked = is_finished && is_partial && is_same_file(path, &partial).unwrap_or(false);
    for path in [path, partial.as_path()] {
        let is_original = is_same_file(original, path).unwrap_or(false);
        if is_original || links(path) > if is_linked { 2 } else { 1 } {
            return Err(in_the_way(path, ", and this file has another name, too"));
        }
    }
    if is_finished {
        let renamed = match fs::hard_link(path, &partial) {
            // A file cannot have two names here.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                fs::rename(path, &partial)
            }
            // An existing unfinished file is equally good, and may be in use.
            _ => fs::remove_file(path),
        };
        renamed.map_err(|error| cannot_be("renamed", path, &error))?;
    }
    Ok(())
}

/// Whether the file exists. Anything that is not a file is an error: a link leads elsewhere, and a pipe waits for its
/// other end.
fn is_there(path: &Path) -> Result<bool, Trouble> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_file() => Ok(true),
        Ok(_) => Err(in_the_way(path, ", and this is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(cannot_be("read", path, &error)),
    }
}

/// Locks a finished file, if it is the file that an interrupted run left.
fn lock_finished(path: &Path, game: &AnyGame, objective: Objective) -> Result<File, Trouble> {
    let is_left_behind = TableFile::open(path).is_ok_and(|file| {
        let header = file.header();
        (&*header.game, header.objective) == (&*game.to_string(), objective)
    });
    if !is_left_behind {
        return Err(in_the_way(path, ""));
    }
    locked(path, File::try_lock)
}

/// Opens a file, and locks it by one of the functions that do not wait.
fn locked(path: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Result<File, Trouble> {
    let file = File::open(path).map_err(|error| match error.kind() {
        // Another run has renamed or removed it.
        io::ErrorKind::NotFound => busy(path),
        _ => cannot_be("read", path, &error),
    })?;
    match lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(busy(path)),
        Err(TryLockError::Error(error)) => Err(cannot_be("locked", path, &error)),
    }
}

/// How many names a file has; 0 if it does not exist.
#[cfg(unix)]
fn links(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;

    fs::symlink_metadata(path).map_or(0, |file| file.nlink())
}

/// Other systems do not report this number.
#[cfg(not(unix))]
fn links(_path: &Path) -> u64 {
    1
}

fn in_the_way(path: &Path, why: &str) -> Trouble {
    Trouble::new(format!(
        "{} is in the way, because `regenerate` solves into a file of this name{why}: rename it, or \
         remove it",
        Shown(path.display())
    ))
}

/// The error for a file that cannot be, for example, read.
fn cannot_be(what: &str, path: &Path, error: &io::Error) -> Trouble {
    Trouble::new(format!("{} cannot be {what}: {error}", Shown(path.display())))
}

fn busy(path: &Path) -> Trouble {
    let path = Shown(path.display());
    Trouble::new(format!("{path} is in use by another run of `regenerate`: wait for its end"))
}

fn same_files(file: File, other: &Path) -> io::Result<bool> {
    let other = File::open(other)?;
    if file.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    same_bytes(BufReader::new(file), BufReader::new(other))
}

/// Whether both files hold the same bytes.
fn same_bytes(mut first: impl BufRead, mut second: impl BufRead) -> io::Result<bool> {
    loop {
        let (a, b) = (first.fill_buf()?, second.fill_buf()?);
        let length = a.len().min(b.len());
        if a[..length] != b[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(a.len() == b.len());
        }
        first.consume(length);
        second.consume(length);
    }
}
