#![doc = include_str!("../README.md")]
//!
//! # For contributors
//!
//! This library runs in WebAssembly. The modules in `js` call it ([`exports`]), and users import these modules. The
//! bytes of a table stay in JavaScript. If a call needs bytes of the file, it returns their ranges. JavaScript reads
//! these bytes and calls again. So bytes in memory, files, and files on a server are all read in the same way.

mod about;
pub mod exports;
mod failure;
mod open_table;
#[cfg(feature = "package")]
mod proof;
#[cfg(feature = "package")]
mod solving;
