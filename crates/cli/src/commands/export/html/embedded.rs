//! A page with the table inside.

use std::ffi::OsStr;

use perfect_play_core::Probe;
use serde::Serialize;

use super::{
    graph,
    header::PageHeader,
    lines,
    packed::{Packed, check_program},
    page::{self, Parts},
};
use crate::{
    args::{game_arg, table_arg::Source},
    commands::export::proven,
    tables::{
        memory::Bound,
        solving,
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

/// What to do for a game that is too large for one file.
const FOLDER_INSTEAD: &str = "`-o FOLDER/` writes a page with the table in a file beside it, for a web server, and \
                              `perfect-play serve TABLE --page` serves one";

/// The page's facts about its table.
#[derive(Serialize)]
struct Header {
    #[serde(flatten)]
    page: PageHeader,
    #[serde(flatten)]
    packed: Packed,
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
    if let Some(game) = game_arg::found(arg)
        && progress::waiting("counting positions", || graph::is_too_large(&game))
    {
        solving::check_likely(&game, Bound::free())?;
        return Err(too_large(&game));
    }
    let table = proven::table(arg, output, check_codes)?;
    let page = page(table, title)?;
    check_size(page.len())?;
    output.write(|out| out.write_all(page.as_bytes()))?;
    Ok(Finding::Fine)
}

/// Returns an error for a game with too many boards for one page. Call this before solving.
fn check_codes(source: &Source) -> Result<(), Trouble> {
    match source.game().mnk() {
        _ if source.is_cut() => check_program(source.game()),
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
    let unpack = include_str!("../../../../page/unpack.js");
    let (packed, modules) = if plies.is_some() {
        let stored = table.table.to_bytes().map_err(|error| {
            Trouble::new(format!("this page cannot be written: {error}: {FOLDER_INSTEAD}"))
        })?;
        (Packed::program(&stored)?, page::PROGRAM)
    } else if let Some(game) = game.mnk() {
        let boards = Boards { table, game };
        let values = progress::waiting("ordering", || lines::values(&boards))?;
        (Packed::table(&values)?, &[unpack, include_str!("../../../../page/lines.js")][..])
    } else {
        let graph = progress::waiting("ordering", || graph::graph(&table))?;
        let graph = serde_json::to_vec(&graph.ok_or_else(|| too_large(&game))?)?;
        (Packed::table(&graph)?, &[unpack, include_str!("../../../../page/graph.js")][..])
    };
    let header = Header { page, packed };
    let parts = Parts {
        title: &header.page.title,
        about: page::about("This page", plies),
        place: "this file",
        header: serde_json::to_string(&header)?,
        table: header.packed.element.clone(),
        modules,
    };
    Ok(page::page(&game, &parts))
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
             the table in a file beside it, for a web server, and `perfect-play serve TABLE --page` serves one"
        );
    }
}
