//! Writes a table by tiers into a folder, with one file for each layer of tiers.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use perfect_play_core::{Board, Objective, Slot, Solvable, Values};
use perfect_play_tiers::{Sections, Tier, Tiers, section_number};

use crate::{
    Damage, Header, OpenErrorKind, PackedTier, Part, ReadError, Settings, TierFiles, WriteError,
    WriteErrorKind, disk, folder, frame, identity::Identity, opening, store::Store,
    tier_packer::TierPacker, tier_writer::begun, under_way::UnderWay,
};

/// The settings of a scratch folder. Its sections are read again soon, band by band, and then removed.
const SCRATCH: Settings = Settings { frame_bytes: 1 << 18, compression: 1 };

/// Writes a table by tiers into a folder, tier after tier as they are solved. There is one file for each *layer*: the
/// tiers with the same number of marks in the top part. Each file is first written as `FILE.partial`, as
/// [`TierWriter`](crate::TierWriter) does, and an interrupted run can be resumed in the same way.
/// [`TableFile`](crate::TableFile) opens the folder.
///
/// A *scratch folder* is for a solve that computes only the values of the start and of the first moves. It has one file
/// for each layer, too, but the file of a layer is removed as soon as no unsolved tier needs it.
///
/// ```
/// use perfect_play_core::Objective;
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::Tiers, solve_tiers};
/// use perfect_play_table::{TableFile, TierFiles, TierFolder};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let solved = solve_tiers(&game, &tiers, &|_| ())?;
/// let folder = tempfile::tempdir()?;
/// let writer = TierFolder::create(folder.path(), &game, Objective::Fastest, tiers)?;
/// for (tier, [o, x]) in (0..).zip(&solved.0) {
///     writer.append(writer.pack(tier, [o, x])?)?;
/// }
/// let header = writer.finish()?;
///
/// let table = TableFile::open(folder.path())?;
/// assert_eq!(table.header(), &header);
/// assert!(TableFile::open(&folder.path().join("tiers-0.perfect")).is_err()); // only a part
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierFolder {
    folder: PathBuf,
    tiers: Arc<Tiers>,
    /// The header of the whole table, before anything is written.
    header: Header,
    identity: Identity,
    is_scratch: bool,
    files: Mutex<Files>,
    /// The tier to be written next.
    next: AtomicU32,
}

/// The files in the folder.
#[derive(Debug, Default)]
struct Files {
    /// By layer.
    whole: HashMap<u8, Arc<Store>>,
    /// `None` if all layers are finished.
    under_way: Option<(u8, Arc<UnderWay>)>,
}

impl TierFolder {
    /// Begins to write the table into this folder, or resumes writing it: see [`TierFiles::next_tier`]. Creates the
    /// folder if it does not exist. Existing files are read and checked. If a file of this table is damaged, it and
    /// all later files are written again.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or written, if another run is writing it, or if it has files of another table.
    ///
    /// # Panics
    ///
    /// If `tiers` is the numbering of another game.
    pub fn create<G: Solvable<Position = Board>>(
        folder: &Path,
        game: &G,
        objective: Objective,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        let header = begun(game, objective, &tiers, Settings::by_tier(tiers.slots()));
        Self::open(folder, tiers, header, false)
    }

    /// [`TierFolder::create`], for a scratch folder.
    ///
    /// # Errors
    ///
    /// The errors of [`TierFolder::create`].
    ///
    /// # Panics
    ///
    /// The panics of [`TierFolder::create`].
    pub fn scratch<G: Solvable<Position = Board>>(
        folder: &Path,
        game: &G,
        tiers: impl Into<Arc<Tiers>>,
    ) -> Result<Self, WriteError> {
        let tiers = tiers.into();
        // Values do not depend on the objective.
        let header = begun(game, Objective::Fastest, &tiers, SCRATCH);
        Self::open(folder, tiers, header, true)
    }

    fn open(
        folder: &Path,
        tiers: Arc<Tiers>,
        header: Header,
        is_scratch: bool,
    ) -> Result<Self, WriteError> {
        fs::create_dir_all(folder).map_err(|error| WriteError::io(folder, error))?;
        let identity = header.identity().map_err(|error| WriteError::io(folder, error))?;
        let next = AtomicU32::new(tiers.numbers().end);
        let (folder, files) = (folder.to_path_buf(), Mutex::default());
        let opened = Self { folder, tiers, header, identity, is_scratch, files, next };
        opened.refuse_others()?;
        if let Some(layer) = opened.find_whole_layers()? {
            opened.go_on_with(layer)?;
        }
        Ok(opened)
    }

    /// The most slots that a scratch folder ([`TierFolder::scratch`]) holds at the same time: those of two consecutive
    /// layers.
    #[must_use]
    pub fn most_slots(tiers: &Tiers) -> u64 {
        let slots_of = |layer| -> u64 {
            let lens = tiers.layer(layer).flat_map(|tier| tiers.lens()[tier as usize]);
            lens.map(u64::from).sum()
        };
        let layers: Vec<u64> = (0..tiers.layers()).map(slots_of).collect();
        // The layer above these two is removed when the lower one is begun.
        let two = layers.windows(2).map(|two| two.iter().sum()).max();
        two.or(layers.first().copied()).unwrap_or(0)
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Finishes the table. Returns the header of the whole table, as [`TableFile::header`](crate::TableFile::header)
    /// gives it for this folder.
    ///
    /// # Errors
    ///
    /// If this is a scratch folder, because it does not have the whole table.
    ///
    /// # Panics
    ///
    /// If tiers are missing.
    pub fn finish(self) -> Result<Header, WriteError> {
        assert_eq!(self.next_tier() as usize, self.tiers.len(), "not all tiers have been written");
        match folder::open(&self.folder) {
            Ok((header, _)) => Ok(header),
            Err(error) => Err(WriteError::io(&self.folder, io::Error::other(error))),
        }
    }

    /// Refuses a folder with a file of another table, or one that another run is writing.
    fn refuse_others(&self) -> Result<(), WriteError> {
        for path in
            folder::files(&self.folder).map_err(|error| WriteError::io(&self.folder, error))?
        {
            let mut file = fs::File::open(&path).map_err(|error| WriteError::io(&path, error))?;
            if let Err(fs::TryLockError::WouldBlock) = file.try_lock_shared() {
                return Err(WriteError::new(&path, WriteErrorKind::Busy));
            }
            match frame::read(&mut file) {
                Ok((found, _)) if found.of_table() != self.header => {
                    let found = found.told_from(&self.header);
                    return Err(WriteError::new(&path, WriteErrorKind::OtherFolder { found }));
                }
                Ok((found, _)) if !self.has_layer(found.here()) => {
                    return Err(WriteError::new(&path, WriteErrorKind::OtherRuns));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Finds the finished layers of an earlier run. Returns the layer to continue with, or `None` if all are
    /// finished.
    fn find_whole_layers(&self) -> Result<Option<u8>, WriteError> {
        let layers = self.tiers.layers();
        if !self.is_scratch {
            for layer in (0..layers).rev() {
                if !self.find_whole(layer)? {
                    return Ok(Some(layer));
                }
            }
            return Ok(None);
        }
        for layer in 0..layers {
            // All other layers follow from the last one. The layer above it is kept for the moves from the start.
            if self.find_whole(layer)? && (layer > 0 || layers == 1 || self.find_whole(1)?) {
                for unneeded in layer.max(1) + 1..layers {
                    self.remove(unneeded)?;
                }
                return Ok(layer.checked_sub(1));
            }
        }
        Ok(layers.checked_sub(1))
    }

    /// Opens the file of a layer, if it exists and is whole.
    fn find_whole(&self, layer: u8) -> Result<bool, WriteError> {
        let path = self.file(layer);
        let store = match opening::open(&path) {
            Ok((header, store)) if header.part == Some(self.part(layer)) => store,
            // It is unknown which table the file belongs to.
            Err(
                OpenErrorKind::Damaged(Damage::Header)
                | OpenErrorKind::NotATable
                | OpenErrorKind::Version { .. },
            ) => return Err(WriteError::new(&path, WriteErrorKind::NotATable)),
            Err(OpenErrorKind::Io(error)) if error.kind() != io::ErrorKind::NotFound => {
                return Err(WriteError::io(&path, error));
            }
            Ok(_) | Err(_) => return Ok(false),
        };
        let damaged = store.first_damaged().map_err(|error| WriteError::io(&path, error))?;
        if damaged.is_none() {
            self.files().whole.insert(layer, Arc::new(store));
        }
        Ok(damaged.is_none())
    }

    /// Continues with the first layer that is not whole.
    fn go_on_with(&self, layer: u8) -> Result<(), WriteError> {
        let file = Arc::new(self.under_way(layer)?);
        let tiers = self.tiers.layer(layer);
        let next = tiers.start + file.tiers();
        self.files().under_way = Some((layer, Arc::clone(&file)));
        self.next.store(next, Relaxed);
        if next == tiers.end { self.finish_layer(layer, &file) } else { Ok(()) }
    }

    /// The unfinished file of a layer, with its finished tiers.
    fn under_way(&self, layer: u8) -> Result<UnderWay, WriteError> {
        let lens = self.tiers.layer(layer).flat_map(|tier| self.tiers.lens()[tier as usize]);
        let header = Header { part: Some(self.part(layer)), ..self.header.clone() };
        UnderWay::open((self.file(layer), None), header, lens)
    }

    /// Finishes a layer that has all its tiers, and begins the next one.
    fn finish_layer(&self, layer: u8, file: &UnderWay) -> Result<(), WriteError> {
        // This file stays locked until the next one is locked, so that no other run comes between.
        let below = layer.checked_sub(1);
        let next = below.map(|below| self.under_way(below)).transpose()?;
        if let Some(next) = &next {
            // An earlier run that found less damage has left these tiers. Tiers must be written in order.
            next.restart();
        }
        file.finish()?;
        let path = self.file(layer);
        let whole = opening::open(&path)
            .map_err(|error| WriteError::io(&path, io::Error::other(error.to_string())))?;
        let mut files = self.files();
        files.whole.insert(layer, Arc::new(whole.1));
        files.under_way = below.zip(next.map(Arc::new));
        drop(files);
        if self.is_scratch && below.is_some() {
            self.remove(layer + 1)?;
        }
        Ok(())
    }

    /// Removes the file of a layer, if there is one.
    fn remove(&self, layer: u8) -> Result<(), WriteError> {
        if layer >= self.tiers.layers() {
            return Ok(());
        }
        self.files().whole.remove(&layer);
        let path = self.file(layer);
        match disk::remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::io(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Reads from the file that contains a tier.
    fn read<T>(
        &self,
        tier: u32,
        read: impl FnOnce(&Store) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let layer = self.tiers.layer_of(tier);
        let files = self.files();
        if let Some(store) = files.whole.get(&layer).cloned() {
            drop(files);
            return read(&store);
        }
        let under_way = files.under_way.clone();
        drop(files);
        match under_way {
            Some((of, file)) if of == layer => read(file.store()),
            _ => Err(ReadError::Io {
                path: self.file(layer),
                source: io::ErrorKind::NotFound.into(),
            }),
        }
    }

    /// Whether these are the sections of a layer.
    fn has_layer(&self, part: Part) -> bool {
        (0..self.tiers.layers()).any(|layer| self.part(layer) == part)
    }

    /// The sections of a layer.
    fn part(&self, layer: u8) -> Part {
        let tiers = self.tiers.layer(layer);
        let [first, end] = [tiers.start, tiers.end].map(|tier| section_number(tier, 0).into());
        Part { first, sections: end - first }
    }

    fn file(&self, layer: u8) -> PathBuf {
        folder::path_of(&self.folder, self.tiers.layer(layer).start.into())
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sections for TierFolder {
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
        self.read(number, |store| store.read_range(section, slots, values))?;
        tier.restore(band, mover, values);
        Ok(())
    }
}

impl Values for TierFolder {
    type Error = ReadError;

    fn byte(&self, slot: Slot) -> Result<Option<u8>, ReadError> {
        self.read(slot.section / 2, |store| store.byte(slot.section.into(), slot.rank))
    }
}

impl TierFiles for TierFolder {
    fn next_tier(&self) -> u32 {
        self.next.load(Relaxed)
    }

    fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let bound_to = (self.identity, self.header.settings);
        let packed = PackedTier::new(bound_to, &self.tiers, tier, sections);
        packed.map_err(|error| WriteError::io(&self.folder, error))
    }

    fn packer(&self, tier: &Tier<'_>) -> TierPacker {
        TierPacker::new((self.identity, self.header.settings), &self.folder, tier)
    }

    fn append(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        let under_way = self.files().under_way.clone();
        let (layer, file) = under_way.expect("a tier that is to be written next");
        let (tier, tiers) = (self.next_tier(), self.tiers.layer(layer));
        // The tier is there already if the layer could not be finished before.
        if file.tiers() == tier - tiers.start {
            file.append(&sections)?;
        }
        if tier + 1 == tiers.end {
            self.finish_layer(layer, &file)?;
        }
        self.next.store(tier + 1, Relaxed);
        Ok(())
    }
}
