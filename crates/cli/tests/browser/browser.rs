//! A browser for one test: the driver's process, a fresh profile, and the end of both.

use std::{
    fmt::Debug,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::{
    By, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver, WebElement,
    error::WebDriverResult,
};
use tokio::runtime::{Builder, Runtime};

use crate::skip;

/// A browser with one page. It ends with the test, whether the test passes or fails.
pub(crate) struct Browser {
    runtime: Runtime,
    session: WebDriver,
    /// Ends after the session.
    _driver: Driver,
    _profile: TempDir,
}

/// The driver's process.
struct Driver {
    process: Child,
    port: u16,
}

impl Browser {
    /// Starts a browser. `None` if there is no browser; a message says so.
    pub(crate) fn start() -> Option<Self> {
        let driver = Driver::start().map_err(|why| skip(&why)).ok()?;
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let profile = tempfile::tempdir().unwrap();
        let mut browser = DesiredCapabilities::chrome();
        for argument in [
            "--headless",
            // There is no sandbox for root or in a container. The browser opens only our own page.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            // The browser must not wait for a network.
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--window-size=1200,1400",
            &format!("--user-data-dir={}", profile.path().display()),
        ] {
            browser.add_arg(argument).unwrap();
        }
        let url = format!("http://127.0.0.1:{}", driver.port);
        let session = runtime.block_on(async { WebDriver::new(url, browser).await });
        let session = session.map_err(|why| skip(&format!("no browser starts: {why}"))).ok()?;
        Some(Self { runtime, session, _driver: driver, _profile: profile })
    }

    fn wait<T>(&self, work: impl Future<Output = WebDriverResult<T>>) -> T {
        self.runtime.block_on(work).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Opens an address in a fresh page.
    pub(crate) fn open(&self, address: &str) {
        // For another fragment of the same page the browser would only scroll.
        self.wait(self.session.goto("about:blank"));
        self.wait(self.session.goto(address));
    }

    /// The result of a function of these arguments in the page.
    pub(crate) fn ask<T: DeserializeOwned + Debug>(&self, body: &str, arguments: &[Value]) -> T {
        self.wait(async { self.session.execute(body, arguments).await?.convert() })
    }

    /// Runs a script in the page.
    pub(crate) fn run(&self, body: &str) {
        self.wait(self.session.execute(body, []));
    }

    /// The value that a function passes to its last argument, a callback.
    pub(crate) fn ask_later<T: DeserializeOwned + Debug>(
        &self,
        body: &str,
        arguments: &[Value],
    ) -> T {
        self.wait(async { self.session.execute_async(body, arguments).await?.convert() })
    }

    /// Clicks with the mouse on the element that a selector finds.
    pub(crate) fn click(&self, selector: &str) {
        self.wait(async { self.find(selector).await?.click().await });
    }

    /// Presses a key in the focused element.
    pub(crate) fn press(&self, key: impl Into<char>) {
        let key = key.into();
        self.wait(self.session.action_chain().key_down(key).key_up(key).perform());
    }

    /// Presses a key while another key is held.
    pub(crate) fn press_holding(&self, held: impl Into<char>, key: impl Into<char>) {
        let (held, key) = (held.into(), key.into());
        let keys = self.session.action_chain().key_down(held).key_down(key);
        self.wait(keys.key_up(key).key_up(held).perform());
    }

    /// Sets a browser setting.
    pub(crate) fn emulate(&self, command: &str, parameters: Value) {
        self.wait(self.session.cdp().send_raw(command, parameters));
    }

    /// Sets a preference of the browser's user and resets all others: `prefers-color-scheme`, `dark`.
    pub(crate) fn prefer(&self, wishes: &[(&str, &str)]) {
        let features: Vec<_> =
            wishes.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.emulate("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    async fn find(&self, selector: &str) -> WebDriverResult<WebElement> {
        self.session.find(By::Css(selector)).await
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // This ends the browser's processes. The driver's own processes are ended after it.
        let _ = self.runtime.block_on(self.session.clone().quit());
    }
}

impl Driver {
    /// Starts the driver on a free port; an error says why it did not start. The port must be free for both versions of
    /// IP, or the driver ends; then it is started again.
    fn start() -> Result<Self, String> {
        let again = |_| Self::start_once();
        Self::start_once().or_else(again).or_else(again).or_else(again)
    }

    fn start_once() -> Result<Self, String> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let process =
            command.spawn().map_err(|error| format!("chromedriver does not start: {error}"))?;
        let mut driver = Self { process, port: 0 };
        let mut said = BufReader::new(driver.process.stdout.take().unwrap());
        let mut line = String::new();
        while said.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            let port = line.trim_end().trim_end_matches('.').split_once("on port ");
            if let Some(port) =
                port.and_then(|(_, port)| port.parse().ok()).filter(|&port| port > 0)
            {
                driver.port = port;
                return Ok(driver);
            }
            line.clear();
        }
        Err("chromedriver names no port".to_owned())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
