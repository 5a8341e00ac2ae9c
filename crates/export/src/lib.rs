#![doc = include_str!("../README.md")]

mod answers;
mod c;
mod error;
mod example;
mod fill;
mod javascript;
mod json;
mod language;
mod measure;
mod plan;
mod python;
mod spelling;

pub use answers::{MAX_CODES, check_size};
pub use error::{ExportError, TooLarge};
pub use language::{Language, UnknownLanguage, export, types};
