//! Which slots play reaches, as long as other tiers need it.

use std::{collections::HashMap, path::Path};

use super::CountError;
use crate::{PackedTier, TemporaryFolder, TierScratch, Unreadable, WriteError};

/// The level of zstd: the fastest one.
const COMPRESSION: i32 = 1;

/// The sections of the last layers, compressed, in memory or in a folder.
pub(super) enum Kept {
    Memory(HashMap<u8, HashMap<u32, [Section; 2]>>),
    Folder {
        scratch: TierScratch,
        /// Removed at the end.
        _folder: TemporaryFolder,
    },
}

pub(super) struct Section {
    compressed: Box<[u8]>,
    bytes: usize,
}

/// A tier in the form in which it is kept.
pub(super) enum Packed {
    Memory([Section; 2]),
    Folder(PackedTier),
}

impl Kept {
    pub(super) fn new(folder: Option<&Path>) -> Result<Self, CountError> {
        let Some(path) = folder else { return Ok(Self::Memory(HashMap::new())) };
        let io = |error| WriteError::io(path, error);
        let folder = TemporaryFolder::within(path).map_err(io)?;
        Ok(Self::Folder {
            scratch: TierScratch::open(folder.path(), "reachable")?,
            _folder: folder,
        })
    }

    /// Begins a layer. Those before the last one are not needed any more.
    pub(super) fn begin(&mut self, layer: u8) -> Result<(), CountError> {
        let old = layer.checked_sub(2);
        match self {
            Self::Memory(layers) => {
                old.map(|old| layers.remove(&old));
                layers.insert(layer, HashMap::new());
            }
            Self::Folder { scratch, .. } => {
                old.map_or(Ok(()), |old| scratch.remove_layer(old))?;
                scratch.open_layer(layer)?;
            }
        }
        Ok(())
    }

    pub(super) fn pack(&self, tier: u32, sections: &[Vec<u8>; 2]) -> Result<Packed, CountError> {
        let [first, second] = sections;
        Ok(match self {
            Self::Memory(_) => Packed::Memory([Section::of(first)?, Section::of(second)?]),
            Self::Folder { scratch, .. } => Packed::Folder(scratch.pack(tier, [first, second])?),
        })
    }

    pub(super) fn keep(&mut self, layer: u8, tier: u32, packed: Packed) -> Result<(), CountError> {
        match (self, packed) {
            (Self::Memory(layers), Packed::Memory(sections)) => {
                layers.entry(layer).or_default().insert(tier, sections);
            }
            (Self::Folder { scratch, .. }, Packed::Folder(packed)) => {
                scratch.keep(layer, packed)?;
            }
            // A tier is kept where it was packed.
            _ => {}
        }
        Ok(())
    }

    /// A section of the layer before the one that was begun last.
    pub(super) fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError> {
        let mut bits = Vec::new();
        match self {
            Self::Memory(layers) => {
                let sections = layers.get(&layer).and_then(|tiers| tiers.get(&tier));
                if let Some(sections) = sections {
                    let Section { compressed, bytes } = &sections[mover];
                    bits = zstd::bulk::decompress(compressed, *bytes).map_err(unreadable)?;
                }
            }
            Self::Folder { scratch, .. } => scratch.read(layer, tier, mover, &mut bits)?,
        }
        Ok(bits)
    }
}

impl Section {
    fn of(section: &[u8]) -> Result<Self, CountError> {
        let compressed = zstd::bulk::compress(section, COMPRESSION).map_err(unreadable)?;
        // A boxed slice, because the vector has room for what cannot be compressed.
        Ok(Self { compressed: compressed.into_boxed_slice(), bytes: section.len() })
    }
}

fn unreadable(error: std::io::Error) -> CountError {
    CountError::Table(Unreadable::new(error).into())
}
