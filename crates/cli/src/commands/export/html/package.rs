//! The npm package beside a page: copies it, or says how to copy it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;

use crate::terminal::exit::Trouble;

/// The name of the npm package's folder in the page.
pub(super) const PACKAGE: &str = "perfect-play";

/// The file of that folder that the page imports.
const MODULE: &str = "js/browser.js";

/// The folder of the package: this folder, or the package in it if it was installed there.
pub(super) fn found(named: &Path) -> Result<PathBuf, Trouble> {
    let places =
        [named.to_path_buf(), named.join("node_modules").join(PACKAGE), named.join(PACKAGE)];
    places.into_iter().find(|place| place.join(MODULE).is_file()).ok_or_else(|| {
        let named = Shown(named.display());
        Trouble::new(format!(
            "{named} does not hold the npm package perfect-play: there is no {MODULE} in it. `npm install perfect-play` \
             installs the package in node_modules/perfect-play"
        ))
    })
}

/// Copies the parts of the package that the page needs into the page's folder: JavaScript, WebAssembly and the
/// licences.
pub(super) fn copy(package: &Path, folder: &Path) -> Result<(), Trouble> {
    let target = folder.join(PACKAGE);
    let copied = copy_files(&package.join("js"), &target.join("js"))
        .and_then(|()| copy_licences(package, &target));
    copied.map_err(|error| {
        let (package, target) = (Shown(package.display()), Shown(target.display()));
        Trouble::new(format!("{package} cannot be copied to {target}: {error}"))
    })
}

/// Copies the files of a folder, without its subfolders.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn copy_licences(package: &Path, target: &Path) -> io::Result<()> {
    for entry in fs::read_dir(package)? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with("LICENSE") {
            fs::copy(package.join(&name), target.join(&name))?;
        }
    }
    Ok(())
}

/// The steps that the reader must do before the page works, if the package is not in its folder.
pub(super) fn what_is_missing(folder: &Path, shown: &str) -> String {
    if folder.join(PACKAGE).join(MODULE).is_file() {
        return String::new();
    }
    format!(
        "the page needs the npm package perfect-play in {shown}/{PACKAGE}:\n  \
         npm install perfect-play && cp -r node_modules/perfect-play {shown}/\n"
    )
}
