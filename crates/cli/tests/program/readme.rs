//! The README and the page on minimax show exactly what the program prints.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::Folder;

/// Runs every command that a page of the repository shows. Returns how many there are.
fn sessions(page: &str) -> usize {
    let page = fs::read_to_string(root().join(page)).unwrap();
    let folder = Folder::new();
    let mut commands = 0;
    for session in page.split("```console\n").skip(1) {
        let (session, _) = session.split_once("```").unwrap();
        for part in session.split("$ ").skip(1) {
            let (command, answer) = part.split_once('\n').unwrap();
            let program = ["perfect-play ", "cargo run --no-default-features -- "];
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
    commands
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn what_is_shown_is_current() {
    if !root().join("build.rs").exists() {
        // A published package does not contain the pages of the repository.
        return;
    }
    assert_eq!(sessions("README.md"), 3);
    let trace = "trace tictactoe X.O...O.X --algorithm alpha-beta --format svg";
    for (poster, command) in
        [("map-x", "export map tictactoe"), ("tree", "export tree tictactoe"), ("trace", trace)]
    {
        let kept = fs::read_to_string(root().join(format!("data/tictactoe-{poster}.svg"))).unwrap();
        let args: Vec<_> = command.split(' ').collect();
        assert!(Folder::new().fine(&args) == kept, "`perfect-play {command}` makes {poster} anew");
    }
    assert_eq!(sessions("crates/runtime/minimax.md"), 6);
}
