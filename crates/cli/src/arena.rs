//! `perfect-play arena`: what a level is worth.

mod csv;
mod picture;
mod report;
mod text;

use std::ffi::OsString;

use clap::{ValueEnum, ValueHint};
use perfect_play_core::{Game, Level, Probe};
use perfect_play_engine::AnyGame;
use report::Pairing;

use crate::{
    exact::{MAX_WALKED, NoExact, exact, is_small, is_too_large},
    exit::{Finding, Trouble},
    format::{self, Format, FormatArgs},
    level_arg,
    longest::{Longest, LongestArgs},
    number,
    output::OutputArgs,
    progress,
    sample::{self, Sample, SampleArgs},
    table_arg::{self, Table},
    turn::Turn,
};

/// Let levels play each other: what each is worth, exactly or by sampling
#[derive(clap::Args)]
#[command(after_help = "\
Levels:
  blind       any legal move
  novice      the best move with chance 2/5, the next best with 3/5
  master      the best move, always the same
  perfect     any of the optimal moves
  skill(P)    an optimal move with chance P (0.9, 9/10), otherwise any other;
              `skill:P` spares the quotes

Chances are exact where at most a million positions can be reached, unless
--games or --seed is given. Elsewhere 10,000 games are played, unless --exact is
given. The same seed gives the same games. A sampled chance has a 95% interval
(Wilson's).

Examples:
  perfect-play arena novice blind
  perfect-play arena novice blind --games 1000000 --seed 7
  perfect-play arena novice blind novice novice --format svg -o levels.svg
  perfect-play arena master skill:0.9 --game mnk:4,3,3 --json")]
pub(crate) struct Args {
    /// The level of X, then that of O; more pairs if you like
    #[arg(required = true, value_name = "LEVEL", value_parser = level_arg::level)]
    levels: Vec<Level>,
    /// What they play: a game's name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file
    #[arg(
        long,
        default_value = "tictactoe",
        value_name = "TABLE",
        value_hint = ValueHint::FilePath
    )]
    game: OsString,
    #[command(flatten)]
    sample: SampleArgs,
    /// Compute every chance exactly, as a fraction
    #[arg(long, conflicts_with_all = ["games", "seed"])]
    exact: bool,
    #[command(flatten)]
    longest: LongestArgs,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people, with bars
    Text,
    /// For programs: an object, or for several pairs a list of objects
    Json,
    /// A line a result
    Csv,
    /// A chart
    Svg,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let (pairs, rest) = args.levels.as_chunks::<2>();
    if let Some(x) = rest.first() {
        return Err(Trouble::new(format!(
            "levels come in pairs, first that of X, then that of O: who plays O against `{x}`?"
        )));
    }
    let source = table_arg::source(&args.game)?;
    args.output.check_input(source.file())?;
    let longest = args.longest.of(source.game());
    let sample = sample(args, source.game(), pairs, longest)?;
    let table = source.table()?;
    let pairings: Vec<_> = pairs
        .iter()
        .map(|&levels| match sample {
            None => exactly(&table, levels, longest),
            Some(sample) => sampled(&table, levels, sample, longest),
        })
        .collect::<Result<_, _>>()?;
    args.output.write(|out| match (args.format.format(), &pairings[..]) {
        (Form::Text, pairings) => text::write(out, pairings),
        (Form::Json, [pairing]) => format::json(out, pairing),
        (Form::Json, pairings) => format::json(out, &pairings),
        (Form::Csv, pairings) => csv::write(out, pairings),
        (Form::Svg, pairings) => picture::write(out, pairings),
    })?;
    Ok(Finding::Fine)
}

/// The games to play; `None` if chances are to be computed exactly. That this cannot be done is
/// said before the game is solved, where the rules alone tell.
fn sample(
    args: &Args,
    game: &AnyGame,
    pairs: &[[Level; 2]],
    longest: Longest,
) -> Result<Option<Sample>, Trouble> {
    let start = game.start();
    if args.exact {
        let too_large = pairs.iter().find(|&&levels| is_too_large(game, start, levels, longest));
        return too_large.map_or(Ok(None), |&levels| Err(too_many(game, levels)));
    }
    let asked = args.sample.sample();
    let is_small = || pairs.iter().all(|&levels| is_small(game, start, levels, longest));
    Ok(asked.or_else(|| (!is_small()).then_some(Sample::DEFAULT)))
}

/// Exact chances would take too long.
fn too_many(game: &AnyGame, [x, o]: [Level; 2]) -> Trouble {
    Trouble::new(format!(
        "{x} against {o} can reach more than {} positions of {game}, too many for `--exact`: give \
         `--games 100000` in its place",
        number::grouped(MAX_WALKED as u64)
    ))
}

fn exactly(table: &Table, levels: [Level; 2], longest: Longest) -> Result<Pairing, Trouble> {
    let game = table.table.game();
    progress::waiting("computing", || {
        exact(&table.table, Turn::first(game, game.start()), levels, longest)
    })
    .map(|tally| Pairing::exact(game, levels, longest, &tally))
    .map_err(|error| match error {
        NoExact::TooLarge => too_many(game, levels),
        NoExact::Table(error) => table.trouble(error),
    })
}

fn sampled(
    table: &Table,
    levels: [Level; 2],
    asked: Sample,
    longest: Longest,
) -> Result<Pairing, Trouble> {
    let game = table.table.game();
    let play = |report: &mut dyn FnMut(u64, u64)| {
        let report = &mut |played| report(played, asked.games);
        let start = Turn::first(game, game.start());
        sample::sample(&table.table, start, levels, (asked, longest), 0, report)
    };
    progress::during("playing", play)
        .map(|tally| Pairing::sampled(game, levels, (asked, longest), &tally))
        .map_err(|error| table.trouble(error))
}
