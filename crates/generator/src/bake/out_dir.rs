//! The folder that tables are written into, and what of them is there.

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

/// What this program has written, by module.
static WRITTEN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// The folder that cargo gives a build script to write into. Programs that `cargo run` starts are told
/// it as well, but not the host.
pub(super) fn of_build_script() -> Result<PathBuf, BakeError> {
    let folder = env::var_os("OUT_DIR").filter(|_| env::var_os("HOST").is_some());
    folder.map(PathBuf::from).ok_or(BakeError::NotInABuildScript)
}

/// Notes that this module is written to this folder.
///
/// # Errors
///
/// If another table has been written there under the same name.
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

/// Removes tables of other modules than this program has written: who asks for one of them is to be
/// told that it is not baked, and not to get an old one.
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
                // That it is there no more is what is wanted.
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
