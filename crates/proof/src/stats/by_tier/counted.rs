//! The file of a finished task: its counts, followed by the reachable slots.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read},
    path::{Path, PathBuf},
};

use perfect_play_core::Shown;
use perfect_play_file::{DiskFile, replace};
use perfect_play_numbering::Unreadable;
use serde::{Deserialize, Serialize};

use super::{
    CountError,
    counts::{Counts, PlainCounts},
    packed::{InFile, Packed},
};

const MAGIC: [u8; 8] = *b"\x89COUNTED";

/// Bytes before the head: the magic bytes, the length of the head, and its checksum.
const BEFORE: usize = 16;

/// The file of a finished task.
#[derive(Debug)]
pub(super) struct Counted {
    head: Head,
    file: DiskFile,
    /// Where the sections begin.
    start: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// The checksum of the table that is counted.
    table: u32,
    task: u64,
    counts: PlainCounts,
    /// The first tier. 0 if there are no tiers.
    first_tier: u32,
    /// By tier: the positions of its sections, counted from the end of the head.
    sections: Vec<[InFile; 2]>,
}

/// A task of the count of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Of {
    /// The table's checksum.
    pub(super) table: u32,
    pub(super) task: usize,
}

fn path_of(folder: &Path, task: usize) -> PathBuf {
    folder.join(format!("{task}.counted"))
}

/// Writes the file of a task: its counts, and its tiers from `first_tier` on.
pub(super) fn write(
    folder: &Path,
    Of { table, task }: Of,
    counts: &Counts,
    (first_tier, tiers): (u32, &[[Packed; 2]]),
) -> Result<(), CountError> {
    let mut end = 0;
    let mut place = |tier: &[Packed; 2]| tier.each_ref().map(|section| section.at(&mut end));
    let sections = tiers.iter().map(&mut place).collect();
    let head = Head { table, task: task as u64, counts: counts.into(), first_tier, sections };
    replace(&path_of(folder, task), |out| {
        let head = bincode::serde::encode_to_vec(head, bincode::config::legacy());
        let head = head.map_err(io::Error::other)?;
        let length = u32::try_from(head.len()).map_err(io::Error::other)?;
        out.write_all(&MAGIC)?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
        out.write_all(&head)?;
        tiers.iter().flatten().try_for_each(|section| out.write_all(&section.compressed))
    })?;
    Ok(())
}

/// Removes the sections of a finished task, and keeps its counts.
pub(super) fn drop_sections(folder: &Path, of: Of) -> io::Result<()> {
    let counted = Counted::open(folder, of)?;
    OpenOptions::new().write(true).open(path_of(folder, of.task))?.set_len(counted.start)
}

/// Whether the error says that the file is missing or damaged. Other errors, such as that of a busy disk, do not mean
/// this.
fn is_damage(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof
    )
}

/// The error for a file of a finished task that cannot be read.
pub(super) fn unread(folder: &Path, task: usize, error: &io::Error) -> CountError {
    let path = path_of(folder, task);
    if is_damage(error) {
        return CountError::Lost(path);
    }
    let error = io::Error::new(error.kind(), format!("{}: {error}", Shown(path.display())));
    CountError::Table(Unreadable::new(error).into())
}

/// Removes the file of a task. If its sections were removed, those of earlier tasks were removed as well. All files
/// are then removed.
pub(super) fn remove(path: &Path, table: u32) {
    let task = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
    let (Some(folder), Some(task)) = (path.parent(), task) else { return };
    if Counted::open(folder, Of { table, task }).is_ok_and(|counted| counted.is_dropped()) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().extension() == path.extension() {
                let _ = fs::remove_file(entry.path());
            }
        }
    } else {
        let _ = fs::remove_file(path);
    }
}

impl Counted {
    /// Opens the file of a task.
    ///
    /// # Errors
    ///
    /// If it does not exist, cannot be read, or is damaged.
    pub(super) fn open(folder: &Path, Of { table, task }: Of) -> io::Result<Self> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let mut file = File::open(path_of(folder, task))?;
        let mut before = [0; BEFORE];
        file.read_exact(&mut before)?;
        let (magic, numbers) = before.split_at(MAGIC.len());
        let (numbers, _) = numbers.as_chunks();
        let [length, crc32] = [0, 1].map(|i| u32::from_le_bytes(numbers[i]));
        let mut head = Vec::new();
        (&mut file).take(length.into()).read_to_end(&mut head)?;
        if magic != MAGIC || head.len() != length as usize || crc32fast::hash(&head) != crc32 {
            return Err(damaged());
        }
        let decoded = bincode::serde::decode_from_slice(&head, bincode::config::legacy());
        let (head, _): (Head, usize) = decoded.map_err(|_| damaged())?;
        if head.table != table || head.task != task as u64 {
            return Err(damaged());
        }
        Ok(Self { head, file: DiskFile::new(file), start: BEFORE as u64 + u64::from(length) })
    }

    /// Whether its sections were removed.
    fn is_dropped(&self) -> bool {
        // A compressed section is never empty.
        !self.head.sections.is_empty() && self.file.read_at(self.start, &mut [0]).is_err()
    }

    /// The counts.
    pub(super) fn counts(&self) -> Counts {
        (&self.head.counts).into()
    }

    /// The reachable slots of a section.
    ///
    /// # Errors
    ///
    /// If the file does not contain the tier, or the section cannot be read or is damaged.
    pub(super) fn read(&self, tier: u32, mover: usize) -> io::Result<Vec<u8>> {
        let place = tier.checked_sub(self.head.first_tier);
        let sections = place.and_then(|place| self.head.sections.get(place as usize));
        sections.ok_or(io::ErrorKind::InvalidData)?[mover].read(self.start, &self.file)
    }
}
