//! `perfect-play stats`: how many positions of which kind.

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
};

use perfect_play_core::{Game, Probe};
use perfect_play_table::Stats;

use crate::{
    draw,
    exit::{Finding, Trouble},
    format::FormatArgs,
    number::{self, grouped},
    progress, table_arg,
};
use perfect_play_core::{Scheme, Tabular};
use perfect_play_engine::AnyGame;

/// Count a table's positions by ply and outcome
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  perfect-play stats tictactoe
  perfect-play stats connect:4,4,4
  perfect-play stats m.perfect --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file: of a game that is
    /// too large for the memory there is, `solve GAME -o FILE` writes one
    table: OsString,
    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let table = table_arg::table(&args.table)?;
    let stats =
        progress::during("counting", |report| table.table.stats(Some(&env::temp_dir()), report))
            .map_err(|error| table.trouble(error))?;
    let game = table.table.game();
    args.format.print(&stats, |out| print_text(out, &stats, game))?;
    Ok(Finding::Fine)
}

fn print_text(out: &mut dyn Write, stats: &Stats, of: &AnyGame) -> io::Result<()> {
    let Stats { game, objective, terminal, outcomes, .. } = stats;
    writeln!(out, "{game} ({objective}): {}", draw::result(of, of.start(), stats.start))?;
    writeln!(out)?;
    let width = grouped(stats.positions).len().max(11) + 2;
    let mut row = |name: &str, counts: [String; 4]| {
        write!(out, "{name:>5}")?;
        counts.iter().try_for_each(|count| write!(out, "{count:>width$}"))?;
        writeln!(out)
    };
    row("ply", ["positions", "win", "draw", "loss"].map(str::to_owned))?;
    let counts_plies = of.max_plies() > 0;
    for ply in stats.by_ply.iter().filter(|ply| counts_plies && ply.positions > 0) {
        let counts = ply.outcomes;
        row(
            &ply.ply.to_string(),
            [ply.positions, counts.win, counts.draw, counts.loss].map(grouped),
        )?;
    }
    row("all", [stats.positions, outcomes.win, outcomes.draw, outcomes.loss].map(grouped))?;
    writeln!(out)?;
    if of.is_impartial() {
        writeln!(out, "terminal      {}", grouped(terminal.total))?;
    } else {
        writeln!(
            out,
            "terminal      {}: X has won {}, O has won {}, drawn {}",
            grouped(terminal.total),
            grouped(terminal.x_wins),
            grouped(terminal.o_wins),
            grouped(terminal.draws)
        )?;
    }
    writeln!(out, "canonical     {} (symmetric positions counted once)", grouped(stats.canonical))?;
    if of.scheme() == Scheme::Score {
        return writeln!(out, "start         {}", draw::entry(Some(stats.start)));
    }
    let longest = stats.longest_win.map_or_else(|| "none".to_owned(), number::plies);
    writeln!(out, "longest win   {longest} (for either side)")?;
    writeln!(out, "start         {}", draw::entry(Some(stats.start)))
}
