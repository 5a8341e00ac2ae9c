//! A page with the table inside.

use std::{
    ffi::OsStr,
    io::{self, Write},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, Crc, write::DeflateEncoder};
use perfect_play_core::Probe;
use serde::Serialize;

use super::{
    graph,
    header::PageHeader,
    lines,
    page::{self, Parts},
};
use crate::{
    args::table_arg::Source,
    commands::export::proven,
    tables::{
        books,
        table::{Boards, Table},
    },
    terminal::{
        exit::{Finding, Trouble},
        output::OutputArgs,
        progress,
    },
    text::numbers::grouped,
};

/// The largest size of a page in bytes.
const MOST_BYTES: usize = 5_000_000;

/// The program that reads a cut table and searches: WebAssembly, written by `page/build`.
const PROGRAM: &[u8] = include_bytes!("../../../../page/perfect_play.wasm");

/// The licences of the libraries in that program.
const LICENCES: &str = include_str!("../../../../page/LICENSES-OTHERS");

/// What to do for a game that is too large for one file.
const FOLDER_INSTEAD: &str =
    "`-o FOLDER/` writes a page with the table in a file beside it, for a web server";

/// The page's facts about its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    /// The number of bytes in the page, before compression: the table, and for a cut table the program before it.
    slots: u64,
    /// How many of these bytes are the program that searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<usize>,
    /// CRC-32 (IEEE) of those bytes.
    crc32: u32,
}

/// Writes the page of a table.
pub(super) fn run(
    arg: &OsStr,
    title: Option<&str>,
    output: &OutputArgs,
) -> Result<Finding, Trouble> {
    if output.is_terminal() {
        return Err(Trouble::new("a page is not for a terminal: name a file with `-o FILE`"));
    }
    let table = proven::table(arg, output, check_codes)?;
    let page = page(table, title)?;
    check_size(page.len())?;
    output.write(|out| out.write_all(page.as_bytes()))?;
    Ok(Finding::Fine)
}

/// Returns an error for a game with too many boards for one page. Call this before solving.
fn check_codes(source: &Source) -> Result<(), Trouble> {
    let is_cut = match source {
        Source::Game(game, _) => books::has(game),
        Source::Table(table) => table.table.plies().is_some(),
    };
    match source.game().mnk() {
        Some(_) if is_cut => Ok(()),
        Some(game) if lines::slots(&game).is_none_or(|slots| slots > lines::MOST_SLOTS) => {
            Err(too_large(game))
        }
        _ => Ok(()),
    }
}

fn too_large(game: impl std::fmt::Display) -> Trouble {
    Trouble::new(format!("{game} has too many positions for a page in one file: {FOLDER_INSTEAD}"))
}

/// Returns an error for a page that would be too large to open comfortably.
fn check_size(bytes: usize) -> Result<(), Trouble> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "the page would have {} bytes, and at most {} are written: {FOLDER_INSTEAD}",
        grouped(bytes as u64),
        grouped(MOST_BYTES as u64)
    )))
}

fn page(table: Table, title: Option<&str>) -> Result<String, Trouble> {
    let page = PageHeader::of(&table, title)?;
    let (game, plies) = (table.table.game().clone(), table.table.plies());
    let (mut modules, mut program) = (vec![include_str!("../../../../page/unpack.js")], None);
    let (bytes, source) = if plies.is_some() {
        let stored = table.table.to_bytes().map_err(|error| {
            Trouble::new(format!("this page cannot be written: {error}: {FOLDER_INSTEAD}"))
        })?;
        program = Some(PROGRAM.len());
        modules.push(include_str!("../../../../page/probed.js"));
        ([PROGRAM, &stored].concat(), include_str!("../../../../page/searched.js"))
    } else if let Some(game) = game.mnk() {
        let boards = Boards { table, game };
        let values = progress::waiting("ordering", || lines::values(&boards))?;
        (values, include_str!("../../../../page/lines.js"))
    } else {
        let graph = progress::waiting("ordering", || graph::graph(&table))?;
        let graph = graph.ok_or_else(|| too_large(&game))?;
        (serde_json::to_vec(&graph)?, include_str!("../../../../page/graph.js"))
    };
    modules.push(source);
    let mut crc32 = Crc::new();
    crc32.update(&bytes);
    let header = Header { page, slots: bytes.len() as u64, program, crc32: crc32.sum() };
    let packed = progress::waiting("compressing", || compressed(&bytes))?;
    let packed = BASE64_STANDARD.encode(&packed);
    let licences = program.map_or_else(String::new, |_| {
        format!("\n<script type=\"text/plain\" id=\"licences\">\n{LICENCES}</script>")
    });
    let parts = Parts {
        title: &header.page.title,
        about: page::about("This page", plies),
        place: "this file",
        header: serde_json::to_string(&header)?,
        table: format!("<script type=\"text/plain\" id=\"table\">{packed}</script>{licences}"),
        modules: &modules,
    };
    Ok(page::page(&game, &parts))
}

/// Compresses with DEFLATE. The same input gives the same bytes.
fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No game that can be solved now makes such a page.
    #[test]
    fn a_page_that_is_too_large_is_refused() {
        assert!(check_size(MOST_BYTES).is_ok());
        let trouble = check_size(MOST_BYTES + 1).unwrap_err();
        assert_eq!(
            trouble.to_string(),
            "the page would have 5,000,001 bytes, and at most 5,000,000 are written: `-o FOLDER/` writes a page with \
             the table in a file beside it, for a web server"
        );
    }
}
