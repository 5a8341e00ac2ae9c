//! A page with the table inside.

use std::{
    borrow::Cow,
    ffi::OsStr,
    io::{self, Write},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, Crc, write::DeflateEncoder};
use perfect_play_core::{Probe, Tabular, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::MAX_CODES;
use serde::Serialize;

use super::{BOARDS_ALONE, INSTEAD_OF_PLACEMENT, PageHeader, Parts};
use crate::{
    exit::{Finding, Trouble},
    export::proven::{self, check_placement},
    number::grouped,
    output::OutputArgs,
    progress,
    table_arg::Boards,
};

/// The most bytes a page may have.
const MOST_BYTES: usize = 5_000_000;

/// What makes a page of a game that is too large for one file.
const FOLDER_INSTEAD: &str =
    "with `-o FOLDER/` the table is a file beside the page, which is read from a web server";

/// What the page is told of its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    /// Bytes of the table, before they are compressed.
    slots: u64,
    /// CRC-32 (IEEE) of those bytes.
    crc32: u32,
}

/// Writes the page of a table.
pub(super) fn run(arg: &OsStr, output: &OutputArgs) -> Result<Finding, Trouble> {
    if output.is_terminal() {
        return Err(Trouble::new("a page is not for a terminal: name a file with `-o FILE`"));
    }
    let table = proven::boards(arg, output, BOARDS_ALONE, |game| {
        check_placement(game, INSTEAD_OF_PLACEMENT)?;
        check_boards(game)
    })?;
    let page = page(&table)?;
    check_size(&table.game, page.len())?;
    output.write(|out| out.write_all(page.as_bytes()))?;
    Ok(Finding::Fine)
}

/// Refuses a game of which a page could not hold a place for every board.
fn check_boards(game: &Mnk) -> Result<(), Trouble> {
    if game.codes() <= MAX_CODES {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "a page in one file holds a place for every board, and {game} has too many, as it has more than 16 cells: \
         {FOLDER_INSTEAD}"
    )))
}

/// Refuses a page that would be a burden to open.
fn check_size(game: &Mnk, bytes: usize) -> Result<(), Trouble> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "the page of {game} would have {} bytes, and at most {} are written: {FOLDER_INSTEAD}",
        grouped(bytes as u64),
        grouped(MOST_BYTES as u64)
    )))
}

fn page(boards: &Boards) -> Result<String, Trouble> {
    let page = PageHeader::of(boards)?;
    let by_code = progress::waiting("ordering", || by_code(boards))?;
    let mut crc32 = Crc::new();
    crc32.update(&by_code);
    let header = Header { page, slots: by_code.len() as u64, crc32: crc32.sum() };
    let slots = progress::waiting("compressing", || compressed(&by_code))?;
    let slots = BASE64_STANDARD.encode(&slots);
    let parts = Parts {
        holder: "This page",
        place: "this file",
        header: serde_json::to_string(&header)?,
        table: format!("<script type=\"text/plain\" id=\"table\">{slots}</script>"),
        lookup: include_str!("../../../page/embedded.js"),
    };
    Ok(super::page(&boards.game, &parts))
}

/// The values by code, however the table is numbered.
fn by_code(boards: &Boards) -> Result<Cow<'_, [u8]>, Trouble> {
    if let Some(table) = boards.table.table.as_code_table() {
        return Ok(Cow::Borrowed(table.values()));
    }
    let table = boards.probe();
    let mut values = vec![Value::NONE; usize::try_from(boards.game.codes())?];
    for board in table.positions() {
        values[usize::try_from(board.code())?] = table.value(board)?.byte();
    }
    Ok(values.into())
}

/// Compressed with DEFLATE, the same for the same bytes.
fn compressed(slots: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(slots)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No game that is solved so far makes such a page: the largest, of mnk:4,4,3+misere, has 3.7 MB.
    #[test]
    fn a_page_that_is_too_large_is_refused() {
        assert!(check_size(&Mnk::TICTACTOE, MOST_BYTES).is_ok());
        let trouble = check_size(&Mnk::TICTACTOE, MOST_BYTES + 1).unwrap_err();
        assert_eq!(
            trouble.to_string(),
            "the page of tictactoe would have 5,000,001 bytes, and at most 5,000,000 are written: \
             with `-o FOLDER/` the table is a file beside the page, which is read from a web server"
        );
    }
}
