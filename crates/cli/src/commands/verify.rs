//! `perfect-play verify`: proves a file from the rules alone.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use perfect_play_analysis::PositionText;
use perfect_play_core::{Entry, Objective, Probe, Shown, code_in_json};
use perfect_play_engine::{AnyPosition, AnyTable};
use perfect_play_proof::{Fault, MAX_FAULTS, ProofLog, Verification};
use serde::Serialize;

use crate::{
    args::{format::FormatArgs, number_arg, table_arg},
    drawing::beside,
    positions::outcome_text,
    tables::{memory, proof_file::ProofFile, solving, table},
    terminal::{
        exit::{Finding, Trouble},
        interruption, paint, progress,
    },
    text::{
        numbers::{self, grouped},
        wrap::write_wrapped,
    },
};

/// Check a file's checksums and prove its table from the rules
#[derive(clap::Args)]
#[command(after_help = "\
No solver is involved. Every entry must follow from the entries one ply later,
every reachable position must have an entry, and no other position may have
one.

The proof of a cut table solves in memory what lies below the cut, by the same
rule and without a search. Before, it says how much memory that may take.

How far the proof of a large file has come is kept in the folder of the cache
(`perfect-play cache path`), so that the same command resumes it.

The exit code is 0 if the table is proven, 1 if an entry is wrong, and 2 if the
file is damaged or cannot be read.

Examples:
  perfect-play verify data/tictactoe.perfect
  perfect-play verify m.perfect --json")]
pub(crate) struct Args {
    /// A .perfect file, or a folder that `solve GAME -o FOLDER/` wrote
    file: PathBuf,
    /// Show at most this many faults
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number_arg::within(0..=usize::MAX, 100), allow_negative_numbers = true)]
    limit: usize,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    file: String,
    game: String,
    objective: Objective,
    proven: bool,
    /// How many entries were proven individually.
    entries: u64,
    /// How many positions can be reached, if the proof counts them.
    positions: Option<u64>,
    /// How many plies the table stores, if it is cut: only these are proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// `None` if there are faults.
    counts_right: Option<bool>,
    fault_count: usize,
    /// Whether the listed faults are all. Otherwise the proof was stopped.
    all_faults: bool,
    faults: Vec<FaultReport>,
}

#[derive(Serialize)]
struct FaultReport {
    #[serde(serialize_with = "code_in_json")]
    code: Option<u64>,
    #[serde(flatten)]
    position: PositionText,
    found: Option<Entry>,
    expected: Option<Entry>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let table = table_arg::file(&args.file)?;
    let game = table.game();
    memory::check_proof(&table)?;
    let mut log = ProofFile::of(&args.file, &table)?;
    let verification = proven(&args.file, &table, &mut log)?;
    log.remove();
    solving::tell_doubt(&table);
    let positions = verification.positions();
    let entries = verification.entries;
    let faults = &verification.faults;
    // If there are faults, the count may be incomplete.
    let counts_right = verification.counts_right.filter(|_| faults.is_empty());
    let report = Report {
        file: args.file.display().to_string(),
        game: game.to_string(),
        objective: table.objective(),
        proven: verification.is_proven(),
        entries,
        positions,
        plies: table.plies(),
        counts_right,
        fault_count: faults.len(),
        all_faults: faults.len() < MAX_FAULTS,
        faults: faults.iter().take(args.limit).map(|fault| fault_report(&table, fault)).collect(),
    };
    args.format.print(&report, |out| {
        let (file, objective) = (Shown(args.file.display()), report.objective);
        if report.proven {
            let what = match (positions, report.plies) {
                (Some(positions), Some(plies)) => format!(
                    "the values of all {} positions of the first {}, which the table stores,",
                    grouped(positions),
                    numbers::plies(plies)
                ),
                (Some(positions), None) => format!("the entries of all {} reachable positions", grouped(positions)),
                (None, _) if game.mnk().is_none() => format!(
                    "the values of all positions in its tiers ({} entries)",
                    grouped(entries)
                ),
                (None, _) => format!(
                    "the values of all boards without a line ({} entries, shared by symmetric boards)",
                    grouped(entries)
                ),
            };
            let proven = paint::finding(true, "proven");
            let text = format!("{file}: {proven}. {game} ({objective}): {what} follow from the rules");
            return write_wrapped(out, &text);
        }
        let what = if faults.is_empty() {
            format!(
                "the entries are right, but the numbers of positions by ply are wrong: the file states \
                 {:?}, and {:?} is right",
                table.header().map_or(&[][..], |header| &header.positions_by_ply),
                verification.positions_by_ply
            )
        } else {
            let more = if report.all_faults { "" } else { "at least " };
            let places = if faults.len() == 1 { "place" } else { "places" };
            format!("wrong in {more}{} {places}", grouped(faults.len() as u64))
        };
        let proven = paint::finding(false, "NOT proven");
        write_wrapped(out, &format!("{file}: {proven}. {game} ({objective}): {what}"))?;
        for fault in faults.iter().take(args.limit) {
            print_fault(out, &table, fault)?;
        }
        if args.file.is_dir() {
            writeln!(out, "\nRemove the folder, and solve the game again.")
        } else {
            writeln!(out)?;
            let unless = if table.is_by_rank() {
                ". If it writes the same bytes, the tiers of the game are wrong at these positions"
            } else {
                ""
            };
            let advice =
                format!("`perfect-play regenerate {file} --write` replaces it by a right one{unless}");
            write_wrapped(out, &advice)
        }
    })?;
    Ok(if report.proven { Finding::Fine } else { Finding::Different })
}

/// Proves a table. How far the proof of a large one has come is kept, so that the same command resumes.
fn proven(
    file: &Path,
    table: &AnyTable,
    log: &mut ProofFile,
) -> Result<Verification<AnyPosition>, Trouble> {
    let file = Shown(file.display());
    let tiers = log.proven().tiers;
    if tiers > 0 {
        interruption::tell(&format!(
            "{file}: resuming an interrupted proof, the first {} tiers are proven; `--no-cache` proves all anew",
            grouped(tiers.into())
        ));
    }
    let _task = log.is_kept().then(|| interruption::resumable("what is proven is kept"));
    progress::during("proving", |report| table.verify_from(log, report))
        .map_err(|error| table::unverified(file, error))
}

fn fault_report(table: &AnyTable, fault: &Fault<AnyPosition>) -> FaultReport {
    FaultReport {
        code: table.code(fault.position),
        position: PositionText::new(table.game(), fault.position),
        found: fault.found,
        expected: fault.expected,
    }
}

fn print_fault(
    out: &mut dyn Write,
    table: &AnyTable,
    fault: &Fault<AnyPosition>,
) -> io::Result<()> {
    let (game, board) = (table.game(), fault.position);
    let text = [
        outcome_text::code_and_ply(table, board),
        format!("file   {}", outcome_text::entry(game, board, fault.found)),
        match fault.expected {
            None if table.is_by_rank() => {
                "rules  no value follows here: `rank` and `unrank` disagree, after a move or here, or no play leads here"
                    .to_owned()
            }
            None => "rules  unreachable, so there should be no entry".to_owned(),
            Some(_) => format!("rules  {}", outcome_text::entry(game, board, fault.expected)),
        },
    ];
    writeln!(out)?;
    for line in beside::explained(game, board, &text) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
