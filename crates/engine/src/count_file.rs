//! What was counted of a large table, kept in a file.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use perfect_play_file::{WriteError, replace};
use perfect_play_proof::CountLog;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(2);

/// A file in which counts of a table are kept. If it is of another table, or damaged, it has no counts.
///
/// As a [`CountLog`], it is written at the first opportunity, so that a full disk is noticed early, and then every two
/// seconds.
///
/// ```
/// use perfect_play_engine::CountFile;
///
/// let folder = tempfile::tempdir()?;
/// let file = |table| CountFile::new(folder.path().join("counts.json"), table);
/// assert_eq!(file(1).read::<u64>(), None);
/// file(1).write(&5478)?;
/// assert_eq!((file(1).read(), file(2).read::<u64>()), (Some(5478), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CountFile {
    path: PathBuf,
    /// The checksum of the table.
    table: u32,
    written: Option<Instant>,
}

/// Of what the numbers in a file mean. A later release that divides a table in another way must have another one.
const VERSION: u32 = 1;

/// What the file contains.
#[derive(Serialize, Deserialize)]
struct Content {
    version: u32,
    table: u32,
    /// The checksum of the counts.
    crc32: u32,
    /// The counts, as JSON.
    counted: String,
}

impl CountFile {
    /// A file of counts of the table with this checksum ([`AnyTable::checksum_of_tiers`](crate::AnyTable::checksum_of_tiers)).
    #[must_use]
    pub fn new(path: PathBuf, table: u32) -> Self {
        Self { path, table, written: None }
    }

    /// The counts. `None` if there is no such file, or it is of another table, or damaged.
    #[must_use]
    pub fn read<C: DeserializeOwned>(&self) -> Option<C> {
        let content: Content = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
        let is_whole = crc32fast::hash(content.counted.as_bytes()) == content.crc32;
        let counted = || serde_json::from_str(&content.counted).ok();
        let is_known = content.version == VERSION && content.table == self.table;
        (is_whole && is_known).then(counted).flatten()
    }

    /// Replaces the counts. The file's folder is created if it does not exist.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write<C: Serialize>(&self, counted: &C) -> Result<(), WriteError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(|error| WriteError::io(folder, error))?;
        replace(&self.path, |out| {
            let counted = serde_json::to_string(counted)?;
            let crc32 = crc32fast::hash(counted.as_bytes());
            let content = Content { version: VERSION, table: self.table, crc32, counted };
            Ok(serde_json::to_writer(out, &content)?)
        })
    }
}

impl<C: Serialize + DeserializeOwned> CountLog<C> for CountFile {
    fn counted(&self) -> Option<C> {
        self.read()
    }

    fn keep(&mut self, counted: &C) -> Result<(), Box<dyn Error + Send + Sync>> {
        if self.written.is_none_or(|written| written.elapsed() >= INTERVAL) {
            self.write(counted)?;
            self.written = Some(Instant::now());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_damaged_file_has_other_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/counts.json");
        let file = CountFile::new(path.clone(), 7);
        let counts: Vec<(u8, u64)> = vec![(3, 5478), (255, u64::MAX)];
        assert_eq!(file.read::<Vec<(u8, u64)>>(), None);
        file.write(&counts).unwrap();
        assert_eq!(file.read().as_ref(), Some(&counts));
        assert_eq!(CountFile::new(path.clone(), 8).read::<Vec<(u8, u64)>>(), None);
        let whole = fs::read(&path).unwrap();
        let mut refused = 0;
        for place in 0..whole.len() {
            fs::write(&path, &whole[..place]).unwrap();
            assert_eq!(file.read::<Vec<(u8, u64)>>(), None, "{place}");
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[place] ^= 1 << bit;
                fs::write(&path, &changed).unwrap();
                match file.read::<Vec<(u8, u64)>>() {
                    None => refused += 1,
                    // White space, or another way to write the same.
                    Some(read) => assert_eq!(read, counts, "{place} {bit}"),
                }
            }
        }
        assert!(refused > 7 * whole.len(), "{refused} of {}", 8 * whole.len());
        // Counts of another kind.
        file.write(&"text").unwrap();
        assert_eq!(file.read::<Vec<(u8, u64)>>(), None);
    }

    #[test]
    fn a_log_is_written_at_first_and_then_now_and_then() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = CountFile::new(folder.path().join("counts.json"), 7);
        file.keep(&1_u64).unwrap();
        file.keep(&2_u64).unwrap();
        assert_eq!(file.counted(), Some(1_u64));
        file.written = Instant::now().checked_sub(INTERVAL);
        file.keep(&3_u64).unwrap();
        assert_eq!(file.counted(), Some(3_u64));
    }
}
