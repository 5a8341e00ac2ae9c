//! `perfect-play pack`: combines the table of a folder into one file.

use std::{
    fs,
    path::{self, PathBuf},
};

use clap::ValueHint;
use perfect_play_core::Shown;
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, table_arg},
    terminal::{
        exit::{Finding, Trouble},
        interruption, output,
    },
    text::numbers::grouped,
};

/// Make one file of a table in a folder: the same bytes as a solve into a file
#[derive(clap::Args)]
#[command(after_help = "\
The folder is not changed. Every tier is checked while it is copied. It is not
proven; `verify` does that. FILE.partial keeps the copied tiers: Ctrl-C stops,
and the same command resumes.

Examples:
  perfect-play pack tiers/ -o connect4.perfect")]
pub(crate) struct Args {
    /// A folder that `solve GAME -o FOLDER/` wrote
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
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
    bytes: u64,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let Args { folder, output: file, format } = args;
    output::check_table_output(file)?;
    if folder.exists() && !folder.is_dir() {
        return Err(Trouble::new(format!(
            "{} is no folder: `pack` makes one file of the files in a folder",
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
    let table = table_arg::file(folder)?;
    let kept = format!(
        "{} stays; this command resumes: {}",
        Shown(folder.display()),
        interruption::command_line()
    );
    let _task = interruption::task(Some(kept));
    let header = table.write(file)?;
    let bytes = fs::metadata(file).map_or(0, |file| file.len());
    let report = Report { game: header.game, file: file.display().to_string(), bytes };
    format.print(&report, |out| {
        writeln!(out, "{} written, {} bytes", Shown(&report.file), grouped(bytes))
    })?;
    Ok(Finding::Fine)
}
