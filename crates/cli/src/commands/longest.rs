//! `perfect-play longest`: the positions from which a win takes longest.

use std::ffi::OsString;

use perfect_play_analysis::longest_wins;
use perfect_play_core::{Game, Probe, Scheme};

use crate::{
    args::{
        list_args::{List, ListArgs, listed},
        table_arg,
    },
    terminal::{
        exit::{Finding, Trouble},
        progress,
    },
    text::numbers::{self, counted},
};

/// List the positions from which a win takes longest
#[derive(clap::Args)]
#[command(after_help = "\
The winner hurries and the loser delays. Of symmetric positions one is listed.
Only the positions that the table stores are looked at: of a cut table, those of
the first plies.

Examples:
  perfect-play longest connect:4,4,4
  perfect-play longest krk:8 --limit 3
  perfect-play longest m.perfect --json")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `connect:4,4,4`, `krk:8`) or a .perfect file
    table: OsString,
    #[command(flatten)]
    list: ListArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    let form = args.list.form()?;
    let source = table_arg::stored_source(&args.table)?;
    args.list.output.check_input(source.file())?;
    if source.game().scheme() == Scheme::Score {
        return Err(Trouble::new(format!(
            "{} is played for points, and its values do not say how long a win takes",
            source.game()
        )));
    }
    let table = source.table()?;
    let any = &table.table;
    let limit = args.list.limit();
    let longest = progress::during("looking for long wins", |done| {
        // One more shows whether there are more.
        longest_wins(any, limit + 1, done)
    });
    let longest = longest.map_err(|error| table.trouble(error))?;
    let (plies, count, mut positions) = match longest {
        Some(longest) => (Some(longest.plies), longest.count, longest.positions),
        None => (None, 0, Vec::new()),
    };
    let is_whole = positions.len() <= limit;
    positions.truncate(limit);
    let list = List {
        game: any.game().to_string(),
        kind: None,
        plies,
        stored_plies: any.plies(),
        count,
        is_whole,
        positions: listed(&table, positions.into_iter())?,
    };
    let head = match plies {
        Some(plies) => format!(
            "{}: the longest win takes {}, from {} (symmetric ones included)",
            list.about(),
            numbers::plies(plies),
            counted(count, "position", "positions")
        ),
        None => format!("{}: no position is won", list.about()),
    };
    args.list.write(form, &table, &list, &head)
}
