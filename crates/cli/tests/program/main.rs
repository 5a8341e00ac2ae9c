//! The program, end to end. Each test runs it like a user, in a folder of its own.

mod answers;
mod any_game;
mod arena;
mod bad_input;
mod bulk;
mod cache;
mod colours;
#[cfg(unix)]
mod completions;
mod connect;
mod cut;
mod data_sets;
mod differences;
mod enumeration;
mod export_anki;
mod export_code;
mod export_html;
mod export_map;
mod export_tree;
mod figures;
mod files;
mod folders;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod grade;
mod help;
mod hostile_names;
#[cfg(target_os = "linux")]
mod interruption;
mod large;
#[cfg(not(all(feature = "parquet", feature = "serve")))]
mod left_out;
mod long_plays;
mod manual;
mod moves;
mod page_in_a_browser;
mod page_program;
mod plan;
mod play;
mod positions;
mod readme;
mod refusals;
#[cfg(target_os = "linux")]
mod regenerate;
mod restricted;
mod scratch;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(target_os = "linux")]
mod short_memory;
mod siege;
#[cfg(target_os = "linux")]
mod streams;
mod trace;
mod typed_names;
mod unknown_game;
mod width;

#[cfg(feature = "serve")]
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::Child,
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use perfect_play_test_kit::heeding_signals;
use tempfile::TempDir;

/// A folder in which the program runs.
struct Folder(TempDir);

/// The output of the program, and how it ended.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of all files in it.
    fn names(&self) -> Vec<String> {
        let files = self.0.path().read_dir().unwrap();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn command(&self, args: &[&str]) -> Command {
        command(args, self.0.path())
    }

    fn run(&self, args: &[&str]) -> Answer {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        Answer { code: status.code(), out, err }
    }

    /// Runs a command that should succeed. Returns its output.
    fn fine(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{args:?}: {answer:?}");
        answer.out
    }

    /// Runs a command that should find a difference. Returns its output.
    fn different(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!((answer.code, &*answer.err), (Some(1), ""), "{args:?}: {answer:?}");
        answer.out
    }

    /// Runs a command that should fail. Returns the message.
    fn trouble(&self, args: &[&str]) -> String {
        let answer = self.run(args);
        assert_eq!((answer.code, &*answer.out), (Some(2), ""), "{args:?}: {answer:?}");
        assert!(answer.err.starts_with("error: "), "{args:?}: {answer:?}");
        assert!(!answer.err.contains("panicked"), "{args:?}: {answer:?}");
        answer.err
    }

    fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.fine(args)).unwrap()
    }
}

fn command(args: &[&str], folder: &Path) -> Command {
    let mut command = heeding_signals(env!("CARGO_BIN_EXE_perfect-play"));
    // The tests do not read or write the user's cache, and a slow machine prints no progress.
    command.args(args).current_dir(folder).env("PERFECT_PLAY_CACHE", "off");
    command.env("PERFECT_PLAY_PROGRESS_SECONDS", "1000000");
    command
}

/// Where a service listens that has just been started. Other messages may come before.
#[cfg(feature = "serve")]
fn address_of(child: &mut Child) -> SocketAddr {
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    loop {
        let start = said.len();
        assert!(lines.read_line(&mut said).unwrap() > 0, "{said}");
        if let Some(rest) = said[start..].strip_prefix("listening on http://") {
            child.stderr = Some(lines.into_inner());
            return rest.split_once('/').unwrap().0.parse().unwrap();
        }
    }
}

/// The keys of an object, in the order in which they were printed.
fn keys(json: &str) -> Vec<String> {
    // serde_json sorts the keys of a map, so the keys are found by their indentation.
    json.lines()
        .filter_map(|line| line.strip_prefix("  \"")?.split_once("\":"))
        .map(|(key, _)| key.to_owned())
        .collect()
}
