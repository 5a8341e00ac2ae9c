//! `perfect-play export html`: a page to play and explore in, with the table inside.
//!
//! The page's own files are in `page/`. Its scripts are modules that import one another, for the
//! tools that check them; in the page they stand one after the other.

use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, Write},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, Crc, write::DeflateEncoder};
use perfect_play_core::{Probe, Tabular, Value};
use perfect_play_games::Mnk;
use perfect_play_generator::MAX_CODES;
use perfect_play_table::Stats;
use serde::Serialize;

use crate::{
    exit::{Finding, Trouble},
    export::proven::{self, check_placement},
    number::grouped,
    output::OutputArgs,
    progress,
    table_arg::Boards,
};

/// A page to play and explore in: one file, which holds the table and needs no network
#[derive(clap::Args)]
#[command(after_help = "\
The page works in any current browser, opened as a file: it looks every answer up
in the table's own bytes. Cells are numbered from 1 on it. Its address carries the
game so far, so that a link to it shows a position: cells are counted from 0 there,
as everywhere else.

Examples:
  perfect-play export html tictactoe -o tictactoe.html
  perfect-play export html mnk:4,3,3 > page.html
  perfect-play export html m.perfect -o page.html")]
pub(crate) struct Args {
    /// A game's name (`tictactoe`, `mnk:4,3,3`) or a .perfect file
    table: OsString,
    #[command(flatten)]
    output: OutputArgs,
}

/// The most bytes a page may have.
const MOST_BYTES: usize = 5_000_000;

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");

/// The page's scripts, each after those it imports.
const SCRIPTS: [&str; 6] = [
    include_str!("../../page/table.js"),
    include_str!("../../page/rules.js"),
    include_str!("../../page/levels.js"),
    include_str!("../../page/game.js"),
    include_str!("../../page/session.js"),
    include_str!("../../page/page.js"),
];

/// What the page is told of its table.
#[derive(Serialize)]
struct PageHeader {
    #[serde(flatten)]
    stats: Stats,
    columns: u8,
    rows: u8,
    k: u8,
    misere: bool,
    /// Bytes of the table, before they are compressed.
    slots: u64,
    /// CRC-32 (IEEE) of those bytes.
    crc32: u32,
}

pub(crate) fn run(args: &Args) -> Result<Finding, Trouble> {
    if args.output.is_terminal() {
        return Err(Trouble::new("a page is not for a terminal: name a file with `-o FILE`"));
    }
    let instead = "`perfect-play play` plays it on the screen, `perfect-play export tree` draws it";
    let table = proven::boards(
        &args.table,
        &args.output,
        (
            "a page",
            "`perfect-play play` plays it on the screen, `perfect-play export js` puts its table into a page of your own",
        ),
        |game| {
            check_boards(game)?;
            check_placement(game, instead)
        },
    )?;
    let page = page(&table)?;
    check_size(&table.game, page.len())?;
    args.output.write(|out| out.write_all(page.as_bytes()))?;
    Ok(Finding::Fine)
}

/// Refuses a game of which a page could not hold a place for every board.
fn check_boards(game: &Mnk) -> Result<(), Trouble> {
    if game.codes() <= MAX_CODES {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "a page holds a place for every board, and {game} has too many: up to 16 cells make a page"
    )))
}

/// Refuses a page that would be a burden to open.
fn check_size(game: &Mnk, bytes: usize) -> Result<(), Trouble> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Trouble::new(format!(
        "the page of {game} would have {} bytes, and at most {} are written: a smaller board makes \
         a smaller page",
        grouped(bytes as u64),
        grouped(MOST_BYTES as u64)
    )))
}

fn page(boards: &Boards) -> Result<String, Trouble> {
    let (table, game) = (&boards.table, &boards.game);
    let stats = progress::during("counting", |report| table.table.stats(None, report))
        .map_err(|error| table.trouble(error))?;
    let by_code = progress::waiting("ordering", || by_code(boards))?;
    let mut crc32 = Crc::new();
    crc32.update(&by_code);
    let header = PageHeader {
        stats: Stats { by_remoteness: Vec::new(), ..stats },
        columns: game.shape().columns(),
        rows: game.shape().rows(),
        k: game.k(),
        misere: game.is_misere(),
        slots: by_code.len() as u64,
        crc32: crc32.sum(),
    };
    // In a script's element only `</` could end it.
    let header = serde_json::to_string(&header)?.replace('<', "\\u003c");
    let slots = progress::waiting("compressing", || compressed(&by_code))?;
    Ok(fill(PAGE, |name| match name {
        "title" => title(game),
        "rules" => rules(game),
        "style" => STYLE.trim_end().to_owned(),
        "header" => header.clone(),
        "table" => BASE64_STANDARD.encode(&slots),
        "script" => script(),
        _ => String::new(),
    }))
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

/// The template with something in place of each `{{name}}`.
fn fill(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        filled += &value(name);
        filled += rest;
    }
    filled
}

/// All scripts as one, without what joins them as modules.
fn script() -> String {
    let mut script = String::new();
    for module in SCRIPTS {
        let mut importing = false;
        for line in module.lines() {
            importing |= line.starts_with("import ");
            if importing {
                importing = !line.ends_with(';');
            } else {
                script += line.strip_prefix("export ").unwrap_or(line);
                script.push('\n');
            }
        }
    }
    script.trim().to_owned()
}

/// Compressed with DEFLATE, the same for the same bytes.
fn compressed(slots: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(slots)?;
    encoder.finish()
}

/// What people call the game.
fn title(game: &Mnk) -> String {
    match *game {
        Mnk::TICTACTOE => "Tic-tac-toe".to_owned(),
        Mnk::TICTACTOE_MISERE => "Misère tic-tac-toe".to_owned(),
        game => game.to_string(),
    }
}

fn rules(game: &Mnk) -> String {
    let (m, n, k) = (game.shape().columns(), game.shape().rows(), game.k());
    let end = if game.is_misere() { "loses" } else { "wins" };
    format!("{m} × {n} cells; who first has {k} in a row, straight or diagonal, {end}.")
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
            "the page of tictactoe would have 5,000,001 bytes, and at most 5,000,000 are written: a \
             smaller board makes a smaller page"
        );
    }
}
