//! `perfect-play regenerate`: solves the game of a file again, and compares.

mod solved;

use std::path::PathBuf;

use perfect_play_core::{Objective, Probe, Shown};
use perfect_play_file::{Header, can_replace, is_stream};
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, number_arg, table_arg},
    commands::diff::report::{self, DiffReport},
    tables::{disk::DiskArgs, memory::MemoryArgs, solving::Limits},
    terminal::{
        exit::{Finding, Trouble},
        progress,
    },
    text::{
        numbers::grouped,
        wrap::{self, wrapped, write_wrapped},
    },
};
use solved::Solved;

/// Solve the game of a file or folder again and compare; exit code 1 if it differs
#[derive(clap::Args)]
#[command(after_help = "\
Exit code 1 says that entries or the header differ, even if `--write` has
replaced the file. If only the bytes differ, the exit code is 0, and the answer
says so. The table of a large game is solved into FILE.regenerated, which needs
as much room as the file and is removed at the end. If the run is interrupted,
or the disk is full, FILE.regenerated.partial keeps the solved tiers, and the
same command resumes. A resumed table is proven, as `verify` does, before it is
compared. If the folder is not writable, the table is solved in the folder for
temporary files, and the run cannot be resumed.

Examples:
  perfect-play regenerate data/tictactoe.perfect
  perfect-play regenerate old.perfect --write")]
pub(crate) struct Args {
    /// A .perfect file, or a folder that `solve GAME -o FOLDER/` wrote
    file: PathBuf,
    /// Replace the file if it is not byte for byte what would be written now; the exit code is the same as without
    #[arg(long)]
    write: bool,
    /// Show at most this many examples
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number_arg::within(0..=usize::MAX, 100), allow_negative_numbers = true)]
    limit: usize,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    disk: DiskArgs,
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
    let is_folder = args.file.is_dir();
    if args.write {
        if is_folder {
            return Err(Trouble::new(format!(
                "{} is a folder, and `--write` replaces a file: remove it, and solve the game again",
                Shown(args.file.display())
            )));
        }
        can_replace(&args.file)?;
        if is_stream(&args.file) {
            let file = Shown(args.file.display());
            return Err(Trouble::new(format!("{file} is not a file that `--write` can replace")));
        }
    }
    let (game, objective) = (table.game(), table.objective());
    let limits = Limits { threads: None, memory: args.memory.bound(), disk: args.disk.room() };
    let solved = Solved::new(&args.file, (game, objective, table.plies()), args.write, limits)?;
    let fresh = solved.table(game)?;
    // A folder and a file divide the table differently.
    let headers = table.header().zip(fresh.header()).filter(|_| !is_folder);
    let header_differences =
        headers.map_or_else(Vec::new, |(file, fresh)| header_differences(file, fresh));
    let byte_for_byte = !is_folder && solved.is_byte_for_byte(&args.file)?;
    let diff = progress::during("comparing", |report| table.diff(&fresh, args.limit, report))?;
    let same = header_differences.is_empty() && diff.is_empty();
    let written = args.write && !byte_for_byte;
    if written {
        solved.replace(&args.file)?;
    }
    let report = Report {
        file: args.file.display().to_string(),
        game: game.to_string(),
        objective: table.objective(),
        same,
        byte_for_byte,
        written,
        header_differences,
        diff: DiffReport::new(game, &diff, table.plies()),
    };
    args.format.print(&report, |out| {
        let (file, objective) = (Shown(args.file.display()), table.objective());
        let positions = grouped(diff.positions);
        let text = if same {
            let bytes = match byte_for_byte {
                true => ", byte for byte",
                // Its bytes were not compared.
                false if is_folder || is_stream(&args.file) => "",
                false => "; the bytes differ",
            };
            format!("{file}: the same{bytes} ({game}, {objective}, {positions} positions)")
        } else if diff.is_empty() {
            format!(
                "{file}: the entries are those of {game} ({objective}), solved now, but the header differs:"
            )
        } else {
            let differing = grouped(diff.differing);
            format!(
                "{file}: {differing} of {positions} positions differ from those of {game} ({objective}), \
                 solved now"
            )
        };
        write_wrapped(out, &text)?;
        for HeaderDifference { field, file, regenerated } in &report.header_differences {
            let text = format!("  {field}: {file} in the file, {regenerated} solved now");
            for line in wrapped(&text, wrap::WIDTH, 4) {
                writeln!(out, "{line}")?;
            }
        }
        if !diff.is_empty() {
            writeln!(out)?;
            report::print(out, &table, &diff, ["file", "solved"])?;
        }
        if written {
            writeln!(out, "\n{file} has been replaced")?;
        }
        Ok(())
    })?;
    Ok(if same { Finding::Fine } else { Finding::Different })
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
    compare("bytes of entries", grouped(file.entry_bytes), grouped(fresh.entry_bytes));
    compare("compression", file.settings.to_string(), fresh.settings.to_string());
    differences
}
