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
#[path = "../skip/mod.rs"]
mod skip;

use skip::skip;
