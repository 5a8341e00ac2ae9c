//! What was searched for a cut table: `FILE.partial`, so that an interrupted solve can be resumed.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use perfect_play_core::{Objective, Shown};
use perfect_play_file::{WriteError, fingerprint_of_rules, open_partial};
use serde::Serialize;
use thiserror::Error;

use crate::{AnyGame, CutLog};

/// Keeps the values of the first positions that are searched, in a file beside the table that they are for. No other run can
/// open it meanwhile.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_engine::{AnyTable, CutFile};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("cut.perfect");
/// let mut kept = CutFile::beside(&path, &"connect:4,4,3".parse()?, Objective::Fastest, 3)?;
/// let searched = AnyTable::searched("connect:4,4,3".parse()?, Objective::Fastest)?;
/// searched.first_plies_from(3, 1 << 30, &mut kept, &|_, _| ())?.write(&path)?;
/// kept.remove();
/// assert_eq!(AnyTable::open(&path)?.plies(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The first line of the file says which table it is. Pieces of values follow: a length and a checksum of four bytes each, and a byte
/// a value. A piece that was not written completely is written again.
#[derive(Debug)]
pub struct CutFile {
    path: PathBuf,
    file: File,
    kept: Vec<u8>,
    /// How many values the file has.
    written: usize,
}

/// Which table the values are for.
#[derive(Serialize)]
struct About {
    program: String,
    game: String,
    /// [`fingerprint_of_rules`].
    rules: u128,
    objective: Objective,
    plies: u16,
}

/// Why the file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CutFileError {
    /// It cannot be written, or another run has it.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It has something else: nobody's work is overwritten.
    #[error(
        "{} is not what an interrupted run of this command has kept: remove it, or write to another file",
        Shown(.0.display())
    )]
    Other(PathBuf),
}

impl CutFile {
    /// Opens the file beside a table that is to be written, or creates it.
    ///
    /// # Errors
    ///
    /// If another run has it, if it cannot be written, or if there is something else: nobody's work is overwritten.
    pub fn beside(
        file: &Path,
        game: &AnyGame,
        objective: Objective,
        plies: u16,
    ) -> Result<Self, CutFileError> {
        let (path, mut file) = open_partial(file)?;
        let table = About {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_string(),
            rules: fingerprint_of_rules(game),
            objective,
            plies,
        };
        let mut begin = || -> io::Result<Option<Vec<u8>>> {
            let mut head = serde_json::to_vec(&table)?;
            head.push(b'\n');
            // Only the head, because it may be any large file.
            let mut bytes = Vec::new();
            (&mut file).take(head.len() as u64).read_to_end(&mut bytes)?;
            if !head.starts_with(&bytes) {
                return Ok(None);
            }
            // The head of a new file, which an interruption may have cut.
            if bytes.len() < head.len() {
                file.write_all(&head[bytes.len()..])?;
                return Ok(Some(Vec::new()));
            }
            bytes.clear();
            file.read_to_end(&mut bytes)?;
            let (mut pieces, mut kept) = (&bytes[..], Vec::new());
            while let Some((piece, rest)) = first_piece(pieces) {
                kept.extend_from_slice(piece);
                pieces = rest;
            }
            let whole = (head.len() + bytes.len() - pieces.len()) as u64;
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            Ok(Some(kept))
        };
        match begin().map_err(|error| WriteError::io(&path, error))? {
            Some(kept) => Ok(Self { path, file, written: kept.len(), kept }),
            None => Err(CutFileError::Other(path)),
        }
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an earlier run has kept something.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Removes the file. The table is written.
    pub fn remove(mut self) {
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
    (len > 0 && u32::from_le_bytes(*crc32) == crc32fast::hash(piece)).then_some((piece, rest))
}

impl CutLog for CutFile {
    fn kept(&mut self) -> Vec<u8> {
        self.kept.clone()
    }

    fn keep(&mut self, values: &[u8]) {
        let Some(piece) = values.get(self.written..) else { return };
        let Ok(len) = u32::try_from(piece.len()) else { return };
        let bytes = [&len.to_le_bytes()[..], &crc32fast::hash(piece).to_le_bytes(), piece].concat();
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
