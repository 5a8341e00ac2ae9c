//! The tools of other languages, as far as they are here.

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use tempfile::TempDir;

/// A folder of its own with files in it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// What a program prints; it must succeed, and complain of nothing.
    pub(crate) fn run(&self, program: impl AsRef<Path>, args: &[&str]) -> String {
        self.called(program.as_ref(), args, true)
    }

    /// What a program prints that must not succeed.
    pub(crate) fn fail(&self, program: impl AsRef<Path>, args: &[&str]) -> String {
        self.called(program.as_ref(), args, false)
    }

    fn called(&self, program: &Path, args: &[&str], succeeds: bool) -> String {
        let mut command = Command::new(program);
        let output = command.args(args).current_dir(self.0.path()).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let called = format!("{} {}", program.display(), args.join(" "));
        assert!(output.status.success() == succeeds && err.is_empty(), "{called}\n{out}{err}");
        out
    }
}

/// Whether all these programs are here; that one is not has been said.
pub(crate) fn have(programs: &[&str]) -> bool {
    programs.iter().all(|program| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        let found = command.status().is_ok_and(|status| status.success());
        if !found {
            skip(&format!("there is no `{program}`"));
        }
        found
    })
}

/// Says why this test is skipped. In CI there is no excuse.
pub(crate) fn skip(why: &str) {
    assert!(env::var_os("CI").is_none(), "in CI nothing is skipped: {why}");
    let test = thread::current();
    let line = format!("skipped: {}: {why}\n", test.name().unwrap_or("a test"));
    // Past what the test harness captures of a test that passes.
    let _ = io::stderr().write_all(line.as_bytes());
}
