//! Values as a file gives them back.

use perfect_play_numbering::{HeldSections, Tiers};

/// The sections as they are read from a file: the values that must be stored, and between them those that the rules tell.
/// They differ from the solver's if the side to move has a line.
///
/// # Panics
///
/// If the values that were kept are not those that are asked for.
#[must_use]
pub fn read_back(tiers: &Tiers, mut sections: HeldSections) -> HeldSections {
    for (tier, sections) in sections.0.iter_mut().enumerate() {
        let layout = tiers.tier(tier);
        for (mover, section) in sections.iter_mut().enumerate() {
            let (slots, mut kept) = (0..section.len(), Vec::new());
            layout.keep_non_static(mover, slots.clone(), section, &mut kept);
            assert!(layout.restore_static(mover, slots, &kept, section));
        }
    }
    sections
}
