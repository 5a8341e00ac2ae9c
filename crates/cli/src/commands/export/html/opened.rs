//! Where a page goes if no file is named, and how it is opened.

use std::{ffi::OsStr, fs, path::Path};

use perfect_play_core::Shown;

use crate::{
    args::document,
    terminal::{
        exit::{Finding, Trouble},
        interruption::{command_line, tell},
        output::{OutputArgs, is_redirected_to_a_file, is_terminal},
    },
};

/// The file for the page of TABLE, if the command line names none and the page does not go to a redirected standard output. A
/// file that is no page is not replaced, and `--open` does not leave the file empty to which standard output was redirected.
pub(super) fn named(
    table: &OsStr,
    output: &OutputArgs,
    opens: bool,
) -> Result<Option<OutputArgs>, Trouble> {
    if output.file().is_some() || !(opens || is_terminal()) {
        return Ok(None);
    }
    if is_redirected_to_a_file() {
        return Err(Trouble::new(
            "`--open` needs the name of the page, and standard output does not have it: name the file with `-o FILE`, \
             or leave `--open` out",
        ));
    }
    let name = format!("{}.html", document::stem(table));
    check_replaced(Path::new(&name), "name another file with `-o FILE`")?;
    Ok(Some(OutputArgs::to(name.into())))
}

/// Returns an error if there is something else than a page of this program: nobody named this file. `instead` says what else
/// can be done.
pub(super) fn check_replaced(path: &Path, instead: &str) -> Result<(), Trouble> {
    let Ok(there) = path.symlink_metadata() else { return Ok(()) };
    // Opening a pipe would wait for its other end.
    let is_page = there.is_file()
        && fs::read_to_string(path).is_ok_and(|text| text.contains(" id=\"header\">"));
    if is_page {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "{} is there already, and is no page of this program: {instead}",
        Shown(path.display())
    )))
}

/// Opens the page if that is wanted. Otherwise, says where the page is if nobody named the file.
pub(super) fn open(output: &OutputArgs, is_named: bool, opens: bool) -> Result<Finding, Trouble> {
    let Some(path) = output.file() else { return Ok(Finding::Fine) };
    let shown = Shown(path.display());
    if opens {
        open::that_detached(path).map_err(|error| {
            Trouble::new(format!("{shown} is written, but cannot be opened: {error}"))
        })?;
        // Whether a browser shows it is unknown.
        tell(&format!("{shown} is written, and the browser is asked to open it"));
    } else if is_named {
        tell(&format!(
            "{shown} is written: open it in a browser, or run `{} --open`",
            command_line()
        ));
    }
    Ok(Finding::Fine)
}
