//! What was searched for a cut table: `FILE.partial`, so that the same command resumes.

use std::{
    ffi::OsString,
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use perfect_play_core::{Objective, Shown};
use perfect_play_engine::{AnyGame, CutLog};
use perfect_play_file::replace;
use serde::{Deserialize, Serialize};

use crate::terminal::exit::Trouble;

/// The time between two writes. A solve that takes less time leaves no file.
const INTERVAL: Duration = Duration::from_secs(5);

/// The values of the first positions that are searched, beside the table that they are for.
pub(crate) struct CutFile {
    path: PathBuf,
    table: About,
    kept: Vec<u8>,
    written: Instant,
}

/// The first line of the file. The values follow.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    table: About,
    crc32: u32,
}

/// Which table the values are for.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    program: String,
    game: String,
    /// A checksum of the rules, if they are from a file.
    rules: Option<u128>,
    objective: Objective,
    plies: u16,
}

impl CutFile {
    /// The file beside a table that is to be written.
    ///
    /// # Errors
    ///
    /// If there is something else: nobody's work is overwritten.
    pub(crate) fn beside(
        file: &Path,
        game: &AnyGame,
        objective: Objective,
        plies: u16,
    ) -> Result<Self, Trouble> {
        let mut path = OsString::from(file);
        path.push(".partial");
        let table = About {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_string(),
            rules: perfect_play_core::Game::checksum(game),
            objective,
            plies,
        };
        let mut file = Self { path: path.into(), table, kept: Vec::new(), written: Instant::now() };
        match file.read() {
            Some(kept) => file.kept = kept,
            None if file.path.symlink_metadata().is_ok() => {
                return Err(Trouble::new(format!(
                    "{} is not what an interrupted run of this command has kept: remove it, or write to another file",
                    Shown(file.path.display())
                )));
            }
            None => {}
        }
        Ok(file)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an earlier run has kept something.
    pub(crate) fn is_resumed(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Removes the file. The table is written.
    pub(crate) fn remove(self) {
        // A file that stays is of this table.
        if self.read().is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// The values in the file. `None` if it is not whole, or of another table.
    fn read(&self) -> Option<Vec<u8>> {
        let bytes = fs::read(&self.path).ok()?;
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let Head { table, crc32 } = serde_json::from_slice(&bytes[..end]).ok()?;
        let values = &bytes[end + 1..];
        (table == self.table && crc32 == sum(values)).then(|| values.to_vec())
    }

    fn write(&self, values: &[u8]) -> io::Result<()> {
        let head = Head { table: self.table.clone(), crc32: sum(values) };
        let head = serde_json::to_vec(&head)?;
        let write = |out: &mut dyn Write| {
            out.write_all(&head)?;
            out.write_all(b"\n")?;
            out.write_all(values)
        };
        replace(&self.path, write).map_err(io::Error::other)
    }
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
        if self.written.elapsed() >= INTERVAL {
            // If it cannot be kept, the solve goes on all the same.
            let _ = self.write(values);
            self.written = Instant::now();
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
        let first = of(8).unwrap();
        assert!(!first.is_resumed());
        first.write(&[1, b'\n', 255]).unwrap();
        assert_eq!(of(8).unwrap().kept(), [1, b'\n', 255]);
        assert!(of(7).is_err());
        let path = first.path().to_path_buf();
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(of(8).is_err());
        first.write(&[3]).unwrap();
        of(8).unwrap().remove();
        assert!(!path.exists());
    }
}
