//! The commands, as they are typed.

use std::process::Command;

/// What the program writes.
fn written(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hexapawn-commands"));
    let output = program.args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_game_is_the_authors() {
    let answer = written(&["probe", "OOO/.../XXX, X to move"]);
    assert!(answer.contains("hexapawn (fastest), X to move: O wins in 6 plies."), "{answer}");
    assert!(answer.contains("a1-a2"), "{answer}");
    let page = written(&["export", "html", "hexapawn"]);
    assert!(
        page.contains("<title>hexapawn</title>") && page.contains("<p>Blue begins and moves up.")
    );
    assert!(written(&["games", "Hexapawn"]).contains("X begins and moves up."));
}
