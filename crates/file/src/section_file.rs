//! A file to which the sections of tiers are appended, and from which they are read.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use perfect_play_numbering::Tiers;

use crate::{
    Header,
    disk::DiskFile,
    header::codec,
    index::index_of,
    section_frames::PackedSection,
    source::Source,
    store::{SectionNumbering, Store},
};

/// The file is synced after this many bytes. Less in tests, because tests write few bytes.
const SYNC_EVERY_BYTES: u64 = if cfg!(test) { 1 << 11 } else { 1 << 28 };

/// An unfinished file. Its sections can be read as soon as they have been appended.
#[derive(Debug)]
pub(crate) struct SectionFile {
    /// As the unfinished file has it.
    header: Header,
    /// Where the sections begin.
    start: u64,
    file: Arc<DiskFile>,
    /// How many bytes were written since the file was last synced. A writer holds the lock while it appends.
    unsynced: Mutex<u64>,
    store: Store,
}

impl SectionFile {
    /// Finds the whole part of a file: the tiers behind its header of `start` bytes, up to the first tier with a section that is
    /// damaged or that has another number of slots than `lens` says. `tiers` are those of a line game.
    ///
    /// # Errors
    ///
    /// If the file cannot be read. This does not mean that the file is damaged.
    pub(crate) fn new(
        (path, file): (&Path, DiskFile),
        (header, start): (Header, u64),
        tiers: Option<&Arc<Tiers>>,
        lens: impl Iterator<Item = u32>,
    ) -> io::Result<Self> {
        let (length, file, first) = (file.len()?, Arc::new(file), header.here().first);
        let source = Source::File(Arc::clone(&file));
        let bound_to = (header.identity()?, header.settings);
        let store = Store::new(path, source, bound_to, (first, start));
        let store = match tiers {
            Some(tiers) => store.of(SectionNumbering::Tiers(Arc::clone(tiers))),
            None => store,
        };
        for slots in lens {
            let Some(summary) = store.summary_behind(slots, length)? else { break };
            store.push(summary);
        }
        // All heads have been read, but none of the frames. Two sections make a tier.
        let whole = store.first_damaged()?.map_or(store.len(), |damaged| damaged - first);
        store.truncate(whole / 2 * 2);
        Ok(Self { header, start, file, unsynced: Mutex::new(0), store })
    }

    /// The sections that have been appended.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// How many tiers have been appended.
    pub(crate) fn tiers(&self) -> u32 {
        u32::try_from(self.store.len() / 2).unwrap_or(u32::MAX)
    }

    /// Forgets all sections except the first `len`. What is appended next takes their place.
    pub(crate) fn truncate(&self, len: u64) {
        self.store.truncate(len);
    }

    /// Appends sections.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The earlier sections are kept.
    ///
    /// # Panics
    ///
    /// If they are not the next ones.
    pub(crate) fn append(&self, sections: &[PackedSection]) -> io::Result<()> {
        let numbers = sections.iter().map(|section| section.number);
        let mut unsynced = self.unsynced.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(numbers.eq((self.store.end_number()..).take(sections.len())), "in their order");
        let mut place = self.store.end();
        for section in sections {
            self.file.write_at(place, &section.stored)?;
            place += section.stored.len() as u64;
            *unsynced += section.stored.len() as u64;
        }
        if *unsynced >= SYNC_EVERY_BYTES {
            self.file.sync()?;
            *unsynced = 0;
        }
        for section in sections {
            self.store.push(section.summary);
        }
        Ok(())
    }

    /// Writes sections that may be there already, as an earlier run has written them. They are kept if their checksums are
    /// those of these sections. Otherwise they are replaced, and all sections behind them are forgotten.
    ///
    /// # Errors
    ///
    /// If they cannot be written. The earlier sections are kept.
    ///
    /// # Panics
    ///
    /// If sections before them are missing.
    pub(crate) fn put(&self, sections: &[PackedSection]) -> io::Result<()> {
        let is_there =
            |section: &PackedSection| self.store.summary(section.number) == Some(section.summary);
        let Some(first) = sections.first().filter(|_| !sections.iter().all(is_there)) else {
            return Ok(());
        };
        if first.number < self.store.end_number() {
            self.store.truncate(first.number - self.store.first());
        }
        // A later run must not find sections of another table behind the new ones. They may be whole behind a damaged one.
        self.file.set_len(self.store.end())?;
        self.append(sections)
    }

    /// Writes the index. Returns the header of the finished file.
    ///
    /// # Errors
    ///
    /// If the index cannot be written. All sections are kept.
    ///
    /// # Panics
    ///
    /// If sections are missing.
    pub(crate) fn write_index(&self) -> io::Result<Header> {
        let Self { header, start, file, store, .. } = self;
        let sections = header.here().sections;
        assert_eq!(store.len(), sections, "there are tiers that have not been written");
        let (index, index_crc32) = index_of(&store.summaries());
        let end = store.end();
        file.set_len(end)?;
        file.write_at(end, &index)?;
        Ok(Header { stored_bytes: end - start, index_crc32, finished: true, ..header.clone() })
    }

    /// Replaces the header.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn write_header(&self, header: &Header) -> io::Result<()> {
        self.file.write_at(0, &codec::to_bytes(header)?)
    }

    /// The file itself.
    pub(crate) fn file(&self) -> &DiskFile {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        sync::Arc,
    };

    use perfect_play_core::Objective;
    use perfect_play_games::Mnk;

    use super::*;
    use crate::Settings;

    #[test]
    fn a_section_that_cannot_be_read_is_not_taken_for_one_that_is_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.partial");
        fs::write(&path, [0; 100]).unwrap();
        let find = |file: File| {
            let game: Mnk = "mnk:1,1,1".parse().unwrap();
            let tiers = Arc::new(Tiers::of(&game).unwrap());
            let settings = Settings::by_tier(1);
            let header = Header::begun_by_tiers(&game, Objective::Fastest, &tiers, settings);
            let tiers = Some(&tiers);
            SectionFile::new((&path, DiskFile::new(file)), (header, 0), tiers, [1].into_iter())
        };
        assert_eq!(find(File::open(&path).unwrap()).unwrap().store().len(), 0);
        // The file was opened only for writing.
        assert!(find(File::options().write(true).open(&path).unwrap()).is_err());
    }
}
