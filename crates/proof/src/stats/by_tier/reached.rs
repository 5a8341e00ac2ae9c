//! Access to the reachable slots of parent tiers.

use super::CountError;

/// The source of the reachable slots in the tiers of the layer before.
pub(super) trait Reached: Sync {
    /// The bits of a section, one per slot.
    fn read(&self, layer: u8, tier: u32, mover: usize) -> Result<Vec<u8>, CountError>;
}
