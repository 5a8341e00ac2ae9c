//! `perfect-play stats`: counts the positions of each kind.

use std::{
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_core::{Game, Outcome, Probe, Scheme};
use perfect_play_engine::AnyGame;
use perfect_play_proof::{CountError, OutcomeCounts, Stats, TableError};

use crate::{
    args::{format::FormatArgs, table_arg},
    positions::outcome_text,
    tables::{kept_counts::KeptCounts, table::Table},
    terminal::{
        exit::{Finding, Trouble},
        paint::{self, heading, to_right},
        progress,
    },
    text::{
        numbers::{self, grouped},
        wrap::{WIDTH, wrapped, write_wrapped},
    },
};

/// Count a table's positions by outcome, ply and remoteness
#[derive(clap::Args)]
#[command(after_help = "\
A cut table counts the positions that it stores. If a game says its tiers, as
`teeko` does, unreachable positions may be counted as well, and positions where
the game is over only if they have a slot.

If the table is in a large file, FILE.counts keeps what is counted until the end,
so that the same command resumes an interrupted count.

Examples:
  perfect-play stats tictactoe
  perfect-play stats connect:4,4,4
  perfect-play stats m.perfect --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file. `solve GAME -o FILE` writes a file
    /// for a game that is too large for the memory
    table: OsString,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let table = table_arg::stored_table(&args.table)?;
    let stats = counted(&table)?;
    let game = table.table.game();
    args.format.print(&stats, |out| print_text(out, &stats, game))?;
    Ok(Finding::Fine)
}

/// Counts a table. What is counted of a large one is kept, so that the same command resumes.
fn counted(table: &Table) -> Result<Stats, Trouble> {
    let large = table.file.as_deref().filter(|_| !table.table.is_held());
    let Some(kept) = large.and_then(KeptCounts::of) else {
        let stats = progress::during("counting", |report| table.table.stats(report));
        return stats.map_err(|error| table.trouble(error));
    };
    let counted = progress::during("counting", |report| table.table.stats_in(kept.path(), report));
    match counted {
        Ok(stats) => {
            kept.remove();
            Ok(stats)
        }
        Err(CountError::Log(error)) => Err(kept.trouble(error)),
        // The next run may be able to read the table.
        Err(error @ CountError::Table(TableError::Unreadable(_))) if kept.has_counts() => {
            Err(Trouble::new(kept.beside(table.trouble(error))))
        }
        Err(error) => {
            kept.remove();
            Err(table.trouble(error))
        }
    }
}

fn print_text(out: &mut dyn Write, stats: &Stats, of: &AnyGame) -> io::Result<()> {
    let Stats { game, objective, terminal, .. } = stats;
    let result = outcome_text::result(of, of.start(), stats.start);
    let result = paint::outcome(stats.start.outcome, result);
    write_wrapped(out, &format!("{game} ({objective}): {result}"))?;
    if let Some(plies) = stats.plies {
        let plies = numbers::plies(plies);
        write_wrapped(
            out,
            &format!("The table stores the first {plies}: only these are counted."),
        )?;
    }
    if !stats.by_ply.is_empty() {
        let counted = stats.by_ply.iter().filter(|counts| counts.positions > 0);
        let rows = counted.map(|counts| (counts.ply.to_string(), counts.outcomes));
        print_group(out, stats, "ply", rows)?;
    }
    if of.scheme() == Scheme::Score {
        let rows = stats.by_score.iter().map(|counts| (counts.score.to_string(), counts.outcomes));
        print_group(out, stats, "score", rows)?;
    } else {
        let rows = stats.by_remoteness.iter().map(|counts| {
            let plies = counts.remoteness.map_or_else(|| "none".to_owned(), |of| of.to_string());
            (plies, counts.outcomes)
        });
        print_group(out, stats, "remoteness", rows)?;
    }
    if stats.by_tier.len() > MOST_TIERS {
        let tiers = grouped(stats.by_tier.len() as u64);
        write_wrapped(
            out,
            &format!("\ntiers         {tiers}: `--json` prints the counts of each"),
        )?;
    } else if !stats.by_tier.is_empty() {
        let rows = stats.by_tier.iter().map(|counts| (counts.name.clone(), counts.outcomes));
        print_group(out, stats, "tier", rows)?;
    }
    write!(out, "\nterminal      {}", grouped(terminal.total))?;
    if terminal.total == 0 && !stats.by_tier.is_empty() {
        writeln!(out, " (the ends of this game have no slots)")?;
    } else if let (Some(x_wins), Some(o_wins)) = (terminal.x_wins, terminal.o_wins) {
        let [x_wins, o_wins, draws] = [x_wins, o_wins, terminal.draws].map(grouped);
        writeln!(out, ": X has won {x_wins}, O has won {o_wins}, drawn {draws}")?;
    } else {
        let decided = grouped(terminal.total - terminal.draws);
        writeln!(out, ": a player has won {decided}, drawn {}", grouped(terminal.draws))?;
    }
    writeln!(out, "canonical     {} (symmetric positions counted once)", grouped(stats.canonical))?;
    if of.scheme() == Scheme::Remoteness {
        let longest = stats.longest_win.map_or_else(|| "none".to_owned(), numbers::plies);
        writeln!(out, "longest win   {longest} (for either side)")?;
    }
    let start = format!("start         {}", outcome_text::entry(of, of.start(), Some(stats.start)));
    for line in wrapped(&start, WIDTH, START) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The column at which the text about the start begins.
const START: usize = 14;

/// The most tiers whose counts are printed as text.
const MOST_TIERS: usize = 30;

/// Prints a group of counts, one row for each, and their sum.
fn print_group(
    out: &mut dyn Write,
    stats: &Stats,
    name: &str,
    rows: impl Iterator<Item = (String, OutcomeCounts)>,
) -> io::Result<()> {
    let width = grouped(stats.positions).len().max(11) + 2;
    let rows: Vec<_> = rows.chain([("all".to_owned(), stats.outcomes)]).collect();
    let of_names = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(10);
    writeln!(out)?;
    let mut names = heading(format!("{name:>of_names$}{:>width$}", "positions"));
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        names += &to_right(&paint::outcome(outcome, outcome), width);
    }
    writeln!(out, "{names}")?;
    for (name, counts) in rows {
        write!(out, "{name:>of_names$}")?;
        for count in [counts.total(), counts.win, counts.draw, counts.loss] {
            write!(out, "{:>width$}", grouped(count))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
