//! A page with the table in a file beside it, for a web server.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::Path,
};

use perfect_play_core::{Probe, Shown};
use serde::Serialize;

use super::{
    header::PageHeader,
    package,
    page::{self, Parts},
};
use crate::{
    commands::export::proven,
    terminal::{
        exit::{Finding, Trouble},
        interruption,
        output::{self, OutputArgs},
    },
};

/// The name of the table's file in the page.
const TABLE: &str = "table.perfect";
const PAGE: &str = "index.html";

/// The page's facts about its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    file: &'static str,
    bytes: u64,
}

/// Writes the page of a table to a folder, with the table beside it and the npm package. Says what else the page needs.
pub(super) fn run(
    (table, title): (&OsStr, Option<&str>),
    folder: &Path,
    package: Option<&Path>,
) -> Result<Finding, Trouble> {
    let package = package.map(package::found).transpose()?;
    let is_new = make_folder(folder)?;
    if let Err(trouble) = write(table, title, folder) {
        if is_new {
            // Only an empty folder can be removed.
            let _ = fs::remove_dir(folder);
        }
        return Err(trouble);
    }
    if let Some(package) = package {
        package::copy(&package, folder)?;
    }
    // The page is written even if nobody reads this message.
    let _ = writeln!(io::stderr(), "{}", what_is_needed(folder));
    Ok(Finding::Fine)
}

/// Makes sure that the folder exists. Returns whether it is new.
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

fn write(arg: &OsStr, title: Option<&str>, folder: &Path) -> Result<(), Trouble> {
    let (page_file, file) = (folder.join(PAGE), folder.join(TABLE));
    output::check_output(&page_file)?;
    let table = proven::table(arg, &OutputArgs::to(file.clone()), |_| Ok(()))?;
    let page = PageHeader::of(&table, title)?;
    {
        let _task = output::writing(&file);
        table.table.write(&file)?;
    }
    let header = Header { page, file: TABLE, bytes: fs::metadata(&file)?.len() };
    let parts = Parts {
        title: &header.page.title,
        about: page::about("The table beside this page", table.table.plies()),
        place: "a file beside this one",
        header: serde_json::to_string(&header)?,
        table: String::new(),
        modules: &[
            include_str!("../../../../page/probed.js"),
            include_str!("../../../../page/served.js"),
        ],
    };
    let page = page::page(table.table.game(), &parts);
    OutputArgs::to(page_file).write(|out| out.write_all(page.as_bytes()))
}

/// The steps that the reader must do before the page works.
fn what_is_needed(folder: &Path) -> String {
    let shown = Shown(folder.display()).to_string();
    let shown = interruption::quoted(shown.trim_end_matches('/'));
    let package = package::what_is_missing(folder, &shown);
    format!(
        "{package}the page works from a web server, for example:\n  \
         python3 -m http.server --directory {shown}"
    )
}
