//! The demonstration that is published: every page works, and every link and picture in the list is there.

use std::{fs, path::Path, process::Command, thread, time::Duration};

use crate::browser::Browser;

#[test]
fn the_demonstration_is_whole() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/demo/build");
    let mut script = Command::new(script);
    script.arg(folder.path()).env("PERFECT_PLAY", env!("CARGO_BIN_EXE_perfect-play"));
    assert!(script.status().unwrap().success());
    let url = |name: &str| format!("file://{}/{name}", folder.path().display());

    browser.open(&url("index.html"));
    let linked: Vec<String> =
        browser.ask("return [...document.links].map((link) => link.href.split('/').at(-1))", &[]);
    let mut built: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    built.retain(|name| !["index.html", "palette.css"].contains(&&**name));
    assert_eq!(built.len(), 10);
    built.sort();
    let mut sorted = linked.clone();
    sorted.sort();
    assert_eq!(sorted, built);
    let is_seen = "return [...document.images].every((image) => {
        image.loading = 'eager';
        return image.complete && image.naturalWidth > 0;
    }) && getComputedStyle(document.body).getPropertyValue('--paper') !== ''";
    until("the pictures are seen", || browser.ask(is_seen, &[]));

    let is_page = |name: &&String| Path::new(name).extension() == Some("html".as_ref());
    for page in linked.iter().filter(is_page) {
        browser.open(&url(page));
        until(page, || browser.ask("return globalThis.perfectPlay !== undefined", &[]));
    }
}

/// Waits until a condition holds.
fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("not in time: {what}");
}
