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

/// Removes the tables of modules that this program has not written. A program that includes one of them should
/// get an error, and not an old table.
pub(super) fn remove_stale(folder: &Path) -> Result<(), BakeError> {
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let in_folder = |source| BakeError::Write { path: folder.to_path_buf(), source };
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
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
    Ok(())
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), BakeError> {
    let in_file = |source| BakeError::Write { path: path.to_path_buf(), source };
    fs::write(path, bytes).map_err(in_file)
}
