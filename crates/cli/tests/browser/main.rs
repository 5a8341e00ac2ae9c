//! The page of `export html` in a real browser: headless Chromium, driven by chromedriver.
//!
//! Without a browser, the tests are skipped and say why. In CI they fail.

#[cfg(not(browser_tests))]
compile_error!("set the environment variable RUSTFLAGS to \"--cfg browser_tests\"");

mod accessibility;
mod alone;
mod answers;
mod browser;
mod demo;
mod history;
mod keyboard;
mod levels;
mod links;
mod machine;
mod modes;
mod page;
mod play;
mod posters;
mod quiz;
mod review;
mod search;
mod searched;

use perfect_play_test_kit::skip;
