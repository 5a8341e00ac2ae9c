#![doc = include_str!("../README.md")]

mod about;
mod answers;
mod c;
mod codes;
mod error;
mod example;
mod fill;
mod javascript;
mod json;
mod language;
mod measure;
mod plan;
mod python;
mod size;
mod spelling;

pub use error::ExportError;
pub use language::{Language, UnknownLanguage, export, types};
pub use size::{MAX_CODES, TooLarge, check_size};
