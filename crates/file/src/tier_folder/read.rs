//! Reads values from the files of a folder, also while they are written.

use std::{fs, sync::Arc};

use perfect_play_core::{Slot, Values};
use perfect_play_numbering::{Sections, Tier, section_number};

use super::TierFolder;
use crate::{Damage, OpenErrorKind, ReadError, opening, run_file::RunFile, store::Store};

impl TierFolder {
    /// Whether a tier can be read: its run is finished, or this process has appended the tier. Reading it may still
    /// find damage.
    #[must_use]
    pub fn is_there(&self, tier: u32) -> bool {
        let file = self.file(self.runs.of_tier(tier));
        if self.appended(tier).is_some() || file.exists() {
            return true;
        }
        // A network file system may remember for a while that a file did not exist. It asks the server again when a
        // folder is opened.
        let _ = fs::read_dir(&self.folder);
        file.exists()
    }

    /// Opens the file of a run.
    pub(super) fn opened(&self, run: usize) -> Result<Store, OpenErrorKind> {
        let (header, store) = opening::open(&self.file(run))?;
        let is_it = header.of_table() == self.header && header.here() == self.part(run);
        if is_it { Ok(store.of_tiers(&self.tiers)) } else { Err(Damage::Header.into()) }
    }

    /// Reads from the file that contains a tier.
    fn read<T>(
        &self,
        tier: u32,
        mut read: impl FnMut(&Store) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        // The own unfinished file first: it has the tier before the run has its name.
        if let Some(file) = self.appended(tier) {
            return read(file.store());
        }
        let run = self.runs.of_tier(tier);
        if let Ok(found) = self.store(run).and_then(|store| read(&store)) {
            return Ok(found);
        }
        // Another process may have replaced the file after it was opened.
        self.forget();
        read(&*self.store(run)?)
    }

    /// The file of a finished run.
    fn store(&self, run: usize) -> Result<Arc<Store>, ReadError> {
        if let Some(store) = self.opened_runs().get(&run) {
            return Ok(Arc::clone(store));
        }
        let opened = self.opened(run).map_err(|error| {
            let path = self.file(run);
            match error {
                OpenErrorKind::Io(source) => ReadError::Io { path, source },
                _ => ReadError::Damaged { path, section: self.part(run).first },
            }
        });
        let store = Arc::new(opened?.among(&self.shared));
        self.opened_runs().insert(run, Arc::clone(&store));
        Ok(store)
    }

    /// Closes all files.
    pub(super) fn forget(&self) {
        self.opened_runs().clear();
        self.shared.0.forget();
        self.shared.1.forget();
    }

    /// The unfinished file, if this process has appended this tier to it.
    fn appended(&self, tier: u32) -> Option<Arc<RunFile>> {
        let under_way = self.under_way();
        let (run, file) = under_way.as_ref()?;
        let first = u64::from(section_number(tier, 0));
        let has = *run == self.runs.of_tier(tier) && first < file.store().end_number();
        has.then(|| Arc::clone(file))
    }
}

impl Sections for TierFolder {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        self.read(tier, |store| store.read(section_number(tier, mover).into(), values))
    }

    fn band(
        &self,
        tier: &Tier<'_>,
        band: usize,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let (number, slots) = (tier.number(), tier.band(band, mover));
        let section = section_number(number, mover).into();
        self.read(number, |store| store.read_range(section, slots.clone(), values))
    }
}

impl Values for TierFolder {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        self.read(slot.section / 2, |store| store.byte(slot.section.into(), slot.rank))
    }
}
