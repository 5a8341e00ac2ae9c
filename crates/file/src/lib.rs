#![doc = include_str!("../README.md")]

mod begun;
mod compression;
mod copy;
mod disk;
mod encode;
#[cfg(all(test, unix))]
mod faults;
mod file;
mod file_sections;
mod folder;
mod found_entries;
mod header;
mod identity;
mod index;
mod keys;
mod memory;
mod open_error;
mod opening;
mod packed_tier;
mod partial;
mod pieces;
mod replace;
mod run_file;
mod section_file;
mod section_frames;
mod settings;
mod source;
mod store;
mod stored;
mod temporary;
mod tier_folder;
mod tier_packer;
mod tier_writer;
mod write_error;

pub use compression::{compress, decompress};
pub use copy::CopyError;
pub use disk::DiskFile;
pub use encode::{to_bytes, write};
pub use file::TableFile;
pub use file_sections::FileSections;
pub use header::{FORMAT_VERSION, Header, Meaning, Part, StoredNumbering};
pub use open_error::{Damage, OpenError, OpenErrorKind, WrongGame};
pub use packed_tier::PackedTier;
pub use pieces::Pieces;
pub use replace::{can_replace, is_stream, rename_over, replace};
pub use settings::Settings;
pub use store::ReadError;
pub use stored::{Opened, Stored};
pub use temporary::{TemporaryFilesRemoved, TemporaryFolder, remove_temporary_files};
pub use tier_folder::TierFolder;
pub use tier_packer::TierPacker;
pub use tier_writer::TierWriter;
pub use write_error::{WriteError, WriteErrorKind};

pub use perfect_play_numbering::Unreadable;
