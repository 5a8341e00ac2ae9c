//! The sessions that the README shows are what the program prints.

use std::{fs, path::Path};

use crate::Folder;

#[test]
fn the_readmes_sessions_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("build.rs").exists() {
        // A package by itself: the README stayed in the repository.
        return;
    }
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = Folder::new();
    let mut commands = 0;
    for session in readme.split("```console\n").skip(1) {
        let (session, _) = session.split_once("```").unwrap();
        for part in session.split("$ ").skip(1) {
            let (command, answer) = part.split_once('\n').unwrap();
            let program = ["perfect-play ", "cargo run --release -- "];
            let Some(args) = program.iter().find_map(|program| command.strip_prefix(program))
            else {
                assert_eq!(answer, "", "{command}");
                continue;
            };
            let args: Vec<_> = args.split_whitespace().collect();
            assert_eq!(folder.fine(&args), answer, "{command}");
            commands += 1;
        }
    }
    assert!(commands == 3);
}
