//! The proof of tables cut into tiers: true ones are proven, and whatever is changed in one is found.

mod bytes;
mod liar;
mod lies;
mod proven;
mod sections;
mod solved;
