//! How far the proof of a large table has come: a file in the folder of the cache, so that the same command resumes.
//!
//! It is not beside the table. A file that came with a table could say that it is proven.

use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use perfect_play_engine::AnyTable;
use perfect_play_file::replace;
use perfect_play_proof::{ProofLog, Proven};
use serde::{Deserialize, Serialize};

use super::cache::folder::Folder;
use crate::terminal::exit::Trouble;

/// The time between two writes. A proof that takes less time leaves no file.
const INTERVAL: Duration = Duration::from_secs(2);

/// The log of the proof of a table.
pub(crate) struct ProofFile {
    /// `None` if the cache is off, or the table is not large.
    kept: Option<Kept>,
    proven: Proven,
    written: Instant,
}

struct Kept {
    path: PathBuf,
    table: Identity,
}

/// What the file contains. It is written from a borrowed identity, and read into one of its own.
#[derive(Serialize, Deserialize)]
struct Content<I> {
    table: I,
    proven: Proven,
}

/// What a table is recognised by. Checksums alone do not do, because files can be made that have the same ones.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    program: String,
    checksum: u32,
    /// The table's file, or all files of its folder, sorted.
    files: Vec<FileIdentity>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct FileIdentity {
    path: String,
    bytes: u64,
    modified: Option<SystemTime>,
    /// The device, the number of the file there, and when anything about it last changed, in seconds and nanoseconds:
    /// only the system sets this.
    inode: Option<(u64, u64, i64, i64)>,
}

impl ProofFile {
    /// The log of the proof of a table at a path.
    pub(crate) fn of(file: &Path, table: &AnyTable) -> Result<Self, Trouble> {
        let folder = if table.is_held() { None } else { Folder::of_environment()? };
        let kept = folder.and_then(|folder| {
            let table = Identity::of(file, table)?;
            Some(Kept { path: folder.proof(table.checksum), table })
        });
        let proven = kept.as_ref().and_then(Kept::proven).unwrap_or_default();
        Ok(Self { kept, proven, written: Instant::now() })
    }

    /// Whether an interrupted proof can be resumed.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Removes the file. The proof has ended.
    pub(crate) fn remove(self) {
        if let Some(Kept { path, .. }) = self.kept {
            // A file that stays says nothing false.
            let _ = fs::remove_file(path);
        }
    }
}

impl ProofLog for ProofFile {
    fn proven(&self) -> Proven {
        self.proven
    }

    fn keep(&mut self, proven: Proven) {
        if let Some(kept) = &self.kept
            && self.written.elapsed() >= INTERVAL
        {
            // If it cannot be kept, the proof goes on all the same.
            let _ = kept.write(proven);
            self.written = Instant::now();
        }
    }
}

impl Kept {
    fn proven(&self) -> Option<Proven> {
        let bytes = fs::read(&self.path).ok()?;
        let Content::<Identity> { table, proven } = serde_json::from_slice(&bytes).ok()?;
        (table == self.table).then_some(proven)
    }

    fn write(&self, proven: Proven) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let content = Content { table: &self.table, proven };
        replace(&self.path, |out| Ok(serde_json::to_writer(out, &content)?))
            .map_err(io::Error::other)
    }
}

impl Identity {
    /// `None` if the table is neither by tiers nor by rank in a large file, or if one of its files has no identity.
    fn of(path: &Path, table: &AnyTable) -> Option<Self> {
        let checksum = table.checksum_of_tiers()?;
        let path = path.canonicalize().ok()?;
        let mut files = if path.is_dir() {
            let files = path.read_dir().ok()?.filter_map(Result::ok).map(|file| file.path());
            let tables = files.filter(|file| file.extension().is_some_and(|end| end == "perfect"));
            tables.map(FileIdentity::of).collect::<Option<Vec<_>>>()?
        } else {
            vec![FileIdentity::of(path)?]
        };
        files.sort_unstable();
        Some(Self { program: env!("CARGO_PKG_VERSION").to_owned(), checksum, files })
    }
}

impl FileIdentity {
    /// `None` if the file has no metadata, or if its path is not UTF-8: then JSON cannot contain it.
    fn of(path: PathBuf) -> Option<Self> {
        let about = fs::metadata(&path).ok()?;
        let path = path.into_os_string().into_string().ok()?;
        let (bytes, modified, inode) = (about.len(), about.modified().ok(), inode(&about));
        Some(Self { path, bytes, modified, inode })
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn inode(about: &Metadata) -> Option<(u64, u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt;

    Some((about.dev(), about.ino(), about.ctime(), about.ctime_nsec()))
}

#[cfg(not(unix))]
fn inode(_about: &Metadata) -> Option<(u64, u64, i64, i64)> {
    None
}

#[cfg(test)]
mod tests {
    use perfect_play_core::Objective;
    use perfect_play_engine::TierSolve;

    use super::*;

    fn solve_into(file: &Path) {
        let solve = TierSolve::new("connect:4,4,3".parse().unwrap()).unwrap();
        solve.into_file(file, Objective::Fastest).unwrap().run(&|_| ()).unwrap();
    }

    /// A path that is not UTF-8 cannot be written as JSON.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_kept_about_a_file_whose_path_is_not_utf_8() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(OsStr::from_bytes(b"c\xff.perfect"));
        solve_into(&file);
        assert!(Identity::of(&file, &AnyTable::open(&file).unwrap()).is_none());
    }

    #[test]
    fn what_is_kept_is_about_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("c.perfect");
        solve_into(&file);
        let kept = || {
            let table = AnyTable::open(&file).unwrap();
            let path = folder.path().join("kept").join("1.proof");
            Kept { path, table: Identity::of(&file, &table).unwrap() }
        };
        assert_eq!(kept().proven(), None);
        let proven = |tiers| Proven { tiers, entries: 9 };
        kept().write(proven(7)).unwrap();
        assert_eq!(kept().proven(), Some(proven(7)));

        // The same bytes, written again: nobody knows whether they were others meanwhile.
        let (bytes, modified) = (fs::read(&file).unwrap(), file.metadata().unwrap().modified());
        fs::write(&file, bytes).unwrap();
        fs::File::options()
            .append(true)
            .open(&file)
            .unwrap()
            .set_modified(modified.unwrap())
            .unwrap();
        if cfg!(unix) {
            assert_eq!(kept().proven(), None);
        }
        kept().write(proven(8)).unwrap();
        assert_eq!(kept().proven(), Some(proven(8)));
        let text = fs::read_to_string(kept().path).unwrap();
        for other in [text.replace("0.1.0", "0.0.1"), text[1..].to_owned(), String::new()] {
            fs::write(kept().path, other).unwrap();
            assert_eq!(kept().proven(), None);
        }
    }
}
