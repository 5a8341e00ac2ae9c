//! `perfect-play verify`: proves a file from the rules alone.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use perfect_play_core::{Board, Entry, Game, Mnk, Objective, Probe};
use perfect_play_table::{Fault, MAX_FAULTS, verify};
use serde::Serialize;

use crate::{
    draw::{self, grouped},
    exit::{Finding, Trouble},
    output::FormatArgs,
    progress::Progress,
    table_arg,
};

/// Check a file's checksums, then prove its table from the rules alone; exit code 1 if it is wrong
#[derive(clap::Args)]
#[command(after_help = "\
Nothing of a solver takes part: every entry has to follow from those one ply on, every reachable
position has to have one, and no other.

Examples:
  perfect-play verify data/tictactoe.perfect
  perfect-play verify m.perfect --json")]
pub(crate) struct Args {
    /// A .perfect file
    file: PathBuf,
    /// Show at most so many faults
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct Report {
    file: PathBuf,
    game: String,
    objective: Objective,
    proven: bool,
    positions: u64,
    counts_right: bool,
    fault_count: usize,
    faults: Vec<FaultReport>,
}

#[derive(Serialize)]
struct FaultReport {
    code: u64,
    board: Option<String>,
    found: Option<Entry>,
    expected: Option<Entry>,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let (table, header) = table_arg::file(&args.file)?;
    let game = table.game();
    let mut progress = Progress::of("proving");
    let verification = verify(&table, &mut |done, total| progress.report(done, total));
    drop(progress);
    let positions = verification.positions();
    let faults = &verification.faults;
    // With faults the counting may have been cut short.
    let counts_right =
        !faults.is_empty() || header.positions_by_ply == verification.positions_by_ply;
    let report = Report {
        file: args.file.clone(),
        game: game.to_string(),
        objective: table.objective(),
        proven: verification.is_proven() && counts_right,
        positions,
        counts_right,
        fault_count: faults.len(),
        faults: faults.iter().take(args.limit).map(|fault| fault_report(game, fault)).collect(),
    };
    args.format.print(&report, |out| {
        let file = args.file.display();
        if report.proven {
            return writeln!(
                out,
                "{file}: proven. {game} ({}): the entries of all {} reachable positions follow \
                 from the rules",
                report.objective,
                grouped(positions)
            );
        }
        if !counts_right {
            return writeln!(
                out,
                "{file}: NOT proven. The entries are right, but the header counts {:?} positions \
                 by ply in place of {:?}",
                header.positions_by_ply, verification.positions_by_ply
            );
        }
        let places = if faults.len() == 1 { "place" } else { "places" };
        let more = if faults.len() == MAX_FAULTS { "at least " } else { "" };
        writeln!(out, "{file}: NOT proven. {game} is wrong in {more}{} {places}", faults.len())?;
        faults.iter().take(args.limit).try_for_each(|fault| print_fault(out, game, fault))
    })?;
    Ok(if report.proven { Finding::Fine } else { Finding::Different })
}

fn fault_report(game: &Mnk, fault: &Fault<Board>) -> FaultReport {
    FaultReport {
        code: fault.code,
        board: fault.position.map(|position| game.notation(position).to_string()),
        found: fault.found,
        expected: fault.expected,
    }
}

fn print_fault(out: &mut dyn Write, game: &Mnk, fault: &Fault<Board>) -> io::Result<()> {
    let code = grouped(fault.code);
    writeln!(out)?;
    let Some(board) = fault.position else {
        return writeln!(out, "  code {code} is no position, but there is an entry for it");
    };
    let text = [
        format!("code {code}, ply {}, {} to move", game.ply(board), game.to_move(board)),
        format!("file   {}", draw::entry(fault.found)),
        match fault.expected {
            None => "rules  unreachable, so there should be no entry".to_owned(),
            Some(_) => format!("rules  {}", draw::entry(fault.expected)),
        },
    ];
    for line in draw::beside(&draw::plain_board(game.shape(), board), &text) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
