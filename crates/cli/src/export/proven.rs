//! What is exported, and so shown to people who cannot check it: of a file only what the rules
//! prove.

use std::ffi::OsStr;

use perfect_play_core::{Board, Entry, Probe};
use perfect_play_games::Mnk;
use perfect_play_table::TableError;

use crate::{
    exit::Trouble,
    output::OutputArgs,
    progress,
    table_arg::{self, Table},
};

/// The table that TABLE names, once it is known that the game suits and the output can be written;
/// one from a file is proven.
pub(super) fn table(
    arg: &OsStr,
    output: &OutputArgs,
    check: impl FnOnce(&Mnk) -> Result<(), Trouble>,
) -> Result<Table, Trouble> {
    output.check()?;
    let source = table_arg::source(arg)?;
    check(source.game())?;
    output.check_input(source.file())?;
    let table = source.table()?;
    if table.file.is_some() {
        let proof = progress::during("verifying", |report| table.table.verify(report));
        let proof = proof.map_err(|error| table_arg::unverified(&table, error))?;
        if !proof.is_proven() {
            return Err(table.contradiction("only what the rules prove is exported"));
        }
    }
    Ok(table)
}

/// Refuses a game in which marks fall, for what is drawn for marks that are put on any cell;
/// `instead` says what else shows such games.
pub(super) fn check_placement(game: &Mnk, instead: &str) -> Result<(), Trouble> {
    if !game.has_gravity() {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "in {game} marks fall, and this is for games in which any empty cell can be marked: {instead}"
    )))
}

/// What the table says of a position that play reaches.
pub(super) fn entry(table: &Table, board: Board) -> Result<Entry, Trouble> {
    let entry = table.table.probe(board);
    entry.map_err(|reason| table.trouble(TableError::at(table.table.game(), board, reason)))
}
