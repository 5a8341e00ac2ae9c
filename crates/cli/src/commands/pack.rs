//! `perfect-play pack`: combines the table of a folder into one file, or cuts a table.

use std::{
    fs,
    path::{self, Path, PathBuf},
};

use clap::ValueHint;
use perfect_play_core::{Probe, Shown};
use perfect_play_file::{CopyError, is_stream};
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, number_arg, table_arg},
    tables::{memory::Bound, scratch::Scratch, solving},
    terminal::{
        exit::{Finding, Trouble},
        interruption, output, progress,
    },
    text::numbers::grouped,
};

/// Make one file of a table in a folder: the same bytes as a solve into a file; with `--plies`, of the first plies of a table
#[derive(clap::Args)]
#[command(after_help = "\
The folder is not changed. Every tier is checked while it is copied. It is not
proven; `verify` does that. FILE.partial-copy keeps the copied tiers: Ctrl-C
stops, and the same command resumes.

With `-o /dev/stdout` the table goes to standard output, and all other output
goes to standard error.

With `--plies N` the new file has only the positions of the first N plies. It has
the same bytes as `solve GAME --plies N` writes.

Examples:
  perfect-play pack tiers/ -o connect4.perfect
  perfect-play pack connect4.perfect --plies 8 -o book.perfect")]
pub(crate) struct Args {
    /// A folder that `solve GAME -o FOLDER/` wrote; with `--plies` also a .perfect file
    #[arg(value_hint = ValueHint::AnyPath)]
    folder: PathBuf,
    /// Store only the positions of the first N plies
    #[arg(long, value_name = "N", value_parser = number_arg::plies, allow_hyphen_values = true)]
    plies: Option<u16>,
    /// Write the table to this file. An existing table is replaced, but no other file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    game: String,
    file: String,
    /// `None` if the file is a pipe, a device or an open descriptor.
    bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let Args { folder, plies, output: file, format } = args;
    output::check_table_output(file)?;
    // Checked before the file is replaced: standard output may be redirected to the old file.
    let is_stdout = output::is_stdout(file);
    if plies.is_none() && folder.exists() && !folder.is_dir() {
        return Err(Trouble::new(format!(
            "{} is no folder: `pack` makes one file of the files in a folder; with `--plies` it cuts a table",
            Shown(folder.display())
        )));
    }
    let beside = path::absolute(file).ok().and_then(|file| file.parent()?.canonicalize().ok());
    if let (Some(beside), Ok(folder)) = (beside, folder.canonicalize())
        && beside.starts_with(folder)
    {
        return Err(Trouble::new(format!(
            "{} would be in the folder that is packed: give `-o` a place outside of it",
            Shown(file.display())
        )));
    }
    output::check_input(folder, file)?;
    let mut table = table_arg::file(folder)?;
    if let &Some(plies) = plies {
        table = progress::finding("cutting".to_owned(), 0, |bar| {
            table.first_plies(plies, Bound::free().bytes(), &|done, of| bar.set(done, of))
        })
        .map_err(solving::cut_trouble)?;
    }
    let _task = interruption::resumable(&format!("{} stays", Shown(folder.display())));
    let task = format!("packing {}", table.game());
    let write = |path: &Path| progress::waiting(&task, || table.write(path));
    let header = if is_stream(file) {
        let scratch = Scratch::new()?;
        let header = write(&scratch.table()).map_err(|error| match error {
            CopyError::Write(error) => scratch.trouble(&error),
            error @ CopyError::Unreadable(_) => error.into(),
        })?;
        scratch.stream_to(file)?;
        header
    } else {
        write(file)?
    };
    let about = fs::metadata(file).ok().filter(|_| !is_stream(file));
    let bytes = about.map(|about| about.len());
    let report = Report { game: header.game, file: file.display().to_string(), bytes };
    format.print_about_file(is_stdout, &report, |out| {
        let bytes = bytes.map(|bytes| format!(", {} bytes", grouped(bytes))).unwrap_or_default();
        writeln!(out, "{} written{bytes}", Shown(&report.file))
    })?;
    Ok(Finding::Fine)
}
