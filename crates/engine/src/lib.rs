#![doc = include_str!("../README.md")]

mod any_table;
mod indexed;
mod method;
mod open_error;
mod start;
mod write_error;

pub use any_table::AnyTable;
pub use method::Method;
pub use open_error::{OpenAnyError, OpenAnyErrorKind};
pub use start::{Start, StartError, StartProgress, StartSolve};
pub use write_error::WriteAnyError;
