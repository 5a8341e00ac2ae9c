//! Tests of files. `temporary` is a program of its own, because it removes the temporary files of its whole process.

mod extremes;
mod memory;
mod ranks;
mod tier_folder;
mod tiers;
