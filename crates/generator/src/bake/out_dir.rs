//! The folder that tables are written to.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::{
    BakeError,
    files::{Files, STAMP},
};

/// The tables that this program has written, by module.
static WRITTEN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// The folder that cargo gives a build script for its output. Programs that `cargo run` starts also get
/// `OUT_DIR`, but not `HOST`.
pub(super) fn of_build_script() -> Result<PathBuf, BakeError> {
    let folder = env::var_os("OUT_DIR").filter(|_| env::var_os("HOST").is_some());
    folder.map(PathBuf::from).ok_or(BakeError::NotInABuildScript)
}

/// Records that this module is written to this folder.
///
/// # Errors
///
/// If this program has written another table there under the same name.
pub(super) fn claim(folder: &Path, files: &Files) -> Result<(), BakeError> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let source =
        written.entry(folder.join(files.name())).or_insert_with(|| files.source().to_owned());
    if source == files.source() {
        Ok(())
    } else {
        Err(BakeError::TwoTablesOfOneName { name: files.name().to_owned() })
    }
}

/// In a build script, removes the tables of modules that this program has not written. A program that includes one of
/// them should get an error, and not an old table.
pub(super) fn remove_stale() {
    let Ok(folder) = of_build_script() else { return };
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    // If the folder cannot be read, writing to it reports this.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_ours = || fs::read(&path).is_ok_and(|text| text.starts_with(STAMP.as_bytes()));
        if path.extension() == Some(OsStr::new("rs"))
            && !written.contains_key(&path.with_extension(""))
            && is_ours()
        {
            for extension in ["rs", "md", "slots"] {
                // If the file does not exist, nothing needs to be removed.
                let _ = fs::remove_file(path.with_extension(extension));
            }
        }
    }
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), BakeError> {
    let in_file = |source| BakeError::Write { path: path.to_path_buf(), source };
    fs::write(path, bytes).map_err(in_file)
}
