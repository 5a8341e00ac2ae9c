//! A page with the table in a file beside it, for a web server. The program that reads the table is in the page.

use std::{ffi::OsStr, fmt, fs, path::Path};

use perfect_play_core::{Probe, Shown};
use perfect_play_file::{TemporaryFolder, rename_over, replace};
use serde::Serialize;

use super::{
    header::PageHeader,
    opened,
    packed::{Packed, check_program},
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
    #[serde(flatten)]
    packed: Packed,
    file: &'static str,
    bytes: u64,
}

/// Writes the page of a table to a folder, with the table beside it.
pub(super) fn run(table: &OsStr, title: Option<&str>, folder: &Path) -> Result<Finding, Trouble> {
    let is_new = make_folder(folder)?;
    if let Err(trouble) = write(table, title, folder) {
        if is_new {
            // Only an empty folder can be removed.
            let _ = fs::remove_dir(folder);
        }
        return Err(trouble);
    }
    let shown = Shown(folder.display()).to_string();
    let shown = interruption::quoted(shown.trim_end_matches('/'));
    interruption::tell(&format!(
        "the page works from a web server, for example:\n  python3 -m http.server --directory {shown}"
    ));
    Ok(Finding::Fine)
}

/// Makes sure that the folder exists. Returns whether it is new.
fn make_folder(folder: &Path) -> Result<bool, Trouble> {
    output::check_folder(folder)?;
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(_) if folder.is_dir() => Ok(false),
        Err(error) => Err(output::no_folder(folder, error)),
    }
}

fn write(arg: &OsStr, title: Option<&str>, folder: &Path) -> Result<(), Trouble> {
    let (page_file, file) = (folder.join(PAGE), folder.join(TABLE));
    output::check_output(&page_file)?;
    let instead = "name another folder with `-o FOLDER/`, or remove it";
    opened::check_replaced(&page_file, instead)?;
    output::check_table_output(&file)?;
    let table =
        proven::table(arg, &OutputArgs::to(file.clone()), |source| check_program(source.game()))?;
    let page = PageHeader::of(&table, title)?;
    let _task = output::writing(&page_file);
    // On a full disk neither file is there, or an earlier page stays as it was.
    let new = TemporaryFolder::new_in(folder)?;
    let (new_page, new_table) = (new.path().join(PAGE), new.path().join(TABLE));
    let named = |error: &dyn fmt::Display| {
        let (new, folder) = (new.path().display().to_string(), folder.display().to_string());
        Trouble::new(error.to_string().replace(&new, folder.trim_end_matches('/')))
    };
    table.table.write(&new_table).map_err(|error| named(&error))?;
    let (packed, bytes) = (Packed::program(&[])?, fs::metadata(&new_table)?.len());
    let header = Header { page, packed, file: TABLE, bytes };
    let parts = Parts {
        title: &header.page.title,
        about: page::about("The table beside this page", table.table.plies()),
        place: "a file beside this one",
        header: serde_json::to_string(&header)?,
        table: header.packed.element.clone(),
        modules: page::PROGRAM,
    };
    let page = page::page(table.table.game(), &parts);
    replace(&new_page, |out| out.write_all(page.as_bytes())).map_err(|error| named(&error))?;
    rename_over(&new_table, &file)?;
    Ok(rename_over(&new_page, &page_file)?)
}
