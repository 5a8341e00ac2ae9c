//! What was counted of a table by rank, kept in a folder.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use perfect_play_file::{WriteError, replace};
use perfect_play_proof::{CountLog, RankCounts};
use serde::{Deserialize, Serialize};

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(2);

/// The file of the counts. If it is of another table, or damaged, all is counted anew.
pub(crate) struct CountFile {
    path: PathBuf,
    /// The checksum of the table.
    table: u32,
    written: Instant,
}

/// What the file contains.
#[derive(Serialize, Deserialize)]
struct Content {
    table: u32,
    /// The checksum of the counts.
    crc32: u32,
    /// The counts, as JSON.
    counted: String,
}

impl CountFile {
    /// The counts of a table with this checksum, in a folder.
    pub(crate) fn of(folder: &Path, table: u32) -> Self {
        Self { path: folder.join("counts.json"), table, written: Instant::now() }
    }
}

impl CountLog for CountFile {
    fn counted(&self) -> Option<RankCounts> {
        let content: Content = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
        let is_whole = crc32fast::hash(content.counted.as_bytes()) == content.crc32;
        let counted = || serde_json::from_str(&content.counted).ok();
        (is_whole && content.table == self.table).then(counted).flatten()
    }

    fn keep(&mut self, counted: &RankCounts) -> Result<(), WriteError> {
        if self.written.elapsed() < INTERVAL {
            return Ok(());
        }
        replace(&self.path, |out| {
            let counted = serde_json::to_string(counted)?;
            let crc32 = crc32fast::hash(counted.as_bytes());
            let content = Content { table: self.table, crc32, counted };
            Ok(serde_json::to_writer(out, &content)?)
        })?;
        self.written = Instant::now();
        Ok(())
    }
}
