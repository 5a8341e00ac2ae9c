//! Solved tiers in a folder, as long as other tiers are solved from them.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    WriteError, partial,
    source::{PositionedFile, Source},
};

/// The level of zstd: the fastest one. A section is read back soon, and then removed.
const COMPRESSION: i32 = 1;

/// The bytes before each section: tier, player to move, bytes, compressed bytes, checksum.
const HEAD_BYTES: usize = 20;

/// The file that is locked as long as a run uses the folder.
const LOCK: &str = "lock";

/// A folder with the sections of solved tiers: one file for each layer of tiers, to which sections are
/// appended as they are solved.
///
/// A run that was interrupted can be resumed: the next one finds the whole sections of the layers that it opens.
/// The checksum of every section includes the identity of the solve. So sections of another solve are not taken
/// for its own.
///
/// ```
/// use perfect_play_table::TierScratch;
///
/// let folder = tempfile::tempdir()?;
/// let scratch = TierScratch::open(folder.path(), "tictactoe")?;
/// scratch.open_layer(0)?;
/// scratch.keep(0, scratch.pack(5, [b"OOO", b"XX"])?)?;
/// assert!(scratch.has(0, 5) && !scratch.has(0, 4));
///
/// let mut section = Vec::new();
/// scratch.read(0, 5, 1, &mut section)?;
/// assert_eq!(section, b"XX");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TierScratch {
    folder: PathBuf,
    /// What every checksum begins with.
    identity: u32,
    layers: Mutex<HashMap<u8, Layer>>,
    /// Locked until it is closed.
    _lock: File,
}

/// The file of a layer.
#[derive(Debug)]
struct Layer {
    file: File,
    source: Arc<Source>,
    end: u64,
    /// By tier and player to move.
    sections: HashMap<(u32, usize), Section>,
}

/// Where a section is.
#[derive(Clone, Copy, Debug)]
struct Section {
    start: u64,
    head: Head,
}

/// What stands before a section.
#[derive(Clone, Copy, Debug)]
struct Head {
    tier: u32,
    mover: u32,
    bytes: u32,
    compressed_bytes: u32,
    crc32: u32,
}

/// The sections of a tier, compressed.
#[derive(Debug)]
pub struct PackedTier {
    bytes: Vec<u8>,
    /// For each section: where it begins in the bytes, and its head.
    heads: Vec<(u64, Head)>,
}

impl TierScratch {
    /// Opens the folder, or makes it. `identity` names the solve: the game, and how its boards are numbered.
    ///
    /// # Errors
    ///
    /// If another run uses the folder, or it cannot be written to.
    pub fn open(folder: &Path, identity: &str) -> Result<Self, WriteError> {
        fs::create_dir_all(folder).map_err(|error| WriteError::io(folder, error))?;
        Ok(Self {
            folder: folder.to_path_buf(),
            identity: crc32fast::hash(identity.as_bytes()),
            layers: Mutex::default(),
            _lock: partial::open_locked(&folder.join(LOCK))?,
        })
    }

    /// Opens the file of a layer, or makes it. What follows its last whole section is cut off. A layer that
    /// is open stays as it is, because opening reads the whole file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn open_layer(&self, layer: u8) -> Result<(), WriteError> {
        if self.layers().contains_key(&layer) {
            return Ok(());
        }
        let path = self.path(layer);
        let opened = Layer::open(&path, self.identity);
        let opened = opened.map_err(|error| WriteError::io(&path, error))?;
        self.layers().insert(layer, opened);
        Ok(())
    }

    /// Opens the file of a layer if it is there. Says whether it is.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn open_layer_if_there(&self, layer: u8) -> Result<bool, WriteError> {
        let is_there = self.path(layer).exists();
        if is_there {
            self.open_layer(layer)?;
        }
        Ok(is_there)
    }

    /// Removes the file of a layer, if there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove_layer(&self, layer: u8) -> Result<(), WriteError> {
        self.layers().remove(&layer);
        let path = self.path(layer);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(WriteError::io(&path, error)),
            _ => Ok(()),
        }
    }

    /// Waits until the layer is on the disk.
    ///
    /// # Errors
    ///
    /// If the system cannot write it.
    pub fn sync_layer(&self, layer: u8) -> Result<(), WriteError> {
        let synced = self.layers().get(&layer).map_or(Ok(()), |layer| layer.file.sync_data());
        synced.map_err(|error| WriteError::io(&self.path(layer), error))
    }

    /// Whether both sections of a tier are in an open layer.
    #[must_use]
    pub fn has(&self, layer: u8, tier: u32) -> bool {
        let layers = self.layers();
        let has = |layer: &Layer| (0..2).all(|mover| layer.sections.contains_key(&(tier, mover)));
        layers.get(&layer).is_some_and(has)
    }

    /// Compresses the sections of a tier (O to move, X to move).
    ///
    /// # Errors
    ///
    /// If they are too large.
    pub fn pack(&self, tier: u32, sections: [&[u8]; 2]) -> Result<PackedTier, WriteError> {
        let mut packed = PackedTier { bytes: Vec::new(), heads: Vec::new() };
        for (mover, section) in (0..).zip(sections) {
            let (head, compressed) = Head::of(self.identity, tier, mover, section)
                .map_err(|error| WriteError::io(&self.folder, error))?;
            packed.bytes.extend(head.to_bytes());
            packed.heads.push((packed.bytes.len() as u64, head));
            packed.bytes.extend(compressed);
        }
        Ok(packed)
    }

    /// Appends the sections of a tier to an open layer.
    ///
    /// # Errors
    ///
    /// If they cannot be written, as on a full disk. The sections before them are kept.
    pub fn keep(&self, layer: u8, packed: PackedTier) -> Result<(), WriteError> {
        let path = self.path(layer);
        let io = |error| WriteError::io(&path, error);
        let mut layers = self.layers();
        let layer = layers.get_mut(&layer).ok_or_else(|| io(ErrorKind::NotFound.into()))?;
        layer.file.seek(SeekFrom::Start(layer.end)).map_err(io)?;
        layer.file.write_all(&packed.bytes).map_err(io)?;
        for (start, head) in packed.heads {
            layer.insert(layer.end + start, head);
        }
        layer.end += packed.bytes.len() as u64;
        Ok(())
    }

    /// Replaces `values` by a section of an open layer, where O (0) or X (1) is to move.
    ///
    /// # Errors
    ///
    /// If it is not there, cannot be read, or is damaged.
    pub fn read(
        &self,
        layer: u8,
        tier: u32,
        mover: usize,
        values: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let path = self.path(layer);
        let io = |error| WriteError::io(&path, error);
        let section = self
            .layers()
            .get(&layer)
            .and_then(|layer| Some((layer.source.clone(), *layer.sections.get(&(tier, mover))?)));
        let (source, section) = section.ok_or_else(|| io(ErrorKind::NotFound.into()))?;
        let head = section.head;
        let mut compressed = vec![0; head.compressed_bytes as usize];
        source.read_at(section.start, &mut compressed).map_err(io)?;
        if head.checksum(self.identity, &compressed) != head.crc32 {
            return Err(io(damaged()));
        }
        values.clear();
        values.resize(head.bytes as usize, 0);
        match zstd::bulk::decompress_to_buffer(&compressed, values) {
            Ok(bytes) if bytes == values.len() => Ok(()),
            _ => Err(io(damaged())),
        }
    }

    fn path(&self, layer: u8) -> PathBuf {
        self.folder.join(format!("layer-{layer}.tiers"))
    }

    fn layers(&self) -> MutexGuard<'_, HashMap<u8, Layer>> {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Layer {
    fn open(path: &Path, identity: u32) -> io::Result<Self> {
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let source = Source::File(PositionedFile::new(file.try_clone()?)).into();
        let mut layer = Self { file, source, end: 0, sections: HashMap::new() };
        let mut reader = BufReader::new(layer.file.try_clone()?);
        let (mut head, mut compressed) = ([0; HEAD_BYTES], Vec::new());
        loop {
            match reader.read_exact(&mut head) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                result => result?,
            }
            let head = Head::from_bytes(&head);
            compressed.clear();
            reader.by_ref().take(head.compressed_bytes.into()).read_to_end(&mut compressed)?;
            let whole = compressed.len() == head.compressed_bytes as usize;
            if !whole || head.checksum(identity, &compressed) != head.crc32 {
                break;
            }
            let start = layer.end + HEAD_BYTES as u64;
            layer.insert(start, head);
            layer.end = start + u64::from(head.compressed_bytes);
        }
        layer.file.set_len(layer.end)?;
        Ok(layer)
    }

    fn insert(&mut self, start: u64, head: Head) {
        self.sections.insert((head.tier, head.mover as usize), Section { start, head });
    }
}

impl Head {
    /// The head of a section, and the section compressed.
    fn of(identity: u32, tier: u32, mover: u32, section: &[u8]) -> io::Result<(Self, Vec<u8>)> {
        let compressed = zstd::bulk::compress(section, COMPRESSION)?;
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(io::Error::other);
        let (bytes, compressed_bytes) = (length(section)?, length(&compressed)?);
        let head = Self { tier, mover, bytes, compressed_bytes, crc32: 0 };
        Ok((Self { crc32: head.checksum(identity, &compressed), ..head }, compressed))
    }

    fn to_bytes(self) -> [u8; HEAD_BYTES] {
        let Self { tier, mover, bytes, compressed_bytes, crc32 } = self;
        let mut head = [0; HEAD_BYTES];
        let words = [tier, mover, bytes, compressed_bytes, crc32].map(u32::to_le_bytes);
        head.as_chunks_mut().0.copy_from_slice(&words);
        head
    }

    fn from_bytes(head: &[u8; HEAD_BYTES]) -> Self {
        let [tier, mover, bytes, compressed_bytes, crc32] =
            [0, 1, 2, 3, 4].map(|i| u32::from_le_bytes(head.as_chunks().0[i]));
        Self { tier, mover, bytes, compressed_bytes, crc32 }
    }

    /// The checksum of a section of this solve, and of its head.
    fn checksum(self, identity: u32, compressed: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(identity);
        hasher.update(&Self { crc32: 0, ..self }.to_bytes());
        hasher.update(compressed);
        hasher.finalize()
    }
}

fn damaged() -> io::Error {
    let why = "a section is damaged (checksum): remove the folder and solve again";
    io::Error::new(ErrorKind::InvalidData, why)
}
