//! What is exported, and so shown to people who cannot check it: of a file only what the rules
//! prove.

use std::ffi::OsStr;

use perfect_play_core::{Board, Entry, Probe};
use perfect_play_table::{TableError, verify};

use crate::{
    exit::Trouble,
    output::OutputArgs,
    progress,
    table_arg::{self, Table},
};

/// The table that TABLE names, once it is known that the output can be written; one from a file is
/// proven.
pub(super) fn table(arg: &OsStr, output: &OutputArgs) -> Result<Table, Trouble> {
    output.check()?;
    let table = table_arg::table(arg)?;
    output.check_input(table.file.as_deref())?;
    if table.file.is_some() {
        let proof = progress::during("verifying", |report| verify(&table.table, report));
        if !proof.map_err(|error| table.trouble(error))?.is_proven() {
            return Err(table.contradiction("only what the rules prove is exported"));
        }
    }
    Ok(table)
}

/// What the table says of a position that play reaches.
pub(super) fn entry(table: &Table, board: Board) -> Result<Entry, Trouble> {
    let entry = table.table.probe(board);
    entry.map_err(|reason| table.trouble(TableError::at(table.table.game(), board, reason)))
}
