//! Solved tiers in a folder, as long as other tiers are solved from them.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use perfect_play_core::{Board, Symmetric};
use perfect_play_tiers::{Sections, Tiers};

use crate::{
    PackedTier, ReadError, Settings, TierFiles, WriteError, WriteErrorKind,
    identity::{Identity, fingerprint},
    partial,
    section_file::SectionFile,
};

/// A section is read back as a whole soon, and then removed.
const SETTINGS: Settings = Settings { frame_bytes: Settings::MAX_FRAME_BYTES, compression: 1 };

/// The file that is locked as long as a run uses the folder. It says to which solve the folder belongs.
const LOCK: &str = "lock";

/// More bytes than it says.
const MOST_NAME_BYTES: u64 = 1 << 10;

/// A folder with the sections of solved tiers: one file for each layer of tiers, to which they are
/// appended in their order. A layer is removed as soon as no tier needs it that is still to be solved.
///
/// A run that was interrupted can be resumed: the next one finds the whole sections. All checksums begin with that
/// of the game, its rules and the layer. So sections of another solve are not taken for its own.
///
/// ```
/// use perfect_play_games::Mnk;
/// use perfect_play_generator::{tiers::{Sections, Tiers}, solve_tiers};
/// use perfect_play_table::{TierFiles, TierScratch};
///
/// let game: Mnk = "connect:4,4,4".parse()?;
/// let tiers = Tiers::of(&game)?;
/// let solved = solve_tiers(&game, &tiers, &|_| ())?;
/// let folder = tempfile::tempdir()?;
/// let scratch = TierScratch::open(folder.path(), &game, &tiers)?;
/// for (tier, [o, x]) in (0..).zip(&solved.0) {
///     scratch.append(scratch.pack(tier, [o, x])?)?;
/// }
/// drop(scratch);
///
/// // What is left are the start and what moves lead to from there.
/// let scratch = TierScratch::open(folder.path(), &game, &tiers)?;
/// assert_eq!(scratch.next_tier() as usize, tiers.len());
/// let mut section = Vec::new();
/// scratch.section(scratch.next_tier() - 1, 1, &mut section)?;
/// assert_eq!(Some(&section), solved.0.last().map(|[_, x]| x));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierScratch<'t> {
    folder: PathBuf,
    tiers: &'t Tiers,
    /// What the files are bound to, with the layer.
    name: String,
    layers: Mutex<HashMap<u8, Arc<SectionFile>>>,
    /// The tier to be written next.
    next: AtomicU32,
    /// Locked until it is closed.
    _lock: File,
}

impl<'t> TierScratch<'t> {
    /// Opens the folder, or makes it, to solve this game by its numbering.
    ///
    /// # Errors
    ///
    /// If another run uses the folder, or it cannot be read or written.
    pub fn open<G: Symmetric<Position = Board>>(
        folder: &Path,
        game: &G,
        tiers: &'t Tiers,
    ) -> Result<Self, WriteError> {
        fs::create_dir_all(folder).map_err(|error| WriteError::io(folder, error))?;
        let path = folder.join(LOCK);
        let lock = partial::open_locked(&path)?;
        let name = format!("{game}, {:08x}, {:x?}", fingerprint(game), tiers.cells());
        belongs_to(&name, &path, &lock)?;
        let scratch = Self {
            folder: folder.to_path_buf(),
            tiers,
            name,
            layers: Mutex::default(),
            next: AtomicU32::new(0),
            _lock: lock,
        };
        scratch.next.store(scratch.find_layers()?, Relaxed);
        Ok(scratch)
    }

    /// Opens what an earlier run has left: the lowest layer whose layer above is whole, and that one. Gives the
    /// tier to be written next.
    fn find_layers(&self) -> Result<u32, WriteError> {
        let layers = self.tiers.layers();
        let has = |layer: u8| self.path(layer).exists();
        for layer in (0..layers).filter(|&layer| has(layer)) {
            let above = layer + 1;
            let is_whole = above == layers
                || has(above)
                    && tiers_in(&*self.layer(above)?) as usize == self.tiers.layer(above).len();
            if is_whole {
                return Ok(self.tiers.layer(layer).start + tiers_in(&*self.layer(layer)?));
            }
            self.remove(layer)?;
        }
        Ok(0)
    }

    fn identity(&self, layer: u8) -> Identity {
        Identity::of(format!("{}, layer {layer}", self.name).as_bytes())
    }

    /// The file of a layer, opened or made.
    fn layer(&self, layer: u8) -> Result<Arc<SectionFile>, WriteError> {
        let mut layers = self.layers();
        if let Some(file) = layers.get(&layer) {
            return Ok(Arc::clone(file));
        }
        let path = self.path(layer);
        let open = || {
            let mut options = File::options();
            let file = options.read(true).write(true).create(true).truncate(false).open(&path)?;
            let tiers = self.tiers.layer(layer);
            let lens = tiers.flat_map(|tier| self.tiers.tier(tier as usize).lens());
            let file = SectionFile::new((&path, file), self.identity(layer), SETTINGS, 0, lens)?;
            file.store().truncate(file.store().len() / 2 * 2);
            Ok(Arc::new(file))
        };
        let file = open().map_err(|error: io::Error| WriteError::io(&path, error))?;
        layers.insert(layer, Arc::clone(&file));
        Ok(file)
    }

    /// Removes the file of a layer, if there is one.
    fn remove(&self, layer: u8) -> Result<(), WriteError> {
        self.layers().remove(&layer);
        let path = self.path(layer);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(WriteError::io(&path, error)),
            _ => Ok(()),
        }
    }

    /// Waits until a layer is on the disk.
    fn sync(&self, layer: u8) -> Result<(), WriteError> {
        let synced = self.layers().get(&layer).map_or(Ok(()), |file| file.sync());
        synced.map_err(|error| WriteError::io(&self.path(layer), error))
    }

    /// The file of a tier's layer, and the tier's number in it.
    fn find(&self, tier: u32) -> Result<(Arc<SectionFile>, u64), ReadError> {
        let layer = self.tiers.layer_of(tier);
        let file = self.layers().get(&layer).cloned();
        let not_there =
            || ReadError::Io { path: self.path(layer), source: ErrorKind::NotFound.into() };
        Ok((file.ok_or_else(not_there)?, u64::from(tier - self.tiers.layer(layer).start)))
    }

    fn path(&self, layer: u8) -> PathBuf {
        self.folder.join(format!("layer-{layer}.tiers"))
    }

    fn layers(&self) -> MutexGuard<'_, HashMap<u8, Arc<SectionFile>>> {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks that a folder belongs to this solve, as the file says that is locked. A new one does from now on.
fn belongs_to(name: &str, path: &Path, mut lock: &File) -> Result<(), WriteError> {
    let io = |error| WriteError::io(path, error);
    let mut found = Vec::new();
    lock.take(MOST_NAME_BYTES).read_to_end(&mut found).map_err(io)?;
    if found == name.as_bytes() {
        return Ok(());
    }
    // The system's end may have cut it short.
    if !name.as_bytes().starts_with(&found) {
        let found = String::from_utf8_lossy(&found).into_owned();
        return Err(WriteError::new(path, WriteErrorKind::OtherSolve { found }));
    }
    lock.seek(SeekFrom::Start(0)).and_then(|_| lock.write_all(name.as_bytes())).map_err(io)
}

/// How many tiers a file has.
fn tiers_in(file: &SectionFile) -> u32 {
    u32::try_from(file.store().len() / 2).unwrap_or(u32::MAX)
}

impl Sections for TierScratch<'_> {
    type Error = ReadError;

    fn section(&self, tier: u32, mover: usize, values: &mut Vec<u8>) -> Result<(), ReadError> {
        let (file, number) = self.find(tier)?;
        file.store().read(2 * number + mover as u64, values)
    }

    fn byte(&self, tier: u32, mover: usize, rank: usize) -> Result<Option<u8>, ReadError> {
        let (file, number) = self.find(tier)?;
        file.store().byte(2 * number + mover as u64, rank)
    }
}

impl TierFiles for TierScratch<'_> {
    fn next_tier(&self) -> u32 {
        self.next.load(Relaxed)
    }

    fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let layer = self.tiers.layer_of(tier);
        let number = tier - self.tiers.layer(layer).start;
        let packed = PackedTier::new(self.identity(layer), number, sections, SETTINGS);
        packed.map_err(|error| WriteError::io(&self.path(layer), error))
    }

    fn append(&self, PackedTier(sections): PackedTier) -> Result<(), WriteError> {
        let tier = self.next_tier();
        let layer = self.tiers.layer_of(tier);
        if tier == self.tiers.layer(layer).start {
            // The tiers that are solved now are in this layer, or in the next one as soon as this one is whole.
            // Moves lead from there to the layer before and to this one.
            self.sync(layer + 1)?;
            self.remove(layer + 2)?;
            // A new file, in which nothing has to be looked for.
            self.remove(layer)?;
        }
        let appended = self.layer(layer)?.append(&sections);
        appended.map_err(|error| {
            WriteError::new(&self.path(layer), WriteErrorKind::Interrupted(error))
        })?;
        self.next.store(tier + 1, Relaxed);
        Ok(())
    }
}
