//! How best play continues from a position.

use std::{
    ffi::OsStr,
    io::{self, Write},
};

use perfect_play_analysis::{Answer, LineAnswer, best_line};
use perfect_play_core::Probe;
use perfect_play_engine::{AnyGame, AnyPosition};
use serde::Serialize;

use crate::{
    args::board_arg,
    drawing::plain_board,
    positions::{move_name, outcome_text},
    tables::table::Table,
    terminal::{exit::Trouble, paint},
    text::wrap::{WIDTH, wrapped},
};

/// An answer, and the continuation of the game if it was requested.
#[derive(Serialize)]
pub(super) struct Probed {
    #[serde(flatten)]
    pub(super) answer: Answer,
    #[serde(flatten)]
    pub(super) best_play: Option<BestPlay>,
}

/// The best move, the best move after it, and so on to the end of the game.
#[derive(Serialize)]
pub(super) struct BestPlay {
    #[serde(flatten)]
    line: LineAnswer,
    /// The names of the moves, for people.
    #[serde(skip)]
    names: Vec<String>,
    #[serde(skip)]
    end: AnyPosition,
}

/// The continuation from a board that BOARD names.
pub(super) fn best_play(
    table: &Table,
    from: AnyPosition,
    arg: &OsStr,
) -> Result<BestPlay, Trouble> {
    let game = table.table.game();
    let best = best_line(&table.table, from).map_err(|error| table.trouble(error))?;
    let names = best.plies().map(|(position, mv)| move_name::name(game, position, mv)).collect();
    let mut line = LineAnswer::new(game, &best);
    line.columns = board_arg::columns_after(game, arg, from, &best.moves);
    Ok(BestPlay { line, names, end: best.end })
}

/// Prints the continuation and its end.
pub(super) fn print_line(
    out: &mut dyn Write,
    game: &AnyGame,
    best_play: &BestPlay,
) -> io::Result<()> {
    let BestPlay { line: LineAnswer { columns, repeats, .. }, names, end } = best_play;
    if names.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    for line in wrapped(&format!("Best play from here: {}", names.join(" ")), WIDTH, 2) {
        writeln!(out, "{line}")?;
    }
    if let Some(columns) = columns {
        writeln!(out, "The whole game, as columns played: {columns}")?;
    }
    if *repeats {
        writeln!(out, "Best play repeats this position for ever:\n")?;
    } else {
        writeln!(out, "The end: {}.\n", outcome_text::any_end(game, *end))?;
    }
    for row in plain_board::position(game, *end) {
        writeln!(out, "  {}", paint::players(&row))?;
    }
    Ok(())
}
