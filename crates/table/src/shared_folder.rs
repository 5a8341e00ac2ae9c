//! A table by tiers in a folder that any number of processes write, on any number of machines.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use perfect_play_core::{Board, Objective, Solvable};
use perfect_play_tiers::{Cache, Runs, Sections, Tier, Tiers, section_number};

use crate::{
    Damage, Header, OpenErrorKind, PackedTier, Part, ReadError, Settings, WriteError,
    WriteErrorKind, disk, folder, frame, identity::Identity, opening, run_file::RunFile,
    store::Store, tier_packer::TierPacker, tier_writer::begun,
};

/// The folder of the files that are not whole yet.
const UNDER_WAY: &str = "under-way";

/// How many files are kept open for reading, at most.
const OPEN: usize = 64;

/// A folder of a table by tiers to which any number of processes write at the same time, on machines that share a disk.
///
/// There is a file for each run of tiers ([`Runs`]). A process writes the file under a name of its own in the folder
/// `under-way`, syncs it, and renames it to `tiers-N.perfect`. So each file with such a name is whole. Nothing is
/// locked, and no clock is used. Two processes that solve the same run write the same bytes, so it does not matter
/// whose file is kept. [`TableFile`](crate::TableFile) opens the folder when all runs are there.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{Runs, Tiers}, solve_tiers};
/// use perfect_play_table::{SharedFolder, TableFile};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let (runs, solved) = (Runs::of(&tiers), solve_tiers(&game, &tiers, &|_| ())?);
/// let folder = tempfile::tempdir()?;
/// let shared = SharedFolder::create(folder.path(), &game, Objective::Fastest, tiers, "me")?;
/// for run in 0..runs.len() {
///     assert!(TableFile::open(folder.path()).is_err());
///     for tier in runs.tiers(run) {
///         let [o, x] = &solved.0[tier as usize];
///         shared.append(shared.pack(tier, [o, x])?)?;
///     }
///     assert!(shared.is_whole(run)?);
/// }
/// assert!(TableFile::open(folder.path()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SharedFolder {
    folder: PathBuf,
    /// The beginning of the names of unfinished files.
    writer: String,
    tiers: Arc<Tiers>,
    runs: Runs,
    /// The header of the whole table, before anything is written.
    header: Header,
    identity: Identity,
    /// By run: the files that were read last.
    open: Cache<usize, Store>,
    /// The run that [`SharedFolder::append`] writes.
    under_way: Mutex<Option<(usize, Arc<RunFile>)>>,
}

impl SharedFolder {
    /// Opens the folder to write the table or to resume writing it. Creates the folder if it does not exist. `writer`
    /// is a name of this process, such as its host and process number, for people who look at unfinished files.
    /// Finished runs are kept: see [`SharedFolder::is_whole`].
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or written, or if it has files of another table or of
    /// [`TierFolder`](crate::TierFolder).
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game.
    pub fn create<G: Solvable<Position = Board>>(
        folder: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
        writer: &str,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let io = |error| WriteError::io(folder, error);
        let header = begun(game, objective, &tiers, Settings::by_tier(tiers.slots()));
        fs::create_dir_all(folder.join(UNDER_WAY)).map_err(io)?;
        let opened = Self {
            folder: folder.to_path_buf(),
            // The writer is a part of a file's name.
            writer: writer.replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
            runs: Runs::of(&tiers),
            tiers,
            identity: header.identity().map_err(io)?,
            header,
            open: Cache::new(OPEN),
            under_way: Mutex::default(),
        };
        opened.refuse_others()?;
        Ok(opened)
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

    /// Whether a tier can be read: its run is finished, or this process has appended the tier. Reading it may still
    /// find damage.
    #[must_use]
    pub fn is_there(&self, tier: u32) -> bool {
        let run = self.runs.of_tier(tier);
        if self.appended(tier).is_some() {
            return true;
        }
        // A network file system may remember for a while that a file did not exist. It asks the server again when a
        // folder is opened.
        let _ = fs::read_dir(&self.folder);
        self.file(run).exists()
    }

    /// Whether the file of a run exists and is undamaged. This reads all of it. [`SharedFolder::append`] replaces a
    /// damaged file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_whole(&self, run: usize) -> Result<bool, WriteError> {
        let path = self.file(run);
        let io = |error| Err(WriteError::io(&path, error));
        let store = match self.opened(run) {
            Ok(store) => store,
            Err(OpenErrorKind::Io(error)) if error.kind() != io::ErrorKind::NotFound => {
                return io(error);
            }
            Err(_) => return Ok(false),
        };
        let part = self.part(run);
        for section in part.first..part.first + part.sections {
            match store.check(section) {
                Ok(()) => {}
                Err(ReadError::Io { source, .. }) => return io(source),
                Err(_) => return Ok(false),
            }
        }
        self.clear_away(run);
        Ok(true)
    }

    /// Compresses the sections of a tier, as [`TierFiles::pack`](crate::TierFiles::pack).
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
        // Other threads can read from it until it has its name.
        let finished = self.finish(run, &file);
        *self.under_way() = None;
        finished.map(|()| Some(run))
    }

    /// Writes a whole run in one call, independently of the run that [`SharedFolder::append`] writes.
    ///
    /// # Errors
    ///
    /// The errors of [`SharedFolder::append`].
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
        self.finish(run, &file)
    }

    /// Begins the file of a run.
    fn begin(&self, run: usize) -> Result<RunFile, WriteError> {
        let name = format!("{}.{}-", folder::name_of(self.first_tier(run)), self.writer);
        let header = Header { part: Some(self.part(run)), ..self.header.clone() };
        let path = self.folder.join(UNDER_WAY).join(name);
        RunFile::begin(&path, header).map_err(|error| self.interrupted(error))
    }

    /// Gives its name to a file with all tiers of a run.
    fn finish(&self, run: usize, file: &RunFile) -> Result<(), WriteError> {
        if let Err(error) = file.finish(&self.file(run)) {
            // Another process may have written the run meanwhile, and removed this unfinished file.
            let is_whole = self.is_whole(run).unwrap_or(false);
            return if is_whole { Ok(()) } else { Err(self.interrupted(error)) };
        }
        self.clear_away(run);
        self.open.forget();
        Ok(())
    }

    /// Removes the unfinished files of a run that is finished, of this and of other processes.
    fn clear_away(&self, run: usize) {
        let prefix = format!("{}.", folder::name_of(self.first_tier(run)));
        for entry in fs::read_dir(self.folder.join(UNDER_WAY)).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = disk::remove(&entry.path());
            }
        }
    }

    fn interrupted(&self, error: io::Error) -> WriteError {
        WriteError::new(&self.folder, WriteErrorKind::Interrupted(error))
    }

    /// Refuses a folder with a file of another table, with other runs of tiers, or with something that is not a file
    /// under the name of a run. Damaged files are accepted; their runs are solved again.
    fn refuse_others(&self) -> Result<(), WriteError> {
        let files = folder::files(&self.folder);
        for path in files.map_err(|error| WriteError::io(&self.folder, error))? {
            self.refuse_other(&path).map_err(|kind| WriteError::new(&path, kind))?;
        }
        Ok(())
    }

    fn refuse_other(&self, path: &Path) -> Result<(), WriteErrorKind> {
        let mut file = match fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened.map_err(WriteErrorKind::Io)?,
        };
        match frame::read(&mut file) {
            Ok((found, _)) if found.of_table() != self.header => {
                Err(WriteErrorKind::OtherFolder { found: found.told_from(&self.header) })
            }
            Ok((found, _)) if !found.finished || !self.has_run(found.here()) => {
                Err(WriteErrorKind::OtherRuns)
            }
            Err(OpenErrorKind::NotATable | OpenErrorKind::Version { .. }) => {
                Err(WriteErrorKind::NotATable)
            }
            Err(OpenErrorKind::Io(error)) => Err(WriteErrorKind::Io(error)),
            _ => Ok(()),
        }
    }

    /// Whether these are the sections of a run.
    fn has_run(&self, part: Part) -> bool {
        let run =
            u32::try_from(part.first / 2).map_or(self.runs.len(), |tier| self.runs.of_tier(tier));
        run < self.runs.len() && self.part(run) == part
    }

    /// Opens the file of a run.
    fn opened(&self, run: usize) -> Result<Store, OpenErrorKind> {
        let (header, store) = opening::open(&self.file(run))?;
        let is_it = header.of_table() == self.header && header.here() == self.part(run);
        if is_it { Ok(store) } else { Err(Damage::Header.into()) }
    }

    /// Reads from the file that contains a tier.
    fn read(
        &self,
        tier: u32,
        mut read: impl FnMut(&Store) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        if let Some(file) = self.appended(tier) {
            return read(file.store());
        }
        let run = self.runs.of_tier(tier);
        if self.store(run).and_then(|store| read(&store)).is_ok() {
            return Ok(());
        }
        // Another process may have replaced the file after it was opened.
        self.open.forget();
        read(&*self.store(run)?)
    }

    /// The file of a finished run.
    fn store(&self, run: usize) -> Result<Arc<Store>, ReadError> {
        self.open.get(run, run, || self.opened(run)).map_err(|error| {
            let path = self.file(run);
            match error {
                OpenErrorKind::Io(source) => ReadError::Io { path, source },
                _ => ReadError::Damaged { path, section: self.part(run).first },
            }
        })
    }

    /// The unfinished file, if this process has appended this tier to it.
    fn appended(&self, tier: u32) -> Option<Arc<RunFile>> {
        let under_way = self.under_way();
        let (run, file) = under_way.as_ref()?;
        let first = u64::from(section_number(tier, 0));
        let has = *run == self.runs.of_tier(tier) && first < file.store().end_number();
        has.then(|| Arc::clone(file))
    }

    /// The sections of a run.
    fn part(&self, run: usize) -> Part {
        let tiers = self.runs.tiers(run);
        let [first, end] = [tiers.start, tiers.end].map(|tier| section_number(tier, 0).into());
        Part { first, sections: end - first }
    }

    fn first_tier(&self, run: usize) -> u64 {
        self.runs.tiers(run).start.into()
    }

    fn file(&self, run: usize) -> PathBuf {
        folder::path_of(&self.folder, self.first_tier(run))
    }

    fn under_way(&self) -> MutexGuard<'_, Option<(usize, Arc<RunFile>)>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a table that is in a folder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WrittenTiers {
    /// The header of the whole table, from the files. `None` if there is no file.
    pub header: Option<Header>,
    /// The sections of each finished file.
    pub sections: Vec<Part>,
    /// Bytes of these files.
    pub bytes: u64,
    /// Bytes of unfinished files.
    pub bytes_under_way: u64,
}

/// Finds how much of a table by tiers is in a folder of [`SharedFolder`] or [`TierFolder`](crate::TierFolder). Only
/// the header of each file is read.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn written_tiers(folder: &Path) -> io::Result<WrittenTiers> {
    let mut written =
        WrittenTiers { header: None, sections: Vec::new(), bytes: 0, bytes_under_way: 0 };
    for path in folder::files(folder)? {
        let Ok(mut file) = fs::File::open(&path) else { continue };
        let bytes = file.metadata()?.len();
        match frame::read(&mut file) {
            Ok((header, _)) if header.finished => {
                written.sections.push(header.here());
                written.bytes += bytes;
                written.header.get_or_insert_with(|| header.of_table());
            }
            _ => written.bytes_under_way += bytes,
        }
    }
    for entry in fs::read_dir(folder.join(UNDER_WAY)).into_iter().flatten().flatten() {
        written.bytes_under_way += entry.metadata().map_or(0, |file| file.len());
    }
    Ok(written)
}

impl Sections for SharedFolder {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        self.read(tier, |store| store.read(section_number(tier, mover).into(), values))?;
        self.tiers.restore(tier, mover, values);
        Ok(())
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
        self.read(number, |store| store.read_range(section, slots.clone(), values))?;
        tier.restore(band, mover, values);
        Ok(())
    }
}
