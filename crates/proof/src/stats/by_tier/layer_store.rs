//! The reachable slots of the last layers, in memory.

use std::collections::HashMap;

use super::{CountError, packed::Packed, reached::Reached};

/// The sections of the last layers, compressed: by layer, and by tier.
#[derive(Default)]
pub(super) struct LayerStore(HashMap<u8, HashMap<u32, [Packed; 2]>>);

impl LayerStore {
    /// Begins a layer. Layers before the last one are no longer needed.
    pub(super) fn begin(&mut self, layer: u8) {
        layer.checked_sub(2).map(|old| self.0.remove(&old));
    }

    pub(super) fn keep(&mut self, layer: u8, tier: u32, packed: [Packed; 2]) {
        self.0.entry(layer).or_default().insert(tier, packed);
    }
}

impl Reached for LayerStore {
    fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError> {
        let sections = self.0.get(&layer).and_then(|tiers| tiers.get(&tier));
        sections.map_or_else(|| Ok(Vec::new()), |sections| sections[mover].unpack())
    }
}
