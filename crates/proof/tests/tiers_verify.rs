//! The proof of tables by tiers: right tables are proven, and any change is found.

mod bytes;
mod lies;
mod proven;
mod resumed;
mod sections;
mod solved;
