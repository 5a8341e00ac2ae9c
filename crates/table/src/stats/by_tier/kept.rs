//! Which slots play reaches, as long as other tiers need it.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use super::CountError;
use crate::{Unreadable, WriteError, compression, disk::DiskFile};

/// The level of zstd: the fastest one.
const COMPRESSION: i32 = 1;

/// The sections of the last layers, compressed, in memory or in files.
pub(super) struct Kept {
    /// Where files may be; `None` if everything is held in memory.
    folder: Option<PathBuf>,
    layers: HashMap<u8, Layer>,
}

/// A layer of tiers.
#[derive(Default)]
struct Layer {
    /// A file without a name, and where it ends.
    file: Option<(DiskFile, u64)>,
    tiers: HashMap<u32, [Section; 2]>,
}

/// A section, compressed.
struct Section {
    place: Place,
    bytes: usize,
}

enum Place {
    Memory(Box<[u8]>),
    File { start: u64, length: usize, crc32: u32 },
}

/// A tier in the form in which it is kept.
pub(super) struct Packed([Section; 2]);

impl Kept {
    /// Nothing yet. Files are made in `folder`, without names, so that they are gone when they are closed.
    pub(super) fn new(folder: Option<&Path>) -> Result<Self, CountError> {
        // What cannot be used is said at once.
        folder.map(layer_file).transpose()?;
        Ok(Self { folder: folder.map(Path::to_path_buf), layers: HashMap::new() })
    }

    /// Begins a layer. Those before the last one are not needed any more.
    pub(super) fn begin(&mut self, layer: u8) -> Result<(), CountError> {
        layer.checked_sub(2).map(|old| self.layers.remove(&old));
        let file = self.folder.as_deref().map(layer_file).transpose()?;
        self.layers.insert(layer, Layer { file, tiers: HashMap::new() });
        Ok(())
    }

    pub(super) fn pack(sections: &[Vec<u8>; 2]) -> Result<Packed, CountError> {
        let [first, second] = sections;
        Ok(Packed([Section::of(first)?, Section::of(second)?]))
    }

    pub(super) fn keep(
        &mut self,
        layer: u8,
        tier: u32,
        Packed(mut sections): Packed,
    ) -> Result<(), CountError> {
        let Layer { file, tiers } = self.layers.entry(layer).or_default();
        if let (Some((file, end)), Some(folder)) = (file, &self.folder) {
            for section in &mut sections {
                section.move_to(file, end).map_err(|error| WriteError::io(folder, error))?;
            }
        }
        tiers.insert(tier, sections);
        Ok(())
    }

    /// A section of the layer before the one that was begun last.
    pub(super) fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError> {
        let Some(layer) = self.layers.get(&layer) else { return Ok(Vec::new()) };
        let Some(sections) = layer.tiers.get(&tier) else { return Ok(Vec::new()) };
        let Section { place, bytes } = &sections[mover];
        let decompress = |compressed: &[u8]| {
            let mut section = vec![0; *bytes];
            let is_whole = compression::decompress(compressed, &mut section);
            is_whole.then_some(section).ok_or_else(|| unreadable(io::ErrorKind::InvalidData.into()))
        };
        match (place, &layer.file) {
            (Place::Memory(compressed), _) => decompress(compressed),
            (&Place::File { start, length, crc32 }, Some((file, _))) => {
                let mut compressed = vec![0; length];
                file.read_at(start, &mut compressed).map_err(unreadable)?;
                if crc32fast::hash(&compressed) != crc32 {
                    return Err(unreadable(io::ErrorKind::InvalidData.into()));
                }
                decompress(&compressed)
            }
            (Place::File { .. }, None) => Err(unreadable(io::ErrorKind::NotFound.into())),
        }
    }
}

impl Section {
    fn of(section: &[u8]) -> Result<Self, CountError> {
        let mut compressed = Vec::new();
        compression::compress(section, COMPRESSION, &mut compressed).map_err(unreadable)?;
        // A boxed slice, because the vector has room for what cannot be compressed.
        Ok(Self { place: Place::Memory(compressed.into_boxed_slice()), bytes: section.len() })
    }

    /// Moves the section to the end of a file.
    fn move_to(&mut self, file: &DiskFile, end: &mut u64) -> io::Result<()> {
        let Place::Memory(compressed) = &self.place else { return Ok(()) };
        file.write_at(*end, compressed)?;
        let (start, length) = (*end, compressed.len());
        *end += length as u64;
        self.place = Place::File { start, length, crc32: crc32fast::hash(compressed) };
        Ok(())
    }
}

/// An empty file without a name.
fn layer_file(folder: &Path) -> Result<(DiskFile, u64), CountError> {
    let file = tempfile::tempfile_in(folder).map_err(|error| WriteError::io(folder, error))?;
    Ok((DiskFile::new(file), 0))
}

fn unreadable(error: io::Error) -> CountError {
    CountError::Table(Unreadable::new(error).into())
}
