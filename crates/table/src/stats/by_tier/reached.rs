//! Which slots of parent tiers play reaches.

use super::CountError;

/// Where a pass finds which slots play reaches in the tiers of the layer before.
pub(super) trait Reached: Sync {
    /// The bits of a section, one a slot.
    fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError>;
}
