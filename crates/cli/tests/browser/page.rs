//! The exported page: what a reader sees, and what a reader can do.

use std::{
    fs,
    ops::Deref,
    path::PathBuf,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use thirtyfour::Key;

use crate::browser::Browser;

/// How long the page may take for its own actions.
const PATIENCE: Duration = Duration::from_secs(20);

/// An exported page, open in its own browser.
pub(crate) struct Page {
    browser: Browser,
    folder: TempDir,
}

/// Runs the program in a folder that it may write to.
fn program(folder: &TempDir, args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfect-play"));
    let answer = command.args(args).current_dir(folder.path()).output().unwrap();
    assert!(answer.status.success(), "{args:?}: {answer:?}");
}

impl Page {
    /// The page of a game, opened with the game in the link; `None` if there is no browser.
    pub(crate) fn of(game: &str, link: &str) -> Option<Self> {
        let page = Self { browser: Browser::start()?, folder: tempfile::tempdir().unwrap() };
        program(&page.folder, &["export", "html", game, "-o", "page.html"]);
        page.open(link);
        Some(page)
    }

    /// The page of a table that was solved for the outcome only.
    pub(crate) fn of_outcomes(game: &str) -> Option<Self> {
        let page = Self { browser: Browser::start()?, folder: tempfile::tempdir().unwrap() };
        let solve = ["solve", game, "--objective", "outcome", "-o", "outcome.perfect"];
        program(&page.folder, &solve);
        program(&page.folder, &["export", "html", "outcome.perfect", "-o", "page.html"]);
        page.open("");
        Some(page)
    }

    /// The page of a cut table, which stores the first plies of a game.
    pub(crate) fn of_first_plies(game: &str, plies: u16, link: &str) -> Option<Self> {
        let page = Self { browser: Browser::start()?, folder: tempfile::tempdir().unwrap() };
        let solve = ["solve", game, "--plies", &plies.to_string(), "-o", "cut.perfect"];
        program(&page.folder, &solve);
        program(&page.folder, &["export", "html", "cut.perfect", "-o", "page.html"]);
        page.open(link);
        Some(page)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    /// Opens the page again as a file, with the game in the link.
    pub(crate) fn open(&self, link: &str) {
        self.browser.open(&format!("file://{}{link}", self.path().display()));
        self.until("the page is ready", |page| !page.status().starts_with("Reading"));
    }

    /// Changes the page's file.
    pub(crate) fn rewrite(&self, change: impl FnOnce(String) -> String) {
        let page = fs::read_to_string(self.path()).unwrap();
        fs::write(self.path(), change(page)).unwrap();
    }

    /// Follows a link within the open page.
    pub(crate) fn follow(&self, link: &str) {
        // The page's own listener is called first.
        let follow = "const [link, done] = arguments;
            addEventListener('hashchange', () => done(), { once: true });
            location.hash = link;";
        self.ask_later::<()>(follow, &[link.into()]);
    }

    /// Waits until a condition holds.
    pub(crate) fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "not in time: {what}; {:?}", self.status());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page shows this text.
    pub(crate) fn until_it_says(&self, words: &str) {
        self.until(words, |page| page.status().contains(words));
    }

    /// The text of the element that a selector finds.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = "return document.querySelector(arguments[0])?.textContent ?? 'nothing there'";
        self.ask(text, &[selector.into()])
    }

    /// The texts of all elements that a selector finds.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let texts = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)";
        self.ask(texts, &[selector.into()])
    }

    /// The last announcement about the game to a screen reader.
    pub(crate) fn status(&self) -> String {
        self.text("#status")
    }

    /// The part of the address that holds the game.
    pub(crate) fn link(&self) -> String {
        self.ask("return location.hash", &[])
    }

    /// The pieces on the board, `.` for an empty cell.
    pub(crate) fn board(&self) -> String {
        let marks = "return [...document.querySelectorAll('#board .cell')]
            .toSorted((one, other) => one.dataset.cell - other.dataset.cell)
            .map((cell) => cell.querySelector('.mark')?.dataset.piece.toUpperCase() ?? '.').join('')";
        self.ask(marks, &[])
    }

    /// Clicks on cells by their names on the page.
    pub(crate) fn take(&self, cells: &[u8]) {
        for cell in cells {
            self.click(&format!("#board button[aria-label^='{cell},']"));
        }
    }

    /// Goes to the position after this many moves, without moving the focus. The machine waits there.
    pub(crate) fn go_to(&self, made: usize) {
        self.run(&format!("document.querySelectorAll('#history button')[{made}].click()"));
    }

    /// The label of the focused element, or else its id, its text or its name.
    pub(crate) fn focus(&self) -> String {
        let focus = "const { ariaLabel, id, textContent, localName } = document.activeElement;
            return localName === 'body' ? 'body' : ariaLabel || id || textContent || localName";
        self.ask(focus, &[])
    }

    /// Asserts that this element has the focus and is visible.
    pub(crate) fn assert_focus(&self, expected: &str) {
        assert_eq!(self.focus(), expected, "{:?}", self.status());
        let outline: String =
            self.ask("return getComputedStyle(document.activeElement).outlineStyle", &[]);
        assert_eq!(outline, "solid", "the focus on {expected} is not to be seen");
    }

    /// Presses Tab until this element has the focus.
    pub(crate) fn tab_to(&self, id: &str) {
        for _ in 0..40 {
            self.press(Key::Tab);
            if self.focus() == id {
                return;
            }
        }
        panic!("the Tab key does not lead to {id}");
    }

    /// Makes the machine answer at once.
    pub(crate) fn hurry(&self) {
        self.run(
            "const later = globalThis.setTimeout;
            globalThis.setTimeout = (action) => later(action, 0);",
        );
    }
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}
