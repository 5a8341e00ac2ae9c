//! The guide `crates/generator/guide.md`, followed literally. This test writes the guide's files, runs its
//! commands, and compares their output with the guide.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// One step of the guide.
#[derive(Debug)]
enum Step {
    /// A file with this text: of the line before the block, the path at the end.
    Write { path: String, text: String },
    /// Text to put at the end of a file: the line before the block begins with `Add to`.
    Append { path: String, text: String },
    /// Lines to put where one stands, for good: the line before the block begins with `In place of` it.
    InPlace { path: String, old: String, new: String },
    /// Lines to replace, until the next command was run: the block is a `diff`.
    TryOut { path: String, old: String, new: String },
    /// A command, and what it says.
    Run { command: String, says: String },
}

/// The fenced blocks as steps. Blocks of other languages, and those of Rust without a file's name
/// before them, are not to be followed: the latter are tested as documentation.
fn steps(guide: &str) -> Vec<Step> {
    let (mut steps, mut before, mut lines) = (Vec::new(), "", guide.lines());
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            if !line.is_empty() {
                before = line;
            }
            continue;
        };
        let block: Vec<_> = lines.by_ref().take_while(|&line| line != "```").collect();
        let language = language.split(',').next().unwrap();
        // What rustdoc hides is for rustdoc alone.
        let is_hidden = |line: &str| language == "rust" && line.starts_with("# ");
        let text = text_of(block.iter().copied().filter(|line| !is_hidden(line)));
        let path = before.strip_suffix("`:").and_then(|line| Some(line.rsplit_once('`')?.1));
        match (language, path) {
            ("console", _) => steps.extend(runs(&block)),
            ("diff", Some(path)) => {
                let side = |sign| text_of(block.iter().filter_map(|line| line.strip_prefix(sign)));
                steps.push(Step::TryOut { path: path.to_owned(), old: side('-'), new: side('+') });
            }
            ("rust" | "toml", Some(path)) => {
                let path = path.to_owned();
                steps.push(if before.starts_with("Add to") {
                    Step::Append { path, text }
                } else if let Some(rest) = before.strip_prefix("In place of `") {
                    let (old, _) = rest.split_once('`').unwrap();
                    Step::InPlace { path, old: format!("{old}\n"), new: text }
                } else {
                    Step::Write { path, text }
                });
            }
            _ => {}
        }
    }
    steps
}

fn text_of<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The commands of a block, each with the lines up to the next one.
fn runs(block: &[&str]) -> Vec<Step> {
    let mut runs = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), runs.last_mut()) {
            (Some(command), _) => {
                runs.push(Step::Run { command: command.to_owned(), says: String::new() });
            }
            (None, Some(Step::Run { says, .. })) => says.extend([*line, "\n"]),
            (None, _) => panic!("{line}: a block of commands begins with one"),
        }
    }
    runs
}

/// The reader's folder.
struct Reader {
    folder: PathBuf,
    /// Files as they were before something was tried out.
    undo: Vec<(PathBuf, String)>,
}

impl Reader {
    /// An empty folder, in which the packages of this repository stand for the published ones.
    fn new() -> Self {
        // Always the same one, so that what was compiled is found again.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(folder.join(".cargo")).unwrap();
        // As `cargo new` leaves it.
        fs::create_dir(folder.join("src")).unwrap();
        fs::write(folder.join("src/main.rs"), "fn main() {}\n").unwrap();
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut config = "[net]\noffline = true\n[patch.crates-io]\n".to_owned();
        for (package, path) in [
            ("perfect-play", ""),
            ("perfect-play-core", "crates/core"),
            ("perfect-play-games", "crates/games"),
            ("perfect-play-generator", "crates/generator"),
            ("perfect-play-numbering", "crates/numbering"),
            ("perfect-play-file", "crates/file"),
            ("perfect-play-proof", "crates/proof"),
            ("perfect-play-export", "crates/export"),
        ] {
            let path = repository.join(path);
            writeln!(config, "{package}.path = '{}'", path.display()).unwrap();
        }
        fs::write(folder.join(".cargo/config.toml"), config).unwrap();
        Self { folder, undo: Vec::new() }
    }

    fn follow(&mut self, step: Step) {
        match step {
            Step::Write { path, text } => self.write(&path, text),
            Step::Append { path, text } => self.write(&path, self.read(&path) + "\n" + &text),
            Step::InPlace { path, old, new } => {
                self.replace(&path, &old, &new);
            }
            Step::TryOut { path, old, new } => {
                let file = self.replace(&path, &old, &new);
                self.undo.push((self.folder.join(path), file));
            }
            Step::Run { command, says } => {
                self.run(&command, &says);
                for (path, text) in self.undo.drain(..) {
                    fs::write(path, text).unwrap();
                }
            }
        }
    }

    /// Puts these lines in place of others, and gives the file as it was.
    fn replace(&self, path: &str, old: &str, new: &str) -> String {
        let file = self.read(path);
        assert_eq!(file.matches(old).count(), 1, "`{old}` is once in {path}");
        self.write(path, file.replace(old, new));
        file
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).unwrap()
    }

    fn write(&self, path: &str, text: String) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs the command. The output of a program must equal that in the guide. The output of cargo contains times
    /// and paths, so it only has to contain the lines that the guide shows.
    fn run(&self, command: &str, says: &str) {
        let mut words = command.split_whitespace();
        match (words.next(), words.clone().next()) {
            // This folder is the one that the reader makes, and every file is written in full.
            (Some("cargo"), Some("new")) | (Some("cd"), _) => return,
            (Some("cargo"), Some(_)) => {}
            _ => panic!("`{command}`: the guide runs nothing but cargo"),
        }
        // The versions of other packages that are there without a network. Cargo takes out of the copy
        // what is not used yet.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        fs::copy(lock, self.folder.join("Cargo.lock")).unwrap();
        // Where the tests in tests/bake build as well: our own crates are compiled once for all.
        let target = self.folder.with_file_name("bake");
        let output = Command::new(env!("CARGO"))
            .args(words.clone())
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_TERM_COLOR", "never")
            .env("RUST_BACKTRACE", "0")
            .env_remove("RUSTFLAGS")
            // `.ci/timed` sets it for the test harness.
            .env_remove("RUSTC_BOOTSTRAP")
            .output()
            .unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let shows = if words.next() == Some("run") {
            out == says || says.strip_suffix("...\n").is_some_and(|says| out.starts_with(says))
        } else {
            says.lines().all(|line| out.lines().chain(err.lines()).any(|found| found == line))
        };
        let is_as_said = shows && output.status.success() != says.contains("Error:");
        assert!(
            is_as_said,
            "`{command}`: {}\n== The guide says:\n{says}\n== It says:\n{out}\n== And:\n{err}",
            output.status
        );
    }
}

#[test]
#[ignore = "takes long: `.ci/full` runs it"]
fn the_guide_works_to_the_letter() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/generator/guide.md");
    let steps = steps(&fs::read_to_string(guide).unwrap());
    assert!(steps.len() > 10, "{steps:?}");
    let mut reader = Reader::new();
    for step in steps {
        reader.follow(step);
    }
}
