//! The page of `export html` in a real browser: Chromium without a window, told what to do by
//! chromedriver.
//!
//! Where there is no browser the tests are skipped and say why; in CI they fail.

mod accessibility;
mod alone;
mod answers;
mod browser;
mod keyboard;
mod levels;
mod links;
mod machine;
mod page;
mod play;

use std::{
    env,
    io::{self, Write},
    thread,
};

/// Says why this test is skipped. In CI there is no excuse.
fn skip(why: &str) {
    assert!(env::var_os("CI").is_none(), "in CI nothing is skipped: {why}");
    let test = thread::current();
    let line = format!("skipped: {}: {why}\n", test.name().unwrap_or("a test"));
    // Past what the test harness captures of a test that passes.
    let _ = io::stderr().write_all(line.as_bytes());
}
