//! The tools of other languages that are installed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use perfect_play_test_kit::skip;
use tempfile::TempDir;

/// A temporary folder with files.
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
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The output of a program, which must succeed and print no warnings.
    pub(crate) fn run(&self, program: impl AsRef<Path>, args: &[&str]) -> String {
        self.called(program.as_ref(), args, true)
    }

    /// The output of a program that must fail.
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

/// Whether all these programs are installed. Missing ones are reported.
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
