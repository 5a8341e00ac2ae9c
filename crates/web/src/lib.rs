#![doc = include_str!("../README.md")]
//!
//! # For who changes it
//!
//! This library is what runs in WebAssembly. The modules in `js` call it ([`exports`]) and are what users import. A
//! table's bytes stay in JavaScript: an answer that needs bytes of the file says which, JavaScript reads them and asks
//! again. So one way serves bytes in memory, files, and files on a server.

mod about;
pub mod exports;
mod failure;
mod open_table;
mod probed;
mod proof;
mod solving;
