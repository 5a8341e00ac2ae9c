//! `perfect-play puzzles`: the positions that are hardest to play right.

use std::ffi::OsString;

use perfect_play_analysis::{
    Among, MOST_FIRST, PuzzleKind, PuzzlesError, UnknownPuzzleKind, puzzles_among,
};
use perfect_play_core::{Game, Probe, Scheme};

use crate::{
    args::{
        list_args::{List, ListArgs, listed},
        number_arg, table_arg,
    },
    terminal::{
        exit::{Finding, Trouble},
        progress,
    },
    text::numbers::{self, counted, grouped},
};

/// List the positions that are hardest to play right
#[derive(clap::Args)]
#[command(after_help = "\
Kinds:
  only-move  exactly one of several moves keeps the outcome
  trap       a wrong move looks right to who does not look far ahead
  deep       a right move is seen only by looking far ahead
  zugzwang   whoever is to move would rather pass; only in games in which the
             same board can have either side to move

The hardest come first: those where one has to look ahead most plies. Of
symmetric positions one is listed. All positions that the table stores are
looked at; of a cut table, these are those of the first plies. With --plies only
those of the first N plies are looked at, and with --sample random ones. Values
that a cut table does not store are then searched.

Examples:
  perfect-play puzzles tictactoe
  perfect-play puzzles connect:4,4,4 --kind trap --limit 3
  perfect-play puzzles hexapawn:4,4 --kind zugzwang
  perfect-play puzzles connect4 --plies 9 --limit 100
  perfect-play puzzles connect4 --kind deep --sample 200 --seed 7
  perfect-play puzzles mnk:4,3,3 --kind deep -o deep.csv")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `kalah:3,2`) or a .perfect file
    table: OsString,
    /// What makes a position a puzzle: `only-move`, `trap`, `deep` or `zugzwang`
    #[arg(long, value_name = "KIND", default_value_t = PuzzleKind::OnlyMove, value_parser = kind)]
    kind: PuzzleKind,
    /// Look only at positions to which at most N plies lead
    #[arg(long, value_name = "N", value_parser = number_arg::within(0..=u16::MAX, 9), allow_negative_numbers = true, conflicts_with = "sample")]
    plies: Option<u16>,
    /// Look at N random positions only
    #[arg(long, value_name = "N", value_parser = number_arg::within(1..=100_000_000_u64, 1000), allow_negative_numbers = true)]
    sample: Option<u64>,
    /// The seed of --sample: the same seed draws the same positions [default: 1]
    #[arg(long, value_name = "S", value_parser = number_arg::seed, requires = "sample", conflicts_with = "plies")]
    seed: Option<u64>,
    #[command(flatten)]
    list: ListArgs,
}

fn kind(text: &str) -> Result<PuzzleKind, UnknownPuzzleKind> {
    text.to_lowercase().replace(['_', ' '], "-").parse()
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let form = args.list.form()?;
    let (among, source) = match (args.plies, args.sample) {
        (Some(plies), _) => (Among::First(plies), table_arg::source(&args.table)),
        (None, Some(count)) => {
            (Among::Sample(count, args.seed.unwrap_or(1)), table_arg::source(&args.table))
        }
        (None, None) => (Among::Stored, table_arg::stored_source(&args.table)),
    };
    let source = source?;
    args.list.output.check_input(source.file())?;
    if source.game().scheme() == Scheme::Score && args.kind.looks_ahead() {
        return Err(Trouble::new(format!(
            "{} is played for points, so nothing is seen some plies ahead: `--kind only-move` finds its puzzles",
            source.game()
        )));
    }
    let table = source.table()?;
    let any = &table.table;
    let stored = any.plies().is_none().then(|| any.most_positions());
    let found = progress::counting(String::new(), 0, |bar| {
        puzzles_among(any, args.kind, (among, stored), args.list.limit(), &mut |task, done, of| {
            bar.name(task.to_owned());
            bar.set(done, of);
        })
    });
    let found = found.map_err(|error| match error {
        PuzzlesError::Table(error) => table.trouble(error),
        PuzzlesError::TooMany { plies } => Trouble::new(format!(
            "the first {} of {} have more than {} positions: fewer plies have fewer",
            numbers::plies(plies),
            any.game(),
            grouped(MOST_FIRST as u64)
        )),
    })?;
    let is_whole = found.hardest.len() as u64 == found.count;
    let hardest = found.hardest.into_iter().map(|puzzle| puzzle.position);
    let list = List {
        game: any.game().to_string(),
        kind: Some(args.kind),
        plies: None,
        stored_plies: any.plies().filter(|_| among == Among::Stored),
        count: found.count,
        is_whole,
        positions: listed(&table, hardest)?,
    };
    let what = match args.kind {
        PuzzleKind::OnlyMove => "with only one right move",
        PuzzleKind::Trap => "with a trap",
        PuzzleKind::Deep => "in which one has to look ahead",
        PuzzleKind::Zugzwang => "of mutual zugzwang",
    };
    args.list.write(
        form,
        &table,
        &list,
        &format!("{}: {} {what}", list.about(), counted(list.count, "position", "positions")),
    )
}
