#![doc = include_str!("../README.md")]
//!
//! # For contributors
//!
//! This library runs in WebAssembly. The modules in `js` call it ([`exports`]), and users import these modules. The
//! bytes of a table stay in JavaScript. If an answer needs bytes of the file, it says which; JavaScript reads them
//! and asks again. So bytes in memory, files, and files on a server are all read in the same way.

mod about;
pub mod exports;
mod failure;
mod open_table;
mod probed;
mod proof;
mod solving;
