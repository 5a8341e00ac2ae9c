//! A page with the table in a file beside it, for a web server.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::Path,
};

use perfect_play_core::Shown;
use serde::Serialize;

use super::{BOARDS_ALONE, INSTEAD_OF_PLACEMENT, PageHeader, Parts};
use crate::{
    exit::{Finding, Trouble},
    export::proven::{self, check_placement},
    interruption,
    output::{self, OutputArgs},
};

/// The table's file, as the page names it.
const TABLE: &str = "table.perfect";
const PAGE: &str = "index.html";
/// The folder of the npm package, as the page names it.
const PACKAGE: &str = "perfect-play";

/// What the page is told of its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    file: &'static str,
    bytes: u64,
}

/// Writes the page of a table to a folder, and the table beside it; says what else the page needs.
pub(super) fn run(arg: &OsStr, folder: &Path) -> Result<Finding, Trouble> {
    let is_new = make_folder(folder)?;
    if let Err(trouble) = write(arg, folder) {
        if is_new {
            // Only an empty one is removed.
            let _ = fs::remove_dir(folder);
        }
        return Err(trouble);
    }
    // The page is written, whether anybody reads this or not.
    let _ = writeln!(io::stderr(), "{}", what_is_needed(folder));
    Ok(Finding::Fine)
}

/// Makes sure that there is a folder; gives whether it is new.
fn make_folder(folder: &Path) -> Result<bool, Trouble> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(_) if folder.is_dir() => Ok(false),
        Err(error) => {
            let folder = Shown(folder.display());
            Err(Trouble::new(format!("the folder {folder} cannot be made: {error}")))
        }
    }
}

fn write(arg: &OsStr, folder: &Path) -> Result<(), Trouble> {
    let (page_file, file) = (folder.join(PAGE), folder.join(TABLE));
    output::check_output(&page_file)?;
    let boards = proven::boards(arg, &OutputArgs::to(file.clone()), BOARDS_ALONE, |game| {
        check_placement(game, INSTEAD_OF_PLACEMENT)
    })?;
    let page = PageHeader::of(&boards)?;
    {
        let _task = output::writing(&file);
        boards.table.table.write(&file)?;
    }
    let header = Header { page, file: TABLE, bytes: fs::metadata(&file)?.len() };
    let parts = Parts {
        holder: "The table beside this page",
        place: "a file beside this one",
        header: serde_json::to_string(&header)?,
        table: String::new(),
        lookup: include_str!("../../../page/served.js"),
    };
    let page = super::page(&boards.game, &parts);
    OutputArgs::to(page_file).write(|out| out.write_all(page.as_bytes()))
}

/// What the reader has to do before the page works.
fn what_is_needed(folder: &Path) -> String {
    let shown = Shown(folder.display()).to_string();
    let shown = interruption::quoted(shown.trim_end_matches('/'));
    let package = if folder.join(PACKAGE).join("js/browser.js").is_file() {
        String::new()
    } else {
        format!(
            "the page needs the npm package perfect-play in {shown}/{PACKAGE}:\n  \
             npm install perfect-play && cp -r node_modules/perfect-play {shown}/\n"
        )
    };
    format!(
        "{package}the page works from a web server, for example:\n  \
         python3 -m http.server --directory {shown}"
    )
}
