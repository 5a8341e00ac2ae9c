//! The reachable slots, kept while other tiers need them.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use perfect_play_file::{DiskFile, WriteError, compress, decompress};
use perfect_play_numbering::Unreadable;
use serde::{Deserialize, Serialize};

use super::{CountError, reached::Reached};

/// The level of zstd: the fastest one.
const COMPRESSION: i32 = 1;

/// The sections of the last layers, compressed, in memory or in files.
pub(super) struct LayerStore {
    /// The folder of the files. `None` if everything is held in memory.
    folder: Option<PathBuf>,
    layers: HashMap<u8, Layer>,
}

/// A layer of tiers.
#[derive(Default)]
struct Layer {
    /// A file without a name, and the offset of its end.
    file: Option<(DiskFile, u64)>,
    tiers: HashMap<u32, [Section; 2]>,
}

/// Where a section is.
enum Section {
    Held(Packed),
    InFile(InFile),
}

/// A compressed section.
pub(super) struct Packed {
    pub(super) compressed: Box<[u8]>,
    /// The length of the uncompressed section in bytes.
    bytes: usize,
}

/// The position of a compressed section in a file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct InFile {
    start: u64,
    length: u64,
    crc32: u32,
    /// The length of the uncompressed section in bytes.
    bytes: u64,
}

impl LayerStore {
    /// An empty store. Files are created in `folder` without names, so they disappear when they are closed.
    pub(super) fn new(folder: Option<&Path>) -> Result<Self, CountError> {
        // A folder that cannot be used is reported at once.
        folder.map(layer_file).transpose()?;
        Ok(Self { folder: folder.map(Path::to_path_buf), layers: HashMap::new() })
    }

    /// Begins a layer. Layers before the last one are no longer needed.
    pub(super) fn begin(&mut self, layer: u8) -> Result<(), CountError> {
        layer.checked_sub(2).map(|old| self.layers.remove(&old));
        let file = self.folder.as_deref().map(layer_file).transpose()?;
        self.layers.insert(layer, Layer { file, tiers: HashMap::new() });
        Ok(())
    }

    pub(super) fn keep(
        &mut self,
        layer: u8,
        tier: u32,
        packed: [Packed; 2],
    ) -> Result<(), CountError> {
        let Layer { file, tiers } = self.layers.entry(layer).or_default();
        let mut sections = packed.map(Section::Held);
        if let (Some((file, end)), Some(folder)) = (file, &self.folder) {
            for section in &mut sections {
                section.move_to(file, end).map_err(|error| WriteError::io(folder, error))?;
            }
        }
        tiers.insert(tier, sections);
        Ok(())
    }
}

impl Reached for LayerStore {
    /// A section of the layer before the one that was begun last.
    fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError> {
        let Some(layer) = self.layers.get(&layer) else { return Ok(Vec::new()) };
        let Some(sections) = layer.tiers.get(&tier) else { return Ok(Vec::new()) };
        let bits = match (&sections[mover], &layer.file) {
            (Section::Held(Packed { compressed, bytes }), _) => unpack(compressed, *bytes),
            (Section::InFile(place), Some((file, _))) => place.read(0, file),
            (Section::InFile(_), None) => Err(io::ErrorKind::NotFound.into()),
        };
        bits.map_err(unreadable)
    }
}

impl Section {
    /// Moves the section to the end of a file.
    fn move_to(&mut self, file: &DiskFile, end: &mut u64) -> io::Result<()> {
        if let Self::Held(packed) = self {
            file.write_at(*end, &packed.compressed)?;
            *self = Self::InFile(packed.at(end));
        }
        Ok(())
    }
}

impl Packed {
    /// Compresses a section.
    pub(super) fn of(section: &[u8]) -> Result<Self, CountError> {
        let mut compressed = Vec::new();
        compress(section, COMPRESSION, &mut compressed).map_err(unreadable)?;
        // A boxed slice frees the vector's spare room, which is for content that does not compress.
        Ok(Self { compressed: compressed.into_boxed_slice(), bytes: section.len() })
    }

    /// The position of the section if it is written at `end`. `end` is moved behind it.
    pub(super) fn at(&self, end: &mut u64) -> InFile {
        let (start, length) = (*end, self.compressed.len() as u64);
        *end += length;
        InFile { start, length, crc32: crc32fast::hash(&self.compressed), bytes: self.bytes as u64 }
    }
}

impl InFile {
    /// The section. Positions in the file are counted from `origin`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is damaged.
    pub(super) fn read(self, origin: u64, file: &DiskFile) -> io::Result<Vec<u8>> {
        let [length, bytes] = [self.length, self.bytes].map(usize::try_from);
        let mut compressed = vec![0; length.map_err(io::Error::other)?];
        file.read_at(origin + self.start, &mut compressed)?;
        if crc32fast::hash(&compressed) == self.crc32 {
            unpack(&compressed, bytes.map_err(io::Error::other)?)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

/// An empty file without a name.
fn layer_file(folder: &Path) -> Result<(DiskFile, u64), CountError> {
    let file = tempfile::tempfile_in(folder).map_err(|error| WriteError::io(folder, error))?;
    Ok((DiskFile::new(file), 0))
}

fn unpack(compressed: &[u8], bytes: usize) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    section.try_reserve_exact(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
    section.resize(bytes, 0);
    let is_whole = decompress(compressed, &mut section)?;
    is_whole.then_some(section).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn unreadable(error: io::Error) -> CountError {
    CountError::Table(Unreadable::new(error).into())
}
