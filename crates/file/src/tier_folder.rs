//! A table by tiers in a folder that any number of threads, processes and machines write.

mod read;
mod resume;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use perfect_play_core::{Board, Game, Objective};
use perfect_play_numbering::{Runs, Tier, Tiers, section_number};

use crate::{
    Header, PackedTier, Part, Settings, WriteError, WriteErrorKind, disk, folder,
    identity::Identity,
    partial,
    run_file::RunFile,
    source::{OpenFiles, open_files},
    store::{Recent, Store},
    tier_packer::TierPacker,
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
    folder: PathBuf,
    tiers: Arc<Tiers>,
    runs: Runs,
    /// The header of the whole table, before anything is written.
    header: Header,
    identity: Identity,
    /// By number: the finished runs that have been read.
    open: Mutex<HashMap<usize, Arc<Store>>>,
    /// What these runs share.
    shared: (Arc<OpenFiles>, Arc<Recent>),
    /// The run that [`TierFolder::append`] writes.
    under_way: Mutex<Option<(usize, Arc<RunFile>)>>,
    /// The lock of a scratch folder.
    scratch: Option<fs::File>,
}

/// How often a file is begun again whose folder another process has removed.
const TRIES: u32 = 16;

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
        folder: &Path,
        tiers: Arc<Tiers>,
        header: Header,
        is_scratch: bool,
    ) -> Result<Self, WriteError> {
        let io = |error| WriteError::io(folder, error);
        let under_way = folder.join(Self::UNDER_WAY);
        fs::create_dir_all(&under_way).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => WriteError::io(&under_way, error), // as a file
            _ => io(error),
        })?;
        let lock = || match partial::open_locked(&under_way.join("lock")) {
            Err(error) if matches!(error.kind(), WriteErrorKind::Busy) => {
                Err(WriteError::new(folder, WriteErrorKind::Busy))
            }
            lock => lock,
        };
        let opened = Self {
            folder: folder.to_path_buf(),
            runs: Runs::of(&tiers),
            tiers,
            identity: header.identity().map_err(io)?,
            shared: (open_files(), Recent::new(header.settings).into()),
            header,
            open: Mutex::default(),
            under_way: Mutex::default(),
            scratch: is_scratch.then(lock).transpose()?,
        };
        opened.refuse_others()?;
        Ok(opened)
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
        &self.folder
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
        let (header, _) = folder::open(&self.folder)
            .map_err(|error| WriteError::io(&self.folder, io::Error::other(error)))?;
        if header.of_table() != self.header {
            let found = header.told_from(&self.header);
            return Err(WriteError::new(&self.folder, WriteErrorKind::OtherFolder { found }));
        }
        // It stays if another process is still writing there.
        let _ = fs::remove_dir(self.folder.join(Self::UNDER_WAY));
        Ok(header)
    }

    /// Compresses the sections of a tier, as [`TierWriter::pack`](crate::TierWriter::pack).
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let bound_to = (self.identity, self.header.settings);
        let packed = PackedTier::new(bound_to, &self.tiers, tier, sections);
        packed.map_err(|error| WriteError::io(&self.folder, error))
    }

    /// Begins to compress a tier, band after band.
    #[must_use]
    pub fn packer(&self, tier: &Tier<'_>) -> TierPacker {
        TierPacker::new((self.identity, self.header.settings), &self.folder, tier)
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
        file.append(&sections).map_err(|error| self.interrupted(error))?;
        if tier + 1 < self.runs.tiers(run).end {
            return Ok(None);
        }
        // Other threads can read from it until it has its name, also if it does not get one.
        self.finish_run(run, &file)?;
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
            file.append(&sections).map_err(|error| self.interrupted(error))?;
        }
        self.finish_run(run, &file)
    }

    /// Begins the file of a run.
    fn begin(&self, run: usize) -> Result<RunFile, WriteError> {
        let layer = self.layer_of(run);
        if self.is_scratch() && self.runs.tiers(run).start == self.tiers.layer(layer).start {
            self.remove(layer + 2)?; // the layer between is whole
        }
        let header = Header { part: Some(self.part(run)), ..self.header.clone() };
        let under_way = self.folder.join(Self::UNDER_WAY);
        // `RunFile` adds a random part, so two processes that solve the same run write different files.
        let path = under_way.join(format!("{}.", folder::name_of(self.first_tier(run))));
        // Another process may have finished the table, and removed this folder, maybe just after it was created here.
        let open = || {
            fs::create_dir_all(&under_way)
                .and_then(|()| RunFile::begin(&path, header.clone(), &self.tiers))
        };
        let is_gone = |begun: &io::Result<_>| {
            begun.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let mut begun = open();
        let mut tries = 0;
        while is_gone(&begun) && tries < TRIES {
            begun = open();
            tries += 1;
        }
        begun.map_err(|error| self.interrupted(error))
    }

    /// Gives its name to a file with all tiers of a run.
    fn finish_run(&self, run: usize, file: &RunFile) -> Result<(), WriteError> {
        let path = self.file(run);
        // Another process may have begun another table in the same folder.
        self.refuse_other(&path).map_err(|kind| WriteError::new(&path, kind))?;
        if let Err(error) = file.finish(&path) {
            // Another process may have written the run meanwhile, and removed this unfinished file.
            let is_whole = self.is_whole(run).unwrap_or(false);
            return if is_whole { Ok(()) } else { Err(self.interrupted(error)) };
        }
        self.clear_away(run);
        if self.opened_runs().remove(&run).is_some() {
            self.forget(); // what was read before is of a damaged file
        }
        Ok(())
    }

    /// Removes the runs of a layer.
    fn remove(&self, layer: u8) -> Result<(), WriteError> {
        for run in (0..self.runs.len()).filter(|&run| self.layer_of(run) == layer) {
            self.opened_runs().remove(&run);
            let path = self.file(run);
            match disk::remove(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(WriteError::io(&path, error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the unfinished files of a run that is finished, of this and of other processes.
    fn clear_away(&self, run: usize) {
        let prefix = format!("{}.", folder::name_of(self.first_tier(run)));
        for entry in fs::read_dir(self.folder.join(Self::UNDER_WAY)).into_iter().flatten().flatten()
        {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = disk::remove(&entry.path());
            }
        }
    }

    fn interrupted(&self, error: io::Error) -> WriteError {
        WriteError::new(&self.folder, WriteErrorKind::Interrupted(error))
    }

    /// The sections of a run.
    fn part(&self, run: usize) -> Part {
        let tiers = self.runs.tiers(run);
        let [first, end] = [tiers.start, tiers.end].map(|tier| section_number(tier, 0).into());
        Part { first, sections: end - first }
    }

    fn layer_of(&self, run: usize) -> u8 {
        self.tiers.layer_of(self.runs.tiers(run).start)
    }

    fn first_tier(&self, run: usize) -> u64 {
        self.runs.tiers(run).start.into()
    }

    fn file(&self, run: usize) -> PathBuf {
        folder::path_of(&self.folder, self.first_tier(run))
    }

    fn opened_runs(&self) -> MutexGuard<'_, HashMap<usize, Arc<Store>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, Option<(usize, Arc<RunFile>)>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
