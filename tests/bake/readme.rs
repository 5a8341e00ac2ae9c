//! The README's first steps, by somebody who follows them: the lines for `Cargo.toml`, and the programs.

use std::{fs, path::Path};

use super::project::Project;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The blocks of code in a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    page.split(&*begin).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_lines_for_cargo_toml_build_the_first_programs() {
    let readme = readme();
    let dependency = blocks(&readme, "toml")[0];
    // A clone beside the crate, says the README.
    let clone = "\"../perfect-play\"";
    assert_eq!(dependency.matches(clone).count(), 1, "{dependency}");
    let dependency = dependency.replace(clone, &format!("'{}'", env!("CARGO_MANIFEST_DIR")));
    let project = Project::new("reader", &["reader"]);
    let package =
        "[package]\nname = \"reader\"\nversion = \"0.1.0\"\nedition = \"2024\"\nbuild = false";
    project.write("reader/Cargo.toml", &format!("{package}\n\n{dependency}"));
    let programs = blocks(&readme, "rust");
    assert_eq!(programs.len(), 3);
    let functions = programs.iter().map(|program| format!("{{\n{program}}}\n"));
    let main = format!("fn main() {{\n{}println!(\"fine\");\n}}\n", functions.collect::<String>());
    project.write("reader/src/main.rs", &format!("#![allow(unused)]\n{main}"));
    let out = project.run("reader");
    // The game that the last program plays has nine boards of three lines, with an empty line below each.
    let boards = out.strip_suffix("\n\nfine\n").unwrap_or_else(|| panic!("{out}"));
    let boards: Vec<_> = boards.split("\n\n").map(|board| board.lines().count()).collect();
    assert_eq!(boards, [3; 9], "{out}");
}
