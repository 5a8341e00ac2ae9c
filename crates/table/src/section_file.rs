//! A file to which the sections of tiers are appended, and from which they are read.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use perfect_play_parallel::{ParallelIterator, parallel};

use crate::{
    ReadError, Settings,
    identity::Identity,
    section::PackedSection,
    source::{PositionedFile, Source},
    store::Store,
};

/// So many bytes are written before the system is told to bring them to the disk.
const SYNC_EVERY_BYTES: u64 = 1 << 28;

/// A file under way, whose sections can be read as soon as they have been appended.
#[derive(Debug)]
pub(crate) struct SectionFile {
    /// The file, and how many bytes of it were written since it was last synced.
    file: Mutex<(File, u64)>,
    store: Store,
}

impl SectionFile {
    /// Finds what is whole in a file: the tiers from `start` on up to the first with a section that is not as it was
    /// written, or that has another number of entries than `lens` says.
    ///
    /// # Errors
    ///
    /// If the file cannot be read: then what is there may be whole all the same.
    pub(crate) fn new(
        (path, file): (&Path, File),
        identity: Identity,
        settings: Settings,
        start: u64,
        lens: impl Iterator<Item = u32>,
    ) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let source = Source::File(PositionedFile::new(file.try_clone()?));
        let store = Store::new(path, source, identity, settings, start);
        for (number, bytes) in (0..).zip(lens) {
            let Some(summary) = store.summary_behind(number, bytes, length)? else { break };
            store.push(summary);
        }
        // All heads have been read, and of the frames nothing yet.
        let if_damaged = |number| match store.read(number, &mut Vec::new()) {
            Ok(()) => Ok(None),
            Err(ReadError::Io { source, .. }) => Err(source),
            Err(_) => Ok(Some(number)),
        };
        let first_damaged = parallel(0..store.len())
            .map(if_damaged)
            .try_reduce(|| None, |first, second| Ok([first, second].into_iter().flatten().min()))?;
        // Two sections are a tier.
        store.truncate(first_damaged.unwrap_or(store.len()) / 2 * 2);
        Ok(Self { file: Mutex::new((file, 0)), store })
    }

    /// What has been appended.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// How many tiers have been appended.
    pub(crate) fn tiers(&self) -> u32 {
        u32::try_from(self.store.len() / 2).unwrap_or(u32::MAX)
    }

    /// Appends sections.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The sections before them are kept.
    ///
    /// # Panics
    ///
    /// If they are not the next ones.
    pub(crate) fn append(&self, sections: &[PackedSection]) -> io::Result<()> {
        let numbers = sections.iter().map(|section| section.number);
        self.with(|file, unsynced| {
            assert!(numbers.eq((self.store.len()..).take(sections.len())), "in their order");
            file.seek(SeekFrom::Start(self.store.end()))?;
            for section in sections {
                file.write_all(&section.stored)?;
                *unsynced += section.stored.len() as u64;
            }
            if *unsynced >= SYNC_EVERY_BYTES {
                file.sync_data()?;
                *unsynced = 0;
            }
            for section in sections {
                self.store.push(section.summary);
            }
            Ok(())
        })
    }

    /// Waits until all sections are on the disk.
    ///
    /// # Errors
    ///
    /// If the system cannot write them.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.with(|file, _| file.sync_data())
    }

    /// Does something with the file, and nobody else meanwhile.
    pub(crate) fn with<T>(&self, task: impl FnOnce(&mut File, &mut u64) -> T) -> T {
        let (file, unsynced) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner);
        task(file, unsynced)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_section_that_cannot_be_read_is_not_taken_for_one_that_is_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.partial");
        fs::write(&path, [0; 100]).unwrap();
        let find = |file: File| {
            let lens = [1].into_iter();
            SectionFile::new((&path, file), Identity::of(b""), Settings::by_tier(1), 0, lens)
        };
        assert_eq!(find(File::open(&path).unwrap()).unwrap().store().len(), 0);
        // It was opened for writing alone.
        assert!(find(File::options().write(true).open(&path).unwrap()).is_err());
    }
}
