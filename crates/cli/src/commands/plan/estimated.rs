//! The plan of a game whose positions are found by playing: how many there are, counted or estimated by random games.

use std::io::{self, Write};

use bytesize::ByteSize;
use perfect_play_engine::{AnyGame, Estimate, Found};
use serde::Serialize;

use crate::{
    args::number_arg,
    tables::{
        estimate::{Range, float, rounded, shown, whole},
        memory::{Bound, bytes_text},
    },
    terminal::exit::Trouble,
    text::{
        numbers::{self, grouped, two_digits},
        wrap::write_wrapped,
    },
};

/// The options of an estimate.
#[derive(clap::Args)]
pub(super) struct SampleArgs {
    /// For a game whose positions are found by playing: count as many positions, and estimate the others from as many
    /// random games
    #[arg(long, value_name = "N", default_value_t = Estimate::GAMES, value_parser = number_arg::within(FEWEST..=MOST, 10_000), allow_negative_numbers = true)]
    games: u64,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = Estimate::SEED, value_parser = number_arg::seed)]
    seed: u64,
}

/// The fewest games for which the bounds of an estimate were tested.
const FEWEST: u64 = 1000;

/// The most games. Each takes some hundred bytes of memory.
const MOST: u64 = 10_000_000;

#[derive(Serialize)]
pub(super) struct Report {
    game: String,
    /// The number of positions, symmetric positions counted once.
    positions: Range<u64>,
    /// How many positions were counted.
    counted: u64,
    /// The number of random games; 0 if all positions were counted.
    games: u64,
    seed: u64,
    bytes_a_position: u64,
    memory: Range<u64>,
    /// The time of a solve at the speed of the count.
    seconds: Range<f64>,
    free_memory: u64,
    /// Whether play may never end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
    plies: Vec<Ply>,
}

#[derive(Serialize)]
struct Ply {
    positions: u64,
    how: &'static str,
}

/// The plan of a game. An error if its rules contradict themselves.
pub(super) fn report(game: &AnyGame, args: &SampleArgs, memory: Bound) -> Result<Report, Trouble> {
    let bytes = game.bytes_a_position();
    let bytes = bytes.map_err(|error| Trouble::new(format!("{game} cannot be solved: {error}")))?;
    let bytes = bytes.unwrap_or(1);
    let (estimate, seconds) =
        shown(game, |show| Estimate::timed(game, args.games, args.seed, show));
    let of = |a_position| Range::of(&estimate, a_position);
    Ok(Report {
        game: game.to_string(),
        positions: of(1.0).whole(),
        counted: whole(estimate.counted()),
        games: estimate.games,
        seed: args.seed,
        bytes_a_position: bytes,
        memory: of(float(bytes)).whole(),
        seconds: of(seconds),
        free_memory: memory.bytes(),
        endless: estimate.is_endless,
        plies: estimate
            .plies
            .iter()
            .map(|ply| Ply {
                positions: whole(ply.positions),
                how: match ply.how {
                    Found::Counted => "counted",
                    Found::Sampled => "sampled",
                    Found::Extrapolated => "extrapolated",
                },
            })
            .collect(),
    })
}

/// Returns an error if the first plies of a game have more positions than are counted.
pub(super) fn check_counted(game: &AnyGame, plies: u16, args: &SampleArgs) -> Result<(), Trouble> {
    let estimate =
        shown(game, |show| Estimate::of_first_plies(game, plies, args.games, args.seed, show));
    if estimate.is_counted() {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "the first {} of {game} have {} positions, and {} are counted: plan fewer plies, as with `--plies {}`, or \
         count more positions with `--games N`",
        numbers::plies(plies),
        Range::of(&estimate, 1.0).whole().text(rounded(whole(estimate.counted()))),
        grouped(args.games),
        estimate.counted_plies().max(2) - 1
    )))
}

pub(super) fn print_text(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let Report { game, positions, memory, seconds, .. } = report;
    writeln!(out, "{game}\n")?;
    if report.games == 0 {
        writeln!(
            out,
            "positions    {}, all counted, symmetric ones once",
            grouped(positions.least)
        )?;
    } else {
        let rounded = rounded(report.counted);
        writeln!(out, "positions    {}", positions.text(&rounded))?;
        writeln!(out, "estimate     {}", rounded(positions.estimate))?;
        let plies = report.plies.iter().filter(|ply| ply.how == "counted").count();
        writeln!(out, "counted      {}, up to ply {}", grouped(report.counted), plies.max(1) - 1)?;
    }
    writeln!(
        out,
        "memory       {}, and {} is free",
        memory.text(bytes_text),
        ByteSize(report.free_memory)
    )?;
    writeln!(out, "to solve     {}, at the speed of the count", seconds.text(duration))?;
    let fits = match memory.most {
        Some(most) if most <= report.free_memory => "The game fits in the free memory.",
        _ if memory.least > report.free_memory => "The game does not fit in the free memory.",
        _ => "The game may not fit in the free memory: `solve` stops if it does not.",
    };
    writeln!(out, "{fits}")?;
    if report.games > 0 {
        writeln!(out)?;
        write_wrapped(
            out,
            &format!(
                "Estimated from {} with seed {}: the more often they meet in the same position at a ply, the fewer \
                 positions it has. With 1,000 and 10,000 games, the number of positions of 24 games of 14 families was \
                 between a half and 13 times the estimate. Each ply in which too few of them meet is extrapolated, and \
                 makes the bounds 1.4 times wider.",
                numbers::games(report.games),
                report.seed
            ),
        )?;
    }
    let extrapolated = report.plies.iter().filter(|ply| ply.how == "extrapolated").count();
    match positions.most {
        None if report.endless => write_wrapped(
            out,
            &format!(
                "There is no upper bound: play goes on after {}, or play never ends: does something grow for ever?",
                numbers::plies(report.plies.len() as u64)
            ),
        ),
        None => write_wrapped(
            out,
            "There is no upper bound: too few of the games meet, and plays can repeat positions. More `--games` may give one.",
        ),
        Some(_) if extrapolated > 0 => write_wrapped(
            out,
            &format!(
                "{} extrapolated: with more `--games` there are fewer of them.",
                match extrapolated {
                    1 => "1 ply is".to_owned(),
                    plies => format!("{plies} plies are"),
                }
            ),
        ),
        Some(_) => Ok(()),
    }
}

/// A time: `3.5 h`, `1,200 days`, `60 years`.
fn duration(seconds: f64) -> String {
    let days = seconds / 86_400.0;
    match days {
        ..2.0 => numbers::duration(seconds),
        ..3000.0 => format!("{} days", grouped(two_digits(whole(days)))),
        _ => format!("{} years", grouped(two_digits(whole(days / 365.25)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_told_no_more_exactly_than_it_is_known() {
        let numbers = [0, 7, 12, 123, 125, 999, 123_456].map(two_digits);
        assert_eq!(numbers, [0, 7, 12, 120, 130, 1000, 120_000]);
        let times = [0.3, 90_000.0, 200_000.0, 1e7, 1e10].map(duration);
        assert_eq!(times, ["0.3 s", "25.0 h", "2 days", "120 days", "320 years"]);
    }
}
