//! The text about a difference between two tables. `diff` and `regenerate` share it.

use std::io::{self, Write};

use perfect_play_analysis::PositionText;
use perfect_play_core::{Entry, Game, Probe};
use perfect_play_engine::{AnyGame, AnyPosition, AnyTable};
use perfect_play_proof::{Diff, DiffCounts, Difference};
use serde::Serialize;

use crate::{
    drawing::beside, positions::outcome_text, terminal::paint::heading, text::numbers::grouped,
};

/// A difference, for programs.
#[derive(Serialize)]
pub(crate) struct DiffReport {
    #[serde(flatten)]
    counts: DiffCounts,
    /// Empty if the game does not count plies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_ply: Vec<PlyDiff>,
    differences: Vec<Example>,
}

#[derive(Serialize)]
struct PlyDiff {
    ply: usize,
    #[serde(flatten)]
    counts: DiffCounts,
}

#[derive(Serialize)]
struct Example {
    #[serde(flatten)]
    position: PositionText,
    first: Option<Entry>,
    second: Option<Entry>,
}

impl DiffReport {
    /// `plies` is how many plies were compared, if not all.
    pub(crate) fn new(game: &AnyGame, diff: &Diff<AnyPosition>, plies: Option<u16>) -> Self {
        let compared = plies.map_or(usize::MAX, |plies| usize::from(plies) + 1);
        let by_ply = by_ply(game, diff).iter().take(compared).enumerate();
        let differences = diff.examples.iter().map(|example| Example {
            position: PositionText::new(game, example.position),
            first: example.first,
            second: example.second,
        });
        Self {
            counts: diff.counts,
            by_ply: by_ply.map(|(ply, &counts)| PlyDiff { ply, counts }).collect(),
            differences: differences.collect(),
        }
    }
}

/// Prints a difference: the counts by ply, and drawings of the examples. `names` are the names of the two tables.
pub(crate) fn print(
    out: &mut dyn Write,
    table: &AnyTable,
    diff: &Diff<AnyPosition>,
    names: [&str; 2],
) -> io::Result<()> {
    let game = table.game();
    print_counts(out, game, diff)?;
    if diff.examples.is_empty() {
        return Ok(());
    }
    let order = if by_ply(game, diff).is_empty() { "" } else { ", by ply" };
    writeln!(out, "\nThe first differences{order}; symmetric ones are shown once:")?;
    let width = names.map(str::len).into_iter().max().unwrap_or(0);
    for &Difference { position, first, second, images } in &diff.examples {
        let mut text = vec![outcome_text::code_and_ply(table, position)];
        for (name, entry) in names.into_iter().zip([first, second]) {
            text.push(format!("{name:width$}  {}", outcome_text::entry(game, position, entry)));
        }
        if images > 1 {
            text.push(format!("(and {} symmetric)", images - 1));
        }
        writeln!(out)?;
        for line in beside::explained(game, position, &text) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The counts by ply; empty if the game does not count plies.
fn by_ply<'d>(game: &AnyGame, diff: &'d Diff<AnyPosition>) -> &'d [DiffCounts] {
    if game.ply(game.start()).is_none() { &[] } else { &diff.by_ply }
}

fn print_counts(out: &mut dyn Write, game: &AnyGame, diff: &Diff<AnyPosition>) -> io::Result<()> {
    let ply = if by_ply(game, diff).is_empty() { "" } else { "ply" };
    writeln!(
        out,
        "                {}                    {}",
        heading("only in"),
        heading("changed")
    )?;
    let names = format!("{ply:>5}      first     second    outcome remoteness  optimal moves");
    writeln!(out, "{}", heading(names))?;
    let mut row = |name: &str, counts: DiffCounts| {
        writeln!(
            out,
            "{name:>5}{:>11}{:>11}{:>11}{:>11}{:>15}",
            grouped(counts.only_in_first),
            grouped(counts.only_in_second),
            grouped(counts.outcome_changed),
            grouped(counts.remoteness_changed),
            grouped(counts.optimal_moves_changed)
        )
    };
    for (ply, &counts) in by_ply(game, diff).iter().enumerate() {
        if counts != DiffCounts::default() {
            row(&ply.to_string(), counts)?;
        }
    }
    row("all", diff.counts)
}
