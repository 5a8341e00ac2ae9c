//! Bytes in the page, compressed with DEFLATE and in base 64. `unpack.js` reads them.

use std::io::{self, Write};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, Crc, write::DeflateEncoder};
use perfect_play_engine::AnyGame;
use perfect_play_games::Family;
use serde::Serialize;

use crate::terminal::{exit::Trouble, program, progress};

/// The program that reads a table and searches: WebAssembly, written by `page/build`.
const PROGRAM: &[u8] = include_bytes!("../../../../page/perfect_play.wasm");

/// The licences of the libraries in that program.
const LICENCES: &str = include_str!("../../../../page/LICENSES-OTHERS");

/// The page's facts about these bytes.
#[derive(Serialize)]
pub(super) struct Packed {
    /// How many there are, before compression.
    slots: u64,
    /// How many of them are the program. The table follows, if it is in the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<usize>,
    /// CRC-32 (IEEE) of the bytes.
    crc32: u32,
    /// The element that holds them.
    #[serde(skip)]
    pub(super) element: String,
}

impl Packed {
    /// The bytes of a table that the page's scripts read.
    pub(super) fn table(bytes: &[u8]) -> io::Result<Self> {
        Self::new(bytes, None, "")
    }

    /// The program, and after it the bytes of a table that it reads, or none.
    pub(super) fn program(table: &[u8]) -> io::Result<Self> {
        let licences =
            format!("\n<script type=\"text/plain\" id=\"licences\">\n{LICENCES}</script>");
        Self::new(&[PROGRAM, table].concat(), Some(PROGRAM.len()), &licences)
    }

    fn new(bytes: &[u8], program: Option<usize>, licences: &str) -> io::Result<Self> {
        let mut crc32 = Crc::new();
        crc32.update(bytes);
        let packed = progress::waiting("compressing", || compressed(bytes))?;
        let packed = BASE64_STANDARD.encode(packed);
        let element =
            format!("<script type=\"text/plain\" id=\"table\">{packed}</script>{licences}");
        Ok(Self { slots: bytes.len() as u64, program, crc32: crc32.sum(), element })
    }
}

/// Compresses with DEFLATE. The same input gives the same bytes.
fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Returns an error if the program in the page does not have the rules of the game. Call this before solving.
pub(super) fn check_program(game: &AnyGame) -> Result<(), Trouble> {
    match game.family() {
        Some(family) if family != Family::Graph => Ok(()),
        _ => {
            let serve = program::command("serve", game, " --page");
            let serve = serve.unwrap_or_else(|| "`perfect-play serve TABLE --page`".to_owned());
            Err(Trouble::new(format!(
                "the program in such a page knows the rules of built-in games only, and not those of {game}: {serve} \
                 serves a page of its table"
            )))
        }
    }
}
