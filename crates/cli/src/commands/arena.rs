//! `perfect-play arena`: measures levels of play.

mod csv;
mod picture;
mod text;

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

use clap::{ValueEnum, ValueHint};
use perfect_play_analysis::{
    ExactError, MAX_WALKED, Pairing, PlayLimit, Sample, Turn, is_small, is_too_large,
};
use perfect_play_core::{Game, Level, Probe, Shown};
use perfect_play_engine::AnyGame;

use crate::{
    args::{
        chance_args::{PlayLimitArgs, SampleArgs, out_of_memory},
        document::Document,
        format::{self, Format, FormatArgs},
        game_arg, level_arg, own_game, table_arg,
    },
    tables::table::Table,
    terminal::{
        exit::{Finding, Trouble},
        output::OutputArgs,
        program, progress,
    },
    text::numbers,
};

/// Let levels play each other: how often each wins, exactly or by sampling
#[derive(clap::Args)]
#[command(override_usage = format!("{} arena [TABLE] [LEVEL LEVEL]... [OPTIONS]", program::name()))]
#[command(after_help = format!("\
The game is the first argument that is no level; without it, it is {}. If
no levels are given, each of blind, novice, easy, medium, hard, master and
perfect plays against each, and the text is a table.

Levels:
  easy          looks 1 ply ahead: takes a win at hand, otherwise plays
                anything that does not lose at once
  medium        looks 2 plies ahead: also sees the opponent's next move
  hard          looks 6 plies ahead 9 times in 10, otherwise plays another
                move that medium can play
  perfect       any of the optimal moves
  tricky        of the optimal moves, those after which the other side is
                likeliest to go wrong
  lookahead(N)  the soonest win within N plies, otherwise any move that does
                not lose within N plies; `lookahead:N` needs no quotes
  blind         any legal move
  novice        the best move with chance 2/5, the next best with 3/5
  master        the best move, always the same
  skill(P)      an optimal move with chance P (0.9, 9/10), otherwise any other;
                `skill:P` needs no quotes

If play comes to at most a million positions, each counted once for every ply,
chances are exact, unless --games or --seed is given. Otherwise 10,000 games are
played, unless --exact is given (4 games with a cut table, whose values are
searched: a second for each). The same seed gives the same games. A sampled
chance has a 95% interval (Wilson's).

Examples:
  perfect-play arena
  perfect-play arena connect:4,4,4 medium easy hard medium
  perfect-play arena novice blind
  perfect-play arena novice blind --games 1000000 --seed 7
  perfect-play arena novice blind novice novice --format svg -o levels.svg
  perfect-play arena mnk:4,3,3 master skill:0.9 --json", own_game::default_name()))]
pub(crate) struct Args {
    /// The game: a name (`tictactoe`, `mnk:4,3,3`, `connect:4,4,4`) or a .perfect file. Then the level of X and that of O;
    /// more pairs if you like
    #[arg(value_name = "TABLE|LEVEL", value_hint = ValueHint::FilePath)]
    game_and_levels: Vec<OsString>,
    /// The game, after the levels
    #[arg(long, value_name = "TABLE", value_hint = ValueHint::FilePath, hide = true)]
    game: Option<OsString>,
    #[command(flatten)]
    sample: SampleArgs,
    /// Compute every chance exactly, as a fraction
    #[arg(long, conflicts_with_all = ["games", "seed"])]
    exact: bool,
    #[command(flatten)]
    longest: PlayLimitArgs,
    #[command(flatten)]
    format: FormatArgs<Form>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text for people, with bars
    Text,
    /// JSON for programs: an object, or a list of objects for several pairs
    Json,
    /// One line for each result
    Csv,
    /// A chart
    Svg,
}

impl Format for Form {
    const DEFAULT: &str = "text";
    const JSON: Self = Self::Json;
}

/// The game, and the pairs of levels. No pairs if no level is given.
fn asked(args: &Args) -> Result<(&OsStr, Vec<[Level; 2]>), Trouble> {
    let (game, levels) = match (&args.game, &args.game_and_levels[..]) {
        (Some(game), levels) => (&**game, levels),
        (None, [first, levels @ ..]) if names_the_game(first, levels.len()) => (&**first, levels),
        (None, levels) => (OsStr::new(own_game::default_name()), levels),
    };
    let level = |arg: &OsString| {
        let text = arg.to_string_lossy();
        let wrong = |why| Trouble::new(format!("`{}` is no level: {why}", Shown(&text)));
        level_arg::level(&text).map_err(wrong)
    };
    let levels = levels.iter().map(level).collect::<Result<Vec<_>, _>>()?;
    match levels.as_chunks() {
        (pairs, []) => Ok((game, pairs.to_vec())),
        (_, [x, ..]) => Err(Trouble::new(format!(
            "levels come in pairs, first that of X, then that of O: who plays O against `{x}`? (And \
             without levels, all play each other.)"
        ))),
    }
}

/// Whether the first argument names the game. With an odd number of arguments after it, an unknown name is rather a level that
/// is wrong.
fn names_the_game(first: &OsStr, others: usize) -> bool {
    let is_level = first.to_str().is_some_and(|first| level_arg::level(first).is_ok());
    !is_level && (others.is_multiple_of(2) || game_arg::is_name(first) || Path::new(first).exists())
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    args.output.check()?;
    let form = args.format.of(&args.output)?;
    let (game, mut pairs) = asked(args)?;
    let document = Document::picture_if(form == Form::Svg, game, "arena", &args.output)?;
    let is_table = pairs.is_empty() && form == Form::Text;
    if pairs.is_empty() {
        let all = Level::BY_STRENGTH;
        pairs = all.into_iter().flat_map(|x| all.map(|o| [x, o])).collect();
    }
    let source = table_arg::source(game)?;
    args.output.check_input(source.file())?;
    let longest = args.longest.of(source.game());
    let sample =
        progress::waiting("counting positions", || sample(args, source.game(), &pairs, longest))?;
    let table = source.table()?;
    let sample = args.sample.for_table(sample, &table.table, Sample::SEARCHED.games);
    let (task, things, games) = match sample {
        None => ("computing", "pairs of levels", 1),
        Some(sample) => ("playing", "games", sample.games),
    };
    // How far a single exact result is, is not known.
    let work = if pairs.len() == 1 && sample.is_none() {
        0
    } else {
        games.saturating_mul(pairs.len() as u64)
    };
    let pairings: Vec<_> = progress::counting_things(task, things, work, |bar| {
        let pairings = (0..).zip(&pairs).map(|(before, &levels)| {
            let report = &|played| {
                bar.reach(games.saturating_mul(before).saturating_add(played));
            };
            report(0);
            pairing(&table, levels, (sample, longest), report)
        });
        pairings.collect::<Result<_, _>>()
    })?;
    match (form, &pairings[..]) {
        (Form::Text, pairings) if is_table => {
            args.output.write_text(|out| text::write_table(out, pairings, Level::BY_STRENGTH.len()))
        }
        (Form::Text, pairings) => args.output.write_text(|out| text::write(out, pairings)),
        (Form::Json, [pairing]) => args.output.write(|out| format::json(out, pairing)),
        (Form::Json, pairings) => args.output.write(|out| format::json(out, &pairings)),
        (Form::Csv, pairings) => args.output.write(|out| csv::write(out, pairings)),
        (Form::Svg, pairings) => document.write(|out| picture::write(out, pairings)),
    }?;
    Ok(Finding::Fine)
}

/// The sample to play; `None` to compute chances exactly. Returns an error before the game is solved if the rules alone
/// show that exact chances are impossible.
fn sample(
    args: &Args,
    game: &AnyGame,
    pairs: &[[Level; 2]],
    longest: PlayLimit,
) -> Result<Option<Sample>, Trouble> {
    match game.board(game.start()) {
        // Boards take less memory.
        Some((mnk, board)) => sample_from(args, &mnk, board, pairs, longest),
        None => sample_from(args, game, game.start(), pairs, longest),
    }
}

fn sample_from<G: Game>(
    args: &Args,
    game: &G,
    start: G::Position,
    pairs: &[[Level; 2]],
    longest: PlayLimit,
) -> Result<Option<Sample>, Trouble> {
    if args.exact {
        for &levels in pairs {
            if is_too_large(game, start, levels, longest).map_err(out_of_memory)? {
                return Err(too_many(game, levels));
            }
        }
        return Ok(None);
    }
    let asked = args.sample.sample();
    if asked.is_some() {
        return Ok(asked);
    }
    for &levels in pairs {
        if !is_small(game, start, levels, longest).map_err(out_of_memory)? {
            return Ok(Some(Sample::DEFAULT));
        }
    }
    Ok(None)
}

/// The error for exact chances that would take too long.
fn too_many<G: Game>(game: &G, [x, o]: [Level; 2]) -> Trouble {
    Trouble::new(format!(
        "{x} against {o} can reach more than {} positions of {game}, each counted once for every ply, too many for \
         `--exact`: give `--games 100000` in its place, or a smaller `--max-plies`",
        numbers::grouped(MAX_WALKED as u64)
    ))
}

/// How games between two levels end, exactly or in a sample. Reports how many games of a sample are played.
fn pairing(
    table: &Table,
    levels: [Level; 2],
    how: (Option<Sample>, PlayLimit),
    report: &(dyn Fn(u64) + Sync),
) -> Result<Pairing, Trouble> {
    let (any, game) = (&table.table, table.table.game());
    if let Some((game, board)) = game.board(game.start()) {
        // Boards take less memory, and their rules are called directly.
        let (boards, start) = (any.as_of(game), Turn::first(&game, board));
        return pairing_from((table, &boards), start, levels, how, report);
    }
    pairing_from((table, any), Turn::first(game, game.start()), levels, how, report)
}

fn pairing_from<T: Probe + Sync>(
    (of, table): (&Table, &T),
    start: Turn<<T::Game as Game>::Position>,
    levels: [Level; 2],
    (sample, longest): (Option<Sample>, PlayLimit),
    report: &(dyn Fn(u64) + Sync),
) -> Result<Pairing, Trouble> {
    match sample {
        None => {
            Pairing::exact(table, start, levels, longest, &mut |_| ()).map_err(
                |error| match error {
                    ExactError::Table(error) => of.trouble(error),
                    _ => too_many(table.game(), levels),
                },
            )
        }
        Some(sample) => Pairing::sampled(table, start, levels, (sample, longest), report)
            .map_err(|error| of.trouble(error)),
    }
}
