//! What was searched for a cut table: `FILE.partial`, so that the same command resumes.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::{Objective, Shown};
use perfect_play_engine::{AnyGame, CutLog};
use perfect_play_file::{WriteError, open_partial};
use serde::{Deserialize, Serialize};

use crate::terminal::exit::Trouble;

/// The values of the first positions that are searched, in a file beside the table that they are for. No other run can
/// open it meanwhile.
///
/// The first line says which table it is. Pieces of values follow: a length and a checksum of four bytes each, and a byte
/// a value. A piece that was not written completely is written again.
pub(crate) struct CutFile {
    path: PathBuf,
    file: File,
    kept: Vec<u8>,
    /// How many values the file has.
    written: usize,
}

/// Which table the values are for.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct About {
    program: String,
    game: String,
    /// A checksum of the rules, if they are from a file.
    rules: Option<u128>,
    objective: Objective,
    plies: u16,
}

impl CutFile {
    /// Opens the file beside a table that is to be written, or creates it.
    ///
    /// # Errors
    ///
    /// If another run has it, if it cannot be written, or if there is something else: nobody's work is overwritten.
    pub(crate) fn beside(
        file: &Path,
        game: &AnyGame,
        objective: Objective,
        plies: u16,
    ) -> Result<Self, Trouble> {
        let (path, mut file) = open_partial(file)?;
        let table = About {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_string(),
            rules: perfect_play_core::Game::checksum(game),
            objective,
            plies,
        };
        let mut begin = || -> io::Result<Option<Vec<u8>>> {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let mut head = serde_json::to_vec(&table)?;
            head.push(b'\n');
            // The head of a new file, which an interruption may have cut.
            if head.starts_with(&bytes) {
                file.write_all(&head[bytes.len()..])?;
                return Ok(Some(Vec::new()));
            }
            let Some(mut pieces) = bytes.strip_prefix(&head[..]) else { return Ok(None) };
            let mut kept = Vec::new();
            while let Some((piece, rest)) = first_piece(pieces) {
                kept.extend_from_slice(piece);
                pieces = rest;
            }
            let whole = (bytes.len() - pieces.len()) as u64;
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            Ok(Some(kept))
        };
        match begin().map_err(|error| WriteError::io(&path, error))? {
            Some(kept) => Ok(Self { path, file, written: kept.len(), kept }),
            None => Err(Trouble::new(format!(
                "{} is not what an interrupted run of this command has kept: remove it, or write to another file",
                Shown(path.display())
            ))),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an earlier run has kept something.
    pub(crate) fn is_resumed(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Removes the file. The table is written.
    pub(crate) fn remove(mut self) {
        self.written = 0;
    }
}

/// A file without values is of no use.
impl Drop for CutFile {
    fn drop(&mut self) {
        if self.written == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The first piece of values and what follows it. `None` if no piece is whole.
fn first_piece(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk::<4>()?;
    let (crc32, rest) = rest.split_first_chunk::<4>()?;
    let len = u32::from_le_bytes(*len) as usize;
    let (piece, rest) = rest.split_at_checked(len)?;
    // A crash of the system may leave zeros.
    (len > 0 && u32::from_le_bytes(*crc32) == sum(piece)).then_some((piece, rest))
}

fn sum(values: &[u8]) -> u32 {
    let mut crc32 = flate2::Crc::new();
    crc32.update(values);
    crc32.sum()
}

impl CutLog for CutFile {
    fn kept(&mut self) -> Vec<u8> {
        self.kept.clone()
    }

    fn keep(&mut self, values: &[u8]) {
        let Some(piece) = values.get(self.written..) else { return };
        let Ok(len) = u32::try_from(piece.len()) else { return };
        let bytes = [&len.to_le_bytes()[..], &sum(piece).to_le_bytes(), piece].concat();
        // If it cannot be kept, the solve goes on all the same. A piece that was written in part is no end of the file
        // for the next one.
        let end = self.file.stream_position();
        if self.file.write_all(&bytes).is_ok() {
            self.written = values.len();
        } else if let Ok(end) = end {
            let _ = self.file.set_len(end);
            let _ = self.file.seek(SeekFrom::Start(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_for_one_table_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("c.perfect");
        let game: AnyGame = "connect4".parse().unwrap();
        let of = |plies| CutFile::beside(&file, &game, Objective::Fastest, plies);
        let mut first = of(8).unwrap();
        assert!(!first.is_resumed());
        first.keep(&[1, b'\n', 255]);
        first.keep(&[1, b'\n', 255, 7]);
        assert!(of(8).is_err(), "another run has it");
        let path = first.path().to_path_buf();
        drop(first);
        assert_eq!(of(8).unwrap().kept(), [1, b'\n', 255, 7]);
        assert!(of(7).is_err());

        // However much of it is lost: a piece is there, or is not.
        let bytes = fs::read(&path).unwrap();
        for len in 0..bytes.len() {
            fs::write(&path, &bytes[..len]).unwrap();
            let kept = of(8).unwrap().kept();
            assert!(kept.is_empty() || kept == [1, b'\n', 255], "{len}");
        }
        let mut changed = bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        fs::write(&path, &changed).unwrap();
        let mut third = of(8).unwrap();
        assert_eq!(third.kept(), [1, b'\n', 255]);
        third.keep(&[1, b'\n', 255, 7]);
        drop(third);
        assert!(fs::read(&path).unwrap() == bytes);

        of(8).unwrap().remove();
        assert!(!path.exists());
        drop(of(8).unwrap());
        assert!(!path.exists(), "nothing was kept");
    }
}
