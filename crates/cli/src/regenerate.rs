//! `perfect-play regenerate`: solves again what a file holds, and compares.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use perfect_play_core::{Objective, Probe, Shown};
use perfect_play_engine::Method;
use perfect_play_table::{DiffError, Header, can_replace, replace, write};
use serde::Serialize;

use crate::{
    draw::grouped,
    exit::{Finding, Trouble},
    format::FormatArgs,
    memory::MemoryArgs,
    progress,
    report::{self, DiffReport},
    solving, table_arg,
};

/// Solve again what a file holds and compare; exit code 1 if it differs
#[derive(clap::Args)]
#[command(after_help = "\
Exit code 1 says that the file differed, also where `--write` has replaced it.
Until then what is solved is in the folder for temporary files, which needs as
much room as the file.

Examples:
  perfect-play regenerate data/tictactoe.perfect
  perfect-play regenerate old.perfect --write")]
pub(crate) struct Args {
    /// A .perfect file, as `solve GAME -o FILE` writes it
    file: PathBuf,
    /// Replace the file if it is not byte for byte what would be written now; the exit code is
    /// still 1 if it differed
    #[arg(long)]
    write: bool,
    /// Show at most so many examples
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    file: String,
    game: String,
    objective: Objective,
    same: bool,
    byte_for_byte: bool,
    written: bool,
    header_differences: Vec<HeaderDifference>,
    #[serde(flatten)]
    diff: DiffReport,
}

#[derive(Serialize)]
struct HeaderDifference {
    field: &'static str,
    file: String,
    regenerated: String,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let table = table_arg::file(&args.file)?;
    if args.write {
        can_replace(&args.file)?;
    }
    let (game, objective) = (*table.game(), table.objective());
    // Beside the file, where there is room for another of its size.
    let folder = args.file.parent().filter(|folder| *folder != Path::new(""));
    let folder = tempfile::Builder::new()
        .prefix(".perfect-play-")
        .tempdir_in(folder.unwrap_or(Path::new(".")))
        .or_else(|_| tempfile::tempdir())?;
    let solved = folder.path().join("solved.perfect");
    match Method::of(&game) {
        Method::Sweep => drop(write(&table_arg::sweep(game, objective)?, &solved)?),
        Method::Levels => drop(solving::into_file(game, objective, &solved, args.memory.bound())?),
    }
    let fresh = table_arg::file(&solved)?;
    let headers = table.header().zip(fresh.header());
    let header_differences =
        headers.map_or_else(Vec::new, |(file, fresh)| header_differences(file, fresh));
    let byte_for_byte = same_bytes(File::open(&args.file)?, File::open(&solved)?)?;
    let diff = progress::during("comparing", |report| table.diff(&fresh, args.limit, report))
        .map_err(|error| match error {
            DiffError::First(reason) => table_arg::unreadable(Shown(args.file.display()), &reason),
            other => other.into(),
        })?;
    let same = header_differences.is_empty() && diff.is_empty();
    let written = args.write && !byte_for_byte;
    if written {
        replace(&args.file, |out| io::copy(&mut File::open(&solved)?, out).map(drop))?;
    }
    let report = Report {
        file: args.file.display().to_string(),
        game: game.to_string(),
        objective: table.objective(),
        same,
        byte_for_byte,
        written,
        header_differences,
        diff: DiffReport::new(&game, &diff),
    };
    args.format.print(&report, |out| {
        let (file, objective) = (Shown(args.file.display()), table.objective());
        let positions = grouped(diff.positions);
        if same {
            let exactly = if byte_for_byte { ", byte for byte" } else { "" };
            return writeln!(
                out,
                "{file}: the same{exactly} ({game}, {objective}, {positions} positions)"
            );
        }
        if diff.is_empty() {
            writeln!(
                out,
                "{file}: the entries of {game} ({objective}) solved now, under another header"
            )?;
        } else {
            let differing = grouped(diff.differing);
            writeln!(
                out,
                "{file}: different from {game} ({objective}) solved now in {differing} of \
                 {positions} positions"
            )?;
        }
        for HeaderDifference { field, file, regenerated } in &report.header_differences {
            writeln!(out, "  {field}: {file} in the file, {regenerated} solved now")?;
        }
        if !diff.is_empty() {
            writeln!(out)?;
            report::print(out, &game, &diff, ["file", "solved"])?;
        }
        if written {
            writeln!(out, "\n{file} has been replaced")?;
        }
        Ok(())
    })?;
    Ok(if same { Finding::Fine } else { Finding::Different })
}

/// Whether two files hold the same.
fn same_bytes(first: File, second: File) -> io::Result<bool> {
    if first.metadata()?.len() != second.metadata()?.len() {
        return Ok(false);
    }
    let (mut first, mut second) = (BufReader::new(first), BufReader::new(second));
    loop {
        let (a, b) = (first.fill_buf()?, second.fill_buf()?);
        let length = a.len().min(b.len());
        if a[..length] != b[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(true);
        }
        first.consume(length);
        second.consume(length);
    }
}

fn header_differences(file: &Header, fresh: &Header) -> Vec<HeaderDifference> {
    let mut differences = Vec::new();
    let mut compare = |field, file: String, regenerated: String| {
        if file != regenerated {
            differences.push(HeaderDifference { field, file, regenerated });
        }
    };
    let counts = |header: &Header| format!("{:?}", header.positions_by_ply);
    compare("entry layout", file.numbering.to_string(), fresh.numbering.to_string());
    compare("positions by ply", counts(file), counts(fresh));
    compare("bytes of entries", grouped(file.entry_bytes()), grouped(fresh.entry_bytes()));
    compare("compression", file.settings.to_string(), fresh.settings.to_string());
    differences
}
