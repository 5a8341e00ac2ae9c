//! Tests of files. `tiers` is a program of its own. So is `temporary`, which removes
//! the temporary files of its whole process.

mod extremes;
mod memory;
mod tier_folder;
