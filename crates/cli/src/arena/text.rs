//! The results for people, with bars.

use std::io::{self, Write};

use super::report::{Mean, Pairing};
use crate::{draw, exact::Fraction, number, share::Share};

/// The length of the bar of what always happens.
const BAR: usize = 24;

pub(super) fn write(out: &mut dyn Write, pairings: &[Pairing]) -> io::Result<()> {
    for (i, pairing) in pairings.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write_pairing(out, pairing)?;
    }
    Ok(())
}

fn write_pairing(out: &mut dyn Write, pairing: &Pairing) -> io::Result<()> {
    let Pairing { game, x, o, .. } = pairing;
    match (pairing.games, pairing.seed) {
        (Some(games), Some(seed)) => {
            let games = number::games(games);
            writeln!(
                out,
                "{game}, {x} (X) against {o} (O), {games} with seed {seed}, 95% intervals:\n"
            )?;
        }
        _ => writeln!(out, "{game}, {x} (X) against {o} (O), exactly:\n")?,
    }
    row(out, "X wins", &pairing.x_wins)?;
    for (moves, wins) in &pairing.x_wins_by_moves {
        row(out, &format!("  in {moves}"), wins)?;
    }
    row(out, "O wins", &pairing.o_wins)?;
    for (moves, wins) in &pairing.o_wins_by_moves {
        row(out, &format!("  in {moves}"), wins)?;
    }
    row(out, "draws", &pairing.draws)?;
    match &pairing.expected_plies {
        Mean::Exact(Fraction { fraction, value }) => {
            writeln!(out, "\n  a game takes {value:.4} plies on average: {}", short(fraction))?;
        }
        Mean::Sampled { value, low, high } => {
            writeln!(out, "\n  a game takes {value:.4} plies on average ({low:.4} to {high:.4})")?;
        }
    }
    match pairing.max_plies {
        Some(plies) => writeln!(out, "  and counts as a draw after {}", number::plies(plies)),
        None => Ok(()),
    }
}

fn row(out: &mut dyn Write, name: &str, share: &Share) -> io::Result<()> {
    let percent = |value: f64| format!("{}%", number::percent(value, 2));
    let exactly = match share {
        Share::Exact(Fraction { fraction, .. }) => short(fraction),
        Share::Sampled { low, high, .. } => format!("{} to {}", percent(*low), percent(*high)),
    };
    let bar = draw::bar(share.value(), BAR);
    let line = format!("  {name:<8}{:>8}  {bar:<BAR$}  {exactly}", percent(share.value()));
    writeln!(out, "{}", line.trim_end())
}

/// A fraction that there is room for on a line; of a longer one, that there is one.
fn short(fraction: &str) -> String {
    const ROOM: usize = 34;
    if fraction.len() <= ROOM { fraction.to_owned() } else { "(long: see --json)".to_owned() }
}
