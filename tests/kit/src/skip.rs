//! Tests that need a tool which may not be installed.

use std::{
    env,
    io::{self, Write},
    thread,
};

/// Says why this test is skipped.
///
/// # Panics
///
/// If the variable `CI` is set: CI installs every tool.
pub fn skip(why: &str) {
    assert!(env::var_os("CI").is_none(), "in CI nothing is skipped: {why}");
    let test = thread::current();
    let line = format!("skipped: {}: {why}\n", test.name().unwrap_or("a test"));
    // The test harness captures `eprintln!` of a test that passes, but not this.
    let _ = io::stderr().write_all(line.as_bytes());
}
