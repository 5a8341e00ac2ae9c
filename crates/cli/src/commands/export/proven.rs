//! The tables that are exported. An export is shown to people who cannot check it, so a table from a file is proven
//! first.

use std::ffi::OsStr;

use perfect_play_core::Shown;
use perfect_play_games::Mnk;

use crate::{
    args::table_arg::{self, Source},
    tables::{
        memory,
        table::{self, Boards, Table, no_board},
    },
    terminal::{exit::Trouble, interruption::quoted, output::OutputArgs, progress},
};

/// The table that TABLE names. The output and the game are checked before anything is solved, and a table from a file
/// is proven.
pub(super) fn table(
    arg: &OsStr,
    output: &OutputArgs,
    check: impl FnOnce(&Source) -> Result<(), Trouble>,
) -> Result<Table, Trouble> {
    output.check()?;
    let source = table_arg::stored_source(arg)?;
    output.check_input(source.file())?;
    check(&source)?;
    let table = source.table()?;
    if table.file.is_some() || table.kept.is_some() {
        memory::check_proof(&table.table)?;
        let proof = progress::during("verifying", |report| table.table.verify(report));
        let proof = proof.map_err(|error| table::unverified(&table, error))?;
        if !proof.is_proven() {
            return Err(table.contradiction("only what the rules prove is exported"));
        }
    }
    Ok(table)
}

/// Returns an error for a cut table, in exports that need the values of all positions.
pub(super) fn check_whole(source: &Source) -> Result<(), Trouble> {
    if !source.is_cut() {
        return Ok(());
    }
    let table = match source.file() {
        Some(file) => quoted(&Shown(file.display()).to_string()),
        None => source.game().to_string(),
    };
    Err(Trouble::new(format!(
        "{source} is cut: it stores only the first plies, and this export needs the values of all positions: \
         `perfect-play export html {table} -o page.html` makes a page of it, `perfect-play serve {table}` answers over \
         HTTP, and `perfect-play dump {table} --sample 1000` writes positions of all plies. A smaller board, such as \
         `connect:4,4,4`, can be exported"
    )))
}

/// Returns an error for a game in which marks fall, in exports for games in which marks can be placed on any cell.
pub(super) fn check_placement(game: &Mnk) -> Result<(), Trouble> {
    if !game.has_gravity() {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "in {game} marks fall, and this export needs a game in which any empty cell can be marked, such as `tictactoe`: \
         `perfect-play export html {game} -o page.html` makes a page of {game}, and `perfect-play export tree \
         connect:4,4,4` draws a poster of a small board on which marks fall"
    )))
}

/// As [`table`], for an m,n,k-game, or the error of [`no_board`].
pub(super) fn boards(
    arg: &OsStr,
    output: &OutputArgs,
    (what, instead): ((&str, &str), &str),
    check: impl FnOnce(&Source, &Mnk) -> Result<(), Trouble>,
) -> Result<Boards, Trouble> {
    let table = table(arg, output, |source| match source.game().mnk() {
        Some(game) => check(source, &game),
        None => Err(no_board(source.game(), what, instead)),
    })?;
    Boards::new(table, what, instead)
}
