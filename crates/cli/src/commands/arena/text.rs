//! The results for people, with bars.

use std::io::{self, Write};

use perfect_play_analysis::{Chance, Fraction, Mean, Pairing};
use perfect_play_core::{Level, Outcome};

use crate::{
    terminal::paint,
    text::{
        numbers,
        wrap::{WIDTH, write_wrapped},
    },
};

/// The length of the bar for a chance of 1.
const BAR: usize = 24;

/// The width of the names of results.
const NAME: usize = 14;

/// The width that is left for a fraction.
const ROOM: usize = WIDTH - NAME - BAR - 14;

pub(super) fn write(out: &mut dyn Write, pairings: &[Pairing]) -> io::Result<()> {
    for (i, pairing) in pairings.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write_pairing(out, pairing)?;
    }
    Ok(())
}

/// Writes how often X and O win, with a row for each level of X, and a column for each of this many levels of O.
pub(super) fn write_table(
    out: &mut dyn Write,
    pairings: &[Pairing],
    levels: usize,
) -> io::Result<()> {
    let Some(first) = pairings.first() else { return Ok(()) };
    let head = format!(
        "{}, each level as X (rows) against each as O (columns), {}: how often X wins and O wins, in percent.",
        first.game,
        how(first, "")
    );
    write_wrapped(out, &paint::players(&head))?;
    let name = |level: &Level| level.to_string();
    let width = pairings.iter().map(|pairing| name(&pairing.o).len()).max().unwrap_or(0).max(7) + 2;
    let columns =
        pairings.iter().take(levels).map(|pairing| format!("{:>width$}", name(&pairing.o)));
    writeln!(out, "\n{:NAME_OF_ROW$}{}", "", columns.collect::<String>())?;
    for row in pairings.chunks(levels) {
        let cells = row.iter().map(|pairing| {
            let [x, o] = [&pairing.x_wins, &pairing.o_wins].map(|wins| rounded(wins.value()));
            format!("{:>width$}", format!("{x}-{o}"))
        });
        let name = row.first().map_or_else(String::new, |pairing| name(&pairing.x));
        writeln!(out, "{name:NAME_OF_ROW$}{}", cells.collect::<String>())?;
    }
    writeln!(out)?;
    write_wrapped(
        out,
        "The rest are draws. Name two levels for more about them: `perfect-play arena [TABLE] LEVEL LEVEL`.",
    )
}

/// The width of the names of rows.
const NAME_OF_ROW: usize = 8;

/// A chance in percent, without decimals; `0` and `100` only if it is exactly that.
fn rounded(chance: f64) -> String {
    match numbers::percent(chance, 0) {
        text if text.starts_with('<') => "<1".to_owned(),
        text if text.starts_with('>') => ">99".to_owned(),
        text => text,
    }
}

/// How the chances were found.
fn how(pairing: &Pairing, intervals: &str) -> String {
    match (pairing.games, pairing.seed) {
        (Some(games), Some(seed)) => {
            format!("{} with seed {seed}{intervals}", numbers::games(games))
        }
        _ => "exactly".to_owned(),
    }
}

fn write_pairing(out: &mut dyn Write, pairing: &Pairing) -> io::Result<()> {
    let Pairing { game, x, o, .. } = pairing;
    let how = how(pairing, ", 95% intervals");
    write_wrapped(out, &paint::players(&format!("{game}, {x} (X) against {o} (O), {how}:")))?;
    writeln!(out)?;
    // From X's view, as in the chart.
    row(out, "X wins", Outcome::Win, &pairing.x_wins)?;
    for (moves, wins) in &pairing.x_wins_by_moves {
        row(out, &in_moves(*moves), Outcome::Win, wins)?;
    }
    row(out, "O wins", Outcome::Loss, &pairing.o_wins)?;
    for (moves, wins) in &pairing.o_wins_by_moves {
        row(out, &in_moves(*moves), Outcome::Loss, wins)?;
    }
    row(out, "draws", Outcome::Draw, &pairing.draws)?;
    match &pairing.expected_plies {
        Mean::Exact(Fraction { fraction, value }) => {
            writeln!(out, "\n  a game takes {value:.4} plies on average: {}", short(fraction))?;
        }
        Mean::Sampled { value, low, high } => {
            writeln!(out, "\n  a game takes {value:.4} plies on average ({low:.4} to {high:.4})")?;
        }
    }
    match pairing.max_plies {
        Some(plies) => writeln!(out, "  and counts as a draw after {}", numbers::plies(plies)),
        None => Ok(()),
    }
}

/// The number of the winner's own moves, as text.
fn in_moves(moves: u16) -> String {
    format!("  in {}", numbers::counted(moves.into(), "move", "moves"))
}

/// A result, with the colour of its outcome.
fn row(out: &mut dyn Write, name: &str, outcome: Outcome, share: &Chance) -> io::Result<()> {
    let percent = |value: f64| format!("{}%", numbers::percent(value, 2));
    let exactly = match share {
        Chance::Exact(Fraction { fraction, .. }) => short(fraction),
        Chance::Sampled { low, high, .. } => format!("{} to {}", percent(*low), percent(*high)),
    };
    let bar = numbers::bar(share.value(), BAR);
    let bar = paint::outcome(outcome, format!("{bar:<BAR$}"));
    writeln!(out, "  {name:<NAME$}{:>8}  {bar}  {exactly}", percent(share.value()))
}

/// A fraction, if it fits on a line. For a longer one, a note that there is one.
fn short(fraction: &str) -> String {
    if fraction.len() <= ROOM { fraction.to_owned() } else { "(long: see --json)".to_owned() }
}
