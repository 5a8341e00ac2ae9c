//! Colours: where they must be, and where they must not be.

use std::{
    fs,
    process::{Command, Output},
};

use crate::Folder;

const ESCAPE: char = '\u{1b}';

/// The output of the program with these variables, and without other variables that programs know.
fn printed(folder: &Folder, args: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command: Command = folder.command(args);
    for known in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(known);
    }
    command.env("TERM", "xterm").envs(variables.iter().copied());
    let Output { stdout, stderr, .. } = command.output().unwrap();
    String::from_utf8([stdout, stderr].concat()).unwrap()
}

/// The text without escape sequences that end in `m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').unwrap().1)
}

/// One command of each kind that has colours.
const COLOURED: [&[&str]; 9] = [
    &["probe", "tictactoe", "X2OX5XOO9", "--line"],
    &["moves", "tictactoe", "X2OX5XOO9"],
    &["arena", "novice", "blind"],
    &["stats", "tictactoe"],
    &["diff", "tictactoe", "tictactoe+misere", "--limit", "1"],
    &["verify", "t.perfect"],
    &["solve", "tictactoe"],
    &["probe", "--help"],
    &["probe", "nothing", "."],
];

#[test]
fn colours_are_asked_for_by_an_option_or_a_variable() {
    let folder = Folder::new();
    folder.fine(&["solve", "tictactoe", "-o", "t.perfect"]);
    for args in COLOURED {
        let plain = printed(&folder, args, &[]);
        // No terminal.
        assert!(!plain.contains(ESCAPE), "{args:?}: {plain}");
        for (option, variables, has_colours) in [
            ("always", &[][..], true),
            ("always", &[("NO_COLOR", "1")], true),
            ("auto", &[("CLICOLOR_FORCE", "1")], true),
            ("auto", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
            ("never", &[("CLICOLOR_FORCE", "1")], false),
        ] {
            let text = printed(&folder, &[args, &["--color", option]].concat(), variables);
            assert_eq!(
                text.contains(ESCAPE),
                has_colours,
                "{args:?} {option} {variables:?}: {text}"
            );
            // The letters and blanks are the same; colours add no information.
            assert_eq!(without_colours(&text), plain);
        }
    }
}

#[test]
fn what_programs_read_and_files_have_no_colours() {
    let folder = Folder::new();
    for args in [
        &["probe", "tictactoe", ".........", "--json"][..],
        &["moves", "tictactoe", "X2OX5XOO9", "--format", "svg"],
        &["arena", "novice", "blind", "--format", "csv"],
        &["arena", "novice", "blind", "--format", "svg"],
        &["arena", "novice", "blind", "--json"],
        &["stats", "tictactoe", "--json"],
        &["dump", "tictactoe"],
        &["completions", "bash"],
        &["man"],
    ] {
        let text = printed(&folder, &[args, &["--color", "always"]].concat(), &[]);
        assert!(!text.contains(ESCAPE), "{args:?}");
    }
    for args in [&["moves", "tictactoe", "X2OX5XOO9"][..], &["arena", "novice", "blind"]] {
        folder.fine(&[args, &["-o", "text", "--color", "always"]].concat());
        let written = fs::read_to_string(folder.path("text")).unwrap();
        assert_eq!(written, folder.fine(args));
    }
}
