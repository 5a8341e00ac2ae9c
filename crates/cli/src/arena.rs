//! `perfect-play arena`: what a level is worth.

mod csv;
mod picture;
mod report;
mod sample;
mod text;

use std::ffi::OsString;

use clap::{ValueEnum, ValueHint};
use perfect_play_core::{Board, Game, Level, Player, Probe};
use report::Pairing;

use crate::{
    draw,
    exact::{MAX_WALKED, NoExact, exact},
    exit::{Finding, Trouble},
    format::{self, Format, FormatArgs},
    level_arg, number_arg,
    output::OutputArgs,
    progress,
    table_arg::{self, Table},
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

Games of up to 12 cells are computed exactly unless --games or --seed is given;
of larger ones 10,000 games are played unless --exact is. The same seed gives
the same games. Intervals hold with 95% confidence.

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
    /// Play so many games, and count
    #[arg(long, value_name = "N", value_parser = number_arg::games)]
    games: Option<u64>,
    /// Play games, their random numbers beginning here [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed)]
    seed: Option<u64>,
    /// Compute every chance exactly, as a fraction
    #[arg(long, conflicts_with_all = ["games", "seed"])]
    exact: bool,
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

/// The most codes of a game whose chances are computed exactly unless games are asked for: those of
/// a board of 12 cells.
const SMALL: u64 = 3_u64.pow(12);

/// How many games are played of larger ones.
const GAMES: u64 = 10_000;

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let (pairs, rest) = args.levels.as_chunks::<2>();
    if let Some(x) = rest.first() {
        return Err(Trouble::new(format!(
            "levels come in pairs, first that of X, then that of O: who plays O against `{x}`?"
        )));
    }
    let table = table_arg::table(&args.game)?;
    args.output.check_input(table.file.as_deref())?;
    let small = table.table.game().codes() <= SMALL;
    let sampled_unasked = args.seed.is_some() || !args.exact && !small;
    let games = args.games.or(sampled_unasked.then_some(GAMES));
    let pairings: Vec<_> = pairs
        .iter()
        .map(|&[x, o]| match games {
            None => exactly(&table, x, o),
            Some(games) => sampled(&table, x, o, games, args.seed.unwrap_or(1)),
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

fn exactly(table: &Table, x: Level, o: Level) -> Result<Pairing, Trouble> {
    let game = table.table.game();
    let level = |player| match player {
        Player::X => x,
        Player::O => o,
    };
    progress::during("computing", |report| exact(&table.table, Board::EMPTY, level, report))
        .map(|tally| Pairing::exact(game, [x, o], &tally))
        .map_err(|error| match error {
            NoExact::TooLarge => Trouble::new(format!(
                "{x} against {o} can reach more than {} positions of {game}, too many for \
                 `--exact`: give `--games 100000` in its place",
                draw::grouped(MAX_WALKED as u64)
            )),
            NoExact::Table(error) => table.trouble(error),
        })
}

fn sampled(table: &Table, x: Level, o: Level, games: u64, seed: u64) -> Result<Pairing, Trouble> {
    let game = table.table.game();
    progress::during("playing", |report| sample::sample(&table.table, [x, o], games, seed, report))
        .map(|tally| Pairing::sampled(game, [x, o], games, seed, &tally))
        .map_err(|error| table.trouble(error))
}
