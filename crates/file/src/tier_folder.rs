//! A table by tiers in a folder that any number of threads, processes and machines write.

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use perfect_play_core::{Board, Game, Objective, Slot, Values};
use perfect_play_numbering::{Runs, Sections, Tier, Tiers, section_number};

use crate::{
    Header, PackedTier, Part, ReadError, Settings, WriteError, WriteErrorKind, folder, partial,
    run_file::RunFile, run_folder::RunFolder, store::Store, tier_packer::TierPacker,
};

/// The settings of a scratch folder. Its sections are read again soon, band by band, and then removed.
const SCRATCH: Settings = Settings { frame_slots: 1 << 18, compression: 1 };

/// A folder of a table by tiers to which any number of processes write at the same time, on machines that share a disk.
///
/// There is a file for each run of tiers ([`Runs`]). A process writes the file under a name of its own in the folder
/// `under-way`, syncs it, and renames it to `tiers-N.perfect`. So each file with such a name is whole. Nothing is
/// locked, and no clock is used. Two processes that solve the same run write the same bytes, so it does not matter
/// whose file is kept. [`TableFile`](crate::TableFile) opens the folder when all runs are there. An interrupted solve
/// goes on with the runs that are [missing](Self::missing).
///
/// A *scratch folder* is for a solve that computes only the values of the start and of the first moves. The runs of a
/// *layer* (the tiers with the same number of marks in the top part) are removed as soon as no unsolved tier needs
/// them. Only one process can use a scratch folder.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{numbering::{Runs, Tiers}, solve_tiers};
/// use perfect_play_file::{TableFile, TierFolder};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let (runs, solved) = (Runs::of(&tiers), solve_tiers(&game, &tiers, &|_| ())?);
/// let folder = tempfile::tempdir()?;
/// let writer = TierFolder::create(folder.path(), &game, Objective::Fastest, tiers)?;
/// for run in writer.missing()? {
///     assert!(TableFile::open(folder.path()).is_err());
///     for tier in runs.tiers(run) {
///         let [o, x] = &solved.0[tier as usize];
///         writer.append(writer.pack(tier, [o, x])?)?;
///     }
///     assert!(writer.is_whole(run)?);
/// }
/// let header = writer.finish()?;
/// assert_eq!(TableFile::open(folder.path())?.header(), &header);
/// assert!(TableFile::open(&folder.path().join("tiers-0.perfect")).is_err()); // only a part
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierFolder {
    folder: RunFolder,
    tiers: Arc<Tiers>,
    runs: Runs,
    /// The run that [`TierFolder::append`] writes.
    under_way: Mutex<Option<(usize, Arc<RunFile>)>>,
    /// The lock of a scratch folder.
    scratch: Option<fs::File>,
}

impl TierFolder {
    /// The folder, in the table's folder, of the files that are not whole yet. When the table is finished, it is removed.
    pub const UNDER_WAY: &str = folder::UNDER_WAY;

    /// Opens the folder to write the table or to resume writing it. Creates the folder if it does not exist. Finished
    /// runs are kept: see [`TierFolder::missing`].
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or written, or if it has files of another table.
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game.
    pub fn create<G: Game<Position = Board>>(
        folder: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let header =
            Header::begun_by_tiers(game, objective, &tiers, Settings::by_tier(tiers.slots()));
        Self::open(folder, tiers, header, false)
    }

    /// [`TierFolder::create`], for a scratch folder.
    ///
    /// # Errors
    ///
    /// The errors of [`TierFolder::create`]. Also if another process uses the folder, or if the file system has no
    /// locks.
    ///
    /// # Panics
    ///
    /// The panics of [`TierFolder::create`].
    pub fn scratch<G: Game<Position = Board>>(
        folder: &Path,
        game: &G,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        // Values do not depend on the objective.
        let header = Header::begun_by_tiers(game, Objective::Fastest, &tiers, SCRATCH);
        Self::open(folder, tiers, header, true)
    }

    fn open(
        path: &Path,
        tiers: Arc<Tiers>,
        header: Header,
        is_scratch: bool,
    ) -> Result<Self, WriteError> {
        let runs = Runs::of(&tiers);
        let part = |run| {
            let of: std::ops::Range<u32> = runs.tiers(run);
            let [first, end] = [of.start, of.end].map(|tier| section_number(tier, 0).into());
            Part { first, sections: end - first }
        };
        let parts = (0..runs.len()).map(part).collect();
        let folder = RunFolder::create(path, header, parts, Some(Arc::clone(&tiers)))?;
        let lock = || match partial::open_locked(&folder.under_way().join("lock")) {
            Err(error) if matches!(error.kind(), WriteErrorKind::Busy) => {
                Err(WriteError::new(path, WriteErrorKind::Busy))
            }
            lock => lock,
        };
        let scratch = is_scratch.then(lock).transpose()?;
        Ok(Self { folder, tiers, runs, under_way: Mutex::default(), scratch })
    }

    /// The most slots that a scratch folder ([`TierFolder::scratch`]) holds at the same time: those of two consecutive
    /// layers.
    #[must_use]
    pub fn most_slots(tiers: &Tiers) -> u64 {
        let slots_of = |layer| tiers.slots_in(tiers.layer(layer));
        let layers: Vec<u64> = (0..tiers.layers()).map(slots_of).collect();
        // The layer above these two is removed when the lower one is begun.
        let two = layers.windows(2).map(|two| two.iter().sum()).max();
        two.or(layers.first().copied()).unwrap_or(0)
    }

    /// The runs into which the tiers are divided.
    #[must_use]
    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Whether this is a scratch folder.
    #[must_use]
    pub fn is_scratch(&self) -> bool {
        self.scratch.is_some()
    }

    /// Finishes the table. Returns the header of the whole table, as [`TableFile::header`](crate::TableFile::header)
    /// gives it for this folder.
    ///
    /// # Errors
    ///
    /// If runs are missing or cannot be read, or belong to another table.
    pub fn finish(&self) -> Result<Header, WriteError> {
        self.folder.finish()
    }

    /// Compresses the sections of a tier, as [`TierWriter::pack`](crate::TierWriter::pack).
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let packed = PackedTier::new(self.folder.bound_to(), &self.tiers, tier, sections);
        packed.map_err(|error| WriteError::io(self.path(), error))
    }

    /// Begins to compress a tier, band after band.
    #[must_use]
    pub fn packer(&self, tier: &Tier<'_>) -> TierPacker {
        TierPacker::new(self.folder.bound_to(), self.path(), tier)
    }

    /// Appends a tier. All tiers of a run must be appended one after the other, before those of another run. The last
    /// tier of a run finishes the run; the call then returns the run's number.
    ///
    /// # Errors
    ///
    /// If it cannot be written, for example because the disk is full. Finished runs are kept. This run is abandoned,
    /// and can be begun again.
    ///
    /// # Panics
    ///
    /// If it is not the next tier of the run.
    pub fn append(&self, PackedTier(sections): PackedTier) -> Result<Option<usize>, WriteError> {
        let tier = u32::try_from(sections[0].number / 2).unwrap_or(u32::MAX);
        let run = self.runs.of_tier(tier);
        let is_first = tier == self.runs.tiers(run).start;
        // The first tier begins a new file, also if an earlier attempt at this run was abandoned.
        let under_way = self.under_way().clone().filter(|_| !is_first);
        let file = if let Some((of, file)) = under_way {
            assert_eq!(of, run, "the run that is under way");
            file
        } else {
            let file = Arc::new(self.begin(run)?);
            *self.under_way() = Some((run, Arc::clone(&file)));
            file
        };
        file.append(&sections).map_err(|error| self.folder.interrupted(error))?;
        if tier + 1 < self.runs.tiers(run).end {
            return Ok(None);
        }
        // Other threads can read from it until it has its name, also if it does not get one.
        self.folder.finish_run(run, &file)?;
        *self.under_way() = None;
        Ok(Some(run))
    }

    /// Writes a whole run in one call, independently of the run that [`TierFolder::append`] writes.
    ///
    /// # Errors
    ///
    /// The errors of [`TierFolder::append`].
    ///
    /// # Panics
    ///
    /// If these are not the tiers of the run in their order.
    pub fn write(
        &self,
        run: usize,
        tiers: impl IntoIterator<Item = PackedTier>,
    ) -> Result<(), WriteError> {
        let file = self.begin(run)?;
        for PackedTier(sections) in tiers {
            file.append(&sections).map_err(|error| self.folder.interrupted(error))?;
        }
        self.folder.finish_run(run, &file)
    }

    /// Begins the file of a run.
    fn begin(&self, run: usize) -> Result<RunFile, WriteError> {
        let layer = self.layer_of(run);
        if self.is_scratch() && self.runs.tiers(run).start == self.tiers.layer(layer).start {
            self.remove(layer + 2)?; // the layer between is whole
        }
        self.folder.begin(run)
    }

    /// Removes the runs of a layer.
    fn remove(&self, layer: u8) -> Result<(), WriteError> {
        let mut runs = (0..self.runs.len()).filter(|&run| self.layer_of(run) == layer);
        runs.try_for_each(|run| self.folder.remove(run))
    }

    fn layer_of(&self, run: usize) -> u8 {
        self.tiers.layer_of(self.runs.tiers(run).start)
    }

    fn under_way(&self) -> MutexGuard<'_, Option<(usize, Arc<RunFile>)>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The runs that have to be written, in ascending order. Each of them can be solved when those before it are
    /// written. This reads and checks the finished runs, on all cores. In a scratch folder, it removes the runs that
    /// are not needed any more.
    ///
    /// # Errors
    ///
    /// If a run cannot be read, or cannot be removed.
    pub fn missing(&self) -> Result<Vec<usize>, WriteError> {
        let mut missing = self.folder.missing()?;
        if !self.is_scratch() {
            return Ok(missing);
        }
        let layers = self.tiers.layers();
        let is_there = |layer| missing.iter().all(|&run| self.layer_of(run) != layer);
        // All lower layers follow from a layer. The moves from the start need layer 1, too.
        let is_enough = |&layer: &u8| is_there(layer) && (layer > 0 || layers == 1 || is_there(1));
        if let Some(enough) = (0..layers).find(is_enough) {
            missing.retain(|&run| self.layer_of(run) < enough);
            for layer in enough.max(1) + 1..layers {
                self.remove(layer)?;
            }
        }
        Ok(missing)
    }

    /// Whether the file of a run exists and is undamaged. This reads all of it. [`TierFolder::append`] replaces a
    /// damaged file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_whole(&self, run: usize) -> Result<bool, WriteError> {
        self.folder.is_whole(run)
    }

    /// Whether a tier can be read: its run is finished, or this process has appended the tier. Reading it may still
    /// find damage.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn is_there(&self, tier: u32) -> Result<bool, ReadError> {
        Ok(self.appended(tier).is_some() || self.folder.is_there(self.runs.of_tier(tier))?)
    }

    /// Reads from the file that contains a tier.
    fn read<T>(
        &self,
        tier: u32,
        mut read: impl FnMut(&Store) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        // The own unfinished file first: it has the tier before the run has its name.
        match self.appended(tier) {
            Some(file) => read(file.store()),
            None => self.folder.read(self.runs.of_tier(tier), read),
        }
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
        self.read(tier.number(), |store| store.read_band(tier, band, mover, values))
    }
}

impl Values for TierFolder {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        self.read(slot.section / 2, |store| store.byte(slot.section.into(), slot.rank))
    }
}
