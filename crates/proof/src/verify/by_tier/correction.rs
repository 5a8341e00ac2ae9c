//! The right contents of a wrong slot.

/// The right value of a slot where the table is wrong.
#[derive(Clone, Copy)]
pub(super) struct Correction {
    pub(super) mover: usize,
    pub(super) rank: usize,
    pub(super) byte: u8,
}
