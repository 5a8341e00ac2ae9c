//! A user's crates, written to a temporary folder and built there as a user would.

#![allow(dead_code, reason = "the siege uses a part of it")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::SystemTime,
};

/// The rules crate of every project: the players take one to three stones from a pile in turn, and
/// who takes the last one wins.
pub(crate) const RULES: &str = include_str!("stones/rules.rs");

/// `build.rs`, as the guide has it.
pub(crate) const BUILD: &str = "\
use perfect_play_generator::{Bake, BakeError};

fn main() -> Result<(), BakeError> {
    Bake::new(rules::Stones::new(12)).solve()?.write()
}
";

/// A program that prints the best move from every pile.
pub(crate) const MAIN: &str = "\
perfect_play::include_table!(mod stones_12, rules::Stones = rules::Stones::new(12));

fn main() {
    for taken in 0..=12 {
        let position = (taken, perfect_play::Player::X);
        print!(\"{:?} \", stones_12::best_move(position));
    }
    println!(\"{}\", stones_12::FACTS.form);
}
";

/// A workspace with the crate `rules`, and others.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    root: PathBuf,
    /// The folder of the rules: named after the first of the other crates, as in a common target
    /// folder cargo takes crates of the same name and place for the same.
    rules: String,
}

impl Project {
    /// In a folder of this name, with crates of these names beside the rules.
    pub(crate) fn new(name: &str, crates: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rules = format!("{}-rules", crates[0]);
        let project = Self { root: folder.path().join(name), folder, rules };
        let rules = &project.rules;
        let members: Vec<_> = [rules.as_str()].into_iter().chain(crates.iter().copied()).collect();
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n");
        project.write("Cargo.toml", &manifest);
        // The versions of ours, which are there without a network.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        fs::copy(lock, project.root.join("Cargo.lock")).unwrap();
        let core = dependency("perfect-play-core", "crates/core", "");
        let manifest = format!("{}\n[dependencies]\n{core}", package("rules"));
        project.write(&format!("{rules}/Cargo.toml"), &manifest);
        project.write_rules(RULES);
        for name in crates {
            let manifest = format!(
                "{}\n[dependencies]\nrules = {{ path = \"../{rules}\" }}\n{}\n\
                 [build-dependencies]\nrules = {{ path = \"../{rules}\" }}\n{}",
                package(name),
                dependency("perfect-play", ".", ", default-features = false"),
                dependency("perfect-play-generator", "crates/generator", ""),
            );
            project.write(&format!("{name}/Cargo.toml"), &manifest);
            project.write(&format!("{name}/build.rs"), BUILD);
            project.write(&format!("{name}/src/main.rs"), MAIN);
        }
        project
    }

    /// Writes a source file.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes the rules.
    pub(crate) fn write_rules(&self, text: &str) {
        self.write(&format!("{}/src/lib.rs", self.rules), text);
    }

    /// Calls cargo in the project's folder. What it builds lies elsewhere, so that our own crates
    /// are compiled once for all projects.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--offline", "--color", "never"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target())
            .env_remove("RUSTFLAGS")
            // `.ci/timed` sets it for the test harness.
            .env_remove("RUSTC_BOOTSTRAP")
            .output()
            .unwrap()
    }

    /// What the program of a crate prints; it has to build.
    pub(crate) fn run(&self, name: &str) -> String {
        self.run_with(name, &[])
    }

    /// The same, with these arguments for cargo.
    pub(crate) fn run_with(&self, name: &str, arguments: &[&str]) -> String {
        let output = self.cargo(&[&["run", "--quiet", "--package", name], arguments].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        assert_eq!(stderr, "", "cargo's output is for refusals");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What cargo says where the crate does not build.
    pub(crate) fn refusal(&self, name: &str) -> String {
        let output = self.cargo(&["build", "--package", name]);
        assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    }

    /// All files of the project, and when they were written.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, SystemTime> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let metadata = entry.metadata().unwrap();
                if metadata.is_dir() {
                    folders.push(entry.path());
                }
                files.insert(entry.path(), metadata.modified().unwrap());
            }
        }
        files
    }

    /// Allows or forbids to write in any folder of the project.
    pub(crate) fn set_read_only(&self, read_only: bool) {
        for path in self.files().keys().filter(|path| path.is_dir()) {
            let mut permissions = path.metadata().unwrap().permissions();
            permissions.set_readonly(read_only);
            fs::set_permissions(path, permissions).unwrap();
        }
    }
}

/// Where all projects are built: tables and all.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bake")
}

/// When the table with this name was written last in a build folder of a crate.
pub(crate) fn baked_at(krate: &str, table: &str) -> Option<SystemTime> {
    let builds = fs::read_dir(target().join("debug/build")).unwrap().map(Result::unwrap);
    let of_crate = builds
        .filter(|build| build.file_name().to_string_lossy().starts_with(&format!("{krate}-")))
        .map(|build| build.path().join("out").join(format!("{table}.rs")));
    of_crate.filter_map(|file| file.metadata().ok()?.modified().ok()).max()
}

fn package(name: &str) -> String {
    format!("[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n")
}

fn dependency(name: &str, path: &str, more: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    format!("{name} = {{ path = '{}'{more} }}\n", path.display())
}
