//! Games as they are typed.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// What the program does when this is typed.
fn play(arguments: &[&str], typed: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hexapawn"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may have ended without reading it all.
    let _ = program.stdin.take().unwrap().write_all(typed.as_bytes());
    program.wait_with_output().unwrap()
}

/// What it writes when all goes well.
fn written(arguments: &[&str], typed: &str) -> String {
    let output = play(arguments, typed);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_whole_game_is_lost_to_a_master() {
    assert_eq!(written(&["master"], "1\n?\n1\n"), include_str!("game.txt"));
}

#[test]
fn who_moves_second_can_win() {
    // A master always moves alike, so a game can be typed again with one move more. Which one is
    // asked as a player would.
    let mut typed = String::new();
    loop {
        let text = written(&["master", "o"], &format!("{typed}?\n"));
        assert!(!text.contains("The machine wins"), "{text}");
        if text.contains("You win") {
            return;
        }
        let (_, worths) = text.rsplit_once("> ").unwrap().0.rsplit_once("> ").unwrap();
        let win = worths.lines().position(|line| line.contains(": win in ")).unwrap();
        typed.push_str(&(win + 1).to_string());
        typed.push('\n');
    }
}

#[test]
fn what_is_no_move_is_said_and_asked_again() {
    let text = written(&[], "0\n4\na\n\n1\n");
    for answer in ["0", "4", "a", ""] {
        let said = format!("> `{answer}` is no move: answer with a number from 1 to 3.\n");
        assert!(text.contains(&said), "{answer}");
    }
    assert!(text.contains("The machine moves "));
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert!(written(&[], "").ends_with("> \nAnother time, then.\n"));
    assert!(written(&["skill(0.5)"], "2").ends_with("> \nAnother time, then.\n"));
}

#[test]
fn every_level_moves() {
    for level in ["blind", "novice", "master", "perfect", "skill(0.9)", "skill:0.9"] {
        assert!(written(&[level, "o"], "").contains("The machine moves "), "{level}");
    }
}

#[test]
fn wrong_arguments_are_errors() {
    for (arguments, error) in [
        (&["expert"][..], "hexapawn: `expert`: a level is `easy`, `medium`, "),
        (&["skill(2)"], "hexapawn: `skill(2)`: a chance is from 0 to 1"),
        (&["blind", "white"], "hexapawn: `white`: a side is `x` or `o`"),
        (&["blind", "x", "y"], "hexapawn: `y`: there is nothing more to say than level and side"),
    ] {
        let output = play(arguments, "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert!(String::from_utf8(output.stderr).unwrap().starts_with(error));
    }
}
